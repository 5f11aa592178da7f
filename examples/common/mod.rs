//! What the examples share: the service that the environment names, or a mock of it inside this process.

#![allow(dead_code, reason = "no example needs all of it")]

pub mod mock;

use std::{
    env,
    error::Error,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use futures_util::{StreamExt as _, TryStreamExt as _};
use httpmock::MockServer;
use monitoring_service::{Client, ClientBuilder, paginate, types::Incident};
use uuid::Uuid;

pub type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// Whom an example talks to.
pub struct Service {
    pub client: Client,
    /// An incident that updates may be added to.
    pub incident: Option<String>,
    location: Option<Uuid>,
    mock: Option<MockServer>,
}

impl Service {
    /// The real service if a variable `MONITORING_SERVICE_…` is set, or else the mock.
    pub async fn connect() -> Result<Self> {
        Self::connect_with(|builder| builder).await
    }

    /// With other settings of the client than the defaults.
    pub async fn connect_with(settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Self> {
        if is_real() {
            let client = settings(ClientBuilder::from_env()?).build()?;
            let location = variable("LOCATION_ID").map(|text| text.parse()).transpose();
            let location =
                location.map_err(|error| format!("`MONITORING_SERVICE_LOCATION_ID` is malformed: {error}"))?;
            return Ok(Self { client, incident: variable("INCIDENT_ID"), location, mock: None });
        }
        writeln!(io::stderr(), "note: MONITORING_SERVICE_URL is not set: this is a mock, and all values are invented")?;
        Self::mocked(settings).await
    }

    /// The mock, whatever the environment says.
    pub async fn mocked(settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Self> {
        let server = mock::start().await?;
        let client = settings(mock::client(&server)).build()?;
        let (incident, location) = (Some(mock::INCIDENT.to_owned()), Some(mock::LOCATION));
        Ok(Self { client, incident, location, mock: Some(server) })
    }

    /// Whether it is the mock.
    pub fn is_mock(&self) -> bool {
        self.mock.is_some()
    }

    /// A private location.
    pub fn location(&self) -> Result<Uuid> {
        Ok(self.location.ok_or("`MONITORING_SERVICE_LOCATION_ID` is not set: set it to a private location, a UUID")?)
    }
}

/// Whether to talk to the real service. Tests never do: they would add updates that people see.
fn is_real() -> bool {
    let names = ["URL", "API_KEY", "ACCOUNT_ID", "LOCATION_ID", "INCIDENT_ID"];
    cfg!(not(test)) && names.iter().any(|name| env::var_os(format!("MONITORING_SERVICE_{name}")).is_some())
}

fn variable(name: &str) -> Option<String> {
    env::var(format!("MONITORING_SERVICE_{name}")).ok()
}

/// The argument of a program that takes one at most.
pub fn argument(usage: &str) -> Result<Option<String>> {
    let mut arguments = env::args().skip(1);
    match (arguments.next(), arguments.next()) {
        (Some(text), _) if text.starts_with('-') => Err(format!("usage: {usage}").into()),
        (_, Some(_)) => Err(format!("usage: {usage}").into()),
        (argument, None) => Ok(argument),
    }
}

/// Refuses arguments of a program that takes none.
pub fn no_argument(usage: &str) -> Result<()> {
    if argument(usage)?.is_some() { Err(format!("usage: {usage}").into()) } else { Ok(()) }
}

/// The file of the argument, or `default`. With the mock, its name begins with `mock-`: what is invented never looks real.
pub fn output(usage: &str, default: &str) -> Result<PathBuf> {
    let path = PathBuf::from(argument(usage)?.unwrap_or_else(|| default.to_owned()));
    let name = path.file_name().ok_or_else(|| format!("usage: {usage}"))?;
    Ok(if is_real() { path } else { path.with_file_name(format!("mock-{}", name.display())) })
}

/// A file that belongs to another one: its name and what follows.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Replaces a file as a whole.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = beside(path, ".new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|error| io::Error::new(error.kind(), format!("{} cannot be written: {error}", path.display())))
}

/// The latest incidents: of as many pages as a program wants to read at once.
pub async fn incidents(client: &Client) -> Result<Vec<Incident>, monitoring_service::Error> {
    const MOST: usize = 1_000;
    let incidents = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.status_page_incidents().list().send().await }
    });
    incidents.take(MOST).try_collect().await
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
