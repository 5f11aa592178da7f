//! Checks recorded names. Each name must be a valid Rust or cargo name where it is used, and must not be recorded for
//! two items.
//!
//! No item without a recorded name ever gets a recorded name, so only recorded names can collide. If these checks pass,
//! all recorded names can be generated.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    file::{CredentialSettings, FILE, Names, OperationNames, ServerNames, TagNames, TypeNames},
    reserved, short,
    variants::CATCH_ALL,
    words,
};
use crate::{
    diagnostics::Diagnostics,
    text::{
        header,
        naming::{self, is_nfc_identifier},
    },
};

const REMEDY: &str = "change or remove it, or restore the file from version control";

/// Checks all recorded names, including those for the next document, which exist while an update is in progress.
///
/// # Errors
/// Lists each invalid or repeated name, with its entry and the reason.
pub fn check(names: &Names) -> Result<(), Diagnostics> {
    let mut checker = Checker { prefix: String::new(), diagnostics: Diagnostics::default() };
    checker.check_names(names);
    if let Some(next) = &names.next {
        checker.prefix = "next.names.".to_owned();
        checker.check_names(&next.names);
    }
    checker.diagnostics.into_result(())
}

/// A set of names that must differ from each other, such as the variants of an enum.
struct Namespace {
    /// Returns the reason why a name is invalid in this namespace, or `None` if it is valid.
    refuse: fn(&str) -> Option<&'static str>,
    /// Converts a name to the form in which two names are compared.
    normalize: fn(&str) -> String,
    /// The names that were added so far, in the form in which names are compared, with their entries in `names.json`.
    taken: BTreeMap<String, String>,
}

impl Namespace {
    fn new(refuse: fn(&str) -> Option<&'static str>, normalize: fn(&str) -> String, reserved: &[&str]) -> Self {
        let taken = reserved.iter().map(|name| (normalize(name), "a handwritten item".to_owned())).collect();
        Self { refuse, normalize, taken }
    }

    /// Creates the namespace of types or variants. The names in `reserved` are unavailable.
    fn of_types(reserved: &[&str]) -> Self {
        Self::new(refuse_type, str::to_owned, reserved)
    }

    /// Creates the namespace of functions or fields. The names in `reserved` are unavailable.
    fn of_values(reserved: &[&str]) -> Self {
        Self::new(refuse_value, str::to_owned, reserved)
    }

    fn of_features() -> Self {
        Self::new(refuse_feature, feature_variable, &short::FEATURES)
    }

    fn of_headers() -> Self {
        Self::new(refuse_header, str::to_ascii_lowercase, &[])
    }

    /// Creates a namespace for strings that are not Rust names. Every string is valid.
    fn of_texts(normalize: fn(&str) -> String) -> Self {
        Self::new(|_| None, normalize, &[])
    }
}

/// Returns the reason why `name` cannot be the name of a type or variant, if any.
///
/// Names of types begin with an upper-case letter, so they never collide with primitive types and modules. For the same
/// reason, names of values begin with a lower-case letter, and never collide with constants and constructors.
fn refuse_type(name: &str) -> Option<&'static str> {
    let is_lower = name.starts_with(|first: char| first.is_ascii_lowercase());
    refuse_identifier(name).or_else(|| {
        is_lower.then_some(
            "begins with a lower-case letter, but names of types and variants begin with an upper-case letter",
        )
    })
}

fn refuse_value(name: &str) -> Option<&'static str> {
    let is_upper = name.starts_with(|first: char| first.is_ascii_uppercase());
    refuse_identifier(name).or_else(|| {
        is_upper.then_some(
            "begins with an upper-case letter, but names of methods and fields begin with a lower-case letter",
        )
    })
}

fn refuse_identifier(name: &str) -> Option<&'static str> {
    (!is_nfc_identifier(name)).then_some("is not a valid Rust identifier in Unicode normalization form NFC")
}

