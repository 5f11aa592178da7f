//! What a release commits and prints.

use std::process::Command;

use chrono::Utc;

use crate::repository::Repository;

const COMMANDS: &str = "  cargo publish --dry-run --package runtime --package perennial-codegen --package a-client\n  \
                        git push\n  \
                        cargo publish --package runtime\n  \
                        cargo publish --package perennial-codegen\n  \
                        cargo publish --package a-client\n  \
                        git tag v0.2.0\n  \
                        git push origin v0.2.0\n";

/// As the task has it: the date of today, in UTC.
fn today() -> String {
    chrono::DateTime::<Utc>::from(std::time::SystemTime::now()).date_naive().to_string()
}

#[test]
fn a_breaking_release_is_one_commit_of_all_that_has_the_version() {
    let repository = Repository::released(&["a", "b"]);
    repository.serve(&["a"]);
    repository.commit("Update");
    let manifest = repository.text("Cargo.toml");
    let days = today();
    let done = repository.release(&[]);
    let days = [days, today()];
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stdout.starts_with(&format!("Workspace: {}\nRelease 0.2.0 is ", repository.path().display())));
    assert!(done.stdout.ends_with(COMMANDS), "{}", done.stdout);

    let [log, status] = repository.state();
    assert!(
        log.lines().count() == 3 && log.lines().next().is_some_and(|line| line.ends_with(" Release 0.2.0")),
        "{log}"
    );
    assert_eq!(status, "");
    let names = repository.git(&["show", "--name-only", "--format="]);
    let expected =
        "CHANGELOG.md\nCargo.lock\nCargo.toml\ncrates/perennial-codegen/Cargo.toml\ncrates/runtime/Cargo.toml\n";
    assert_eq!(names, expected);
    let expected = manifest.replace("'0.1.0'", "\"0.2.0\"").replace("0.1.0", "0.2.0");
    assert_eq!(repository.text("Cargo.toml"), expected);
    let headings = days.map(|day| format!("# Changelog\n\n## 0.2.0 - {day}\n\n- One thing.\n"));
    assert!(headings.contains(&repository.text("CHANGELOG.md")), "{}", repository.text("CHANGELOG.md"));

    // The lock file is what cargo makes of the manifests, and what is not published keeps its version.
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--offline", "--format-version", "1"]).current_dir(repository.path());
    let output = cargo.output().expect("should run");
    assert!(output.status.success(), "{output:?}");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("should be JSON");
    let mut versions: Vec<_> = metadata["packages"].as_array().expect("should be a list").iter().collect();
    versions.sort_by_key(|package| package["name"].as_str());
    let versions: Vec<_> = versions.into_iter().map(|package| &package["version"]).collect();
    assert_eq!(versions, ["0.2.0", "0.1.0", "0.2.0", "0.2.0"]);
}

#[test]
fn the_version_is_the_lowest_that_the_changes_allow() {
    for (operations, changelog, expected) in [
        (["a", "b"].as_slice(), "- A fix.", "0.1.1"),
        (&["a", "b", "c"], "- More.", "0.1.1"),
        (&["a"], "- Less.", "0.2.0"),
        (&["a", "b"], "- **Breaking:** by hand.", "0.2.0"),
    ] {
        let repository = Repository::released(&["a", "b"]);
        repository.serve(operations);
        repository.write("CHANGELOG.md", &format!("## [Unreleased]\n\n{changelog}\n"));
        repository.commit("Update");
        let done = repository.release(&["--dry-run"]);
        assert!(done.stdout.contains(&format!("\nRelease {expected} would commit:\n")), "{operations:?} {done:?}");
        assert!(done.stdout.contains(&format!("`## [{expected}] - ")), "{done:?}");
        assert_eq!(repository.release(&["0.4.0", "--dry-run"]).code, Some(0));
    }
}

#[test]
fn the_first_release_has_the_present_version() {
    let repository = Repository::with(&["a"]);
    repository.write(".ci/release", "");
    repository.commit("Check");
    let done = repository.release(&["--first"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stdout.contains("\n  .ci/release --first\n  git push\n"), "{}", done.stdout);
    assert_eq!(repository.git(&["show", "--name-only", "--format=%s"]), "Release 0.1.0\n\nCHANGELOG.md\n");
    let again = repository.release(&[]);
    assert!(again.stdout.contains("\n  .ci/release --first\n  git push\n"), "{again:?}");
}

#[test]
fn a_dry_run_says_what_would_be_done_and_does_nothing() {
    let repository = Repository::released(&["a"]);
    let before = repository.state();
    let done = repository.release(&["0.2.0", "--dry-run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    for line in [
        "Release 0.2.0 would commit:",
        "  Cargo.toml: 0.1.0 becomes 0.2.0",
        "  Cargo.lock: 0.1.0 becomes 0.2.0",
        "  crates/runtime/Cargo.toml: 0.1.0 becomes 0.2.0",
    ] {
        assert!(done.stdout.lines().any(|found| found == line), "{line}\n{}", done.stdout);
    }
    assert!(done.stdout.ends_with(COMMANDS), "{}", done.stdout);
    assert_eq!(repository.state(), before);
}

#[test]
fn names_that_are_deprecated_by_the_release_are_so_since_its_version() {
    let repository = Repository::released(&["a"]);
    let names = repository.text("names.json");
    let mut names: serde_json::Value = serde_json::from_str(&names).expect("should be JSON");
    let operations = names["operations"].as_object_mut().expect("should be there");
    let mut operation = operations.remove("a").expect("should be there");
    operation["former"] = serde_json::json!({ "a": "unreleased" });
    operations.insert("better".to_owned(), operation);
    repository.write("names.json", &names.to_string());
    // Stamps it with the lowest version.
    repository.serve(&["a"]);
    repository.commit("Rename");
    assert!(repository.text("names.json").contains("\"0.1.1\""), "{}", repository.text("names.json"));
    let done = repository.release(&["0.3.0"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.stdout.contains("\n  names.json: names that this release deprecates are so since 0.3.0\n"),
        "{done:?}"
    );
    for name in ["names.json", "pregenerated/client.rs"] {
        let text = repository.text(name);
        assert!(text.contains("\"0.3.0\"") && !text.contains("\"0.1.1\""), "{name}: {text}");
    }
    assert_eq!(repository.state()[1], "");
}

#[test]
fn once_it_is_committed_the_commands_are_printed_again() {
    let repository = Repository::released(&["a"]);
    let first = repository.release(&["0.2.0"]);
    assert_eq!(first.code, Some(0), "{first:?}");
    repository.write("src/lib.rs", "// What a check found.\n");
    repository.commit("Fix");
    let before = repository.state();
    for arguments in [[].as_slice(), &["0.2.0"], &["--dry-run"]] {
        let again = repository.release(arguments);
        assert!(again.code == Some(0) && again.stdout.contains("\n0.2.0 is committed already.\n"), "{again:?}");
        assert!(again.stdout.ends_with(COMMANDS), "{again:?}");
    }
    repository.refuses(&["0.3.0"], "0.2.0 is committed and has no tag: publish and tag it before 0.3.0");
    assert_eq!(repository.state(), before);
    repository.git(&["tag", "v0.2.0"]);
    repository.refuses(&[], "CHANGELOG.md has nothing below `## Unreleased`");
}
