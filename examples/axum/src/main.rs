//! A web service that queries the monitoring service. Its state contains a client, and errors become statuses.
//!
//! ```text
//! cargo run -p example-axum
//! curl http://127.0.0.1:3000/queue/0190163d-8694-739b-aea5-966c26f8ad91
//! ```

use anyhow::Context as _;
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
    routing::get,
};
use monitoring_service::{
    Client, ClientBuilder, Error, WhenLimited,
    chrono::{DateTime, TimeDelta, Utc},
    uuid::Uuid,
};
use serde::Serialize;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // If the rate limit is reached, the call fails at once instead of waiting, so the request to this web service fails
    // as well.
    let client = ClientBuilder::from_env()?.rate_limit(WhenLimited::Fail).build()?;
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:3000".to_owned());
    let listener = TcpListener::bind(&address).await.with_context(|| format!("cannot listen at {address}"))?;
    println!("http://{}/queue/<the id of a private location>", listener.local_addr()?);
    Ok(axum::serve(listener, router(client)).await?)
}

fn router(client: Client) -> Router {
    Router::new().route("/queue/{location}", get(queue)).with_state(client)
}

#[derive(Serialize)]
struct Queue {
    time: DateTime<Utc>,
    size: f64,
}

async fn queue(State(client): State<Client>, Path(location): Path<Uuid>) -> Result<Json<Option<Queue>>, Failure> {
    let request = client.private_locations().metrics(location);
    let metrics = request.from(Utc::now() - TimeDelta::hours(1)).to(Utc::now()).send().await?;
    let latest = metrics.samples()?.last();
    Ok(Json(latest.map(|sample| Queue { time: sample.timestamp, size: sample.queue_size })))
}

/// An error of the monitoring service, which becomes a response of this service.
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
        // The details are logged, but users of this web service do not see them.
        eprintln!("{}", self.0.chain());
        let mut response = status.into_response();
        if let Some(wait) = self.0.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs().saturating_add(1)));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use monitoring_service::{
        httpmock::MockServer,
        mock::{MockServerExt as _, Response},
        types::PrivateLocationMetrics,
    };

    use super::*;

    const LOCATION: Uuid = Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91);

    /// Starts this web service with a mock that knows one location. Returns the URL of the web service, and its client.
    async fn serve(mock: &MockServer) -> (String, Client) {
        let metrics = PrivateLocationMetrics::builder().timestamps([Utc::now()]).queue_size([3.0]);
        let metrics = metrics.oldest_scheduled_check_run([1.0]).build().unwrap();
        mock.private_locations().metrics().path("id", LOCATION).respond(&metrics);
        mock.private_locations().metrics().path("id", Uuid::nil()).respond_in_turn([Response::not_found()]);
        let builder = Client::builder(mock.base_url()).api_key("key").account_id(Uuid::nil());
        let client = builder.rate_limit(WhenLimited::Fail).build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(client.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (format!("http://{address}/queue"), client)
    }

    #[tokio::test]
    async fn axum_example_responds_with_404_for_an_unknown_location() {
        let mock = MockServer::start_async().await;
        let (url, _) = serve(&mock).await;
        let found = reqwest::get(format!("{url}/{LOCATION}")).await.unwrap();
        assert_eq!(found.status(), 200);
        let text = found.text().await.unwrap();
        assert!(text.starts_with("{\"time\":") && text.ends_with("\"size\":3.0}"), "{text}");
        let missing = reqwest::get(format!("{url}/{}", Uuid::nil())).await.unwrap();
        assert_eq!(missing.status(), 404);
    }

    #[tokio::test]
    async fn axum_example_responds_with_503_if_the_rate_limit_is_reached() {
        let mock = MockServer::start_async().await;
        let (url, client) = serve(&mock).await;
        let ask = async || reqwest::get(format!("{url}/{LOCATION}")).await.unwrap();
        while client.limits()[1].free() > 0 {
            assert_eq!(ask().await.status(), 200);
        }
        let refused = ask().await;
        assert_eq!(refused.status(), 503);
        assert!(refused.headers().contains_key("retry-after"));
    }
}
