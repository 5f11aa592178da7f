//! What parameters, bodies and responses of every kind are on the wire.

use std::{fmt::Display, net::SocketAddr, sync::mpsc, time::SystemTime};

use chrono::{DateTime, NaiveDate, Utc};
use kitchen_sink::interceptor::Ended;
use kitchen_sink::time::{Date, QueryDateTime, QueryTime};
use kitchen_sink::{Client, ClientBuilder, Error, Interceptor, RateLimit, RetryPolicy, builder, operations, types};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};
use uuid::Uuid;

const KEY: &str = "k3y-0f-the-tests";
pub const PLAIN: &str = r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","count":1}"#;

/// A client of a server that responds to one request, and the bytes of that request.
pub async fn responding(status: &str, body: &str) -> (Client, JoinHandle<String>) {
    let (address, request) = server(status, body).await;
    (client(&format!("http://{address}")).build().unwrap(), request)
}

pub fn client(base_url: &str) -> ClientBuilder {
    Client::builder(base_url).api_key(KEY).account_id(Uuid::nil()).retry(RetryPolicy::none())
}

/// A server that responds to one request, and the bytes of that request.
pub async fn server(status: &str, body: &str) -> (SocketAddr, JoinHandle<String>) {
    let response = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
    let (address, requests) = servers(vec![response]).await;
    (address, tokio::spawn(async { requests.await.unwrap().remove(0) }))
}

/// A server that gives these responses, one on each connection, and the bytes of the requests.
pub async fn servers(responses: Vec<String>) -> (SocketAddr, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let requests = tokio::spawn(async move {
        let mut requests = Vec::new();
        for response in responses {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut received = Vec::new();
            while !is_whole(&received) {
                let mut buffer = [0; 4096];
                let count = stream.read(&mut buffer).await.unwrap();
                assert_ne!(count, 0, "the request ends early");
                received.extend_from_slice(&buffer[..count]);
            }
            stream.write_all(response.as_bytes()).await.unwrap();
            requests.push(String::from_utf8(received).unwrap());
        }
        requests
    });
    (address, requests)
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    if header(head, "transfer-encoding") == Some("chunked") {
        return body.ends_with("0\r\n\r\n");
    }
    body.len() >= header(head, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0)
}

pub fn header<'a>(request: &'a str, name: &str) -> Option<&'a str> {
    request.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

pub fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").unwrap().1
}

#[tokio::test]
async fn parameters_of_every_kind_go_out_as_declared_and_unset_ones_do_not() {
    let (client, request) = responding("200 OK", PLAIN).await;
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let day = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
    let filter: types::GetParamsFilter = serde_json::from_value(json!({ "gt": 5, "name": "a b" })).unwrap();
    client
        .get_params()
        .path_id(Uuid::nil())
        .day(day)
        .kind("huge/new")
        .ids("a,b")
        .since(moment)
        .on(day)
        .status("up")
        .statuses(vec!["up".into(), "sideways".into()])
        .joined(vec![1, 2])
        .piped(vec!["x".to_owned(), "y".to_owned()])
        .filter(filter)
        .either(7_i64)
        .page(2)
        .exact(true)
        .send_query("s")
        .client("c")
        .request("r")
        .a_b("dash")
        .a_b_query("underscore")
        .x_trace("t")
        .x_when(moment)
        .send()
        .await
        .unwrap();
    let request = request.await.unwrap();
    let target = request.split(' ').nth(1).unwrap();
    let (path, query) = target.split_once('?').unwrap();
    assert_eq!(path, "/params/00000000-0000-0000-0000-000000000000/2024-05-01/huge%2Fnew/a%2Cb");
    let mut pairs: Vec<&str> = query.split('&').collect();
    pairs.sort_unstable();
    assert_eq!(
        pairs,
        [
            "a-b=dash",
            "a_b=underscore",
            "client=c",
            "either=7",
            "exact=true",
            "filter%5Bgt%5D=5",
            "filter%5Bname%5D=a%20b",
            "joined=1,2",
            "on=2024-05-01",
            "page=2",
            "piped=x%7Cy",
            "request=r",
            "send=s",
            "since=1714557600",
            "status=up",
            "statuses=sideways",
            "statuses=up",
        ]
    );
    assert_eq!(header(&request, "x-trace"), Some("t"));
    assert_eq!(header(&request, "x-when"), Some("2024-05-01T10:00:00Z"));
    assert_eq!(header(&request, "cookie"), None);
}

