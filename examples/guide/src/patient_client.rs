use std::time::Duration;

use monitoring_service::{Client, RetryPolicy};

pub fn patient(client: &Client) -> Client {
    let retry = RetryPolicy::default().max_retries(5).max_wait(Duration::from_secs(120));
    client.with_retry(retry).with_deadline(Duration::from_secs(300))
}
