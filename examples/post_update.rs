//! Adds an update to an incident, after asking. People see such updates.
//!
//! ```text
//! cargo run --example post_update -- "We found the cause."
//! ```
//!
//! If the connection is lost, the update may exist or not: then it looks.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{
    env,
    io::{self, BufRead, Write},
    process::ExitCode,
};

use monitoring_service::{Client, Error};

#[path = "common/mod.rs"]
mod common;

use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    let text = env::args().nth(1).unwrap_or_else(|| "We are looking into it.".to_owned());
    common::end(run(&text, &mut io::stdin().lock(), &mut io::stdout()).await)
}

async fn run(text: &str, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
    let service = Service::connect().await?;
    let incident = service
        .incident
        .as_deref()
        .ok_or("`MONITORING_SERVICE_INCIDENT_ID` is not set: set it to the incident that gets the update")?;
    write!(out, "Add to incident {incident}: {text:?}? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    input.read_line(&mut answer)?;
    if !answer.trim().eq_ignore_ascii_case("y") {
        writeln!(out, "nothing was added")?;
        return Ok(());
    }
    match add(&service.client, incident, text).await {
        Ok(()) => writeln!(out, "added")?,
        Err(error) if error.may_have_been_processed() => {
            writeln!(out, "{error}")?;
            let found = exists(&service.client, incident, text).await?;
            writeln!(out, "{}", if found { "but it is there" } else { "and it is not there: run this again" })?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

async fn add(client: &Client, incident: &str, text: &str) -> std::result::Result<(), Error> {
    let request = client.status_page_incident_updates().create(incident);
    request.body_map(|update| update.description(text).notify_subscribers(false)).send().await?;
    Ok(())
}

/// Whether the incident has an update with this text.
async fn exists(client: &Client, incident: &str, text: &str) -> std::result::Result<bool, Error> {
    let list = client.status_page_incidents().list().send().await?;
    let incidents = list.entries.iter().flatten().filter(|other| other.id.as_deref() == Some(incident));
    let mut updates = incidents.flat_map(|incident| incident.incident_updates.iter().flatten());
    Ok(updates.any(|update| update.description.as_deref() == Some(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_added_without_a_yes() {
        for (answer, last) in [("y\n", "added\n"), ("n\n", "nothing was added\n"), ("", "nothing was added\n")] {
            let mut out = Vec::new();
            run("Hello", &mut answer.as_bytes(), &mut out).await.unwrap();
            let out = String::from_utf8(out).unwrap();
            assert!(out.contains("\"Hello\"? [y/N]") && out.ends_with(last), "{out}");
        }
    }
}