/// The first line and the trace header of a call of `getParams` with these optional parameters.
async fn params(set: impl FnOnce(builder::GetParams) -> builder::GetParams) -> (String, Option<String>) {
    let (client, request) = responding("200 OK", PLAIN).await;
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let required = client.get_params().path_id(Uuid::nil()).day(moment).kind("new").ids("a").exact(true).x_when(moment);
    set(required).send().await.unwrap();
    let request = request.await.unwrap();
    (request.lines().next().unwrap().to_owned(), header(&request, "x-trace").map(str::to_owned))
}

#[tokio::test]
async fn an_optional_parameter_takes_an_option_and_none_leaves_it_out() {
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let filter: types::GetParamsFilter = serde_json::from_value(json!({ "gt": 5 })).unwrap();
    let values = params(|call| {
        let call = call.since(moment).status("up").statuses(vec!["up".into()]).joined(vec![1, 2]);
        call.filter(filter.clone()).either(7_i64).page(2).limit(5).send_query("s").x_trace("t")
    });
    let options = params(|call| {
        let call = call.since(Some(moment)).status(Some("up")).statuses(Some(vec!["up".into()]));
        let call = call.joined(Some(vec![1, 2])).filter(Some(filter.clone())).either(Some(7_i64));
        call.page(Some(2)).limit(Some(5)).send_query(Some("s".to_owned())).x_trace(Some("t"))
    });
    assert_eq!(values.await, options.await);

    let nothing = params(|call| {
        let call = call.since(None::<DateTime<Utc>>).status(None::<types::EnumsListItem>).status(None::<&str>);
        let call = call.statuses(None::<Vec<types::EnumsListItem>>).filter(None::<types::GetParamsFilter>);
        call.joined(None::<Vec<i64>>)
            .limit(None::<i64>)
            .page(None::<f64>)
            .send_query(None::<String>)
            .x_trace(None::<&str>)
    });
    assert_eq!(nothing.await, params(|call| call).await);
    let kept = params(|call| call.page(2).page(None::<f64>).x_trace("t").x_trace(None::<String>));
    assert_eq!(kept.await, params(|call| call.page(2).x_trace("t")).await);
}

/// The path and query of a call of `getParams`, and its `x-when` header.
async fn times<T>(moment: T) -> (String, String)
where
    T: Clone
        + TryInto<Date, Error: Display>
        + TryInto<QueryTime, Error: Display>
        + TryInto<QueryDateTime, Error: Display>,
{
    let (client, request) = responding("200 OK", PLAIN).await;
    let call = client.get_params().path_id(Uuid::nil()).day(moment.clone()).kind("new").ids("a").exact(true);
    call.x_when(moment.clone()).since(moment.clone()).until(moment).send().await.unwrap();
    let request = request.await.unwrap();
    let target = request.split(' ').nth(1).unwrap().strip_prefix("/params/00000000-0000-0000-0000-000000000000/");
    (target.unwrap().to_owned(), header(&request, "x-when").unwrap().to_owned())
}

