//! Adds an update to an incident. Asks for confirmation first, because people see incident updates.
//!
//! ```text
//! cargo run -p example-post-update -- INCIDENT "We found the cause."
//! ```
//!
//! If the connection is lost, the service may or may not have added the update. The program then checks whether it
//! exists.

use std::io::{self, BufRead, Write};

use anyhow::{Context as _, bail};
use monitoring_service::{Client, Error, paginate, types::Incident};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [incident, text] = arguments.as_slice() else { bail!("usage: example-post-update INCIDENT TEXT") };
    post(&Client::from_env()?, incident, text, &mut io::stdin().lock(), &mut io::stdout()).await
}

async fn post(
    client: &Client,
    incident: &str,
    text: &str,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    write!(out, "Add to incident {incident}: {text:?}? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    if input.read_line(&mut answer)? == 0 {
        writeln!(out)?;
    }
    if !answer.trim().eq_ignore_ascii_case("y") {
        writeln!(out, "nothing was added")?;
        return Ok(());
    }
    // The number of updates with the same text before this one is added. If the connection is lost, a greater number
    // shows that this update was added.
    let before = count_updates_with_text(client, incident, text).await?;
    match add(client, incident, text).await {
        Ok(()) => writeln!(out, "added")?,
        Err(error) if error.may_have_been_processed() => {
            writeln!(out, "{error}")?;
            if count_updates_with_text(client, incident, text).await? == before {
                bail!("it is not there yet: look again before you run this again");
            }
            writeln!(out, "but it is there")?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

async fn add(client: &Client, incident: &str, text: &str) -> Result<(), Error> {
    let request = client.status_page_incident_updates().create(incident);
    request.body_map(|update| update.description(text).notify_subscribers(false)).send().await?;
    Ok(())
}

async fn count_updates_with_text(client: &Client, incident: &str, text: &str) -> anyhow::Result<usize> {
    let incidents = fetch_incidents(client).await?;
    let incident = incidents.iter().find(|other| other.id.as_deref() == Some(incident));
    let incident = incident.context("the service does not list this incident")?;
    let updates = incident.incident_updates.iter().flatten();
    Ok(updates.filter(|update| update.description.as_deref() == Some(text)).count())
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

#[cfg(test)]
mod tests {
    use std::{
        net::{TcpListener, TcpStream},
        thread,
    };

    use monitoring_service::{
        httpmock::MockServer,
        mock::MockServerExt as _,
        types::{IncidentList, IncidentUpdate},
        uuid::Uuid,
    };

    use super::*;

    const INCIDENT: &str = "incident-1";

    fn list(updates: &[IncidentUpdate]) -> IncidentList {
        let incident = Incident::builder().id(INCIDENT).incident_updates(updates).build().unwrap();
        IncidentList::builder().entries([incident]).build().unwrap()
    }

    /// Runs the program, and answers its request for confirmation with `answer`. Returns the output and the error of
    /// the program.
    async fn outcome(url: String, answer: &str) -> (String, Option<String>) {
        let client = Client::builder(url).api_key("key").account_id(Uuid::nil()).build().unwrap();
        let mut out = Vec::new();
        let result = post(&client, INCIDENT, "Hello", &mut answer.as_bytes(), &mut out).await;
        (String::from_utf8(out).unwrap(), result.err().map(|error| error.to_string()))
    }

    #[tokio::test]
    async fn incident_update_is_not_posted_without_confirmation() {
        let server = MockServer::start_async().await;
        server.status_page_incidents().list().respond(&list(&[]));
        let create = server.status_page_incident_updates().create().path("incident_id", INCIDENT);
        let create = create.respond(&IncidentUpdate::default());
        for (answer, last) in [("y\n", "added\n"), ("n\n", "nothing was added\n"), ("", "nothing was added\n")] {
            let (out, error) = outcome(server.base_url(), answer).await;
            assert!(out.contains("\"Hello\"? [y/N]") && out.ends_with(last) && error.is_none(), "{out}");
        }
        create.assert_calls(1);
    }

    /// A server that answers each request for the list of updates, and closes the connection without responding to a
    /// `POST`. If `is_carried_out` is true, the server adds the update before it closes the connection.
    fn serve(listener: &TcpListener, is_carried_out: bool) {
        let mut updates = vec![];
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            if read_request(&mut connection).starts_with("POST") {
                updates.extend(is_carried_out.then(|| IncidentUpdate::builder().description("Hello").build().unwrap()));
                continue;
            }
            let body = serde_json::to_string(&list(&updates)).unwrap();
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        }
    }

    /// Reads a request to its end, which its `content-length` determines. Returns the head.
    fn read_request(connection: &mut TcpStream) -> String {
        let mut reader = io::BufReader::new(connection);
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            let begin = head.len();
            reader.read_line(&mut head).unwrap();
            if let Some(value) = head[begin..].to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        io::Read::read_exact(&mut reader, &mut vec![0; length]).unwrap();
        head
    }

    #[tokio::test]
    async fn after_a_lost_connection_checks_whether_the_update_was_created() {
        for is_carried_out in [true, false] {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let url = format!("http://{}", listener.local_addr().unwrap());
            thread::spawn(move || serve(&listener, is_carried_out));
            let (out, error) = outcome(url, "y\n").await;
            assert!(out.contains("may have been processed"), "{out}");
            assert_eq!(out.ends_with("but it is there\n"), is_carried_out, "{out}");
            assert_eq!(error.is_some_and(|error| error.starts_with("it is not there yet")), !is_carried_out);
        }
    }
}
