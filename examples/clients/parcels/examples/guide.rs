//! The samples in the guide of `perennial`. They are here so that they are compiled.

use parcels::authenticate::{Token, TokenFuture, TokenProvider, TokenRequest};
use parcels::error::ApiErrorKind;
use parcels::servers::{self, Region, RegionParcelsExampleV2};
use parcels::types::{NewParcel, Problem, State};
use parcels::{ApiError, Client, ClientCredentials, Error};
use rust_decimal::Decimal;

// ANCHOR: first
async fn send(credentials: ClientCredentials) -> Result<(), Error> {
    let client = Client::builder(servers::DEFAULT)
        .oauth(credentials)
        .build()?;
    let parcels = client.parcels();

    // If this is retried, all attempts have the same idempotency key, so only one parcel is created.
    let weight = Decimal::new(15, 1);
    let parcel = NewParcel::builder().recipient("Ada").weight(weight);
    let parcel = parcels.create().body(parcel).send().await?;
    println!("{}: {} euros", parcel.id, parcel.price);

    let mut moving = parcels.list().state(State::Moving).items();
    while let Some(parcel) = moving.next().await {
        println!("{} is on its way", parcel?.recipient);
    }

    let mut events = parcels.events(parcel.id).send().await?.into_inner();
    while let Some(event) = events.next().await {
        println!("{:?}", event?.data.state);
    }
    Ok(())
}
// ANCHOR_END: first

// ANCHOR: credentials
fn in_america(id: String, secret: String) -> Result<Client, Error> {
    let credentials = ClientCredentials::new(id, secret).scopes(["parcels:read", "parcels:write"]);
    let server = RegionParcelsExampleV2::default().region(Region::Us);
    Client::builder(server).oauth(credentials).build()
}
// ANCHOR_END: credentials

// ANCHOR: provider
#[derive(Debug)]
struct FromFile;

impl TokenProvider for FromFile {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async { Ok(Token::new(std::fs::read_to_string("token")?.trim_end())?) })
    }
}

fn with_tokens_from_a_file() -> Result<Client, Error> {
    Client::builder(servers::SANDBOX_PARCELS_EXAMPLE_V2)
        .oauth(FromFile)
        .build()
}
// ANCHOR_END: provider

// ANCHOR: errors
fn advice(error: &Error) -> String {
    match error {
        Error::Api(refused) if refused.kind() == ApiErrorKind::NotFound => {
            "no such parcel".to_owned()
        }
        Error::Api(refused) => limit(refused).unwrap_or_else(|| refused.to_string()),
        error if error.is_retryable() => "try again later".to_owned(),
        error => error.to_string(),
    }
}

/// Decodes the body as the type that the document declares for this error.
fn limit(refused: &ApiError) -> Option<String> {
    let problem: Problem = refused.body_as().ok()?;
    Some(format!("{}: at most {} kg", problem.title, problem.limit?))
}
// ANCHOR_END: errors

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let (id, secret) = (
        variable("PARCELS_CLIENT_ID"),
        variable("PARCELS_CLIENT_SECRET"),
    );
    for client in [
        in_america(id.clone(), secret.clone())?,
        with_tokens_from_a_file()?,
    ] {
        println!("{client:?}");
    }
    if let Err(error) = send(ClientCredentials::new(id, secret)).await {
        println!("{}", advice(&error));
    }
    Ok(())
}
