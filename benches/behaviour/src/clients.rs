//! The compared clients, and the calls that each of them makes.

use chrono::{NaiveDate, TimeZone, Utc};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use uuid::Uuid;

/// The outcome of a call. A success contains the returned value as JSON, or its `Debug` output if the client cannot
/// write JSON. A failure contains the `Display` and the `Debug` output of the error.
pub type Outcome = Result<String, [String; 2]>;

const KEY: &str = "secret-key";
const ACCOUNT: Uuid = Uuid::nil();

fn failed(error: impl std::error::Error) -> [String; 2] {
    [error.to_string(), format!("{error:?}")]
}

/// Creates an HTTP client that sends the API key in every request, for generated code that does not send the key
/// itself.
fn http() -> reqwest::Client {
    let key = HeaderValue::from_str(&format!("Bearer {KEY}")).unwrap();
    reqwest::Client::builder().default_headers(HeaderMap::from_iter([(AUTHORIZATION, key)])).build().unwrap()
}

#[derive(Clone, Copy)]
pub enum Client {
    ThisCrate,
    Plain,
    OpenapiGenerator,
    ByHand,
}

impl Client {
    pub const ALL: [Self; 4] = [Self::ThisCrate, Self::Plain, Self::OpenapiGenerator, Self::ByHand];

    pub async fn list(self, url: &str) -> Outcome {
        match self {
            Self::ThisCrate => {
                let list = this_crate(url).status_page_incidents().list().send().await.map_err(failed)?;
                Ok(serde_json::to_string(&*list).unwrap())
            }
            Self::Plain => {
                let client = plain::Client::new_with_client(url, http());
                let list = client.get_v1_statuspages_incidents(&ACCOUNT.to_string()).await.map_err(failed)?;
                Ok(serde_json::to_string(&*list).unwrap())
            }
            Self::OpenapiGenerator => {
                use openapi_generator::apis::status_page_incidents_api::get_v1_statuspages_incidents;
                let list = get_v1_statuspages_incidents(&configuration(url), &ACCOUNT.to_string()).await;
                Ok(serde_json::to_string(&list.map_err(failed)?).unwrap())
            }
            Self::ByHand => by_hand(url).incidents().await.map(|list| format!("{list:?}")).map_err(debug_only),
        }
    }

    /// Requests the metrics from 03:04:05 to 04:04:05 on 2026-01-02.
    pub async fn metrics(self, url: &str) -> Outcome {
        let [from, to] = [3, 4].map(|hour| Utc.with_ymd_and_hms(2026, 1, 2, hour, 4, 5).unwrap());
        let [first, last] = [from, to].map(|time| NaiveDate::from(time.naive_utc()));
        match self {
            Self::ThisCrate => {
                let metrics = this_crate(url).private_locations().metrics(Uuid::nil()).from(from).to(to).send().await;
                Ok(serde_json::to_string(&*metrics.map_err(failed)?).unwrap())
            }
            Self::Plain => {
                let client = plain::Client::new_with_client(url, http());
                let (id, account) = (Uuid::nil().to_string(), ACCOUNT.to_string());
                let metrics = client.get_v1_privatelocations_id_metrics(&id, &first, &last, &account).await;
                Ok(serde_json::to_string(&*metrics.map_err(failed)?).unwrap())
            }
            Self::OpenapiGenerator => {
                use openapi_generator::apis::private_locations_api::get_v1_privatelocations_id_metrics;
                let (id, account) = (Uuid::nil().to_string(), ACCOUNT.to_string());
                let metrics = get_v1_privatelocations_id_metrics(&configuration(url), &account, &id, first, last).await;
                Ok(serde_json::to_string(&metrics.map_err(failed)?).unwrap())
            }
            Self::ByHand => {
                let metrics = by_hand(url).private_location_metrics(Uuid::nil(), from, to).await;
                metrics.map(|metrics| format!("{metrics:?}")).map_err(debug_only)
            }
        }
    }

    /// Adds an update without any fields to the incident `id`.
    pub async fn update(self, url: &str, id: &str) -> Outcome {
        match self {
            Self::ThisCrate => {
                let update =
                    this_crate(url).status_page_incident_updates().create(id).body_map(|body| body).send().await;
                Ok(serde_json::to_string(&*update.map_err(failed)?).unwrap())
            }
            Self::Plain => {
                let (client, body) = (plain::Client::new_with_client(url, http()), Default::default());
                let account = ACCOUNT.to_string();
                let update = client.post_v1_statuspages_incidents_incidentid_incidentupdates(id, &account, &body).await;
                Ok(serde_json::to_string(&*update.map_err(failed)?).unwrap())
            }
            Self::OpenapiGenerator => {
                use openapi_generator::apis::status_page_incident_updates_api::post_v1_statuspages_incidents_incidentid_incidentupdates;
                let (configuration, account, body) = (configuration(url), ACCOUNT.to_string(), Default::default());
                let update =
                    post_v1_statuspages_incidents_incidentid_incidentupdates(&configuration, &account, id, Some(body));
                Ok(serde_json::to_string(&update.await.map_err(failed)?).unwrap())
            }
            Self::ByHand => {
                let update = by_hand(url).add_incident_update(id, &Default::default()).await;
                update.map(|update| format!("{update:?}")).map_err(debug_only)
            }
        }
    }
}

fn this_crate(url: &str) -> monitoring_service::Client {
    monitoring_service::Client::builder(url).api_key(KEY).account_id(ACCOUNT).build().unwrap()
}

fn configuration(url: &str) -> openapi_generator::apis::configuration::Configuration {
    let mut configuration = openapi_generator::apis::configuration::Configuration::new();
    configuration.base_path = url.to_owned();
    configuration.bearer_access_token = Some(KEY.to_owned());
    configuration
}

fn by_hand(url: &str) -> by_hand::Client {
    by_hand::Client::new(url, KEY, ACCOUNT).unwrap()
}

/// Returns only the `Debug` output of an error of the hand-written client, because its type does not implement
/// `Display`.
fn debug_only(error: by_hand::Error) -> [String; 2] {
    [String::new(), format!("{error:?}")]
}
