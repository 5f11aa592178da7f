//! A package of a client alone, with code that is there already: no build script generates it.

use std::{env, fs, path::Path, process::Command};

/// Compiles the client with this code and these features of tags, in the folder of this number; the errors if it does not.
///
/// Its root is that of this package, and its dependencies are those of the workspace: they are built.
pub fn build(number: usize, client: &str, features: &[&str]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("is in the workspace");
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = format!("recorded-names-{number}");
    let folder = tmp.join(&name);
    let manifest = manifest(&name, root, features);
    let lib = include_str!("../../src/lib.rs");
    let included = r#"include!(concat!(env!("OUT_DIR"), "/client.rs"));"#;
    assert!(lib.contains(included));
    let lib = lib.replace(included, r#"include!("client.rs");"#);
    fs::create_dir_all(folder.join("src")).expect("should be made");
    for (name, text) in [("Cargo.toml", &*manifest), ("src/client.rs", client), ("src/lib.rs", &lib)] {
        // cargo goes by the times of files.
        if fs::read(folder.join(name)).ok().as_deref() != Some(text.as_bytes()) {
            fs::write(folder.join(name), text).expect("should be written");
        }
    }
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("should be copied");
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What cargo sets for this program: build scripts of dependencies look at some of it, and would be run again.
    for (name, _) in
        env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
    {
        command.env_remove(name);
    }
    command.args(["build", "--offline", "--quiet", "--target-dir", &tmp.parent().expect("has one").to_string_lossy()]);
    let output = command.current_dir(folder).output().expect("cargo should run");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// The profile is that of the workspace, too.
fn manifest(name: &str, root: &Path, features: &[&str]) -> String {
    let tags = features.iter().map(|feature| format!("\"{feature}\" = []\n")).collect::<String>();
    let default = [features, &["mock", "rate-limit"]].concat().join("\", \"");
    let runtime = root.join("crates/perennial");
    format!(
        r#"
[workspace]

[profile.dev]
debug = "line-tables-only"

[profile.dev.package."*"]
debug = false

[package]
name = "{name}"
version = "0.0.0"
edition = "2024"

[features]
default = ["{default}"]
mock = ["perennial/mock"]
rate-limit = ["perennial/rate-limit"]
{tags}
[dependencies]
perennial = {{ path = {runtime:?}, features = ["gzip", "rustls"] }}
"#
    )
}
