//! What cannot be released is refused, and left as it was.

use crate::repository::{CHANGELOG, Repository};

#[test]
fn a_version_that_promises_more_than_what_changed_is_refused() {
    let repository = Repository::released(&["a", "b"]);
    repository.refuses(&["0.1.0"], "0.1.0 promises too much after 0.1.0, which has to be higher");
    repository.serve(&["a"]);
    repository.commit("Update");
    let reason = "0.1.9 promises too much after 0.1.0, since when callers break: `cargo xtask diff v0.1.0 ./openapi.json` \
                  says where: it has to be 0.2.0 or higher";
    repository.refuses(&["0.1.9"], reason);
    repository.serve(&["a", "b"]);
    repository.write("CHANGELOG.md", "## Unreleased\n\n- **Breaking:** by hand.\n");
    repository.commit("Change");
    repository.refuses(&["0.1.9"], "since when callers break, as CHANGELOG.md says: it has to be 0.2.0 or higher");
}

#[test]
fn what_is_not_committed_is_refused_and_named() {
    for (name, status) in [("src/lib.rs", " M src/lib.rs"), ("src/new.rs", "?? src/new.rs")] {
        let repository = Repository::released(&["a"]);
        repository.write(name, "// new");
        repository.refuses(&[], &format!("{status}\nerror: what is above is not committed"));
    }
}

#[test]
fn a_changelog_that_tells_nothing_is_refused() {
    for changelog in [
        "# Changelog\n",
        "# Changelog\n\n## 0.0.9 - 2020-01-01\n\n- Old.\n",
        "## Unreleased\n\n### Fixed\n\n<!-- update-spec since 12ab -->\n<!-- /update-spec -->\n\n## 0.0.9\n\n- Old.\n",
    ] {
        let repository = Repository::released(&["a"]);
        repository.write("CHANGELOG.md", changelog);
        repository.commit("Change");
        repository.refuses(&[], "CHANGELOG.md has nothing below `## Unreleased`");
    }
}

#[test]
fn a_version_that_has_a_tag_is_refused() {
    for tag in ["v0.2.0", "0.2.0"] {
        let repository = Repository::released(&["a"]);
        repository.git(&["tag", tag]);
        repository.refuses(&["0.2.0"], &format!("the tag {tag} is there already"));
    }
}

#[test]
fn a_release_without_one_before_it_has_to_be_called_the_first() {
    let unknown = Repository::with(&["a"]);
    unknown.refuses(&[], "there is no git tag `v0.1.0` or `0.1.0` with an openapi.json; `git fetch --tags` brings");
    Repository::released(&["a"]).refuses(&["--first"], "this is not the first release: v0.1.0 is before it");
}

#[test]
fn a_section_above_a_release_without_a_tag_is_refused() {
    let repository = Repository::with(&["a"]);
    repository.write("CHANGELOG.md", &format!("{CHANGELOG}\n## 0.1.0 - 2020-01-01\n\n- Old.\n"));
    repository.commit("Change");
    repository.refuses(&["--first"], "CHANGELOG.md has 0.1.0, which has no tag, and more below `## Unreleased`");
}

#[test]
fn packages_and_dependencies_of_other_versions_are_refused() {
    for (name, old, new, reason) in [
        ("Cargo.toml", "version = '0.1.0'", "version = '0.1.1'", "a-client is 0.1.1 and "),
        ("Cargo.toml", "{ version = \"0.1.0\"", "{ version = \"=0.1.0\"", "depends on runtime by `=0.1.0`"),
        ("Cargo.toml", "[package]\n", "[package]\npublish = false\n", "a-client has `publish = false`"),
    ] {
        let repository = Repository::released(&["a"]);
        repository.write(name, &repository.text(name).replace(old, new));
        repository.commit("Change");
        repository.refuses(&[], reason);
    }
}

#[test]
fn files_that_do_not_follow_from_the_document_are_refused() {
    let repository = Repository::released(&["a"]);
    repository.write("public-api.txt", "");
    repository.commit("Change");
    repository.refuses(&[], "public-api.txt does not match openapi.json");
}

#[test]
fn no_branch_and_nobody_who_commits_are_refused() {
    let repository = Repository::released(&["a"]);
    let before = repository.state();
    let done = repository.release_by_nobody();
    assert!(done.code == Some(1) && done.stderr.contains("git does not know who commits"), "{done:?}");
    assert_eq!(repository.state(), before);
    repository.git(&["checkout", "--quiet", "--detach"]);
    repository.refuses(&[], "no branch is checked out");
}

/// The hook says what it saw: that all was written when git refused.
#[cfg(unix)]
#[test]
fn a_commit_that_fails_leaves_all_files_as_they_were() {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    let repository = Repository::released(&["a"]);
    let hook = repository.path().join(".git/hooks/pre-commit");
    repository.write(".git/hooks/pre-commit", "#!/bin/sh\ngit diff --cached --name-only >&2\nexit 1\n");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("should be allowed");
    let seen = "CHANGELOG.md\nCargo.lock\nCargo.toml\ncrates/perennial-codegen/Cargo.toml\ncrates/runtime/Cargo.toml\n";
    repository.refuses(&[], &format!("{seen}error: git did not commit the release (see above)"));
    fs::remove_file(hook).expect("should be removed");
    assert_eq!(repository.release(&[]).code, Some(0));
}

#[test]
fn a_version_of_another_form_is_wrong_usage() {
    for version in ["1.0", "1.0.0-beta.1", "v1.0.0"] {
        let done = Repository::released(&["a"]).release(&[version]);
        assert!(done.code == Some(2) && done.stderr.contains("three numbers, such as 1.4.0"), "{done:?}");
    }
}
