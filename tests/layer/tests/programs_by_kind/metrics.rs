//! Metrics of a program: an interceptor counts attempts by operation and outcome.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use layer::Interceptor;
use layer::interceptor::Ended;

#[derive(Clone, Default)]
struct Counters(Arc<Mutex<BTreeMap<(&'static str, String), u64>>>);

impl Interceptor for Counters {
    fn after(&self, ended: &Ended<'_>) {
        let outcome = ended.error_type().unwrap_or("ok").to_owned();
        let mut counters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counters.entry((ended.operation().operation_id(), outcome)).or_default() += 1;
    }
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response};
    use layer::{Client, types::IncidentList};

    use super::*;
    use crate::ACCOUNT;

    #[tokio::test]
    async fn retries_are_counted_as_attempts_of_their_own() {
        let server = MockServer::start_async().await;
        server.status_page_incidents().list().respond_in_turn([
            Response::too_many_requests().header("retry-after", "0"),
            Response::from(&IncidentList::default()),
        ]);
        let counters = Counters::default();
        let builder = Client::builder(server.base_url()).api_key("any").account_id(ACCOUNT);
        let client = builder.interceptor(counters.clone()).build().unwrap();
        client.status_page_incidents().list().send().await.unwrap();
        let list = "getV1StatuspagesIncidents";
        let expected = BTreeMap::from([((list, "429".to_owned()), 1), ((list, "ok".to_owned()), 1)]);
        assert_eq!(*counters.0.lock().unwrap(), expected);
    }
}
