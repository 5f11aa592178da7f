//! What the examples share: the service that the environment names, or a mock of it inside this process.

#![allow(dead_code, reason = "no example needs all of it")]

pub mod mock;

use std::{
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use httpmock::MockServer;
use monitoring_service::{Client, ClientBuilder};
use uuid::Uuid;

pub type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// Whom an example talks to.
pub struct Service {
    pub client: Client,
    /// A private location.
    pub location: Uuid,
    /// An incident that updates may be added to.
    pub incident: Option<String>,
    mock: Option<MockServer>,
}

impl Service {
    /// The real service if `MONITORING_SERVICE_URL`, `MONITORING_SERVICE_API_KEY` or `MONITORING_SERVICE_ACCOUNT_ID` is
    /// set, or else the mock. In tests always the mock: they would add updates that people see.
    pub async fn connect() -> Result<Self> {
        Self::connect_with(|builder| builder).await
    }

    /// With other settings of the client than the defaults.
    pub async fn connect_with(settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Self> {
        if cfg!(not(test)) && ["URL", "API_KEY", "ACCOUNT_ID"].iter().any(|name| variable(name).is_some()) {
            let client = settings(ClientBuilder::from_env()?).build()?;
            return Ok(Self { client, location: location()?, incident: variable("INCIDENT_ID"), mock: None });
        }
        Self::mocked(settings).await
    }

    /// The mock, whatever the environment says.
    pub async fn mocked(settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Self> {
        let server = mock::start().await?;
        let client = settings(mock::client(&server)).build()?;
        Ok(Self { client, location: mock::LOCATION, incident: Some(mock::INCIDENT.to_owned()), mock: Some(server) })
    }

    /// Whether it is the mock.
    pub fn is_mock(&self) -> bool {
        self.mock.is_some()
    }
}

fn location() -> Result<Uuid> {
    let text = variable("LOCATION_ID")
        .ok_or("`MONITORING_SERVICE_LOCATION_ID` is not set: set it to a private location, a UUID")?;
    Ok(text.parse().map_err(|error| format!("`MONITORING_SERVICE_LOCATION_ID` is malformed: {error}"))?)
}

fn variable(name: &str) -> Option<String> {
    env::var(format!("MONITORING_SERVICE_{name}")).ok()
}

/// How a program ends: with what is wrong, on one line, or quietly if whoever reads its output has closed the pipe.
pub fn end(result: Result<()>) -> ExitCode {
    let Some(message) = result.err().and_then(|error| message(&*error)) else { return ExitCode::SUCCESS };
    // There is nobody to tell if this cannot be written either.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::FAILURE
}

/// What is wrong, on one line; nothing if whoever reads the output has seen enough and closed the pipe.
pub fn message(error: &(dyn Error + 'static)) -> Option<String> {
    let is_closed = error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    (!is_closed).then(|| one_line(error))
}

/// The error and what caused it.
pub fn one_line(error: &(dyn Error + 'static)) -> String {
    match error.downcast_ref::<monitoring_service::Error>() {
        Some(error) => error.chain().to_string(),
        None => error.to_string(),
    }
}