#[tokio::test]
async fn time_parameters_take_what_callers_have_and_send_the_declared_form() {
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let expected = (
        "2024-05-01T10%3A00%3A00Z/new/a?since=1714557600&exact=true&until=2024-05-01T10%3A00%3A00Z".to_owned(),
        "2024-05-01T10:00:00Z".to_owned(),
    );
    assert_eq!(times(moment).await, expected);
    assert_eq!(times(moment.with_timezone(&chrono::FixedOffset::east_opt(7200).unwrap())).await, expected);
    assert_eq!(times(SystemTime::from(moment)).await, expected);
    assert_eq!(times(1_714_557_600_i64).await, expected);
    assert_eq!(times("2024-05-01T10:00:00Z").await, expected);
    assert_eq!(times("2024-05-01T10:00:00Z".to_owned()).await, expected);
}

#[tokio::test]
async fn a_list_of_timestamps_takes_them_as_they_are() {
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let (line, _) = params(|call| call.moments(vec![moment]).until(1_714_557_600)).await;
    assert!(line.contains("moments=2024-05-01T10%3A00%3A00Z"), "{line}");
    assert!(line.contains("until=2024-05-01T10%3A00%3A00Z"), "{line}");
}

#[tokio::test]
async fn a_time_that_is_no_unix_time_in_seconds_is_refused_by_name() {
    let (client, request) = responding("200 OK", PLAIN).await;
    let milliseconds = 1_714_557_600_000;
    let call = client.get_params().day(milliseconds).since(milliseconds).until(milliseconds).x_when("yesterday");
    let error = call.send().await.unwrap_err().to_string();
    for (name, ty) in [("day", "Date"), ("since", "QueryTime"), ("until", "QueryDateTime"), ("x_when", "Date")] {
        assert!(error.contains(&format!("`{name}` is not a valid `{ty}`")), "{error}");
    }
    assert!(!request.is_finished());
}

#[tokio::test]
async fn a_value_in_an_option_that_does_not_convert_is_refused_by_name() {
    let (client, request) = responding("200 OK", PLAIN).await;
    let error = client.get_params().limit(Some(u64::MAX)).send().await.unwrap_err();
    assert!(error.to_string().contains("`limit` is not a valid `i64`"), "{error}");
    assert!(!request.is_finished());
}

#[tokio::test]
async fn an_optional_body_takes_an_option_and_none_leaves_it_out() {
    let (client, request) = responding("200 OK", PLAIN).await;
    client.put_bodies().body(Some("plain text")).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), "plain text");

    let (client, request) = responding("200 OK", "{}").await;
    client.patch_nulls().body(Some(types::Nulls::builder().owner("o"))).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), r#"{"owner":"o"}"#);

    let (client, request) = responding("200 OK", "{}").await;
    client.patch_nulls().body(None::<types::Nulls>).send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!((header(&request, "content-type"), body(&request)), (None, ""));

    let (client, request) = responding("200 OK", PLAIN).await;
    client.post_any().body(Some(json!([1]))).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), "[1]");
}

#[tokio::test]
async fn all_missing_parameters_are_named_by_their_setters() {
    let (client, _request) = responding("200 OK", PLAIN).await;
    let error = client.get_params().path_id(Uuid::nil()).send().await.unwrap_err();
    assert!(matches!(error, Error::InvalidRequest(_)));
    let missing = ["day", "kind", "ids", "exact", "x_when"]
        .map(|name| format!("`{name}` is required and was not set"))
        .join("; ");
    assert_eq!(error.to_string(), format!("get_params: {missing}"));
}

