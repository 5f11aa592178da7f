//! Calls in tasks of their own, which end when the program does.

use layer::{Client, Error, types::IncidentList};
use tokio::sync::oneshot::Receiver;

/// `None` if the program is shut down first.
async fn unless_shut_down(client: &Client, shutdown: Receiver<()>) -> Option<Result<IncidentList, Error>> {
    tokio::select! {
        response = client.status_page_incidents().list().send() => Some(response.map(|page| page.into_inner())),
        _ = shutdown => None,
    }
}

mod tests {
    use std::time::Duration;

    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response};
    use tokio::sync::oneshot;

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn a_call_ends_at_once_when_the_program_is_shut_down() {
        let server = MockServer::start_async().await;
        let response = Response::from(&IncidentList::default()).delay(Duration::from_secs(60));
        server.status_page_incidents().list().respond(response);
        let (shut_down, shutdown) = oneshot::channel();
        let client = client(&server);
        let call = tokio::spawn(async move { unless_shut_down(&client, shutdown).await });
        shut_down.send(()).unwrap();
        assert!(call.await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_spawned_call_can_be_aborted_and_leaves_the_client_usable() {
        let server = MockServer::start_async().await;
        let mock = server.status_page_incidents().list().respond_in_turn([
            Response::from(&IncidentList::default()).delay(Duration::from_secs(60)),
            Response::from(&IncidentList::default()),
        ]);
        let client = client(&server);
        let call = tokio::spawn(client.status_page_incidents().list().send());
        while mock.calls() == 0 {
            tokio::task::yield_now().await;
        }
        call.abort();
        assert!(call.await.unwrap_err().is_cancelled());
        client.status_page_incidents().list().send().await.unwrap();
        mock.assert_calls(2);
    }
}
