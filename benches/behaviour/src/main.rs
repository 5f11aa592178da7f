//! Compares how several clients react to the same responses, and prints the reactions as the rows of a table.

mod clients;
mod server;

use clients::{Client, Outcome};
use server::Server;

const JSON: &str = r#"{"entries":[{"severity":"CRITICAL"}]}"#;
const UNLISTED: &str = r#"{"entries":[{"severity":"MAJOR"}]}"#;
const UNDECLARED: &str = r#"{"entries":[{"region":"eu-west-1"}]}"#;
const TIMESTAMP: &str = r#"{"entries":[{"created_at":"2026-01-02T03:04:05.000Z"}]}"#;
const WRONG: &str = r#"{"entries":[{},{"name":7}]}"#;
const REFUSED: &str =
    r#"{"statusCode":401,"error":"Unauthorized","message":"Bad Token","attributes":{"secret":"s3cr3t"}}"#;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    println!("| | this crate | plain progenitor | openapi-generator | by hand |\n|---|---|---|---|---|");
    row("a value that the enum does not list", async |client| describe_decoded(list(client, UNLISTED).await, "MAJOR"))
        .await;
    row("a field that is not declared", async |client| describe_decoded(list(client, UNDECLARED).await, "eu-west-1"))
        .await;
    row("a timestamp in a field of format `date`", async |client| {
        describe_decoded(list(client, TIMESTAMP).await, "03:04:05")
    })
    .await;
    row("`from` of the metrics, as it is sent", async |client| {
        let server = Server::start(&[(200, "{}")]);
        let outcome = client.metrics(server.url()).await;
        let request = server.requests().pop().unwrap_or_default();
        let from = request.split(['?', '&']).find(|pair| pair.starts_with("from=")).map(str::to_owned);
        from.map_or_else(|| format!("{outcome:?}"), |from| format!("`{from}`"))
    })
    .await;
    row("the id `..` in a path", async |client| {
        let server = Server::start(&[(200, "{}")]);
        let _ = client.update(server.url(), "..").await;
        let request = server.requests().pop();
        match request.as_deref() {
            None => "refused".to_owned(),
            Some(request) if request.contains("incidents/../") || request.contains("incidents/%2E%2E/") => {
                "sent".to_owned()
            }
            Some(_) => "calls another resource".to_owned(),
        }
    })
    .await;
    row("a GET that ends in 503 once", async |client| {
        describe_attempts(client.list_with(&[(503, ""), (200, JSON)]).await)
    })
    .await;
    row("a GET whose connection is lost once", async |client| {
        describe_attempts(client.list_with(&[(0, ""), (200, JSON)]).await)
    })
    .await;
    row("place of a wrong value in the error", async |client| {
        let [display, debug] = list(client, WRONG).await.unwrap_err();
        let place = |text: &str| text.contains("entries[1].name");
        let (shown, known) = (place(&display), place(&debug));
        if shown {
            "yes".to_owned()
        } else if known {
            "in `Debug`".to_owned()
        } else {
            "no".to_owned()
        }
    })
    .await;
    row("a 401, in `Display`", async |client| {
        list_shown_parts(&client.list_with(&[(401, REFUSED)]).await.0.unwrap_err()[0])
    })
    .await;
    row("a 401, in `Debug`", async |client| {
        list_shown_parts(&client.list_with(&[(401, REFUSED)]).await.0.unwrap_err()[1])
    })
    .await;
}

async fn row(title: &str, cell: impl AsyncFn(Client) -> String) {
    print!("| {title} ");
    for client in Client::ALL {
        print!("| {} ", cell(client).await.replace('|', "\\|"));
    }
    println!("|");
}

async fn list(client: Client, body: &'static str) -> Outcome {
    client.list_with(&[(200, body)]).await.0
}

/// Returns how a client treated `value` in a response: it kept the value, dropped it, or could not decode the response.
fn describe_decoded(outcome: Outcome, value: &str) -> String {
    match outcome {
        Ok(text) if text.contains(value) => "kept",
        Ok(_) => "dropped",
        Err(_) => "the response fails",
    }
    .to_owned()
}

/// Lists the parts of an error response (status, message, headers, whole body) that appear in `text`, the text of an
/// error.
fn list_shown_parts(text: &str) -> String {
    let parts = [("status", "401"), ("message", "Bad Token"), ("headers", "content-length"), ("whole body", "s3cr3t")];
    let parts: Vec<&str> = parts.into_iter().filter(|(_, part)| text.contains(part)).map(|(name, _)| name).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

fn describe_attempts((outcome, requests): (Outcome, usize)) -> String {
    match (outcome, requests) {
        (Ok(_), _) => "sent again",
        (Err(_), 1) => "fails",
        (Err(_), _) => "fails, sent again",
    }
    .to_owned()
}

impl Client {
    /// Lists the incidents on a server that sends `responses`. Also returns the number of requests that the server
    /// received.
    async fn list_with(self, responses: &[(u16, &'static str)]) -> (Outcome, usize) {
        let server = Server::start(responses);
        let outcome = self.list(server.url()).await;
        (outcome, server.requests().len())
    }
}