#[tokio::test]
async fn bodies_of_every_kind_go_out_under_their_media_type() {
    let (client, request) = responding("200 OK", PLAIN).await;
    client.post_bodies().body_map(|plain| plain.id(Uuid::nil()).count(3)).send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!(header(&request, "content-type"), Some("application/json"));
    assert_eq!(body(&request), r#"{"id":"00000000-0000-0000-0000-000000000000","count":3}"#);

    let (client, request) = responding("200 OK", PLAIN).await;
    client.put_bodies().body("plain text").send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!((header(&request, "content-type"), body(&request)), (Some("text/plain"), "plain text"));

    let (client, request) = responding("200 OK", PLAIN).await;
    client.patch_bodies().body_map(|patch| patch.list(vec!["a".to_owned()])).send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!(header(&request, "content-type"), Some("application/merge-patch+json"));
    assert_eq!(body(&request), r#"{"list":["a"]}"#);

    let (client, request) = responding("200 OK", PLAIN).await;
    client.post_form().body_map(|form| form.a("x y").b(2)).send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!(header(&request, "content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(body(&request), "a=x+y&b=2");

    let (client, request) = responding("204 No Content", "").await;
    let both = || types::PostFormStylesBodyDeep::builder().x(1).y("é").build().unwrap();
    let list = || vec!["a b".to_owned(), "c".to_owned()];
    let form = |form: types::builder::PostFormStylesBody| {
        form.list(list()).joined(list()).piped(list()).spread(both()).deep(both()).text(both())
    };
    client.post_form_styles().body_map(form).send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!(header(&request, "content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(
        body(&request),
        "list=a+b&list=c&joined=a+b,c&piped=a+b%7Cc&x=1&y=%C3%A9&deep%5Bx%5D=1&deep%5By%5D=%C3%A9\
         &text=%7B%22x%22%3A1%2C%22y%22%3A%22%C3%A9%22%7D"
    );

    let (client, request) = responding("200 OK", PLAIN).await;
    client.post_any().body(json!([1, null])).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), "[1,null]");
}

#[tokio::test]
async fn a_body_that_is_not_required_can_be_left_out_and_null_can_be_said() {
    let (client, request) = responding("200 OK", "{}").await;
    client.patch_nulls().send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!((header(&request, "content-type"), body(&request)), (None, ""));

    let (client, request) = responding("200 OK", "{}").await;
    let call = client.patch_nulls().body_map(|nulls| nulls.clear_owner());
    call.body_map(|nulls| nulls.clear_description()).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), r#"{"owner":null,"description":null}"#);

    let (client, request) = responding("200 OK", PLAIN).await;
    client.put_bodies().send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), "");
}

#[tokio::test]
async fn a_retry_sends_the_same_text_once_more() {
    let limited = "HTTP/1.1 429 Too Many Requests\r\nretry-after: 0\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let done = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{PLAIN}", PLAIN.len());
    let (address, requests) = servers(vec![limited.to_owned(), limited.to_owned(), done]).await;
    let client = client(&format!("http://{address}")).retry(RetryPolicy::default()).build().unwrap();
    client.with_query([("q", "1")]).put_bodies().body("plain text").send().await.unwrap();
    let requests = requests.await.unwrap();
    assert_eq!((requests.len(), body(&requests[0])), (3, "plain text"));
    assert!(requests.iter().all(|request| *request == requests[0]), "{requests:?}");
}

#[tokio::test]
async fn read_only_fields_are_not_asked_for_and_write_only_ones_not_expected() {
    let response = r#"{"id":"1","name":"n","owner":{"kind":"k"}}"#;
    let (client, request) = responding("200 OK", response).await;
    let account = client.post_account().body_map(|account| account.name("n").secret("s")).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), r#"{"name":"n","secret":"s"}"#);
    assert_eq!((account.id.as_deref(), account.secret.as_deref()), (Some("1"), None));
    assert_eq!(account.owner.as_ref().map(|owner| owner.kind.as_str()), Some("k"));
    let error = client.post_account().body_map(|account| account.secret("s")).send().await.unwrap_err();
    assert_eq!(error.to_string(), "post_account: `body`: `name` is required and was not set");
}

#[tokio::test]
async fn a_required_body_cannot_be_left_out() {
    let (client, request) = responding("200 OK", "{}").await;
    let error = client.put_numbers().interval(5).send().await.unwrap_err();
    assert_eq!(error.to_string(), "put_numbers: `body`: `interval` is required and was not set");
    assert!(!request.is_finished());
}

