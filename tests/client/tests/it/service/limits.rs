//! Tests of the default rate limit, which applies to operations that document no limit, and of the service name under
//! which stores count.

use std::sync::{Arc, Mutex};

use loopback::{Response, Server};
use monitoring_service::error::StoreError;
use monitoring_service::rate_limit::{StoreFuture, Update};
use monitoring_service::uuid::Uuid;
use monitoring_service::{DEFAULT_RATE_LIMIT, Error, RateLimit, RateLimitStore, WhenLimited, operations};
use serde_json::Value;

use super::support::{builder, call};

#[test]
fn operation_without_a_documented_limit_has_600_requests_per_60_s() {
    assert_eq!(DEFAULT_RATE_LIMIT, RateLimit::new(600, 60));
    let document: Value = serde_json::from_str(include_str!("../../../../../openapi.json")).unwrap();
    for operation in operations() {
        let declared = &document["paths"][operation.path()][operation.method().to_lowercase()];
        if !declared["description"].as_str().is_some_and(|text| text.to_lowercase().contains("limit")) {
            assert_eq!(operation.rate_limit(), DEFAULT_RATE_LIMIT, "{operation}");
        }
    }
}

#[tokio::test]
async fn client_sends_no_more_than_600_requests_in_60_s() {
    let server = Server::start(vec![Response::new(200, "{}"); 601]);
    let client = builder(server.url()).rate_limit(WhenLimited::Fail).build().unwrap();
    for _ in 0..600 {
        call(&client).await.unwrap();
    }
    let Error::RateLimited(error) = call(&client).await.unwrap_err() else { panic!("it is limited") };
    assert_eq!(error.limit(), DEFAULT_RATE_LIMIT);
    assert!(error.to_string().contains("the limit of 600 requests per 60 s is reached"), "{error}");
    assert_eq!(server.received().len(), 600);
}

/// A store that counts nothing. It records the name of the service with each update.
#[derive(Clone, Default)]
struct Names(Arc<Mutex<Vec<&'static str>>>);

impl RateLimitStore for Names {
    fn update(&self, _: Uuid, update: Update) -> StoreFuture<'_> {
        self.0.lock().unwrap().push(update.service);
        Box::pin(async { Err(StoreError::new("it is away")) })
    }
}

#[tokio::test]
async fn rate_limit_store_receives_the_name_of_the_package() {
    let (server, names) = (Server::json("{}"), Names::default());
    let client = builder(server.url()).rate_limit(WhenLimited::Fail).rate_limit_store(names.clone()).build().unwrap();
    call(&client).await.unwrap();
    let names = names.0.lock().unwrap();
    assert!(!names.is_empty() && names.iter().all(|name| *name == "monitoring-service"), "{names:?}");
}
