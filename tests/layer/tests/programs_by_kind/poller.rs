//! A poller: looks at the queue of a private location every minute, until it is too long.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use layer::{Client, Error, uuid::Uuid};

async fn until_longer_than(limit: f64, client: Client, location: Uuid, every: Duration) -> Result<f64, Error> {
    let mut ticks = tokio::time::interval(every);
    loop {
        ticks.tick().await;
        let now = Utc::now();
        let call = client.private_locations().metrics(location).from(now - TimeDelta::minutes(10)).to(now);
        let metrics = match call.send().await {
            Ok(metrics) => metrics,
            // The next round may succeed.
            Err(error) if error.is_retryable() => continue,
            Err(error) => return Err(error),
        };
        if let Some(sample) = metrics.samples()?.last().filter(|sample| sample.queue_size > limit) {
            return Ok(sample.queue_size);
        }
    }
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response};
    use layer::{RetryPolicy, types::PrivateLocationMetrics};

    use super::*;
    use crate::{LOCATION, client};

    fn metrics(queue: f64) -> PrivateLocationMetrics {
        let metrics = PrivateLocationMetrics::builder().timestamps([Utc::now()]).queue_size([queue]);
        metrics.oldest_scheduled_check_run([1.0]).build().unwrap()
    }

    #[tokio::test]
    async fn a_poller_goes_on_after_an_error_that_may_pass() {
        let server = MockServer::start_async().await;
        let mock = server.private_locations().metrics().path("id", LOCATION).respond_in_turn([
            Response::from(&metrics(3.0)),
            Response::too_many_requests(),
            Response::from(&metrics(30.0)),
        ]);
        let client = client(&server).with_retry(RetryPolicy::none());
        let queue = until_longer_than(10.0, client, LOCATION, Duration::from_millis(1)).await.unwrap();
        assert_eq!(queue, 30.0);
        mock.assert_calls(3);
    }
}
