//! Tests which crates of the workspace may depend on which, according to the manifests.

use std::{collections::BTreeMap, path::Path, process::Command};

use serde_json::Value;

const RUNTIME: &str = "perennial";
const GENERATOR: &str = "perennial-codegen";
const UPDATE: &str = "perennial-update";

#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Runtime,
    Generator,
    /// A crate that updates clients, even those that do not compile.
    Update,
    /// A client, which its build script generates.
    Client,
    Tasks,
    Benchmarks,
    /// A program that uses the client as consumers do.
    Program,
    /// A crate for tests, which depends on no crate with another role.
    Fixture,
}

struct Dependency {
    name: String,
    /// The kind of the dependency: `build`, `dev`, or `None` for a normal dependency.
    kind: Option<String>,
}

struct Crates(BTreeMap<String, Vec<Dependency>>);

impl Crates {
    fn in_workspace(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO"));
        command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(folder);
        let output = command.output().expect("should run");
        let metadata: Value = serde_json::from_slice(&output.stdout).expect("should be JSON");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let packages = metadata["packages"].as_array().expect("should be a list").iter().map(|package| {
            let dependencies = package["dependencies"].as_array().expect("should be a list").iter();
            let dependencies = dependencies.filter_map(|dependency| {
                Some(Dependency { name: text(&dependency["name"])?, kind: text(&dependency["kind"]) })
            });
            (text(&package["name"]).expect("should have a name"), dependencies.collect())
        });
        Self(packages.collect())
    }

    fn role(&self, name: &str) -> Option<Role> {
        let dependencies = self.0.get(name)?;
        let is_client = dependencies.iter().any(|it| it.name == GENERATOR && it.kind.as_deref() == Some("build"));
        Some(match name {
            RUNTIME => Role::Runtime,
            GENERATOR => Role::Generator,
            UPDATE => Role::Update,
            "xtask" => Role::Tasks,
            "benches" | "documents" => Role::Benchmarks,
            "client-tests" => Role::Program,
            _ if name.starts_with("example-") => Role::Program,
            _ if is_client => Role::Client,
            _ => Role::Fixture,
        })
    }

    fn refused_dependencies(&self) -> Vec<String> {
        let all = self.0.iter().flat_map(|(name, dependencies)| dependencies.iter().map(move |it| (name, it)));
        let refused = all.filter(|(name, Dependency { name: other, kind })| {
            let (Some(role), Some(others)) = (self.role(name), self.role(other)) else { return false };
            // A crate may depend on itself, because its tests may need more features than its users.
            name != &other && !may_depend(role, kind.as_deref(), others)
        });
        refused
            .map(|(name, Dependency { name: other, kind })| {
                format!("{name} -> {other} ({})", kind.as_deref().unwrap_or("normal"))
            })
            .collect()
    }
}

fn may_depend(crate_of: Role, kind: Option<&str>, other: Role) -> bool {
    matches!(
        (crate_of, kind, other),
        (Role::Client, None, Role::Runtime)
            | (Role::Client, Some("build" | "dev"), Role::Generator)
            | (Role::Update, None, Role::Runtime | Role::Generator)
            | (Role::Tasks, None, Role::Update | Role::Runtime)
            | (Role::Benchmarks, Some("dev"), Role::Client)
            | (Role::Benchmarks, None, Role::Generator | Role::Update)
            | (Role::Program, _, Role::Client | Role::Program)
            | (Role::Program, Some("dev"), Role::Runtime)
            | (Role::Fixture, None, Role::Runtime)
            | (Role::Fixture, Some("dev"), Role::Generator)
            | (_, Some("dev"), Role::Fixture)
    )
}

#[test]
fn runtime_generator_and_tasks_depend_on_no_client() {
    let crates = Crates::in_workspace(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert_eq!(crates.refused_dependencies(), [""; 0]);
    for (name, role) in [
        (RUNTIME, Role::Runtime),
        (GENERATOR, Role::Generator),
        (UPDATE, Role::Update),
        ("xtask", Role::Tasks),
        ("monitoring-service", Role::Client),
        ("kitchen-sink", Role::Client),
        ("example-backfill", Role::Program),
        ("loopback", Role::Fixture),
    ] {
        assert_eq!(crates.role(name), Some(role), "{name}");
    }
    let has = |kind: Option<&str>, other: &str| {
        crates.0["monitoring-service"].iter().any(|it| it.name == other && it.kind.as_deref() == kind)
    };
    assert!(has(None, RUNTIME) && has(Some("build"), GENERATOR));
}

#[test]
fn finds_each_dependency_that_is_not_allowed() {
    const CLIENT: (&str, Option<&str>, &str) = ("client", Some("build"), GENERATOR);
    for (name, kind, other, is_refused) in [
        ("client", None, RUNTIME, false),
        ("client", None, GENERATOR, true),
        ("client", Some("dev"), "fixture", false),
        ("client", None, "fixture", true),
        (RUNTIME, None, GENERATOR, true),
        (RUNTIME, Some("dev"), GENERATOR, true),
        (GENERATOR, Some("dev"), RUNTIME, true),
        (GENERATOR, Some("dev"), GENERATOR, false),
        (RUNTIME, None, "client", true),
        (UPDATE, None, GENERATOR, false),
        (UPDATE, None, RUNTIME, false),
        (UPDATE, None, "client", true),
        (UPDATE, Some("dev"), "client", true),
        ("xtask", None, UPDATE, false),
        ("xtask", None, GENERATOR, true),
        ("xtask", None, RUNTIME, false),
        ("xtask", None, "client", true),
        ("xtask", Some("dev"), "client", true),
        ("fixture", None, "client", true),
        ("benches", Some("dev"), "client", false),
        ("benches", None, "serde", false),
    ] {
        let mut crates = Crates(BTreeMap::new());
        for name in [RUNTIME, GENERATOR, UPDATE, "client", "xtask", "fixture", "benches"] {
            crates.0.insert(name.to_owned(), Vec::new());
        }
        for (name, kind, other) in [CLIENT, (name, kind, other)] {
            let dependency = Dependency { name: other.to_owned(), kind: kind.map(str::to_owned) };
            crates.0.entry(name.to_owned()).or_default().push(dependency);
        }
        let found = crates.refused_dependencies();
        assert_eq!(found.len(), usize::from(is_refused), "{name} {kind:?} {other}: {found:?}");
    }
}
