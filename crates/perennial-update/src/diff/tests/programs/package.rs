//! The package of a new document, with a program beside it.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Stdio,
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;

use crate::{cargo, client::Client, manifest::with_features, scratch, sources::Sources, write::Change};

/// The compiler's messages about the lines of a program.
#[derive(Debug, Default)]
pub struct Checked {
    /// Those that do not compile.
    pub failing: BTreeSet<usize>,
    /// Those that use what is deprecated.
    pub deprecated: BTreeSet<usize>,
}

/// The package of the client's own tests, whose dependencies are already built, and the path of the program in it.
const TESTS: &str = "tests/client/Cargo.toml";
const PROGRAM: &str = "tests/client/examples/program.rs";

/// The library of a client that has nothing by hand, and exports all that is generated.
const LIB: &str = include_str!("../../../new/templates/src/lib.rs");

/// The features of tags that are on.
pub enum Tags<'a> {
    /// All of them.
    All,
    /// Just these.
    These(Vec<&'a str>),
}

/// The package is always at the same place, so that each document costs one build of it: one test has it at a time.
pub struct Package {
    _taken: MutexGuard<'static, ()>,
}

impl Package {
    /// Waits until no other test has it.
    pub fn take() -> Self {
        static PLACE: Mutex<()> = Mutex::new(());
        Self { _taken: PLACE.lock().unwrap_or_else(PoisonError::into_inner) }
    }

    /// Compiles a program with this `text` beside the client of `document`, which is `client`.
    pub fn check(&self, document: &Value, client: &Client, tags: &Tags<'_>, text: &str) -> Checked {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("should be in the workspace");
        let metadata = cargo::metadata(Some(root), "cargo test").expect("should be known");
        let target = &metadata.target_directory;
        let copy = target.join("programs");
        let [manifest, mut tests] =
            ["Cargo.toml", TESTS].map(|name| fs::read_to_string(root.join(name)).expect("should be there"));
        let manifest = with_features(&manifest, &client.api).expect("should have features");
        if let Tags::These(features) = tags {
            let all = r#""all-tags", "#;
            assert!(tests.contains(all));
            let these: String = features.iter().map(|feature| format!("{feature:?}, ")).collect();
            tests = tests.replace(all, &these);
        }
        // A library is not linked.
        tests += "\n[[example]]\nname = \"program\"\ncrate-type = [\"lib\"]\n";
        let names = client.names.text().expect("should be JSON");
        let mut command = cargo::command();
        // Not `check`, for which all dependencies would be compiled once more.
        command.args(["build", "--offline", "--package", "client-tests", "--example", "program"]);
        command.args(["--message-format", "json", "--quiet"]);
        command.args(cargo::options_of_copy(&metadata.members(), 254));
        let document = document.to_string();
        let mut files = vec![
            ("Cargo.toml", manifest.as_str()),
            (TESTS, &tests),
            ("openapi.json", &document),
            ("names.json", &names),
            (PROGRAM, text),
        ];
        if client.names.client.credentials.is_some() {
            files.push(("src/lib.rs", LIB));
        }
        let sources = Sources { root, target, manifests: &[], others: &[] }.files().expect("should be read");
        let files: Vec<_> = files.iter().map(|(name, text)| Change { path: Path::new(name), text }).collect();
        scratch::mirror(root, &copy, &sources, &files).expect("should be copied");
        command.arg("--target-dir").arg(target).current_dir(&copy).stderr(Stdio::null());
        let output = command.output().expect("should run");
        let messages = String::from_utf8(output.stdout).expect("should be UTF-8");
        let mut checked = Checked::default();
        for message in messages.lines() {
            let message: Value = serde_json::from_str(message).expect("should be JSON");
            let message = &message["message"];
            if message["level"] == "error" {
                checked.failing.extend(lines(message));
            } else if message["code"]["code"] == "deprecated" {
                checked.deprecated.extend(lines(message));
            }
        }
        assert_eq!(output.status.success(), checked.failing.is_empty(), "{messages}");
        checked
    }
}

/// The lines of the program that a message of the compiler is about.
fn lines(message: &Value) -> Vec<usize> {
    let spans = message["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true);
    let lines = spans.map(|span| {
        assert_eq!(span["file_name"], PROGRAM, "nothing is wrong with the client: {}", message["rendered"]);
        span["line_start"].as_u64().and_then(|line| usize::try_from(line).ok()).expect("should be a line")
    });
    lines.collect()
}
