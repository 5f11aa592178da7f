use std::{path::Path, process::Command};

pub fn init(folder: &Path) {
    git(folder, &["init", "--quiet"]);
}

/// Commits the files of a workspace that matter to updates, and tags the commit.
pub fn commit(folder: &Path, tags: &[&str]) {
    git(folder, &["add", "--force", "openapi.json", "Cargo.toml", "src", "crates"]);
    for name in ["names.json", "public-api.txt"] {
        if folder.join(name).exists() {
            git(folder, &["add", "--force", name]);
        }
    }
    git(folder, &["commit", "--quiet", "--allow-empty", "--message", "x"]);
    tags.iter().for_each(|tag| git(folder, &["tag", tag]));
}

/// Runs git without the configuration of this machine, on which the result must not depend.
pub fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main"]);
    command.args(arguments).current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let output = command.output().expect("git should run");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}
