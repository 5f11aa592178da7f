//! Tests that texts from the service or a token provider are redacted before they are shortened. Otherwise a part of a
//! secret could remain at the end.

use std::error::Error as StdError;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use credentials::authenticate::{Secrets, Token, TokenFuture, TokenProvider, TokenRequest};
use credentials::interceptor::BoxError;
use credentials::{ClientCredentials, Error};
use loopback::{Response, Server};

use super::builder;

const SECRET: &str = "QZXJKVWYQJXZVKQWYZXJ";

/// A token provider whose error contains the secret: either in its text and in its innermost cause, or only in this
/// cause.
#[derive(Debug)]
struct Failing(String);

#[derive(Debug)]
struct Failure(String, Option<Box<Self>>);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl StdError for Failure {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.1.as_deref().map(|cause| cause as _)
    }
}

impl TokenProvider for Failing {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        let cause = |cause| Some(Box::new(cause));
        let inner = Failure(self.0.clone(), None);
        let error = match self.0.len() % 2 {
            0 => Failure(self.0.clone(), cause(Failure("no".to_owned(), cause(inner)))),
            _ => Failure("it failed".to_owned(), cause(Failure("no".to_owned(), cause(inner)))),
        };
        Box::pin(async { Err::<Token, BoxError>(error.into()) })
    }

    fn secrets(&self) -> Secrets {
        [SECRET.into()].into_iter().collect()
    }
}

/// Returns whether `text` contains three consecutive characters of `secret`.
fn shows(text: &str, secret: &str) -> bool {
    secret.as_bytes().windows(3).any(|part| text.contains(str::from_utf8(part).unwrap()))
}

#[tokio::test]
async fn error_of_a_token_provider_is_redacted_before_it_is_shortened() {
    for length in 150..210 {
        let server = Server::json("{}");
        let client = builder(&server).oauth(Failing("#".repeat(length) + SECRET)).build().unwrap();
        let error = client.get_oauth().send().await.unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(matches!(error, Error::InvalidRequest(_)) && !shows(&shown, SECRET), "{length}: {shown}");
    }
}

#[tokio::test]
async fn error_from_the_token_url_is_redacted_before_it_is_shortened() {
    for length in 80..210 {
        let text = "#".repeat(length) + SECRET;
        for body in [
            format!(r#"{{"error":"{text}"}}"#),
            format!(r#"{{"access_token":"a","token_type":"{text}"}}"#),
            format!(r#"{{"access_token":"{SECRET}","token_type":"{text}"}}"#),
        ] {
            let is_token = body.contains("access_token\":\"Q");
            let server = Server::start([Response::new(200, body)]);
            let secret = if is_token { "an0ther-0ne" } else { SECRET };
            let credentials = ClientCredentials::new("id", secret).token_url(format!("{}/token", server.url()));
            let error = builder(&server).oauth(credentials).build().unwrap().get_oauth().send().await.unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(shown.contains("##") && !shows(&shown, SECRET), "{length}: {shown}");
        }
    }
}

/// A provider that returns a token once, and then fails with an error that contains this token.
#[derive(Debug, Default)]
struct Ending(AtomicBool);

impl TokenProvider for Ending {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async {
            if self.0.swap(true, Ordering::SeqCst) {
                return Err(format!("{SECRET} has ended").into());
            }
            Ok(Token::new(SECRET)?)
        })
    }
}

#[tokio::test]
async fn error_of_a_token_provider_redacts_the_previous_token() {
    let server = Server::start([Response::new(200, "{}"), Response::new(401, "{}")]);
    let client = builder(&server).oauth(Ending::default()).build().unwrap();
    client.get_oauth().send().await.unwrap();
    client.post_oauth().send().await.unwrap_err();
    let error = client.get_oauth().send().await.unwrap_err().to_string();
    assert!(error.ends_with("**** has ended") && !shows(&error, SECRET), "{error}");
}
