use std::{fmt::Display, time::SystemTime};

use chrono::{DateTime, NaiveDate, Utc};
use kitchen_sink::time::{Date, QueryDateTime, QueryTime};
use kitchen_sink::{Error, builder, types};
use serde_json::json;
use uuid::Uuid;

use crate::support::{PLAIN, responding};

#[tokio::test]
async fn parameters_of_every_kind_are_sent_as_documented() {
    let (client, server) = responding(200, PLAIN);
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let day = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
    let filter: types::GetParamsFilter = serde_json::from_value(json!({ "gt": 5, "name": "a b" })).unwrap();
    client
        .get_params()
        .path_id(Uuid::nil())
        .day(day)
        .kind("huge/new")
        .ids(["a,b".to_owned(), "c".to_owned()])
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
    let request = server.only();
    let target = request.target();
    let (path, query) = target.split_once('?').unwrap();
    assert_eq!(path, "/params/00000000-0000-0000-0000-000000000000/2024-05-01/huge%2Fnew/a%2Cb,c");
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
    assert_eq!(request.header("x-trace"), ["t"]);
    assert_eq!(request.header("x-when"), ["2024-05-01T10:00:00Z"]);
    assert_eq!(request.header("cookie"), [""; 0]);
}

/// Calls `getParams` with the optional parameters that `set` adds. Returns the request line and the trace headers.
async fn params(set: impl FnOnce(builder::GetParams) -> builder::GetParams) -> (String, Vec<String>) {
    let (client, server) = responding(200, PLAIN);
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let required = client
        .get_params()
        .path_id(Uuid::nil())
        .day(moment)
        .kind("new")
        .ids(["a".to_owned()])
        .exact(true)
        .x_when(moment);
    set(required).send().await.unwrap();
    let request = server.only();
    (request.line().to_owned(), request.header("x-trace").into_iter().map(str::to_owned).collect())
}

#[tokio::test]
async fn optional_parameter_set_to_none_is_omitted() {
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
    let unchanged = params(|call| call.page(2).page(None::<f64>).x_trace("t").x_trace(None::<String>));
    assert_eq!(unchanged.await, params(|call| call.page(2).x_trace("t")).await);
}

/// Calls `getParams` with `moment` for each date and time. Returns the path and query, and the header `x-when`.
async fn times<T>(moment: T) -> (String, String)
where
    T: Clone
        + TryInto<Date, Error: Display>
        + TryInto<QueryTime, Error: Display>
        + TryInto<QueryDateTime, Error: Display>,
{
    let (client, server) = responding(200, PLAIN);
    let call =
        client.get_params().path_id(Uuid::nil()).day(moment.clone()).kind("new").ids(["a".to_owned()]).exact(true);
    call.x_when(moment.clone()).since(moment.clone()).until(moment).send().await.unwrap();
    let request = server.only();
    let target = request.target().strip_prefix("/params/00000000-0000-0000-0000-000000000000/");
    (target.unwrap().to_owned(), request.header("x-when").concat())
}

#[tokio::test]
async fn required_setters_accept_references_to_uuids_and_arrays_of_str() {
    let (client, server) = responding(200, PLAIN);
    let (id, moment) = (Uuid::nil(), DateTime::<Utc>::UNIX_EPOCH);
    let call = client.get_params().path_id(&id).day(moment).kind("new").ids(["a", "b"]).exact(true);
    call.x_when(moment).send().await.unwrap();
    let target = "/params/00000000-0000-0000-0000-000000000000/1970-01-01/new/a,b?exact=true";
    assert_eq!(server.only().target(), target);
    let plain = types::Plain::builder().id(&id).count(1).build().unwrap();
    assert_eq!(plain.id, id);
}

#[tokio::test]
async fn time_parameters_accept_several_time_types() {
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let expected = |day: &str| {
        let target = format!("{day}/new/a?since=1714557600&exact=true&until=2024-05-01T10%3A00%3A00Z");
        (target, "2024-05-01T10:00:00Z".to_owned())
    };
    let (day, as_text) = (expected("2024-05-01"), expected("2024-05-01T10%3A00%3A00Z"));
    assert_eq!(times(moment).await, day);
    assert_eq!(times(moment.with_timezone(&chrono::FixedOffset::east_opt(7200).unwrap())).await, day);
    assert_eq!(times(SystemTime::from(moment)).await, day);
    assert_eq!(times(1_714_557_600_i64).await, day);
    assert_eq!(times("2024-05-01T10:00:00Z").await, as_text);
    assert_eq!(times("2024-05-01T10:00:00Z".to_owned()).await, as_text);
}

