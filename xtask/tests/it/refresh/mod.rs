//! Tests that a refresh breaks only the lines that its report lists, even if the new document is large.

mod readers;
mod tree;

use std::collections::BTreeSet;

use self::tree::Tree;
use large_document::large_document;
use loopback::{Server, whole};

/// The new document contains at least this many operations, as the documents of some services do.
const LARGE: u64 = 143;

/// `cargo test --workspace -- --ignored` runs this test, as in `.ci/run`. The other packages are not tested, because no
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
    // Checks that the handwritten code of the client compiles with the new document.
    tree.expect_success(&["check", "--lib", "--no-default-features", "--features", "all-tags,rustls"]);
    let failing = tree.failing_lines_of_examples();
    assert_eq!(failing, listed);
    // Samples in `src/` use no names from a document. All other samples are copies of files in `examples/`, so a sample
    // may fail only if the report lists its file.
    for source in tree.sources_of_failing_samples() {
        assert!(listed.iter().any(|(of, _)| *of == source), "{source}");
    }
    tree.expect_current();
}
