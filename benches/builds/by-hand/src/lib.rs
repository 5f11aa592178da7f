//! A hand-written client for the three operations, as most programs would write it: with typed results and errors, a
//! timeout, and a retry after the time that the service specifies.

mod types;

use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue, InvalidHeaderValue, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use uuid::Uuid;

pub use types::*;

pub struct Client {
    http: reqwest::Client,
    base_url: String,
}

#[derive(Debug)]
pub enum Error {
    Header(InvalidHeaderValue),
    Http(reqwest::Error),
    Api(StatusCode, ApiError),
}

impl Client {
    pub fn new(base_url: impl Into<String>, api_key: &str, account_id: Uuid) -> Result<Self, Error> {
        let mut headers = HeaderMap::new();
        let mut authorization = HeaderValue::from_str(&format!("Bearer {api_key}")).map_err(Error::Header)?;
        authorization.set_sensitive(true);
        headers.insert(AUTHORIZATION, authorization);
        let account_id = HeaderValue::from_str(&account_id.to_string()).map_err(Error::Header)?;
        headers.insert("x-service-account", account_id);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let http = reqwest::Client::builder().default_headers(headers).timeout(Duration::from_secs(30));
        Ok(Self { http: http.build().map_err(Error::Http)?, base_url: base_url.into() })
    }

    pub async fn private_location_metrics(
        &self,
        id: Uuid,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<PrivateLocationMetrics, Error> {
        let url = format!("{}/v1/private-locations/{id}/metrics", self.base_url);
        send(self.http.get(url).query(&[("from", from.timestamp()), ("to", to.timestamp())])).await
    }

    pub async fn incidents(&self) -> Result<IncidentList, Error> {
        send(self.http.get(format!("{}/v1/status-pages/incidents", self.base_url))).await
    }

    pub async fn add_incident_update(
        &self,
        incident_id: &str,
        update: &IncidentUpdateCreate,
    ) -> Result<IncidentUpdate, Error> {
        let url = format!("{}/v1/status-pages/incidents/{incident_id}/incident-updates", self.base_url);
        send(self.http.post(url).json(update)).await
    }
}

async fn send<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, Error> {
    let again = request.try_clone();
    let mut response = request.send().await.map_err(Error::Http)?;
    if let (StatusCode::TOO_MANY_REQUESTS, Some(again), Some(wait)) = (response.status(), again, wait_of(&response)) {
        tokio::time::sleep(wait).await;
        response = again.send().await.map_err(Error::Http)?;
    }
    let status = response.status();
    if status.is_success() {
        return response.json().await.map_err(Error::Http);
    }
    let body = response.bytes().await.map_err(Error::Http)?;
    // The body may come from a proxy, so it need not have the form of the service's errors.
    Err(Error::Api(status, serde_json::from_slice(&body).unwrap_or_default()))
}

fn wait_of(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
