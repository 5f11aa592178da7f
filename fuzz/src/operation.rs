//! The three operations that are called, and the values that they return.

use chrono::DateTime;
use layer::types::{IncidentList, IncidentUpdate, PrivateLocationMetrics};
use layer::{Client, Error};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value as Json;
use uuid::Uuid;

#[derive(Debug, Clone, Copy)]
pub enum Operation {
    Metrics,
    Incidents,
    Update,
}

#[derive(Debug)]
pub enum Value {
    Metrics(PrivateLocationMetrics),
    Incidents(IncidentList),
    Update(IncidentUpdate),
}

impl Operation {
    /// Selects an operation. The characters `0`, `1` and `2` select the operations in the order of their declaration.
    pub fn pick(byte: u8) -> Self {
        match byte % 3 {
            0 => Self::Metrics,
            1 => Self::Incidents,
            _ => Self::Update,
        }
    }

    pub fn id(self) -> &'static str {
        match self {
            Self::Metrics => "getV1PrivatelocationsIdMetrics",
            Self::Incidents => "getV1StatuspagesIncidents",
            Self::Update => "postV1StatuspagesIncidentsIncidentidIncidentupdates",
        }
    }

    pub async fn call(self, client: &Client) -> Result<Value, Error> {
        match self {
            Self::Metrics => {
                let call = client.get_v1_privatelocations_id_metrics().id(Uuid::nil());
                let call = call.from(DateTime::UNIX_EPOCH).to(DateTime::UNIX_EPOCH);
                Ok(Value::Metrics(call.send().await?.into_inner()))
            }
            Self::Incidents => {
                let call = client.get_v1_statuspages_incidents();
                Ok(Value::Incidents(call.send().await?.into_inner()))
            }
            Self::Update => {
                let call = client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id("1");
                Ok(Value::Update(call.send().await?.into_inner()))
            }
        }
    }

    /// Whether `body` can be decoded as the response type of the operation.
    pub fn can_read(self, body: &[u8]) -> bool {
        match self {
            Self::Metrics => read::<PrivateLocationMetrics>(body).is_some(),
            Self::Incidents => read::<IncidentList>(body).is_some(),
            Self::Update => read::<IncidentUpdate>(body).is_some(),
        }
    }
}

impl Value {
    /// Whether this value was decoded from `body` and contains everything in it. Otherwise, the client lost data, or
    /// returned the response to another call.
    pub fn is_read_from(&self, body: &[u8]) -> bool {
        match self {
            Self::Metrics(value) => is_all_of(value, body),
            Self::Incidents(value) => is_all_of(value, body),
            Self::Update(value) => is_all_of(value, body),
        }
    }
}

fn is_all_of<T: DeserializeOwned + PartialEq + Serialize>(value: &T, body: &[u8]) -> bool {
    match read::<T>(body) {
        Some(read) => read == *value && has_all_of(body, value),
        // The client may still decode this body: it skips all undeclared fields if [`Json`] cannot represent the value
        // of one of them.
        None => {
            let can_be_held = serde_json::from_slice::<Json>(body).is_ok();
            !can_be_held && serde_json::from_slice::<IgnoredAny>(body).is_ok()
        }
    }
}

fn read<T: DeserializeOwned + Serialize>(body: &[u8]) -> Option<T> {
    let value: T = serde_json::from_slice(body).ok()?;
    let (read, written) = (serde_json::from_slice(body).ok()?, serde_json::to_value(&value).ok()?);
    has_objects_where(&read, &written).then_some(value)
}

/// Whether every object in `written` was an object in `read`. serde also decodes structs from arrays, but the client
/// refuses such arrays.
fn has_objects_where(read: &Json, written: &Json) -> bool {
    match (read, written) {
        (Json::Array(_), Json::Object(_)) => false,
        (Json::Array(read), Json::Array(written)) => {
            read.iter().zip(written).all(|(read, written)| has_objects_where(read, written))
        }
        (Json::Object(read), Json::Object(written)) => {
            written.iter().all(|(name, written)| read.get(name).is_none_or(|read| has_objects_where(read, written)))
        }
        _ => true,
    }
}

/// Whether `value`, which was decoded from `body`, contains all fields of the body, declared or not.
fn has_all_of(body: &[u8], value: &impl Serialize) -> bool {
    let (Ok(read), Ok(written)) = (serde_json::from_slice(body), serde_json::to_value(value)) else { return false };
    is_within(&read, &written)
}

/// Whether the JSON `written` contains all fields of the JSON `read`. Fields that are null in `read` may be missing,
/// because declared fields that are null are not written.
fn is_within(read: &Json, written: &Json) -> bool {
    match (read, written) {
        (Json::Array(read), Json::Array(written)) => {
            read.len() == written.len() && read.iter().zip(written).all(|(read, written)| is_within(read, written))
        }
        (Json::Object(read), Json::Object(written)) => read.iter().all(|(name, read)| match written.get(name) {
            Some(written) => is_within(read, written),
            None => read.is_null(),
        }),
        _ => true,
    }
}