#[tokio::test]
async fn an_operation_at_another_server_goes_there_once_that_is_allowed() {
    let (address, request) = server("204 No Content", "").await;
    // What the host name stands for is the resolver's matter.
    let http = reqwest::Client::builder().no_proxy().resolve("uploads.test", address);
    let http = http.tls_backend_rustls().tls_certs_only([]).build().unwrap();
    let builder = client("http://localhost").allow_plain_http().http_client(http);
    let refused = builder.clone().build().unwrap().get_elsewhere().id("a").send().await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "get_elsewhere: it is called at http://uploads.test/v9, which is not allowed: see `ClientBuilder::allow_server`"
    );
    let allowed = builder.allow_server("http://uploads.test").build().unwrap();
    allowed.get_elsewhere().id("a").send().await.unwrap();
    let request = request.await.unwrap();
    assert_eq!(request.lines().next(), Some("GET /v9/elsewhere/a HTTP/1.1"));
    assert_eq!(header(&request, "host"), Some("uploads.test"));
    assert_eq!(header(&request, "authorization"), Some(format!("Bearer {KEY}").as_str()));

    let relative = allowed.put_elsewhere().id("a").send().await.unwrap_err();
    assert!(matches!(relative, Error::InvalidRequest(_)), "{relative}");
}

#[tokio::test]
async fn a_call_can_be_spawned_and_outlives_its_client() {
    let (client, request) = responding("200 OK", PLAIN).await;
    let call = tokio::spawn(client.get_schema_plain().send());
    drop(client);
    assert_eq!(call.await.unwrap().unwrap().count, 1);
    assert!(request.await.unwrap().starts_with("GET /schemas/plain HTTP/1.1"));
}

#[tokio::test]
async fn a_list_of_objects_in_a_query_is_json() {
    let (client, request) = responding("204 No Content", "").await;
    let filter = types::GetFiltersFiltersItem::builder().field("a b").value(2).build().unwrap();
    client.get_filters().filters(vec![filter]).send().await.unwrap();
    let line = "GET /filters?filters=%5B%7B%22field%22%3A%22a%20b%22%2C%22value%22%3A2%7D%5D HTTP/1.1";
    assert_eq!(request.await.unwrap().lines().next(), Some(line));

    let (client, request) = responding("204 No Content", "").await;
    client.get_filters().send().await.unwrap();
    assert_eq!(request.await.unwrap().lines().next(), Some("GET /filters HTTP/1.1"));
}

