//! Tests that a call with missing or malformed parameters is not sent.

use chrono::Utc;
use layer::{Client, Error};
use loopback::Server;

use crate::support::{Operation, client, invalid};

/// Returns the reason why `call` is refused. Checks that nothing was sent.
async fn refusal_reason<T>(operation: Operation, call: impl AsyncFnOnce(Client) -> Result<T, Error>) -> String {
    let server = Server::json("{}");
    let error = call(client(server.url())).await.err().unwrap();
    assert_eq!(server.received(), []);
    assert_eq!((error.status(), error.is_retryable()), (None, false));
    assert_eq!(error.operation_id(), Some(operation.id()));
    let text = error.to_string();
    let error = invalid(error);
    assert_eq!(text, format!("{}: {}", operation.name(), error.reason()));
    error.reason().to_owned()
}

#[tokio::test]
async fn refuses_a_location_id_that_is_not_a_uuid() {
    for id in ["", "..", "location", "0190163d-8694-739b-aea5-966c26f8ad9", "0190163d-8694-739b-aea5-966c26f8ad91/x"] {
        let reason = refusal_reason(Operation::Metrics, async |client: Client| {
            client.get_v1_privatelocations_id_metrics().id(id).from(Utc::now()).to(Utc::now()).send().await
        });
        assert_eq!(reason.await, "`id` is not a valid `Uuid`", "{id}");
    }
}
