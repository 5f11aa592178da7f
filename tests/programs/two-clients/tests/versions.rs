//! Tests of the clients with a later and with an earlier version of the runtime, in copies of this workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

struct WorkspaceCopy {
    folder: PathBuf,
}

impl WorkspaceCopy {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.ancestors().nth(3).unwrap();
        for name in ["Cargo.toml", "Cargo.lock", "src", "tests/calls.rs", "bare", "bookshelf", "weather"] {
            copy_recursively(&here.join(name), &folder.join("clients").join(name));
        }
        copy_recursively(&root.join("crates/perennial"), &folder.join("runtime/perennial"));
        let copy = Self { folder };
        // The runtime's manifest inherits values from these tables of its workspace, so the copy contains them.
        let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let (_, inherited) = workspace.split_once("\n[workspace.package]").unwrap();
        let (inherited, _) = inherited.split_once("\n[profile.dev]").unwrap();
        let workspace = format!("[workspace]\nmembers = [\"perennial\"]\n\n[workspace.package]{inherited}");
        fs::write(copy.folder.join("runtime/Cargo.toml"), workspace).unwrap();
        copy.replace_in_file("clients/Cargo.toml", "\"../../../crates/perennial\"", "\"../runtime/perennial\"");
        for path in ["../../../crates/perennial-codegen", "../../loopback"] {
            copy.replace_in_file("clients/Cargo.toml", &format!("{path:?}"), &format!("{:?}", here.join(path)));
        }
        copy
    }

    fn replace_in_file(&self, file: &str, before: &str, after: &str) {
        let text = fs::read_to_string(self.folder.join(file)).unwrap();
        assert!(text.contains(before), "{file} lacks {before}");
        fs::write(self.folder.join(file), text.replace(before, after)).unwrap();
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env::var_os("CARGO").unwrap());
        // cargo sets these variables for this test. Some build scripts depend on them, and would run again because
        // their values differ.
        for (name, _) in
            env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        command
            .args(arguments)
            .arg("--offline")
            .env("CARGO_TARGET_DIR", target)
            .current_dir(self.folder.join("clients"));
        command.output().unwrap()
    }
}

fn copy_recursively(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy_recursively(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, fs::read(from).unwrap()).unwrap();
    }
}

fn lossy_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn clients_for_two_runtime_patch_versions_share_the_later_runtime() {
    let copy = WorkspaceCopy::new("later-runtime");
    copy.replace_in_file("runtime/perennial/Cargo.toml", "version = \"0.1.0\"", "version = \"0.1.1\"");
    copy.replace_in_file("clients/weather/Cargo.toml", "perennial = \"0.1.0\"", "perennial = \"0.1.1\"");
    let calls = copy.cargo(&["test", "--quiet", "--test", "calls"]);
    assert!(calls.status.success(), "{}{}", lossy_text(&calls.stdout), lossy_text(&calls.stderr));
    assert!(lossy_text(&calls.stdout).contains("2 passed"), "{}", lossy_text(&calls.stdout));
    // If the workspace contained two versions of the runtime, cargo would report that `perennial` is ambiguous.
    let tree = copy.cargo(&["tree", "--workspace", "--invert", "perennial", "--depth", "1", "--prefix", "depth"]);
    let tree = lossy_text(&tree.stdout);
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split(" (").next()).collect();
    assert_eq!(names, ["0perennial v0.1.1", "1bare v0.1.0", "1bookshelf v1.0.0", "1weather v2.3.4"]);
}

#[test]
fn generated_code_does_not_compile_with_an_older_runtime() {
    let copy = WorkspaceCopy::new("earlier-runtime");
    copy.replace_in_file("clients/bookshelf/src/generated.rs", "requires! { v1 }", "requires! { v2 }");
    copy.replace_in_file("clients/bookshelf/src/generated.rs", "__private::v1", "__private::v2");
    let refused = lossy_text(&copy.cargo(&["build", "--quiet", "--package", "bookshelf"]).stderr);
    let errors: Vec<&str> = refused.lines().filter(|line| line.starts_with("error")).collect();
    let [message, stops, count] = errors[..] else { panic!("{refused}") };
    assert_eq!(
        message,
        "error: this client was generated for revision `v2` of its runtime, but this build uses a version of \
         `perennial` that does not support this revision (`cargo tree -i perennial` shows the version): run `cargo \
         update -p perennial`"
    );
    assert!(stops.ends_with("`$crate::__nothing_else_is_compiled!`"), "{stops}");
    assert_eq!(count, "error: could not compile `bookshelf` (lib) due to 2 previous errors");
}
