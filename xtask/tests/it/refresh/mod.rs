//! Tests that a refresh breaks only what its report lists, even if the new document is large.

mod readers;
mod tree;

use std::collections::BTreeSet;

use self::tree::Tree;
use large_document::large_document;
use loopback::{Server, whole};

/// The minimum number of operations in the new document. Services publish documents of this size.
const LARGE: u64 = 143;

/// `cargo test --workspace -- --ignored` runs this test, as `.ci/run` does. The other packages are not tested: no
/// refresh changes a file that they read, as the tests in `readers` check.
#[test]
#[ignore = "compiles a client of at least 143 operations, several times"]
fn breaking_refresh_breaks_only_the_lines_that_its_report_lists() {
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

    tree.expect_success(&["test", "--package=client-tests", "--lib", "--test", "*"]);
    // Compiles the code of the client that is written by hand against the new document.
    tree.expect_success(&["check", "--lib", "--no-default-features", "--features", "all-tags,rustls"]);
    let failing = tree.failing_lines_of_examples();
    assert_eq!(failing, listed);
    // Samples in `src/` use no names from a document. All other samples are copies of files in `examples/`, so they
    // fail only if the file is listed.
    for source in tree.sources_of_failing_samples() {
        assert!(listed.iter().any(|(of, _)| *of == source), "{source}");
    }
    tree.expect_current();
}
