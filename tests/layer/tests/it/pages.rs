use futures_util::{Stream, StreamExt as _, TryStreamExt as _};
use layer::types::{Incident, IncidentList};
use layer::{Client, Error, ResponseValue, paginate};
use loopback::{Response, Server};

use crate::support::{Operation, builder, client, quick};

fn page(body: &str) -> Response {
    Response::new(200, body)
}

async fn fetch(client: &Client, next: Option<String>) -> Result<ResponseValue<IncidentList>, Error> {
    let client = client.with_query(next.map(|id| ("nextId", id)));
    client.status_page_incidents().list().send().await
}

fn walk(client: &Client) -> impl Stream<Item = Result<Incident, Error>> + Unpin {
    paginate(move |next| fetch(client, next))
}

fn targets(server: &Server) -> Vec<String> {
    server.received().iter().map(|request| request.target().to_owned()).collect()
}

async fn ids(server: &Server) -> Vec<String> {
    let incidents: Vec<Incident> = walk(&client(server.url())).try_collect().await.unwrap();
    incidents.into_iter().map(|incident| incident.id.unwrap()).collect()
}

#[tokio::test]
async fn page_methods_of_responses_need_no_import() {
    let server = Server::start([page(r#"{"length":1,"entries":[{"id":"1"}],"nextId":"a"}"#)]);
    let page = client(server.url()).status_page_incidents().list().send().await.unwrap();
    assert_eq!(page.next_id(), Some("a"));
    assert_eq!(page.into_inner().into_items(), [Incident::builder().id("1").build().unwrap()]);
}

#[tokio::test]
async fn page_without_a_next_id_is_the_last_page() {
    for end in ["", r#","nextId":null"#, r#","nextId":"""#] {
        let server = Server::start([page(&format!(r#"{{"entries":[{{"id":"1"}}]{end}}}"#))]);
        assert_eq!(ids(&server).await, ["1"]);
        assert_eq!(targets(&server).len(), 1, "{end}");
    }
}

#[tokio::test]
async fn pagination_of_an_empty_list_ends_after_one_request() {
    for body in [r#"{"length":0,"entries":[]}"#, r#"{"entries":null}"#, "{}"] {
        let server = Server::start([page(body)]);
        assert_eq!(ids(&server).await, [""; 0]);
        assert_eq!(targets(&server).len(), 1, "{body}");
    }
}

#[tokio::test]
async fn pages_are_fetched_one_at_a_time() {
    let first = r#"{"length":2,"entries":[{"id":"1"},{"id":"2"}],"nextId":"a"}"#;
    let server = Server::start([page(first), page(r#"{"length":0,"entries":[],"nextId":"b"}"#), page("{}")]);
    let client = client(server.url());
    let mut pages = paginate(|next| fetch(&client, next)).pages();
    assert_eq!(targets(&server).len(), 0);
    let page = pages.next().await.unwrap().unwrap();
    assert_eq!((page.status().as_u16(), page.length, page.next_id.as_deref()), (200, Some(2.0), Some("a")));
    assert_eq!(page.entries.as_ref().map(Vec::len), Some(2));
    assert_eq!(targets(&server).len(), 1);
    let rest: Vec<_> = pages.map_ok(|page| page.into_inner().next_id).try_collect().await.unwrap();
    assert_eq!(rest, [Some("b".to_owned()), None]);
    assert_eq!(targets(&server).len(), 3);
}

#[tokio::test]
async fn pagination_can_start_at_a_saved_page_id() {
    let last = || page(r#"{"entries":[{"id":"3"}]}"#);
    let server = Server::start([page(r#"{"entries":[{"id":"2"}],"nextId":"c"}"#), last(), last()]);
    let client = client(server.url());
    let incidents = paginate(|next| fetch(&client, next)).starting_at("b/=");
    let ids: Vec<_> = incidents.map_ok(|incident| incident.id.unwrap()).try_collect().await.unwrap();
    assert_eq!(ids, ["2", "3"]);
    let pages = paginate(|next| fetch(&client, next)).starting_at(Some("c".to_owned())).pages();
    assert_eq!(pages.count().await, 1);
    let path = "/v1/status-pages/incidents";
    assert_eq!(
        targets(&server),
        [format!("{path}?nextId=b%2F%3D"), format!("{path}?nextId=c"), format!("{path}?nextId=c")]
    );
}

#[tokio::test]
async fn pagination_errors_name_the_operation_and_its_attempts() {
    let again = || page(r#"{"entries":[{"id":"1"}],"nextId":"same"}"#);
    let busy = || Response::new(503, "");
    let of_the_walk = vec![again(), busy(), again()];
    let of_a_call = vec![again(), busy(), Response::new(403, "{}")];
    for (responses, given) in [(of_the_walk, 2), (of_a_call, 1)] {
        let server = Server::start(responses);
        let client = builder(server.url()).retry(quick()).build().unwrap();
        let mut incidents = walk(&client);
        for _ in 0..given {
            incidents.next().await.unwrap().unwrap();
        }
        let error = incidents.next().await.unwrap().unwrap_err();
        assert_eq!((error.operation_id(), error.attempts()), (Some(Operation::Incidents.id()), 2), "{error}");
        assert!(error.to_string().starts_with(Operation::Incidents.name()), "{error}");
        assert!(!error.may_have_been_processed());
    }
}
