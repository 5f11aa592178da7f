//! A refresh leaves the tree green: what depends on the vendored document, and what a large one breaks.

mod readers;
mod tree;

use std::collections::BTreeSet;

use self::tree::Tree;
use large_document::large_document;
use loopback::{Server, whole};

/// As many operations as documents of this kind have that are served.
const LARGE: u64 = 143;

/// `cargo test --workspace -- --ignored` runs it, as `.ci/run` does. The other packages are left out: no refresh changes
/// what they read, as `readers` checks.
#[test]
#[ignore = "compiles a client of at least 143 operations, several times"]
fn after_a_breaking_refresh_nothing_fails_that_the_report_did_not_list() {
    let tree = Tree::copy_of_this_repository();
    let document = large_document(20_250_810, &tree.document());
    let server = Server::routes([("/openapi.json", whole(200, &[], document.to_string()))]);
    let report = tree.update(&server);
    assert_eq!(report["verdict"], "breaking");
    assert!(
        report["operations"]["after"].as_u64().is_some_and(|count| count >= LARGE),
        "{}",
        report["operations"]["after"]
    );
    let listed: BTreeSet<(String, usize)> = report["to_change"]
        .as_array()
        .expect("should be there")
        .iter()
        .map(|place| {
            let file = place["file"].as_str().expect("should be text").to_owned();
            (file, place["line"].as_u64().and_then(|line| line.try_into().ok()).expect("should be a number"))
        })
        .collect();
    println!("listed: {listed:#?}");

    tree.passes(&["test", "--package=client-tests", "--lib", "--test", "*"]);
    // The code that was written with the document.
    tree.passes(&["check", "--lib", "--no-default-features", "--features", "all-tags,rustls"]);
    let failing = tree.failing_lines_of_examples();
    assert_eq!(failing, listed);
    // Those of `src/` name nothing that a document has; the others change with the file that they are copied from.
    for source in tree.sources_of_failing_samples() {
        assert!(listed.iter().any(|(of, _)| *of == source), "{source}");
    }
    tree.is_current();
}
