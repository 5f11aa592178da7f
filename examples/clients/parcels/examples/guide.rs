//! The samples in the guide of `perennial`. They are here so that they are compiled.

use std::sync::Arc;

use parcels::ApiError;
use parcels::authenticate::{Token, TokenFuture, TokenProvider, TokenRequest};
use parcels::error::ApiErrorKind;
use parcels::servers::{Region, RegionParcelsExampleV2};
use parcels::types::Problem;

// ANCHOR: first
use parcels::types::{NewParcel, State};
use parcels::{Client, ClientCredentials, Error, servers};
use rust_decimal::Decimal;

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

mod hooks {
    // ANCHOR: hooks
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use parcels::interceptor::{Attempt, BoxError, Ended};
    use parcels::{Client, Error, Interceptor, IntoSecret, servers};

    /// Sends the trace id of the program with each attempt, and counts the attempts that fail.
    struct Traced {
        id: String,
        failures: Arc<AtomicU64>,
    }

    impl Interceptor for Traced {
        fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
            attempt.set_header("x-trace-id", &self.id)?;
            Ok(())
        }

        fn after(&self, ended: &Ended<'_>) {
            if let Some(kind) = ended.error_type() {
                self.failures.fetch_add(1, Ordering::Relaxed);
                eprintln!("{} failed: {kind}", ended.operation().call_name());
            }
        }
    }

    pub fn traced(token: impl IntoSecret, failures: Arc<AtomicU64>) -> Result<Client, Error> {
        let id = "4bf92f3577b34da6".to_owned();
        let client = Client::builder(servers::DEFAULT)
            .oauth(token)
            .interceptor(Traced { id, failures })
            .build()?;
        // The same header for all requests of the derived client.
        Ok(client.with_headers([("x-depot", "north")]))
    }
    // ANCHOR_END: hooks
}

mod tls {
    // ANCHOR: tls
    use std::error::Error;
    use std::fs;

    use parcels::reqwest::{Certificate, Identity};
    use parcels::{Client, IntoSecret};

    pub fn with_client_certificate(
        url: &str,
        token: impl IntoSecret,
    ) -> Result<Client, Box<dyn Error>> {
        // The certificate of the authority that signed the certificate of the service.
        let authority = Certificate::from_pem(&fs::read("authority.pem")?)?;
        // The certificate and the private key of this program, in one file.
        let identity = Identity::from_pem(&fs::read("program.pem")?)?;
        let client = Client::builder(url)
            .oauth(token)
            .configure_http(move |http| {
                http.add_root_certificate(authority.clone())
                    .identity(identity.clone())
            })
            .build()?;
        Ok(client)
    }
    // ANCHOR_END: tls
}

mod timeouts {
    // ANCHOR: timeouts
    use std::time::Duration;

    use parcels::error::TransportFailure;
    use parcels::types::Parcel;
    use parcels::{Client, Error, IntoSecret, RetryPolicy, servers};

    pub fn hasty(token: impl IntoSecret) -> Result<Client, Error> {
        Client::builder(servers::DEFAULT)
            .oauth(token)
            .connect_timeout(Duration::from_secs(2))
            .timeout(Duration::from_secs(5))
            .retry(RetryPolicy::default().max_retries(1))
            .deadline(Duration::from_secs(8))
            .build()
    }

    /// Returns `None` if the service does not respond in time, even if this takes longer than usual.
    pub async fn slow_parcel(client: &Client, id: &str) -> Result<Option<Parcel>, Error> {
        let patient = client
            .with_timeout(Duration::from_secs(60))
            .with_deadline(Duration::from_secs(90));
        match patient.parcels().get(id).send().await {
            Ok(parcel) => Ok(Some(parcel.into_inner())),
            Err(Error::Transport(error))
                if matches!(
                    error.failure(),
                    TransportFailure::Timeout | TransportFailure::Deadline
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
    // ANCHOR_END: timeouts
}

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
    println!("{:?}", hooks::traced("secret", Arc::default())?);
    println!(
        "{:?}",
        timeouts::slow_parcel(&timeouts::hasty("secret")?, "7").await
    );
    if let Ok(client) = tls::with_client_certificate(servers::DEFAULT, "secret") {
        println!("{client:?}");
    }
    if let Err(error) = send(ClientCredentials::new(id, secret)).await {
        println!("{}", advice(&error));
    }
    Ok(())
}
