//! Makes the calls of a plan, and prints the outcome of each call: `wire-calls URL < plan`. Each line of a plan is the JSON of
//! one call.

mod client;

use std::io::{BufRead as _, Write as _};

use perennial::{ByteStream, Error, multipart::Part, serde_json::{self, Map, Value, json}};
use serde::{Serialize, de::DeserializeOwned};

use client::{Client, types};
use perennial::authenticate::Anonymous as Credentials;
pub use client::{ClientBuilder, builder, operation, operations, tags};

static SERVICE: perennial::Service = perennial::Service::new("wire", "0.0.0");

/// The response as JSON, or the stage that failed and the reason.
type Outcome = Result<Value, [String; 2]>;

fn failed(stage: &str, reason: impl ToString) -> [String; 2] {
    [stage.to_owned(), reason.to_string()]
}

fn unsent_or_failed(error: Error) -> [String; 2] {
    match error {
        Error::InvalidRequest(_) => failed("refused", error),
        Error::Decode(_) => failed("decode", error),
        _ => failed("send", error),
    }
}

fn json(value: &impl Serialize) -> Outcome {
    serde_json::to_value(value).map_err(|error| failed("encode", error))
}

async fn bytes(mut stream: ByteStream) -> Outcome {
    let mut read = Vec::new();
    while let Some(chunk) = stream.chunk().await.map_err(unsent_or_failed)? {
        read.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8_lossy(&read).into_owned().into())
}

/// The arguments of a planned call. Each key consists of a parameter's location and name, such as `query limit`.
struct Values(Map<String, Value>);

#[allow(dead_code)]
impl Values {
    fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, [String; 2]> {
        let value = self.0.get(key).map(|value| serde_json::from_value(value.clone()));
        value.transpose().map_err(|error| failed("make", format!("{key}: {error}")))
    }

    fn text(&self, key: &str) -> Result<Option<String>, [String; 2]> {
        Ok(self.0.get(key).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
    }

    fn part(&self, key: &str) -> Result<Option<Part>, [String; 2]> {
        Ok(self.text(key)?.map(Part::bytes))
    }

    fn parts(&self, key: &str) -> Result<Option<Vec<Part>>, [String; 2]> {
        Ok(self.get::<Vec<String>>(key)?.map(|texts| texts.into_iter().map(Part::bytes).collect()))
    }
}

/// The size of the stack. In a build without optimization, each setter of a call stores another copy of the call's
/// builder on the stack, and a call may have hundreds of setters.
const STACK: usize = 1 << 30;

fn main() {
    let run = || tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(calls());
    std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread").join().expect("no panic");
}

async fn calls() {
    let url = std::env::args().nth(1).expect("URL");
    let client = Client::builder(url).build().expect("a client").with_retry(perennial::RetryPolicy::none());
    for line in std::io::stdin().lock().lines() {
        let plan: Map<String, Value> = serde_json::from_str(&line.expect("text")).expect("a plan");
        let Some(Value::Object(values)) = plan.get("values").cloned() else { panic!("no values") };
        let (id, name) = (plan["id"].clone(), plan["name"].as_str().expect("a name"));
        let client = client.with_headers([("x-wire", id.to_string())]);
        let outcome = call(name, client, Values(values)).await.unwrap_or_else(|error| Err(failed("panic", error)));
        let line = match outcome {
            Ok(answer) => json!({ "id": id, "answer": answer }),
            Err([stage, reason]) => json!({ "id": id, "failed": stage, "reason": reason }),
        };
        writeln!(std::io::stdout().lock(), "{line}").expect("standard output");
    }
}