#[tokio::test]
async fn numbers_of_a_list_go_out_as_numbers() {
    let (client, request) = responding("200 OK", r#"{"interval":5.0,"numberOrText":3}"#).await;
    let call = client.put_numbers().interval(10).share(vec![types::NumbersShare::N1, 0.25.into()]);
    let numbers = call.body_map(|numbers| numbers.interval(7).share(1)).send().await.unwrap().into_inner();
    assert_eq!(numbers.interval, types::NumbersInterval::N5);
    let request = request.await.unwrap();
    assert_eq!(request.lines().next(), Some("PUT /numbers/10?share=1&share=0.25 HTTP/1.1"));
    assert_eq!(body(&request), r#"{"interval":7,"share":1}"#);
}

#[tokio::test]
async fn odd_paths_and_names_arrive_as_the_document_means_them() {
    let (client, request) = responding("204 No Content", "").await;
    client.get_odd_path().the_id("a b/ß").x_was_not_initialized("1").send().await.unwrap();
    let request = request.await.unwrap();
    let path = "/odd%20path/%C3%9F/%22quoted%22/100%25/a%20b%2F%C3%9F";
    let line = format!("GET {path}?x%20was%20not%20initialized=1 HTTP/1.1");
    assert_eq!(request.lines().next(), Some(line.as_str()));
}

#[tokio::test]
async fn integers_beside_other_numbers_are_exact_in_both_directions() {
    const EXACT: &str = r#"{"interval":0,"exact":9007199254740993,"amount":0.5,"amounts":[-9007199254740993,18446744073709551615],"exactOrText":9007199254740993}"#;
    let (client, request) = responding("200 OK", EXACT).await;
    let numbers: types::Numbers = serde_json::from_str(EXACT).unwrap();
    assert_eq!(numbers.exact, Some(9_007_199_254_740_993_i64.into()));
    let received =
        client.put_numbers().interval(5).amount(9_007_199_254_740_993_i64).body(numbers.clone()).send().await.unwrap();
    let request = request.await.unwrap();
    assert!(request.starts_with("PUT /numbers/5?amount=9007199254740993 HTTP/1.1\r\n"), "{request}");
    assert_eq!(body(&request), EXACT);
    assert_eq!(received.into_inner(), numbers);
}

#[tokio::test]
async fn a_value_that_cannot_be_sent_is_named_by_its_setter() {
    let (client, request) = responding("204 No Content", "").await;
    let error = client.get_odd_path().the_id("..").x_was_not_initialized("1").send().await.unwrap_err();
    let reason = "`the_id` is a dot segment, which would change the path of the request";
    assert_eq!(error.to_string(), format!("get_odd_path: {reason}"));
    assert!(!request.is_finished());
}

#[tokio::test]
async fn whole_numbers_go_out_as_they_were_given() {
    let (client, request) = responding("200 OK", PLAIN).await;
    client.post_any().body(json!({ "list": [500.0, -2.0, 0.5] })).send().await.unwrap();
    assert_eq!(body(&request.await.unwrap()), r#"{"list":[500,-2,0.5]}"#);
}

#[tokio::test]
async fn a_required_field_that_was_not_set_is_named_and_nothing_is_sent() {
    let (client, request) = responding("200 OK", PLAIN).await;
    let error = client.post_bodies().body_map(|plain| plain.count(1)).send().await.unwrap_err();
    assert!(error.to_string().contains("id"), "{error}");
    assert!(!request.is_finished());
}

#[tokio::test]
async fn several_successes_are_told_apart_by_their_status() {
    for (status, response, expected) in [
        ("200 OK", PLAIN, "Ok(Plain"),
        ("201 Created", r#"{"other":"x"}"#, "Created(GetAnswersResponse201"),
        ("202 Accepted", "", "Accepted"),
        ("206 Partial Content", "raw", "PartialContent(ByteStream"),
    ] {
        let (client, _request) = responding(status, response).await;
        let value = client.get_answers().send().await.unwrap().into_inner();
        assert!(format!("{value:?}").starts_with(expected), "{status}: {value:?}");
    }
}

#[tokio::test]
async fn bytes_beside_another_success_are_streamed_and_asked_for_by_name() {
    let (address, request) = server("206 Partial Content", &"raw".repeat(1000)).await;
    let client = client(&format!("http://{address}")).max_response_bytes(100).build().unwrap();
    let types::GetAnswersResponseByStatus::PartialContent(stream) =
        client.get_answers().send().await.unwrap().into_inner()
    else {
        panic!("should be bytes");
    };
    let chunks: Vec<_> = futures_util::TryStreamExt::try_collect(stream).await.unwrap();
    assert_eq!(chunks.concat(), "raw".repeat(1000).as_bytes());
    assert_eq!(header(&request.await.unwrap(), "accept"), Some("application/json, text/plain"));

    let (client, request) = responding("200 OK", "%PDF").await;
    let types::GetDownloadResponse::Success(mut stream) = client.get_download().send().await.unwrap().into_inner()
    else {
        panic!("should be bytes");
    };
    assert_eq!(stream.chunk().await.unwrap().unwrap(), "%PDF");
    assert_eq!(header(&request.await.unwrap(), "accept"), Some("application/json, application/pdf, image/png"));
    let (client, _request) = responding("202 Accepted", PLAIN).await;
    let value = client.get_download().send().await.unwrap().into_inner();
    assert!(matches!(value, types::GetDownloadResponse::Accepted(_)));
}

#[tokio::test]
async fn a_body_of_bytes_is_asked_for_by_its_media_types() {
    let (client, request) = responding("200 OK", "<svg/>").await;
    client.get_badge().send().await.unwrap();
    assert_eq!(header(&request.await.unwrap(), "accept"), Some("image/svg+xml"));
    let (client, request) = responding("200 OK", "?").await;
    client.options_answers().send().await.unwrap();
    assert_eq!(header(&request.await.unwrap(), "accept"), Some("*/*"));
}

#[tokio::test]
async fn a_short_name_sends_what_the_operation_id_does() {
    let (client, request) = responding("204 No Content", "").await;
    client.reports().create_uploads("path").file("x").labels(vec![]).send().await.unwrap();
    assert!(request.await.unwrap().starts_with("POST /uploads/path HTTP/1.1\r\n"));
    let (client, request) = responding("200 OK", PLAIN).await;
    let reports = client.reports();
    drop(client);
    reports.download().send().await.unwrap();
    assert!(request.await.unwrap().starts_with("GET /answers/download HTTP/1.1\r\n"));
}

#[tokio::test]
async fn an_undeclared_success_is_unexpected_and_hides_the_key() {
    let status = format!("203 Other\r\nx-echo: {KEY}");
    let (client, _request) = responding(&status, KEY).await;
    let Error::UnexpectedStatus(error) = client.get_answers().send().await.unwrap_err() else {
        panic!("should be unexpected");
    };
    let stars = "*".repeat(KEY.len());
    assert_eq!((error.status().as_u16(), error.body()), (203, stars.as_str()));
    assert_eq!(error.headers()["x-echo"], stars);
}

#[tokio::test]
async fn a_range_of_successes_takes_what_the_others_do_not() {
    let (client, _request) = responding("202 Accepted", r#"[{"kind":"x"}]"#).await;
    let value = client.get_range().send().await.unwrap().into_inner();
    assert!(matches!(value, types::GetRangeResponse::Success(list) if list.len() == 1));
}

#[tokio::test]
async fn empty_responses_are_unit_and_other_media_are_bytes() {
    let (client, _request) = responding("204 No Content", "").await;
    client.post_answers().send().await.unwrap();
    let (client, _request) = responding("200 OK", "ignored").await;
    client.delete_answers().send().await.unwrap();
    let (client, _request) = responding("200 OK", "<svg/>").await;
    let mut stream = client.get_badge().send().await.unwrap().into_inner();
    let mut received = Vec::new();
    while let Some(chunk) = futures_util::TryStreamExt::try_next(&mut stream).await.unwrap() {
        received.extend_from_slice(&chunk);
    }
    assert_eq!(received, b"<svg/>");

    let (client, _request) = responding("200 OK", "<svg/>").await;
    let response = client.get_badge().send().await.unwrap();
    assert_eq!(response.content_length(), Some(6));
    let stream = response.into_inner().into_inner();
    let chunks: Vec<_> = futures_util::TryStreamExt::try_collect(stream).await.unwrap();
    assert_eq!(chunks.concat(), b"<svg/>");
}

#[tokio::test]
async fn an_attempt_with_a_streamed_body_ends_with_the_headers() {
    struct Ends(mpsc::Sender<Option<u16>>);

    impl Interceptor for Ends {
        fn after(&self, ended: &Ended<'_>) {
            self.0.send(ended.status().map(|status| status.as_u16())).unwrap();
        }
    }

    let (address, _request) = server("200 OK", "<svg/>").await;
    let (sender, ends) = mpsc::channel();
    let client = client(&format!("http://{address}")).interceptor(Ends(sender)).build().unwrap();
    let mut stream = client.get_badge().send().await.unwrap().into_inner();
    assert_eq!(ends.try_recv(), Ok(Some(200)));
    assert_eq!(stream.chunk().await.unwrap().unwrap(), "<svg/>");
    drop((stream, client));
    assert!(ends.try_recv().is_err());
}

#[tokio::test]
async fn an_enum_value_that_the_document_does_not_list_is_kept() {
    let (client, _request) = responding("200 OK", r#"{"text":"brand new","option":"None"}"#).await;
    let enums = client.get_schema_enums().send().await.unwrap();
    assert_eq!(enums.text, Some(types::EnumsText::Unlisted("brand new".to_owned())));
    assert_eq!(enums.option, Some(types::Option::None));
    assert_eq!(serde_json::to_value(&enums.text).unwrap(), Value::from("brand new"));
}

#[tokio::test]
async fn an_integer_may_have_a_fraction_of_zero_and_an_array_is_no_object() {
    let (client, _request) = responding("200 OK", &PLAIN.replace(":1}", r#":1e2,"small":-2.0}"#)).await;
    let plain = client.get_schema_plain().send().await.unwrap();
    assert_eq!((plain.count, plain.small), (100, Some(-2)));

    for (text, path) in [
        (r#"{"small":1.5}"#, Some("small")),
        (r#"{"small":2147483648.0}"#, Some("small")),
        (r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","count":9007199254740993.0}"#, Some("count")),
        ("[]", None),
    ] {
        let (client, _request) = responding("200 OK", text).await;
        let Error::Decode(error) = client.get_schema_plain().send().await.unwrap_err() else {
            panic!("{text} should not decode");
        };
        assert_eq!(error.path(), path, "{text}");
    }
    for text in [r#"{"a":[]}"#, r#"{"a":["6f0e1c0e-0000-4000-8000-000000000001",1]}"#] {
        let (client, _request) = responding("200 OK", text).await;
        let Error::Decode(error) = client.get_schema_map_of_things().send().await.unwrap_err() else {
            panic!("{text} should not decode");
        };
        assert_eq!(error.path(), Some("a"), "{text}");
    }
}

#[test]
fn a_rate_limit_stated_in_a_description_is_that_of_its_operation() {
    let limit = |id: &str| operations().iter().find(|o| o.operation_id() == id).unwrap().rate_limit();
    let stated = limit("getSharedPath");
    assert_eq!((stated.requests(), stated.period().as_secs()), (5, 10));
    assert_eq!(limit("getParams"), RateLimit::DEFAULT);
}

#[test]
fn operations_keep_the_ids_and_paths_of_the_document() {
    let table: Vec<String> =
        operations().iter().map(|o| format!("{} {} {}", o.operation_id(), o.method(), o.path())).collect();
    for expected in [
        "with_query GET /names/{id}.json",
        "get_names PUT /names",
        "2fa PATCH /names",
        "getUnnamedUndeclaredThing GET /unnamed/{undeclared}/thing",
        "getSharedPath GET /shared",
        "settings GET /answers/settings",
    ] {
        assert!(table.iter().any(|row| row == expected), "{expected} is not in {table:#?}");
    }
}

#[tokio::test]
async fn a_fragment_of_a_path_is_not_sent_and_tells_operations_apart() {
    let response = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n".to_owned();
    let (address, requests) = servers(vec![response; 2]).await;
    let client = client(&format!("http://{address}")).build().unwrap();
    client.cancel_job().id("a#b").send().await.unwrap();
    client.retry_job().id("c").send().await.unwrap();
    let requests = requests.await.unwrap();
    let lines: Vec<&str> = requests.iter().filter_map(|request| request.lines().next()).collect();
    assert_eq!(lines, ["POST /jobs/a%23b HTTP/1.1", "POST /jobs/c HTTP/1.1"]);
    let paths = ["cancelJob", "retryJob"].map(|id| kitchen_sink::operation(id).unwrap().path());
    assert_eq!(paths, ["/jobs/{id}"; 2]);
}
