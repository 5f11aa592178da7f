//! The samples in the guide of `perennial`. They are here so that they are compiled.

use std::sync::Arc;

use parcels::ApiError;
use parcels::authenticate::{TemporaryFailure, Token, TokenFuture, TokenProvider, TokenRequest};
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

    let weight = Decimal::new(15, 1);
    let parcel = NewParcel::builder().recipient("Ada").weight(weight);
    // Each call of `create` sends an idempotency key, so a retry does not create a second parcel.
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
/// Reads the token from a file that another program updates.
#[derive(Debug)]
struct FileProvider;

impl TokenProvider for FileProvider {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async {
            match std::fs::read_to_string("token") {
                Ok(text) => Ok(Token::new(text.trim_end())?),
                Err(error) => Err(TemporaryFailure::new(error.to_string()).into()),
            }
        })
    }
}

fn with_tokens_from_a_file() -> Result<Client, Error> {
    Client::builder(servers::DEFAULT)
        .oauth(FileProvider)
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

mod pages {
    use parcels::types::{Parcel, State};
    use parcels::{Client, Error};

    // ANCHOR: items
    pub async fn moving(client: &Client) -> Result<Vec<Parcel>, Error> {
        let mut stream = client.parcels().list().state(State::Moving).items();
        let mut parcels = Vec::new();
        while let Some(parcel) = stream.next().await {
            parcels.push(parcel?);
        }
        Ok(parcels)
    }
    // ANCHOR_END: items

    // ANCHOR: resume
    /// Prints the pages from the position `saved` on, and saves the position of the next page.
    pub async fn print_pages(client: &Client, saved: &mut Option<String>) -> Result<(), Error> {
        let mut pages = client.parcels().list().pages().starting_at(saved.clone());
        while let Some(page) = pages.next().await {
            println!("{} parcels", page?.parcels.len());
            *saved = pages.position().cloned();
        }
        Ok(())
    }
    // ANCHOR_END: resume

    // ANCHOR: paginate
    use parcels::paginate;

    pub async fn print_recipients(client: &Client) -> Result<(), Error> {
        let mut parcels = paginate(|next| {
            let client = client.with_query(next.map(|id| ("cursor", id)));
            async move { client.parcels().list().send().await }
        });
        while let Some(parcel) = parcels.next().await {
            println!("{}", parcel?.recipient);
        }
        Ok(())
    }
    // ANCHOR_END: paginate
}

mod testing {
    // ANCHOR: program
    use parcels::error::ApiErrorKind;
    use parcels::types::{NewParcel, Parcel, State};
    use parcels::uuid::Uuid;
    use parcels::{Client, Error};
    use rust_decimal::Decimal;

    /// Returns `None` if there is no such parcel.
    pub async fn find(client: &Client, id: Uuid) -> Result<Option<Parcel>, Error> {
        match client.parcels().get(id).send().await {
            Ok(parcel) => Ok(Some(parcel.into_inner())),
            Err(Error::Api(error)) if error.kind() == ApiErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub async fn order(client: &Client, recipient: &str) -> Result<Parcel, Error> {
        let parcel = NewParcel::builder()
            .recipient(recipient)
            .weight(Decimal::ONE);
        Ok(client
            .parcels()
            .create()
            .body(parcel)
            .send()
            .await?
            .into_inner())
    }

    /// Returns the number of parcels that are on their way.
    pub async fn count_moving(client: &Client) -> Result<usize, Error> {
        let mut parcels = client.parcels().list().state(State::Moving).items();
        let mut count = 0;
        while let Some(parcel) = parcels.next().await {
            parcel?;
            count += 1;
        }
        Ok(count)
    }

    /// Returns the text to show to a user.
    pub fn advice(error: &Error) -> &'static str {
        if error.is_retryable() {
            "try again later"
        } else {
            "this cannot be sent"
        }
    }
    // ANCHOR_END: program

    #[cfg(test)]
    mod tests {
        // ANCHOR: first-test
        use parcels::httpmock::MockServer;
        use parcels::mock::MockServerExt as _;

        use super::*;

        /// Returns a client that calls the mock server with a fixed token.
        fn client(server: &MockServer) -> Client {
            Client::builder(server.base_url())
                .oauth("token")
                .build()
                .unwrap()
        }

        fn parcel(recipient: &str) -> Parcel {
            Parcel::builder()
                .id(Uuid::nil())
                .recipient(recipient)
                .weight(Decimal::ONE)
                .price(Decimal::TEN)
                .state(State::Moving)
                .build()
                .unwrap()
        }

        #[tokio::test]
        async fn finds_a_parcel() {
            let server = MockServer::start_async().await;
            let mock = server
                .parcels()
                .get()
                .path("id", Uuid::nil())
                .respond(&parcel("Ada"));
            let found = find(&client(&server), Uuid::nil()).await;
            mock.assert();
            assert_eq!(found.unwrap().unwrap().recipient, "Ada");
        }
        // ANCHOR_END: first-test

        // ANCHOR: body
        use parcels::serde_json::json;

        #[tokio::test]
        async fn orders_a_parcel() {
            let server = MockServer::start_async().await;
            let mock = server
                .parcels()
                .create()
                .body_includes(json!({ "recipient": "Ada" }))
                .respond(&parcel("Ada"));
            let ordered = order(&client(&server), "Ada").await;
            mock.assert();
            assert_eq!(ordered.unwrap().recipient, "Ada");
        }
        // ANCHOR_END: body

        // ANCHOR: mocked-errors
        use parcels::http::StatusCode;
        use parcels::mock::Response;
        use parcels::types::Problem;

        #[tokio::test]
        async fn returns_none_for_an_unknown_parcel() {
            let server = MockServer::start_async().await;
            let mock = server
                .parcels()
                .get()
                .respond_error(StatusCode::NOT_FOUND, "no parcel has this id");
            let found = find(&client(&server), Uuid::nil()).await;
            // Without this line, the test would pass even if the mock did not match.
            mock.assert();
            assert_eq!(found.unwrap(), None);
        }

        #[tokio::test]
        async fn order_returns_the_declared_error_body() {
            let server = MockServer::start_async().await;
            let problem = Problem::builder()
                .title("Too heavy")
                .limit(Decimal::TEN)
                .build()
                .unwrap();
            let response = Response::json(StatusCode::UNPROCESSABLE_ENTITY, &problem);
            let mock = server.parcels().create().respond(response);
            let ordered = order(&client(&server), "Ada").await;
            mock.assert();
            let Err(Error::Api(refused)) = ordered else {
                panic!("should be refused");
            };
            assert_eq!(refused.body_as::<Problem>().unwrap(), problem);
        }
        // ANCHOR_END: mocked-errors

        // ANCHOR: in-turn
        use std::time::Duration;

        use parcels::RetryPolicy;

        #[tokio::test]
        async fn retries_after_503() {
            let server = MockServer::start_async().await;
            let mock = server.parcels().get().respond_in_turn([
                Response::error(StatusCode::SERVICE_UNAVAILABLE, "restarting"),
                Response::from(&parcel("Ada")),
            ]);
            let hasty = RetryPolicy::default().base_delay(Duration::from_millis(1));
            let client = client(&server).with_retry(hasty);
            let found = find(&client, Uuid::nil()).await;
            mock.assert_calls(2);
            assert!(found.unwrap().is_some());
        }
        // ANCHOR_END: in-turn

        // ANCHOR: mocked-pages
        use parcels::types::ParcelList;

        #[tokio::test]
        async fn counts_the_parcels_of_all_pages() {
            let server = MockServer::start_async().await;
            let page = |next: Option<&str>| {
                let page = ParcelList::builder().parcels([parcel("Ada")]);
                page.next_cursor(next).build().unwrap()
            };
            let list = || server.parcels().list().query("state", "moving");
            let first = list().query_absent("cursor").respond(&page(Some("b")));
            let second = list().query("cursor", "b").respond(&page(None));
            let count = count_moving(&client(&server)).await;
            first.assert();
            second.assert();
            assert_eq!(count.unwrap(), 2);
        }
        // ANCHOR_END: mocked-pages

        // ANCHOR: token-endpoint
        use parcels::ClientCredentials;

        #[tokio::test]
        async fn requests_a_token() {
            let server = MockServer::start_async().await;
            let token = server.mock(|when, then| {
                when.method("POST").path("/token");
                let token = json!({ "access_token": "t0ken-of-test", "token_type": "Bearer" });
                then.status(200).json_body(token);
            });
            let get = server
                .parcels()
                .get()
                .header("authorization", "Bearer t0ken-of-test")
                .respond(&parcel("Ada"));
            let credentials =
                ClientCredentials::new("id", "secret").token_url(server.url("/token"));
            let client = Client::builder(server.base_url())
                .oauth(credentials)
                .build()
                .unwrap();
            let found = find(&client, Uuid::nil()).await;
            token.assert();
            get.assert();
            assert!(found.unwrap().is_some());
        }
        // ANCHOR_END: token-endpoint

        // ANCHOR: without-a-server
        use parcels::ApiError;
        use parcels::error::{Call, TransportError, TransportFailure};

        #[test]
        fn advises_to_try_again_if_the_service_is_unreachable() {
            let operation = parcels::operation("createParcel").unwrap();
            let call = Call::of(operation).attempts(3);
            let unreachable = TransportError::new(call, TransportFailure::Connect);
            assert_eq!(advice(&unreachable.into()), "try again later");
            let refused = ApiError::new(operation, StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(advice(&refused.into()), "this cannot be sent");
        }
        // ANCHOR_END: without-a-server
    }
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
    let client = timeouts::hasty("secret")?;
    println!("{:?}", pages::moving(&client).await);
    println!("{:?}", pages::print_pages(&client, &mut None).await);
    println!("{:?}", pages::print_recipients(&client).await);
    println!(
        "{:?}",
        testing::find(&client, parcels::uuid::Uuid::nil()).await
    );
    println!("{:?}", testing::count_moving(&client).await);
    if let Err(error) = testing::order(&client, "Ada").await {
        println!("{}", testing::advice(&error));
    }
    if let Err(error) = send(ClientCredentials::new(id, secret)).await {
        println!("{}", advice(&error));
    }
    Ok(())
}
