//! Adds an update to an incident, after asking. People see such updates.
//!
//! ```text
//! cargo run --example post_update -- "We found the cause."
//! ```
//!
//! If the connection is lost, the update may or may not exist: the program then checks.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
};

use monitoring_service::{Client, Error};

#[path = "common/mod.rs"]
mod common;

use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    common::end(start().await)
}

async fn start() -> Result<()> {
    let text = common::argument("post_update [TEXT]")?.unwrap_or_else(|| "We are looking into it.".to_owned());
    run(&Service::connect().await?, &text, &mut io::stdin().lock(), &mut io::stdout()).await
}

async fn run(service: &Service, text: &str, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
    let Service { client, incident, .. } = service;
    let incident = incident
        .as_deref()
        .ok_or("`MONITORING_SERVICE_INCIDENT_ID` is not set: set it to the incident that gets the update")?;
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
    // What is there already does not count as added, although it says the same.
    let before = with_text(client, incident, text).await?;
    match add(client, incident, text).await {
        Ok(()) => writeln!(out, "added")?,
        Err(error) if error.may_have_been_processed() => {
            writeln!(out, "{error}")?;
            if with_text(client, incident, text).await? == before {
                return Err("it is not there yet: look again before you run this again".into());
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

/// How many updates of the incident have this text.
async fn with_text(client: &Client, incident: &str, text: &str) -> Result<usize> {
    let incidents = common::incidents(client).await?;
    let incident = incidents.iter().find(|other| other.id.as_deref() == Some(incident));
    let incident = incident.ok_or("the service does not list this incident")?;
    let updates = incident.incident_updates.iter().flatten();
    Ok(updates.filter(|update| update.description.as_deref() == Some(text)).count())
}

#[cfg(test)]
mod tests {
    use std::{
        net::{TcpListener, TcpStream},
        thread,
    };

    use monitoring_service::types::{Incident, IncidentList, IncidentUpdate};

    use super::*;

    /// What it prints, and how it ends.
    async fn outcome(service: &Service, answer: &str) -> (String, Option<String>) {
        let mut out = Vec::new();
        let result = run(service, "Hello", &mut answer.as_bytes(), &mut out).await;
        (String::from_utf8(out).unwrap(), result.err().map(|error| error.to_string()))
    }

    #[tokio::test]
    async fn nothing_is_added_without_a_yes() {
        let service = Service::mocked(|builder| builder).await.unwrap();
        for (answer, last) in [("y\n", "added\n"), ("n\n", "nothing was added\n"), ("", "nothing was added\n")] {
            let (out, error) = outcome(&service, answer).await;
            assert!(out.contains("\"Hello\"? [y/N]") && out.ends_with(last) && error.is_none(), "{out}");
        }
    }

    /// Responds to each request for the list, and closes the connection of a POST, which it has carried out or not.
    fn serve(listener: &TcpListener, is_carried_out: bool) {
        let mut updates = vec![];
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            if request(&mut connection).starts_with("POST") {
                updates.extend(is_carried_out.then(|| IncidentUpdate::builder().description("Hello").build().unwrap()));
                continue;
            }
            let incident = Incident::builder().id(common::mock::INCIDENT).incident_updates(updates.clone()).build();
            let list = IncidentList::builder().entries([incident.unwrap()]).build().unwrap();
            let body = serde_json::to_string(&list).unwrap();
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        }
    }

    /// Reads a request to its end, which the client is told by its length.
    fn request(connection: &mut TcpStream) -> String {
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
    async fn after_a_lost_connection_it_looks_whether_the_update_is_there() {
        for is_carried_out in [true, false] {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let url = format!("http://{}", listener.local_addr().unwrap());
            thread::spawn(move || serve(&listener, is_carried_out));
            let mut service = Service::mocked(|builder| builder).await.unwrap();
            service.client = Client::builder(url).api_key("key").account_id(common::mock::ACCOUNT).build().unwrap();
            let (out, error) = outcome(&service, "y\n").await;
            assert!(out.contains("may have been processed"), "{out}");
            assert_eq!(out.ends_with("but it is there\n"), is_carried_out, "{out}");
            assert_eq!(error.is_some_and(|error| error.starts_with("it is not there yet")), !is_carried_out);
        }
    }
}
