//! The types that the operations take and return.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrivateLocationMetrics {
    pub timestamps: Option<Vec<DateTime<Utc>>>,
    pub queue_size: Option<Vec<f64>>,
    pub oldest_scheduled_check_run: Option<Vec<f64>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IncidentList {
    pub length: Option<f64>,
    pub entries: Option<Vec<Incident>>,
    pub next_id: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Incident {
    pub id: Option<String>,
    pub name: Option<String>,
    pub severity: Option<IncidentSeverity>,
    pub services: Option<Vec<Service>>,
    pub incident_updates: Option<Vec<IncidentUpdate>>,
    pub last_update_status: Option<IncidentUpdateStatus>,
    #[serde(rename = "created_at")]
    pub created_at: Option<NaiveDate>,
    #[serde(rename = "updated_at")]
    pub updated_at: Option<NaiveDate>,
    pub duration: Option<f64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum IncidentSeverity {
    Critical,
    #[serde(untagged)]
    Other(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Service {
    pub id: Option<String>,
    pub name: Option<String>,
    pub account_id: Option<String>,
    #[serde(rename = "created_at")]
    pub created_at: Option<NaiveDate>,
    #[serde(rename = "updated_at")]
    pub updated_at: Option<NaiveDate>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IncidentUpdate {
    pub id: Option<String>,
    pub description: Option<String>,
    pub status: Option<IncidentUpdateStatus>,
    pub public_incident_update_date: Option<DateTime<Utc>>,
    #[serde(rename = "created_at")]
    pub created_at: Option<NaiveDate>,
    pub notify_subscribers: Option<bool>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum IncidentUpdateStatus {
    Investigating,
    #[serde(untagged)]
    Other(String),
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IncidentUpdateCreate {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_incident_update_date: Option<DateTime<Utc>>,
    #[serde(rename = "created_at", skip_serializing_if = "Option::is_none")]
    pub created_at: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify_subscribers: Option<bool>,
}

/// The body of an error response.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ApiError {
    pub error: Option<String>,
    pub message: Option<String>,
}