/// Returns the reason why `name` cannot be the name of a feature, if any. cargo allows `+` and `.` as well, but such
/// names need quotes in `Cargo.toml`.
fn refuse_feature(name: &str) -> Option<&'static str> {
    let mut chars = name.chars();
    let begins = |first| matches!(first, '_' | '0'..='9') || unicode_ident::is_xid_start(first);
    let is_feature = chars.next().is_some_and(begins) && chars.all(|c| c == '-' || unicode_ident::is_xid_continue(c));
    (!is_feature).then_some("is not a valid feature: use letters, digits, `-` and `_`")
}

fn refuse_header(name: &str) -> Option<&'static str> {
    (!header::is_name(name)).then_some("is not a valid header name")
}

fn refuse_limit(limit: &str) -> Option<&'static str> {
    limit.split(' ').any(|word| word == "0").then_some("is not a valid limit: both numbers must be at least 1")
}

fn refuse_place(name: &str) -> Option<&'static str> {
    name.is_empty().then_some("is not the path of a type in the document")
}

/// Returns the last part of the environment variable with which cargo passes a feature to build scripts. For the
/// feature `a-b`, this is `A_B`.
pub fn feature_variable(feature: &str) -> String {
    feature.to_uppercase().replace('-', "_")
}

struct Checker {
    /// The text with which the path of each entry begins, such as `next.names.`.
    prefix: String,
    diagnostics: Diagnostics,
}

impl Checker {
    fn check_names(&mut self, Names { client, operations, tags, types, servers, features, next: _ }: &Names) {
        let (mut methods, mut builders) =
            (Namespace::of_values(&reserved::OF_CLIENT), Namespace::of_texts(naming::builder_name));
        self.check_each(&mut Namespace::of_headers(), entries_of_keys("client.headers", &client.headers));
        self.check_part(&mut Namespace::of_headers(), "client", "idempotency_key", &client.idempotency_key);
        self.check_each(&mut methods, entries_of_keys("client.methods", &client.methods));
        if let Some(CredentialSettings { setters }) = &client.credentials {
            let mut of_builder = Namespace::of_values(&reserved::OF_BUILDER);
            for (entry, setter) in entries_of_values("client.credentials.setters", setters) {
                if self.check_name(&mut of_builder, &entry, setter) {
                    self.check_name(&mut methods, &entry, &format!("{}{setter}", reserved::DERIVED));
                }
            }
            for method in reserved::OF_CREDENTIALS {
                self.check_name(&mut methods, "client.credentials", method);
            }
        }
        let mut requests = Namespace::of_texts(str::to_owned);
        for (name, recorded) in operations {
            let OperationNames { request, setters, pagers, aliases, former, other_setters, rate_limit, timestamps: _ } =
                recorded;
            let at = format!("operations.{name}");
            for (entry, name) in present_and_other_names(&at, name, aliases, former) {
                if self.check_name(&mut methods, &entry, name) {
                    self.check_name(&mut builders, &entry, name);
                }
            }
            self.check_part(&mut requests, &at, "request", request);
            let limit = rate_limit.as_ref().map(ToString::to_string);
            self.check_part(&mut Namespace::new(refuse_limit, str::to_owned, &[]), &at, "rate_limit", &limit);
            let mut of_call = Namespace::of_values(&reserved::OF_CALLS);
            self.check_each(&mut of_call, entries_of_values(&format!("{at}.setters"), setters));
            self.check_each(&mut of_call, entries_of_keys(&format!("{at}.pagers"), pagers.iter().flatten()));
            self.check_each(&mut of_call, entries_of_keys(&format!("{at}.other_setters"), other_setters.keys()));
        }
        let (mut declared, mut groups) =
            (Namespace::of_texts(words::tag_name), Namespace::of_types(&reserved::OF_TAGS));
        let mut of_tags = Namespace::of_features();
        self.check_each(&mut of_tags, entries_of_keys("client.features", &client.features));
        for (name, TagNames { tag, type_name, feature, short_names, former }) in tags {
            let at = format!("tags.{name}");
            self.check_name(&mut methods, &at, name);
            self.check_part(&mut declared, &at, "tag", tag);
            self.check_part(&mut groups, &at, "type", type_name);
            self.check_part(&mut of_tags, &at, "feature", feature);
            let mut of_group = Namespace::of_values(&reserved::OF_GROUPS);
            self.check_each(&mut of_group, entries_of_values(&format!("{at}.short_names"), short_names));
            self.check_each(&mut of_group, entries_of_keys(&format!("{at}.former"), former.keys()));
        }
        // Former features have a namespace of their own. A former feature may have the name of a current one, and then
        // enables additional features.
        self.check_each(&mut Namespace::of_features(), entries_of_keys("features", features.keys()));
        let (mut type_names, mut places) = (Namespace::of_types(&[]), Namespace::new(refuse_place, str::to_owned, &[]));
        for (name, recorded) in types {
            let TypeNames { place, fields, aliases, former, .. } = recorded;
            let at = format!("types.{name}");
            self.check_each(&mut type_names, present_and_other_names(&at, name, aliases, former));
            self.check_part(&mut places, &at, "place", &place.as_ref().map(ToString::to_string));
            self.check_each(
                &mut Namespace::of_values(&reserved::OF_STRUCTS),
                entries_of_values(&format!("{at}.fields"), fields),
            );
            self.check_variants(&at, recorded);
        }
        // Servers may share an enum, so the same name may be recorded for the enums of several servers.
        let (mut of_servers, mut distinct) = (Namespace::of_types(&[reserved::DEFAULT_SERVER]), BTreeMap::new());
        for (url, ServerNames { name, setters, enums }) in servers {
            let at = format!("servers.{url}");
            self.check_name(&mut of_servers, &at, name);
            self.check_each(
                &mut Namespace::of_values(&reserved::OF_SERVERS),
                entries_of_values(&format!("{at}.setters"), setters),
            );
            distinct.extend(
                entries_of_values(&format!("{at}.enums"), enums).into_iter().map(|(entry, name)| (name, entry)),
            );
        }
        distinct.into_iter().for_each(|(name, entry)| _ = self.check_name(&mut of_servers, &entry, name));
    }

