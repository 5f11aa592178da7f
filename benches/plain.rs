//! The types that plain progenitor generates from the same schemas.

#![allow(dead_code, reason = "only their decoding is measured")]

use chrono::{DateTime, Utc};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct PrivateLocationMetrics {
    #[serde(rename = "oldestScheduledCheckRun", default)]
    pub oldest_scheduled_check_run: Vec<f64>,
    #[serde(rename = "queueSize", default)]
    pub queue_size: Vec<f64>,
    #[serde(default)]
    pub timestamps: Vec<DateTime<Utc>>,
}

#[derive(Deserialize)]
pub struct IncidentList {
    #[serde(default)]
    pub entries: Vec<Incident>,
    #[serde(default)]
    pub length: Option<f64>,
    #[serde(rename = "nextId", default)]
    pub next_id: Option<String>,
}

/// An incident. For fields of the format `date`, plain progenitor generates calendar dates, but the service sends
/// timestamps, which cannot be decoded as calendar dates. These fields are therefore strings here.
#[derive(Deserialize)]
pub struct Incident {
    #[serde(default)]
    pub created_at: Option<String>,
    #[serde(default)]
    pub duration: Option<f64>,
    #[serde(default)]
    pub id: Option<String>,
    #[serde(rename = "incidentUpdates", default)]
    pub incident_updates: Vec<IncidentUpdate>,
    #[serde(rename = "lastUpdateStatus", default)]
    pub last_update_status: Option<Status>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub services: Vec<Service>,
    #[serde(default)]
    pub severity: Option<Severity>,
    #[serde(default)]
    pub updated_at: Option<String>,
}

#[derive(Deserialize)]
pub struct Service {
    #[serde(rename = "accountId", default)]
    pub account_id: Option<String>,
    #[serde(default)]
    pub created_at: Option<String>,
    #[serde(default)]
    pub id: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub updated_at: Option<String>,
}

#[derive(Deserialize)]
pub struct IncidentUpdate {
    #[serde(default)]
    pub created_at: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub id: Option<String>,
    #[serde(rename = "notifySubscribers", default)]
    pub notify_subscribers: Option<bool>,
    #[serde(rename = "publicIncidentUpdateDate", default)]
    pub public_incident_update_date: Option<DateTime<Utc>>,
    #[serde(default)]
    pub status: Option<Status>,
}

#[derive(Deserialize)]
pub enum Severity {
    #[serde(rename = "CRITICAL")]
    Critical,
}

#[derive(Deserialize)]
pub enum Status {
    #[serde(rename = "INVESTIGATING")]
    Investigating,
}
