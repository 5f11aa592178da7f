//! A package of the client alone, with generated code as it is in a build without the generator.

use std::{env, fs, path::Path, process::Command};

/// Compiles the client with this code and these features of tags, in the folder of this number; the errors if it does not.
///
/// Its manifest is that of the workspace, for the same dependencies: these are built.
pub fn build(number: usize, client: &str, all_tags: &[&str], other_features: &[&str]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("is in the workspace");
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = tmp.join(format!("recorded-names-{number}"));
    let text = fs::read_to_string(root.join("Cargo.toml")).expect("is there");
    let manifest = manifest(&text, &format!("recorded-names-{number}"), root, all_tags, other_features);
    fs::create_dir_all(folder.join("pregenerated")).expect("should be made");
    for (name, text) in [("Cargo.toml", &*manifest), ("pregenerated/client.rs", client), ("program.rs", "")] {
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
    // An example, since only that has the features that tests switch on in dependencies.
    command.args(["build", "--offline", "--quiet", "--no-default-features", "--example", "program", "--target-dir"]);
    let output = command.arg(tmp.parent().expect("is in the target folder")).current_dir(folder).output();
    let output = output.expect("cargo should run");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn manifest(text: &str, name: &str, root: &Path, all_tags: &[&str], other_features: &[&str]) -> String {
    let (workspace, package) = text.split_once("\n[package]\n").expect("has both");
    let workspace = workspace.lines().filter(|line| !line.starts_with("members = ") && !line.starts_with("exclude = "));
    let workspace = workspace.collect::<Vec<_>>().join("\n");
    let (package, _) = package.split_once("\n[[example]]\n").expect("has examples");
    let (before, features) = package.split_once("\nall-tags = [\n").expect("has tags");
    let (_, after) = features.split_once("\n# End of the features of tags.\n").expect("has an end");
    let listed: Vec<String> = all_tags.iter().map(|feature| format!("\"{feature}\"")).collect();
    let defined: String =
        all_tags.iter().chain(other_features).map(|feature| format!("\"{feature}\" = []\n")).collect();
    let package = format!("{before}\nall-tags = [{}]\n{defined}{after}", listed.join(", "));
    let at = |path: &str| format!("{:?}", root.join(path));
    let targets = format!(
        "[lib]\nname = \"monitoring_service\"\npath = {}\n\n\
         [[example]]\nname = \"program\"\npath = \"program.rs\"\ncrate-type = [\"lib\"]\n",
        at("src/lib.rs")
    );
    format!("{workspace}\n[package]\nbuild = {}\n{package}\n{targets}", at("build.rs"))
        .replace("name = \"monitoring-service\"\n", &format!("name = {name:?}\n"))
        .replace("\nmonitoring-service = { path = ", &format!("\n{name} = {{ path = "))
        .replace("path = \"codegen\"", &format!("path = {}", at("codegen")))
        .replace("path = \"tests/features\"", &format!("path = {}", at("tests/features")))
}