    fn check_variants(&mut self, at: &str, TypeNames { variants, other, former_variants, .. }: &TypeNames) {
        let mut namespace = Namespace::of_types(&[]);
        // Without a recorded name, the variant for all other values has its default name.
        let other = other.clone().unwrap_or_else(|| CATCH_ALL[0].to_owned());
        self.check_part(&mut namespace, at, "other", &Some(other));
        self.check_each(&mut namespace, entries_of_values(&format!("{at}.variants"), variants));
        // A former variant is not checked if its value is listed again, in a variant of the same name.
        let formers = former_variants.iter().filter(|(name, former)| variants.get(&former.of) != Some(name));
        self.check_each(
            &mut namespace,
            entries_of_keys(&format!("{at}.former_variants"), formers.map(|(name, _)| name)),
        );
    }

    fn check_each(&mut self, namespace: &mut Namespace, names: Vec<(String, &String)>) {
        for (entry, name) in names {
            self.check_name(namespace, &entry, name);
        }
    }

    fn check_part(&mut self, namespace: &mut Namespace, at: &str, part: &str, name: &Option<String>) {
        if let Some(name) = name {
            self.check_name(namespace, &format!("{at}.{part}"), name);
        }
    }

    /// Adds `name` to the namespace, or reports under `entry` why the name is invalid or unavailable. Returns whether
    /// it was added.
    fn check_name(&mut self, namespace: &mut Namespace, entry: &str, name: &str) -> bool {
        let normalized = (namespace.normalize)(name);
        let refusal = (namespace.refuse)(name).map(str::to_owned);
        match refusal.or_else(|| namespace.taken.get(&normalized).map(|other| format!("is already used by {other}"))) {
            Some(reason) => {
                self.diagnostics
                    .push(format!("{FILE}: {}{entry}", self.prefix), format!("{name:?} {reason}: {REMEDY}"));
                false
            }
            None => namespace.taken.insert(normalized, format!("{}{entry}", self.prefix)).is_none(),
        }
    }
}

