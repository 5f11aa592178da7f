//! What the service of a client does to its requests, and to the texts about them.

use std::sync::atomic::{AtomicUsize, Ordering};

use loopback::{Response, Server};
use perennial::Core;
use perennial::authenticate::Anonymous;

use crate::support::{SERVICE, builder, by, call, client, invalid, quick};

#[tokio::test]
async fn the_user_agent_is_name_and_version_of_the_client() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    call(&client(&server, Anonymous)).await.unwrap();
    let named = builder(&server, Anonymous).configure_http(|http| http.user_agent("my-program/1.0")).build().unwrap();
    call(&named).await.unwrap();
    let agents: Vec<_> = server.received().iter().map(|request| request.header("user-agent").concat()).collect();
    assert_eq!(agents, ["bookshelf/1.4.0", "my-program/1.0"]);
}

#[tokio::test]
async fn what_authenticates_at_once_is_asked_again_for_a_retry() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let asked = AtomicUsize::new(0);
    let number = by(move |request| {
        let number = asked.fetch_add(1, Ordering::SeqCst);
        request.append_query("attempt", &number.to_string());
    });
    call(&builder(&server, number).retry(quick()).build().unwrap()).await.unwrap();
    let targets: Vec<_> = server.received().iter().map(|request| request.target().to_owned()).collect();
    assert_eq!(targets, ["/books?attempt=0", "/books?attempt=1"]);
}

#[test]
fn without_credentials_of_a_name_a_message_speaks_of_the_credentials() {
    let error = Core::builder(&SERVICE, &[], "http://api.example.com", Anonymous).build().unwrap_err();
    assert!(invalid(error).reason().contains("which exposes the credentials to everyone on the network"));
}
