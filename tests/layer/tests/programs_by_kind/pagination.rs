//! All incidents, page by page to the end.

use futures_util::TryStreamExt;
use layer::types::Incident;
use layer::{Client, Error, paginate};

async fn all(client: &Client) -> Result<Vec<Incident>, Error> {
    let pages = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.status_page_incidents().list().send().await }
    });
    pages.try_collect().await
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response, undeclared};
    use serde_json::{from_value, json};

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn every_page_is_read_once() {
        let server = MockServer::start_async().await;
        let page = |ids: &[&str], next: Option<&str>| {
            let entries: Vec<_> = ids.iter().map(|id| json!({ "id": id })).collect();
            Response::from(&from_value(json!({ "length": ids.len(), "entries": entries, "nextId": next })).unwrap())
        };
        let operation = || server.status_page_incidents().list();
        let mocks = [
            operation().query_absent(undeclared("nextId")).respond(page(&["1", "2"], Some("b"))),
            operation().query(undeclared("nextId"), "b").respond(page(&["3"], Some("c"))),
            operation().query(undeclared("nextId"), "c").respond(page(&[], None)),
        ];
        let incidents = all(&client(&server)).await.unwrap();
        let ids: Vec<_> = incidents.iter().filter_map(|incident| incident.id.as_deref()).collect();
        assert_eq!(ids, ["1", "2", "3"]);
        for mock in mocks {
            mock.assert();
        }
    }
}
