use std::{
    env, fs,
    process::{Command, Stdio},
};

use compiler::{Compiler, Crate, Message};

/// Compiles a client with the generated code `client` and these features of tags. Returns the errors if it does not
/// compile.
///
/// All clients here have the same root module.
pub fn build(client: &str, features: &[&str]) -> Result<(), String> {
    check_feature_names(features)?;
    let mut compiler = Compiler::new();
    compiler.write_client(client);
    let features = [features, &["mock", "rate-limit"]].concat();
    let library = Crate { name: "recorded_names", source: include_str!("../client_root.rs"), features: &features };
    let messages = compiler.library(&library);
    let errors: String = messages.into_iter().filter(Message::is_error).map(|error| error.rendered).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn check_feature_names(features: &[&str]) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a temporary folder should be created");
    let features: String = features.iter().map(|feature| format!("\"{feature}\" = []\n")).collect();
    let manifest = format!(
        "[package]\nname = \"recorded-names\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[features]\n{features}"
    );
    fs::create_dir(folder.path().join("src")).expect("should be created");
    for (name, text) in [("Cargo.toml", manifest.as_str()), ("src/lib.rs", "")] {
        fs::write(folder.path().join(name), text).expect("should be written");
    }
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--offline", "--no-deps", "--format-version", "1"]).current_dir(folder.path());
    let output = command.stdout(Stdio::null()).output().expect("cargo should run");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
