//! A stand-in for the service inside this process, with invented values. In tests of your programs, use the feature `mock`
//! instead.

use std::{
    io::{self, BufRead as _, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    thread,
};

use monitoring_service::{
    Client,
    chrono::{TimeDelta, Utc},
    error::BuildError,
    types,
    uuid::Uuid,
};

use super::Result;

pub const LOCATION: Uuid = Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91);
pub const INCIDENT: &str = "incident-1";

pub fn start() -> Result<Client> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}", listener.local_addr()?);
    let [metrics, incidents, update] = [
        serde_json::to_string(&metrics()?)?,
        serde_json::to_string(&incidents()?)?,
        serde_json::to_string(&update()?)?,
    ];
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            // An error means that the client closed the connection, which is not a problem here.
            let _ = respond(connection, |line| match line {
                line if line.starts_with("POST") => &update,
                line if line.contains("/metrics") => &metrics,
                _ => &incidents,
            });
        }
    });
    Ok(Client::builder(url).api_key("any").account_id(Uuid::nil()).build()?)
}

/// Reads a complete request, and responds with the body that `body` returns for its first line.
fn respond<'a>(mut connection: TcpStream, body: impl Fn(&str) -> &'a str) -> io::Result<()> {
    let mut reader = io::BufReader::new(&connection);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim().to_lowercase().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap_or(0),
            Some(_) => (),
            None => break,
        }
    }
    io::copy(&mut reader.take(length), &mut io::sink())?;
    let (body, head) = (body(&first), "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close");
    write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Returns one sample for every ten minutes of the last six hours. The queue fills up and is then worked off.
fn metrics() -> Result<types::PrivateLocationMetrics, BuildError> {
    let start = Utc::now() - TimeDelta::hours(6);
    let queue = (0..36).map(|i| f64::from((18 - (i - 18_i32).abs()) * 3 + i % 4));
    types::PrivateLocationMetrics::builder()
        .timestamps((0..36).map(|i| start + TimeDelta::minutes(10 * i)).collect::<Vec<_>>())
        .oldest_scheduled_check_run(queue.clone().map(|size| size * 7.0).collect::<Vec<_>>())
        .queue_size(queue.collect::<Vec<_>>())
        .build()
}

fn incidents() -> Result<types::IncidentList, BuildError> {
    let service = |id: &str, name: &str| types::Service::builder().id(id).name(name).build();
    let incident = types::Incident::builder()
        .id(INCIDENT)
        .name("Checks are delayed")
        .severity("CRITICAL")
        .last_update_status("INVESTIGATING")
        .services([service("service-1", "Check runners")?, service("service-2", "Alerting")?])
        .created_at(Utc::now().date_naive())
        .updated_at(Utc::now().date_naive())
        .build()?;
    types::IncidentList::builder().length(1.0).entries([incident]).build()
}

fn update() -> Result<types::IncidentUpdate, BuildError> {
    types::IncidentUpdate::builder()
        .id("update-1")
        .description("We found the cause and are working on it.")
        .status("INVESTIGATING")
        .notify_subscribers(false)
        .build()
}
