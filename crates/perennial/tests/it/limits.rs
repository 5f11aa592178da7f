use std::time::Duration;

use loopback::{Response, Server};
use perennial::authenticate::Anonymous;
use perennial::rate_limit::FileStore;
use perennial::{Core, RateLimit, Service, WhenLimited};

use crate::support::{LIMITED, builder, call, limited};

#[tokio::test]
async fn service_without_a_rate_limit_receives_all_requests() {
    let server = Server::repeating(Response::new(200, "{}"));
    let client = builder(&server, Anonymous).rate_limit(WhenLimited::Fail).build().unwrap();
    for _ in 0..20 {
        call(&client).await.unwrap();
    }
    assert_eq!(server.received().len(), 20);
    assert!(client.limits().is_empty() && client.shared_limits().await.unwrap().is_empty());
}

#[tokio::test]
async fn client_sends_no_more_requests_than_the_service_limit() {
    let server = Server::repeating(Response::new(200, "{}"));
    let builder = Core::builder(&LIMITED, &[], server.url(), Anonymous);
    let client = builder.clone().rate_limit(WhenLimited::Fail).build().unwrap();
    for _ in 0..2 {
        call(&client).await.unwrap();
    }
    let error = limited(call(&client).await.unwrap_err());
    assert!(error.to_string().contains("the limit of 2 requests per 600 s is reached"), "{error}");
    assert_eq!(server.received().len(), 2);
    let status = &client.limits()[..];
    assert_eq!(status.len(), 1);
    assert_eq!((status[0].limit(), status[0].used(), status[0].free()), (error.limit(), 2, 0));

    let careless = builder.build().unwrap();
    for _ in 0..3 {
        call(&careless).await.unwrap();
    }
    assert_eq!((server.received().len(), careless.limits().len()), (5, 0));
}

#[tokio::test]
async fn services_that_share_a_rate_limit_folder_are_counted_separately() {
    static OTHER: Service = Service::new("weather", "1.0.0").default_rate_limit(RateLimit::new(2, 600));
    let server = Server::repeating(Response::new(200, "{}"));
    let folder = tempfile::tempdir().unwrap();
    let client = |service| {
        let builder = Core::builder(service, &[], server.url(), Anonymous).rate_limit(WhenLimited::Fail);
        let builder = builder.rate_limit_store(FileStore::new(folder.path()));
        builder.rate_limit_store_timeout(Duration::from_secs(20)).build().unwrap()
    };
    for _ in 0..2 {
        call(&client(&LIMITED)).await.unwrap();
    }
    limited(call(&client(&LIMITED)).await.unwrap_err());
    let other = client(&OTHER);
    call(&other).await.unwrap();
    assert_eq!(other.shared_limits().await.unwrap()[0].used(), 1);
}
