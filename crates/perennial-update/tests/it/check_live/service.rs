use std::{
    collections::HashMap,
    fs,
    io::Write as _,
    process::{Command, Stdio},
    sync::{Arc, Mutex},
};

use loopback::{Request, Server, whole};
use serde_json::{Value, json};
use tempfile::TempDir;

pub use crate::done::Done;

pub const KEY: &str = "SECRET-key";
pub const ACCOUNT: &str = "5ec4e700-9dad-11d1-80b4-00c04fd430c8";

/// A service with a list of responses for each path. It sends them in order, repeats the last one, and records the
/// requests.
pub struct Service {
    pub server: Server,
    received: Arc<Mutex<Vec<Request>>>,
}

impl Service {
    pub fn start<'a>(routes: impl IntoIterator<Item = (&'a str, Vec<Vec<u8>>)>) -> Self {
        let routes: HashMap<_, _> = routes.into_iter().map(|(path, responses)| (path.to_owned(), responses)).collect();
        let received: Arc<Mutex<Vec<Request>>> = Arc::default();
        let log = Arc::clone(&received);
        let server = Server::serving(move |mut stream, _| {
            let mut request = Request::default();
            if !request.read(&mut stream)? {
                return Ok(());
            }
            let path = |request: &Request| request.target().split('?').next().unwrap_or_default().to_owned();
            let own = path(&request);
            let count = {
                let mut log = log.lock().unwrap();
                log.push(request);
                log.iter().filter(|other| path(other) == own).count()
            };
            let responses = routes.get(&own).map(Vec::as_slice).unwrap_or_default();
            let missing = whole(404, &[], "");
            stream.write_all(responses.get(count - 1).or(responses.last()).unwrap_or(&missing))
        });
        Self { server, received }
    }

    /// Starts a service that responds only to `GET /a`.
    pub fn with_response(response: Vec<u8>) -> Self {
        Self::start([("/a", vec![response])])
    }

    pub fn received(&self) -> Vec<Request> {
        self.received.lock().unwrap().clone()
    }

    pub fn lines(&self) -> Vec<String> {
        self.received().iter().map(|request| request.line().trim_end_matches(" HTTP/1.1").to_owned()).collect()
    }

    pub fn check(&self, document: &Value, arguments: &[&str]) -> Done {
        check(self.server.url(), document, arguments)
    }
}

/// Returns a response with status 200 and a JSON body.
pub fn ok(body: &Value) -> Vec<u8> {
    whole(200, &[("content-type", "application/json")], body.to_string())
}

/// Returns a document with a GET operation for each of these paths. Each operation responds with status 200 and a body
/// with the schema for its path.
pub fn document(paths: &[(&str, Value)]) -> Value {
    let path = |(path, schema): &(&str, Value)| {
        let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        let parameters = names
            .map(|(name, _)| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
        let responses = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
        let id = path.replace(['/', '{', '}'], "");
        let operation =
            json!({ "operationId": id, "parameters": parameters.collect::<Vec<_>>(), "responses": responses });
        ((*path).to_owned(), json!({ "get": operation }))
    };
    let paths: serde_json::Map<String, Value> = paths.iter().map(path).collect();
    json!({ "openapi": "3.0.0", "info": { "title": "An API", "version": "v1" }, "paths": paths })
}

/// Creates a command for `check-live` with credentials. The returned folder contains the document, and must exist until
/// the command has ended.
pub fn task(url: &str, document: &Value, arguments: &[&str]) -> (Command, TempDir) {
    let folder = tempfile::tempdir().expect("should be made");
    let path = folder.path().join("document.json");
    fs::write(&path, document.to_string()).expect("should be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
    command.args(["check-live", "--base-url", url, "--document"]).arg(path).args(arguments);
    command.env("MONITORING_SERVICE_API_KEY", KEY).env("MONITORING_SERVICE_ACCOUNT_ID", ACCOUNT);
    command.env_remove("MONITORING_SERVICE_URL").stdin(Stdio::null());
    (command, folder)
}

/// Runs `check-live` without a pause between requests.
pub fn check(url: &str, document: &Value, arguments: &[&str]) -> Done {
    let (mut task, _folder) = task(url, document, &[&["--unpaced"], arguments].concat());
    Done::run(&mut task)
}
