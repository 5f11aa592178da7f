//! A service and the builder of its client, for unit tests.

use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use crate::authenticate::BearerToken;
use crate::client::{Core, CoreBuilder};
use crate::service::{ErrorBody, ErrorFormat, RateLimit, Service, take};

pub(crate) const DEFAULT: RateLimit = RateLimit::new(600, 60);

pub(crate) static SERVICE: Service =
    Service::new("things", "1.2.3").default_rate_limit(DEFAULT).error_format(&OwnErrors);

pub(crate) fn builder(base_url: &str) -> CoreBuilder {
    Core::builder(&SERVICE, &[], base_url, BearerToken::new("s3cret").unwrap())
}

/// The error format of the service: `{"error": "Gone", "message": "It left", "attributes": {}}`
struct OwnErrors;

impl ErrorFormat for OwnErrors {
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        ErrorBody::default()
            .with_error(take(&mut body, "error"))
            .with_message(take(&mut body, "message"))
            .with_attributes(take(&mut body, "attributes"))
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        json!({ "error": status.canonical_reason(), "message": message, "attributes": {} })
    }
}
