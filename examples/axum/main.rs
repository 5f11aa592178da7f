//! A web service that answers from the monitoring service: a client in its state, and errors as statuses.
//!
//! ```text
//! cargo run --example axum
//! curl http://127.0.0.1:3000/queue/0190163d-8694-739b-aea5-966c26f8ad91
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
    routing::get,
};
use chrono::{TimeDelta, Utc};
use monitoring_service::{Client, Error, WhenLimited};
use serde::Serialize;
use tokio::net::TcpListener;
use uuid::Uuid;

#[path = "../common/mod.rs"]
mod common;

use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    common::end(run().await)
}

async fn run() -> Result<()> {
    // Who asks does not wait for a limit.
    let service = Service::connect_with(|builder| builder.rate_limit(WhenLimited::Fail)).await?;
    let address = common::argument("axum [127.0.0.1:3000]")?.unwrap_or_else(|| "127.0.0.1:3000".to_owned());
    let listener = TcpListener::bind(&address).await.map_err(|error| format!("{address}: {error}"))?;
    writeln!(io::stdout(), "http://{}/queue/{}", listener.local_addr()?, service.location()?)?;
    axum::serve(listener, router(service.client.clone())).await?;
    Ok(())
}

fn router(client: Client) -> Router {
    Router::new().route("/queue/{location}", get(queue)).with_state(client)
}

/// The latest sample of a private location.
#[derive(Serialize)]
struct Queue {
    time: chrono::DateTime<Utc>,
    size: f64,
}

async fn queue(
    State(client): State<Client>,
    Path(location): Path<Uuid>,
) -> std::result::Result<Json<Option<Queue>>, Failure> {
    let request = client.private_locations().metrics(location);
    let metrics = request.from(Utc::now() - TimeDelta::hours(1)).to(Utc::now()).send().await?;
    let latest = metrics.samples()?.last();
    Ok(Json(latest.map(|sample| Queue { time: sample.timestamp, size: sample.queue_size })))
}

/// An error of the monitoring service, as this service tells it.
struct Failure(Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = match (self.0.status(), self.0.retry_after()) {
            (Some(StatusCode::NOT_FOUND), _) => StatusCode::NOT_FOUND,
            (_, Some(_)) => StatusCode::SERVICE_UNAVAILABLE,
            _ if self.0.is_timeout() => StatusCode::GATEWAY_TIMEOUT,
            _ => StatusCode::BAD_GATEWAY,
        };
        // What went wrong is for this service's log, not for its users.
        let _ = writeln!(io::stderr(), "{}", self.0.chain());
        let mut response = status.into_response();
        if let Some(wait) = self.0.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs().saturating_add(1)));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The address of this service, in front of `client`.
    async fn serve(client: Client) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router(client)).await });
        format!("http://{address}")
    }

    #[tokio::test]
    async fn the_queue_is_json_and_what_is_not_there_is_404() {
        let service = Service::mocked(|builder| builder).await.unwrap();
        let url = serve(service.client.clone()).await;
        let found = reqwest::get(format!("{url}/queue/{}", service.location().unwrap())).await.unwrap();
        assert_eq!(found.status(), 200);
        assert!(found.text().await.unwrap().starts_with("{\"time\":"));
        let missing = reqwest::get(format!("{url}/queue/{}", Uuid::nil())).await.unwrap();
        assert_eq!(missing.status(), 404);
    }

    #[tokio::test]
    async fn a_limit_that_is_reached_is_503_with_a_retry_after() {
        let service = Service::mocked(|builder| builder.rate_limit(WhenLimited::Fail)).await.unwrap();
        let url = serve(service.client.clone()).await;
        let ask = async || reqwest::get(format!("{url}/queue/{}", service.location().unwrap())).await.unwrap();
        while service.client.limits()[1].free() > 0 {
            assert_eq!(ask().await.status(), 200);
        }
        let refused = ask().await;
        assert_eq!(refused.status(), 503);
        assert!(refused.headers().contains_key("retry-after"));
    }
}