/// Returns the name of an item together with its aliases and former names, each with its entry in `names.json`.
fn present_and_other_names<'a>(
    at: &str,
    name: &'a String,
    aliases: &'a BTreeSet<String>,
    former: &'a BTreeMap<String, String>,
) -> Vec<(String, &'a String)> {
    let (aliases, former) =
        (entries_of_keys(&format!("{at}.aliases"), aliases), entries_of_keys(&format!("{at}.former"), former.keys()));
    [vec![(at.to_owned(), name)], aliases, former].concat()
}

fn entries_of_keys<'a>(at: &str, names: impl IntoIterator<Item = &'a String>) -> Vec<(String, &'a String)> {
    names.into_iter().map(|name| (format!("{at}.{name}"), name)).collect()
}

fn entries_of_values<'a>(at: &str, names: &'a BTreeMap<String, String>) -> Vec<(String, &'a String)> {
    names.iter().map(|(key, name)| (format!("{at}.{key}"), name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(names: &str) -> String {
        Names::parse(names).map_err(|refused| refused.to_string()).expect_err(names)
    }

    /// Recorded names that collide, and the expected message about the second entry.
    ///
    /// Two cases are not obvious: the variant for all other values is called `Other` by default, and cargo passes the
    /// features `a-b` and `A_b` to build scripts in the same variable.
    const TAKEN: &str = r#"
        {"types":{"A":{"place":"x.y"},"B":{"place":"x.y"}}} => types.B.place: "x.y" is already used by types.A.place
        {"operations":{"a":{"request":"GET /"},"b":{"request":"GET /"}}} => operations.b.request: "GET /" is already used by operations.a.request
        {"tags":{"a":{"tag":"A b"},"b":{"tag":"aB"}}} => tags.b.tag: "aB" is already used by tags.a.tag
        {"tags":{"a":{"type":"A"},"b":{"type":"A"}}} => tags.b.type: "A" is already used by tags.a.type
        {"tags":{"a":{"feature":"a-b"},"b":{"feature":"A_b"}}} => tags.b.feature: "A_b" is already used by tags.a.feature
        {"tags":{"a":{"short_names":{"b":"get"},"former":{"get":{"of":"c"}}}}} => tags.a.former.get: "get" is already used by tags.a.short_names.b
        {"types":{"A":{"former":{"B":"1.0.0"}},"B":{}}} => types.B: "B" is already used by types.A.former.B
        {"types":{"A":{"aliases":["B"],"former":{"B":"1.0.0"}}}} => types.A.former.B: "B" is already used by types.A.aliases.B
        {"types":{"A":{"fields":{"x":"a","y":"a"}}}} => types.A.fields.y: "a" is already used by types.A.fields.x
        {"types":{"A":{"variants":{"x":"A","y":"A"}}}} => types.A.variants.y: "A" is already used by types.A.variants.x
        {"types":{"A":{"variants":{"x":"Other"}}}} => types.A.variants.x: "Other" is already used by types.A.other
        {"types":{"A":{"former_variants":{"Other":{"of":"x"}}}}} => types.A.former_variants.Other: "Other" is already used by types.A.other
        {"operations":{"a_b":{},"aB":{}}} => operations.a_b: "a_b" is already used by operations.aB
        {"operations":{"a":{"aliases":["b"]}},"tags":{"b":{}}} => tags.b: "b" is already used by operations.a.aliases.b
        {"operations":{"a":{"pagers":["b","b"]}}} => operations.a.pagers.b: "b" is already used by operations.a.pagers.b
        {"operations":{"a":{"setters":{"path x":"b"},"other_setters":{"b":{"of":"c"}}}}} => operations.a.other_setters.b: "b" is already used by operations.a.setters.path x
        {"client":{"methods":["a"]},"operations":{"a":{}}} => operations.a: "a" is already used by client.methods.a
        {"client":{"methods":["a"]},"operations":{"b":{"former":{"a":"1.0.0"}}}} => operations.b.former.a: "a" is already used by client.methods.a
        {"client":{"methods":["a"]},"tags":{"a":{}}} => tags.a: "a" is already used by client.methods.a
        {"client":{"features":["a"]},"tags":{"b":{"feature":"a"}}} => tags.b.feature: "a" is already used by client.features.a
        {"client":{"methods":["request"]}} => client.methods.request: "request" is already used by a handwritten item
        {"client":{"headers":["X-A","x-a"]}} => client.headers.x-a: "x-a" is already used by client.headers.X-A
        {"client":{"credentials":{"setters":{"A":"a","B":"a"}}}} => client.credentials.setters.B: "a" is already used by client.credentials.setters.A
        {"client":{"credentials":{"setters":{"A":"timeout"}}}} => client.credentials.setters.A: "timeout" is already used by a handwritten item
        {"client":{"credentials":{"setters":{"A":"a"}}},"operations":{"with_a":{}}} => operations.with_a: "with_a" is already used by client.credentials.setters.A
        {"client":{"credentials":{}},"operations":{"from_env":{}}} => operations.from_env: "from_env" is already used by client.credentials
        {"operations":{"request":{}}} => operations.request: "request" is already used by a handwritten item
        {"tags":{"a":{"feature":"all_tags"}}} => tags.a.feature: "all_tags" is already used by a handwritten item"#;

    #[test]
    fn error_for_colliding_recorded_names_contains_both_entries() {
        for case in TAKEN.lines().map(str::trim_start).filter(|case| !case.is_empty()) {
            let (names, taken) = case.split_once(" => ").expect("should have two parts");
            let expected = format!("names.json: {taken}: {REMEDY}");
            assert_eq!(refused(names), expected);
            // Names for the next document are checked in the same way.
            let next = refused(&format!(r#"{{"next":{{"document":"0","names":{names}}}}}"#));
            assert_eq!(next.replace("next.names.", ""), expected);
        }
    }

    #[test]
    fn refuses_handwritten_methods_and_headers_with_invalid_names() {
        for (names, entry, reason) in [
            (
                r#"{"client":{"methods":["with account"]}}"#,
                "methods.with account",
                "is not a valid Rust identifier in Unicode normalization form NFC",
            ),
            (r#"{"client":{"headers":["x account"]}}"#, "headers.x account", "is not a valid header name"),
        ] {
            let name = entry.split_once('.').expect("should have a name").1;
            assert_eq!(refused(names), format!("names.json: client.{entry}: {name:?} {reason}: {REMEDY}"));
        }
    }

    #[test]
    fn same_name_may_be_recorded_for_items_of_different_owners() {
        let names = r#""operations":{"a":{"setters":{"path x":"id"}},"b":{"setters":{"path x":"id"}}},
            "tags":{"c":{"tag":"C","feature":"c"}},"features":{"c":{"of":[],"since":"1.0.0"}},
            "types":{"A":{"fields":{"x":"id"}},"B":{"fields":{"x":"id"},
                "variants":{"x":"X2"},"former_variants":{"X2":{"of":"x"}}}}"#;
        let names = format!(r#"{{{names},"next":{{"document":"0","names":{{{names}}}}}}}"#);
        Names::parse(&names).expect("all of them can be given");
    }

    #[test]
    fn refuses_to_write_names_that_could_not_be_read_again() {
        let names = Names { operations: [("fn".to_owned(), OperationNames::default())].into(), ..Names::default() };
        let refused = names.to_text().expect_err("should be refused").to_string();
        assert_eq!(
            refused,
            format!(
                "names.json: operations.fn: \"fn\" is not a valid Rust identifier in Unicode normalization form NFC: \
                 {REMEDY}"
            )
        );
    }
}
