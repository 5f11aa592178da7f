//! The samples about API keys and logins, on the page `credentials` in the guide of `perennial`. They are here so that
//! they are compiled.

use credentials as shop;

mod with_a_key {
    use credentials as shop;

    // ANCHOR: key
    use shop::{Client, Error};

    pub fn client(key: String) -> Result<Client, Error> {
        Client::builder("https://api.example.com").api_key(key).build()
    }
    // ANCHOR_END: key
}

// ANCHOR: log-in
use shop::secrecy::{ExposeSecret as _, SecretString};
use shop::types::{NewSession, Session};
use shop::{Client, Error};

async fn log_in(client: &Client, email: &str, password: &SecretString) -> Result<Session, Error> {
    let body = NewSession::builder().email(email).password(password.expose_secret());
    Ok(client.log_in().body(body).send().await?.into_inner())
}

async fn logged_in(url: &str, email: &str, password: &SecretString) -> Result<Client, Error> {
    let anonymous = Client::builder(url).build()?;
    let session = log_in(&anonymous, email, password).await?;
    Ok(anonymous.with_bearer(session.token))
}
// ANCHOR_END: log-in

// ANCHOR: log-in-again
use std::time::Duration;

use shop::authenticate::{Secrets, Token, TokenFuture, TokenProvider, TokenRequest};

#[derive(Debug)]
struct Login {
    /// A client without credentials.
    anonymous: Client,
    email: String,
    password: SecretString,
}

impl TokenProvider for Login {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async {
            let session = log_in(&self.anonymous, &self.email, &self.password).await?;
            let lifetime = Duration::from_secs(session.expires_in.try_into()?);
            Ok(Token::new(session.token)?.expires_in(lifetime))
        })
    }

    fn secrets(&self) -> Secrets {
        [self.password.clone()].into_iter().collect()
    }
}

fn always_logged_in(url: &str, email: String, password: SecretString) -> Result<Client, Error> {
    let anonymous = Client::builder(url).build()?;
    Client::builder(url).bearer(Login { anonymous, email, password }).build()
}
// ANCHOR_END: log-in-again

#[tokio::main]
async fn main() -> Result<(), Error> {
    let url = std::env::args().nth(1).unwrap_or_else(|| "http://localhost:8080".to_owned());
    let password = SecretString::from("correct horse");
    println!("{:?}", with_a_key::client("a key".to_owned())?);
    let client = logged_in(&url, "ada@example.com", &password).await?;
    println!("{:?}", client.get_bearer().send().await);
    let client = always_logged_in(&url, "ada@example.com".to_owned(), password)?;
    for _ in 0..2 {
        println!("{:?}", client.get_bearer().send().await);
    }
    Ok(())
}
