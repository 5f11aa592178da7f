//! Tests of keys in cookies, which are sent unchanged.

use credentials::{Client, Error};
use loopback::{Response, Server};

use super::{builder, sent_credentials};

#[tokio::test]
async fn cookie_key_is_sent_unchanged_if_a_cookie_can_contain_it() {
    for key in ["aGVsbG8+/w==", "a%20b", "\"aGVsbG8=\"", "!#$%&'()*+-./:<=>?@[]^_`{|}~", "sess.id:7"] {
        let server = Server::json("{}");
        builder(&server).session(key).build().unwrap().get_cookie().send().await.unwrap();
        assert_eq!(sent_credentials(&server), format!("/cookie cookie: session={key}"));
    }
}

#[tokio::test]
async fn cookie_keys_and_cookie_parameters_are_sent_in_one_header() {
    let server = Server::json("{}");
    let client = builder(&server).device("d/1+2==").session("s/1+2==").build().unwrap();
    client.get_cookies().theme("dark/+").lang("a b").send().await.unwrap();
    assert_eq!(
        sent_credentials(&server),
        "/cookies cookie: theme=dark%2F%2B; lang=a%20b; session=s/1+2==; device=d/1+2=="
    );
}

#[tokio::test]
async fn refuses_an_api_key_that_a_cookie_cannot_contain() {
    let server = Server::json("{}");
    for key in ["s3c ret", "s3c;ret", "s3c,ret", "s3c\\ret", "s3c\"ret", "\"s3cret", "s3crét", "s3cret🔑"] {
        let set = "the value of `session` contains a character that is not allowed in a cookie (white space, a quote, ";
        let error = builder(&server).session(key).build().unwrap_err().to_string();
        assert!(error.starts_with(set) && error.ends_with("encode the value as the service expects"), "{error}");
        let derived = builder(&server).session("session").build().unwrap().with_session(key);
        let unsent = derived.get_cookie().send().await.unwrap_err();
        assert!(matches!(unsent, Error::InvalidRequest(_)) && unsent.to_string().contains(set), "{unsent}");
        assert!(!format!("{error} {unsent:?}").contains("s3c"), "{error}");
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn error_redacts_a_cookie_key_both_plain_and_escaped() {
    let repeated = ["\"aGVsbG8+/w==\"", "aGVsbG8+/w==", "aGVsbG8%2B%2fw%3D%3D", r"aGVsbG8+\/w\u003d="];
    for key in &repeated[..2] {
        for repeated in repeated {
            let server =
                Server::start([Response::with_headers(400, &[("x-echo", repeated)], format!("no {repeated}."))]);
            let client: Client = builder(&server).session(*key).build().unwrap();
            let Error::Api(error) = client.get_cookie().send().await.unwrap_err() else { panic!("it is a 400") };
            let shown = format!("{} {:?} {error:?}", error.body(), error.headers());
            assert!(!shown.contains("aGVs") && error.body().trim_end_matches(['.', '"']).ends_with('*'), "{shown}");
        }
    }
}
