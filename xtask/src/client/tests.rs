//! The public API as data is what the generated code has.

mod code;
mod surface;

use std::{fs, path::Path};

use large_document::large_document;
use serde_json::Value;

use super::*;
use crate::workspace::Workspace;

/// The client of a document with these names, after both have been compared.
pub fn client_as_in_code(document: &str, names: &Names) -> Client {
    let client = Client::generate(document, names).expect("should be generated");
    let in_code = || code::lines(&syn::parse_file(&client.code).expect("should be Rust").items);
    let in_code = stack::with_stack(in_code).expect("should be read");
    let in_api = surface::lines(&client.api);
    let unknown: Vec<&String> = in_code.difference(&in_api).collect();
    let missing: Vec<&String> = in_api.difference(&in_code).collect();
    assert!(unknown.is_empty() && missing.is_empty(), "only in code: {unknown:#?}, not in code: {missing:#?}");
    client
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should be in the workspace")
}

/// The document of a package of tests, and its names.
fn of_package(package: &str) -> (String, Names) {
    let read = |name: &str| fs::read_to_string(root().join("tests").join(package).join(name)).expect("should be there");
    (read("openapi.json"), Names::parse(&read("names.json")).expect("should be legal"))
}

#[test]
fn the_vendored_document_has_the_public_api_of_its_code() {
    let workspace = Workspace::find(None).expect("should be there");
    let Vendored::Text(document) = workspace.vendored().expect("should be there") else { panic!("is unusable") };
    client_as_in_code(&document, &workspace.names().expect("should be legal"));
}

#[test]
fn documents_with_all_that_occurs_have_the_public_api_of_their_code() {
    for package in ["layer", "kitchen-sink"] {
        let (document, names) = of_package(package);
        client_as_in_code(&document, &names);
    }
}

#[test]
fn a_large_document_has_the_public_api_of_its_code() {
    let (layer, _) = of_package("layer");
    let layer: Value = serde_json::from_str(&layer).expect("should be JSON");
    client_as_in_code(&large_document(20_250_810, &layer).to_string(), &Names::default());
}
