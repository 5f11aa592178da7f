//! Prints new incidents and changes of their status until it is stopped.
//!
//! ```text
//! cargo run -p example-watch-incidents
//! ```
//!
//! The program requests the incidents once a minute, and continues after outages: each failure is printed once, and the
//! request is repeated when the service allows it.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    time::Duration,
};

use monitoring_service::{Client, ClientBuilder, Error, WhenLimited, paginate, types::Incident};
use tokio::time::sleep;

const INTERVAL: Duration = Duration::from_secs(60);

/// The longest wait between two requests, even if the service requests a longer one.
const LONGEST: Duration = Duration::from_secs(86_400);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = ClientBuilder::from_env()?.rate_limit(WhenLimited::Wait).build()?;
    watch(&client, &mut io::stdout(), INTERVAL, None).await
}

/// Watches for `rounds` rounds, or forever if it is `None`.
async fn watch(client: &Client, out: &mut impl Write, interval: Duration, rounds: Option<u32>) -> anyhow::Result<()> {
    let mut known = BTreeMap::new();
    let mut failure = None;
    let mut round = 0;
    while rounds.is_none_or(|rounds| round < rounds) {
        round += 1;
        match fetch_incidents(client).await {
            Ok(incidents) => {
                if failure.take().is_some() {
                    writeln!(out, "the service answers again")?;
                }
                print_news(&incidents, &mut known, out)?;
                sleep(interval).await;
            }
            Err(error) if is_permanent(&error) => return Err(error.into()),
            Err(error) => {
                let kind = error.error_type().to_owned();
                if failure.as_ref() != Some(&kind) {
                    writeln!(out, "{error}")?;
                }
                failure = Some(kind);
                sleep(error.retry_after().unwrap_or_default().clamp(interval, LONGEST)).await;
            }
        }
    }
    Ok(())
}

/// Fetches the latest incidents, up to a number that is reasonable to read at once.
async fn fetch_incidents(client: &Client) -> Result<Vec<Incident>, Error> {
    const MOST: usize = 1_000;
    let mut incidents = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.status_page_incidents().list().send().await }
    });
    let mut latest = Vec::new();
    while latest.len() < MOST
        && let Some(incident) = incidents.next().await
    {
        latest.push(incident?);
    }
    Ok(latest)
}

/// Returns whether the error is permanent: the settings are wrong, or the service rejects the key or the account.
/// Another attempt would fail with the same error.
fn is_permanent(error: &Error) -> bool {
    let is_refused = error.status().is_some_and(|status| status.is_client_error()) && !error.is_retryable();
    is_refused || matches!(error, Error::InvalidRequest(_))
}

/// Prints the incidents that are not in `known`, and those whose status has changed. Records them in `known`.
fn print_news(incidents: &[Incident], known: &mut BTreeMap<String, String>, out: &mut impl Write) -> io::Result<()> {
    for incident in incidents {
        let Some(id) = incident.id.clone() else { continue };
        let status = incident.last_update_status.as_ref().map_or("unknown", |status| status.as_str()).to_owned();
        let name = incident.name.as_deref().unwrap_or("an incident");
        // Control characters are replaced, so that text from the service cannot move the cursor.
        let [name, status] = [name, &status].map(|text| text.replace(char::is_control, "\u{fffd}"));
        match known.insert(id, status.clone()) {
            None => writeln!(out, "new: {name} ({status})")?,
            Some(before) if before != status => writeln!(out, "{name}: {before} -> {status}")?,
            Some(_) => (),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use monitoring_service::{
        http::StatusCode,
        httpmock::MockServer,
        mock::{MockServerExt as _, Response},
        types::IncidentList,
        uuid::Uuid,
    };

    use super::*;

    fn client(server: &MockServer) -> Client {
        Client::builder(server.base_url()).api_key("key").account_id(Uuid::nil()).build().unwrap()
    }

    fn incident(status: &str) -> Incident {
        Incident::builder().id("1").name("A\nB").last_update_status(status).build().unwrap()
    }

    #[tokio::test]
    async fn watch_prints_an_unchanged_incident_only_once() {
        let server = MockServer::start_async().await;
        let list = IncidentList::builder().entries([incident("INVESTIGATING")]).build().unwrap();
        server.status_page_incidents().list().respond(&list);
        let mut out = Vec::new();
        watch(&client(&server), &mut out, Duration::ZERO, Some(3)).await.unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "new: A\u{fffd}B (INVESTIGATING)\n");
    }

    #[test]
    fn watch_prints_a_change_of_the_incident_status() {
        let (mut known, mut out) = (BTreeMap::new(), Vec::new());
        for status in ["INVESTIGATING", "INVESTIGATING", "RESOLVED"] {
            print_news(&[incident(status)], &mut known, &mut out).unwrap();
        }
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "new: A\u{fffd}B (INVESTIGATING)\nA\u{fffd}B: INVESTIGATING -> RESOLVED\n");
    }

    #[tokio::test]
    async fn watch_prints_an_outage_once() {
        let server = MockServer::start_async().await;
        let outage = |id| Response::error(StatusCode::INTERNAL_SERVER_ERROR, "restarting").header("x-request-id", id);
        server.status_page_incidents().list().respond_in_turn([
            outage("1"),
            outage("2"),
            Response::from(&Default::default()),
            Response::unauthorized(),
        ]);
        let mut out = Vec::new();
        let error = watch(&client(&server), &mut out, Duration::ZERO, None).await.unwrap_err();
        assert!(error.to_string().contains("401"), "{error}");
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out.lines().count(), 2, "{out}");
        assert!(out.contains("restarting") && out.ends_with("the service answers again\n"), "{out}");
    }
}