#[tokio::test]
async fn list_parameter_accepts_chrono_timestamps() {
    let moment: DateTime<Utc> = "2024-05-01T10:00:00Z".parse().unwrap();
    let (line, _) = params(|call| call.moments(vec![moment]).until(1_714_557_600)).await;
    assert!(line.contains("moments=2024-05-01T10%3A00%3A00Z"), "{line}");
    assert!(line.contains("until=2024-05-01T10%3A00%3A00Z"), "{line}");
}

#[tokio::test]
async fn error_for_unix_milliseconds_names_the_time_parameter() {
    let (client, server) = responding(200, PLAIN);
    let milliseconds = 1_714_557_600_000;
    let call = client.get_params().day(milliseconds).since(milliseconds).until(milliseconds).x_when("yesterday");
    let error = call.send().await.unwrap_err().to_string();
    for (name, ty) in [("day", "Date"), ("since", "QueryTime"), ("until", "QueryDateTime"), ("x_when", "QueryDateTime")]
    {
        assert!(error.contains(&format!("`{name}` is not a valid `{ty}`")), "{error}");
    }
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn error_for_an_option_that_does_not_convert_names_its_parameter() {
    let (client, server) = responding(200, PLAIN);
    let error = client.get_params().limit(Some(u64::MAX)).send().await.unwrap_err();
    assert!(error.to_string().contains("`limit` is not a valid `i64`"), "{error}");
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn error_lists_the_setters_of_all_missing_parameters() {
    let (client, _server) = responding(200, PLAIN);
    let error = client.get_params().path_id(Uuid::nil()).send().await.unwrap_err();
    assert!(matches!(error, Error::InvalidRequest(_)));
    let missing = ["day", "kind", "ids", "exact", "x_when"]
        .map(|name| format!("`{name}` is required and was not set"))
        .join("; ");
    assert_eq!(error.to_string(), format!("get_params: {missing}"));
}

#[tokio::test]
async fn list_of_objects_in_a_query_is_sent_as_json() {
    let (client, server) = responding(204, "");
    let filter = types::GetFiltersFiltersItem::builder().field("a b").value(2).build().unwrap();
    client.get_filters().filters(vec![filter]).send().await.unwrap();
    let line = "GET /filters?filters=%5B%7B%22field%22%3A%22a%20b%22%2C%22value%22%3A2%7D%5D HTTP/1.1";
    assert_eq!(server.only().line(), line);

    let (client, server) = responding(204, "");
    client.get_filters().send().await.unwrap();
    assert_eq!(server.only().line(), "GET /filters HTTP/1.1");
}

#[tokio::test]
async fn numeric_enum_values_are_sent_as_numbers() {
    let (client, server) = responding(200, r#"{"interval":5.0,"numberOrText":3}"#);
    let call = client.put_numbers().interval(10).share(vec![types::NumbersShare::N1, 0.25.into()]);
    let numbers = call.body_map(|numbers| numbers.interval(7).share(1)).send().await.unwrap().into_inner();
    assert_eq!(numbers.interval, types::NumbersInterval::N5);
    let request = server.only();
    assert_eq!(request.line(), "PUT /numbers/10?share=1&share=0.25 HTTP/1.1");
    assert_eq!(request.body(), r#"{"interval":7,"share":1}"#);
}

#[tokio::test]
async fn unusual_paths_and_parameter_names_are_sent_percent_encoded() {
    let (client, server) = responding(204, "");
    client.get_odd_path().the_id("a b/ß").x_was_not_initialized("1").send().await.unwrap();
    let request = server.only();
    let path = "/odd%20path/%C3%9F/%22quoted%22/100%25/a%20b%2F%C3%9F";
    let line = format!("GET {path}?x%20was%20not%20initialized=1 HTTP/1.1");
    assert_eq!(request.line(), line.as_str());
}

#[tokio::test]
async fn error_for_an_unsendable_parameter_names_its_setter() {
    let (client, server) = responding(204, "");
    let error = client.get_odd_path().the_id("..").x_was_not_initialized("1").send().await.unwrap_err();
    let reason = "`the_id` is `.` or `..`, which would change the path of the request";
    assert_eq!(error.to_string(), format!("get_odd_path: {reason}"));
    assert_eq!(server.received(), []);
}

/// Returns the error of a call to `getShare` that `set` makes invalid. Checks that nothing was sent.
async fn refusal_reason(set: impl FnOnce(builder::GetShare) -> builder::GetShare) -> String {
    let (client, server) = responding(204, "");
    let error = set(client.get_share().share(0.5).x_limit(1)).send().await.unwrap_err();
    assert!(matches!(error, Error::InvalidRequest(_)), "{error:?}");
    assert_eq!(server.received(), []);
    error.to_string()
}

#[tokio::test]
async fn number_parameters_are_written_the_same_way_in_paths_and_headers() {
    let (client, server) = responding(204, "");
    client.get_share().share(-2.50).x_limit(5).x_weight(1e-7).send().await.unwrap();
    let request = server.only();
    assert_eq!(request.line(), "GET /shares/-2.5 HTTP/1.1");
    assert_eq!((request.header("x-limit"), request.header("x-weight")), (vec!["5"], vec!["0.0000001"]));
}

#[tokio::test]
async fn number_parameters_refuse_nan_and_infinity() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let reason = "it is not a finite number";
        let line = |setter: &str, place: &str| format!("get_share: `{setter}` cannot be sent in a {place}: {reason}");
        assert_eq!(refusal_reason(|call| call.share(value)).await, line("share", "path"));
        assert_eq!(refusal_reason(|call| call.x_limit(value)).await, line("x_limit", "header"));
        assert_eq!(refusal_reason(|call| call.x_weight(value)).await, line("x_weight", "header"));
    }
    let (client, server) = responding(200, r#"{"interval":0}"#);
    let error = client.put_numbers().interval(0).share(vec![f64::NAN.into()]).send().await.unwrap_err();
    assert!(error.to_string().contains("`share` cannot be sent in a query: it is not a finite number"), "{error}");
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn query_parameter_with_json_content_is_sent_as_json() {
    let plain: types::Plain = serde_json::from_str(PLAIN).unwrap();
    let (line, _) = params(|call| call.encoded(plain)).await;
    let json = "%7B%22id%22%3A%226f0e1c0e-0000-4000-8000-000000000001%22%2C%22count%22%3A1%7D";
    assert!(line.contains(&format!("encoded={json}")), "{line}");
}

#[tokio::test]
async fn refuses_a_header_parameter_with_white_space_around_it() {
    assert_eq!(params(|call| call.x_trace("a  b")).await.1, ["a  b"]);
    for value in [" a", "a ", "\ta", "a\t", " "] {
        let (client, server) = responding(200, PLAIN);
        let error = client.get_params().x_trace(value).send().await.unwrap_err().to_string();
        let reason = "`x_trace` cannot be sent in a header: it begins or ends with white space, which a receiver \
            would remove";
        assert!(error.contains(reason), "{error}");
        assert_eq!(server.received(), []);
    }
}

#[tokio::test]
async fn path_parameter_may_be_a_dot_if_its_segment_has_more_text() {
    for (name, ending, path) in [(".", "json", "/files/..json"), ("..", ".", "/files/...."), ("a", "..", "/files/a...")]
    {
        let (client, server) = responding(204, "");
        client.get_file().name(name).ending(ending).send().await.unwrap();
        assert_eq!(server.only().line(), format!("GET {path} HTTP/1.1"));
    }
}

#[tokio::test]
async fn refuses_path_parameters_that_together_form_a_dot_segment() {
    let (client, server) = responding(204, "");
    let error = client.get_pair().first(".").second(".").send().await.unwrap_err();
    let reason = "`second` completes a segment `.` or `..`, which would change the path of the request";
    assert_eq!(error.to_string(), format!("get_pair: {reason}"));
    let error = client.get_pair().first("..").second("").send().await.unwrap_err();
    let reason = "`second` is empty, which would change the path of the request";
    assert_eq!(error.to_string(), format!("get_pair: {reason}"));
    assert_eq!(server.received(), []);
}
