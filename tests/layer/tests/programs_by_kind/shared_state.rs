//! The state of a web server: one client, shared by all handlers.

use std::sync::Arc;

use layer::{Client, reqwest::StatusCode};

#[derive(Clone)]
struct App {
    client: Client,
    name: &'static str,
}

/// A handler: what `GET /health` responds with.
async fn health(state: Arc<App>) -> (StatusCode, String) {
    match state.client.status_page_incidents().list().send().await {
        Ok(_) => (StatusCode::OK, format!("{} is well", state.name)),
        Err(error) => (StatusCode::BAD_GATEWAY, error.to_string()),
    }
}

mod tests {
    use httpmock::MockServer;
    use layer::{mock::MockServerExt, types::IncidentList};
    use tokio::task::JoinSet;

    use super::*;
    use crate::client;

    /// What web frameworks ask of a handler and its state.
    fn route<S, F, R>(state: S, handler: impl Fn(S) -> F) -> F
    where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = R> + Send + 'static,
    {
        handler(state)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn handlers_share_one_client() {
        let server = MockServer::start_async().await;
        let mock = server.status_page_incidents().list().respond(&IncidentList::default());
        let state = Arc::new(App { client: client(&server), name: "my-program" });
        let mut requests: JoinSet<_> = (0..8).map(|_| route(Arc::clone(&state), health)).collect();
        while let Some(response) = requests.join_next().await {
            assert_eq!(response.unwrap(), (StatusCode::OK, "my-program is well".to_owned()));
        }
        mock.assert_calls(8);
    }
}
