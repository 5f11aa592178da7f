use std::error::Error as StdError;
use std::iter;
use std::time::Duration;

use chrono::DateTime;
use layer::error::{DecodeError, InvalidRequest, TransportError, UnexpectedStatus};
use layer::{ApiError, Client, ClientBuilder, Error, RetryPolicy, types};
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

pub const KEY: &str = "k3y-0f-the-tests";
pub const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7b810_9dad_11d1_80b4_00c04fd430c8);
pub const LOCATION: Uuid = Uuid::from_u128(0x0190163d_8694_739b_aea5_966c26f8ad91);

/// Returns a builder with all required settings. A client built with it does not retry.
pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
    Client::builder(base_url).api_key(KEY).account_id(ACCOUNT).retry(RetryPolicy::none())
}

pub fn client(base_url: impl Into<String>) -> Client {
    builder(base_url).build().unwrap()
}

/// Returns a builder for a custom HTTP client. It can only call servers on loopback without TLS.
pub fn custom_http() -> reqwest::ClientBuilder {
    // With an empty list, the client does not load the platform's certificates.
    reqwest::Client::builder().tls_backend_rustls().tls_certs_only([]).no_proxy()
}

/// Returns the default retry policy without waiting times.
pub fn quick() -> RetryPolicy {
    RetryPolicy::default().base_delay(Duration::from_millis(1)).max_delay(Duration::from_millis(1))
}

/// The three operations of the test client, for tests of properties that all operations share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Metrics,
    Incidents,
    Update,
}

impl Operation {
    pub const ALL: [Self; 3] = [Self::Metrics, Self::Incidents, Self::Update];

    pub fn id(self) -> &'static str {
        match self {
            Self::Metrics => "getV1PrivatelocationsIdMetrics",
            Self::Incidents => "getV1StatuspagesIncidents",
            Self::Update => "postV1StatuspagesIncidentsIncidentidIncidentupdates",
        }
    }

    /// Returns the operation's name in messages: its tag and its short name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metrics => "private_locations().metrics",
            Self::Incidents => "status_page_incidents().list",
            Self::Update => "status_page_incident_updates().create",
        }
    }

    pub async fn call(self, client: &Client) -> Result<(), Error> {
        match self {
            Self::Metrics => {
                let from = DateTime::from_timestamp(1_714_557_600, 0).unwrap();
                let to = DateTime::from_timestamp(1_714_579_200, 0).unwrap();
                client.get_v1_privatelocations_id_metrics().id(LOCATION).from(from).to(to).send().await.map(drop)
            }
            Self::Incidents => client.get_v1_statuspages_incidents().send().await.map(drop),
            Self::Update => update(client, "inc-1").await.map(drop),
        }
    }

    /// Calls the operation, and returns the error. The call must fail before the watchdog ends it. The watchdog is
    /// shorter than the default timeout, so that a call that hangs is noticed.
    pub async fn fails(self, client: &Client) -> Error {
        let watchdog = Duration::from_secs(20);
        tokio::time::timeout(watchdog, self.call(client)).await.expect("the call does not end").unwrap_err()
    }
}

/// Returns the part of a message that states that the request may have been processed. It is empty if processing a
/// request of `operation` twice changes nothing.
pub fn doubt(operation: Operation) -> &'static str {
    if operation == Operation::Update { "; the request may have been processed" } else { "" }
}

/// Adds an update with an empty body to an incident.
pub async fn update(client: &Client, incident: &str) -> Result<types::IncidentUpdate, Error> {
    let call = client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id(incident);
    Ok(call.body_map(|update| update).send().await?.into_inner())
}

macro_rules! variants {
    ($($function:ident: $variant:ident($error:ty)),* $(,)?) => {$(
        #[track_caller]
        pub fn $function(error: Error) -> $error {
            match error {
                Error::$variant(error) => error,
                other => panic!("{} expected: {other:?}", stringify!($variant)),
            }
        }
    )*};
}
variants! {
    invalid: InvalidRequest(InvalidRequest),
    transport: Transport(TransportError),
    api: Api(ApiError),
    decode: Decode(DecodeError),
    unexpected: UnexpectedStatus(UnexpectedStatus),
}

pub fn typed<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).unwrap()
}

/// Returns the source of an error, the source of that source, and so on.
pub fn sources(error: &Error) -> impl Iterator<Item = &(dyn StdError + 'static)> {
    iter::successors(error.source(), |&cause| cause.source())
}

/// Checks that `text` contains no character that breaks a line of a log or moves the cursor.
#[track_caller]
pub fn assert_one_line(text: &str) {
    assert!(
        !text.chars().any(|c| c.is_control() || "\u{2028}\u{2029}\u{202e}\u{61c}\u{200b}\u{feff}".contains(c)),
        "{text:?}"
    );
}

#[track_caller]
pub fn assert_one_short_line(text: &str) {
    assert_one_line(text);
    assert!(text.chars().count() <= 600, "{} characters", text.chars().count());
}
