//! Checks recorded names: Rust, or cargo, takes each of them in its place, and each is the name of one thing.
//!
//! Nothing new gets a recorded name, so that only two records can be in each other's way: names that pass can be given.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    file::{Credentials, FILE, Names, OperationNames, ServerNames, TagNames, TypeNames},
    reserved, short,
    variants::CATCH_ALL,
};
use crate::{
    diagnostics::Diagnostics,
    text::{
        header,
        naming::{self, is_nfc_identifier},
    },
};

const REMEDY: &str = "change or remove it, or restore what the task `update-spec` wrote";

/// Checks all names, also those of the next document.
///
/// # Errors
/// Each entry that cannot be given, with the reason.
pub fn check(names: &Names) -> Result<(), Diagnostics> {
    let mut check = Check { of: String::new(), diagnostics: Diagnostics::default() };
    check.names(names);
    if let Some(next) = &names.next {
        check.of = "next.names.".to_owned();
        check.names(&next.names);
    }
    check.diagnostics.or(())
}

/// What has names that differ.
struct Scope {
    /// Why a name is none here.
    refusal: fn(&str) -> Option<&'static str>,
    /// A name as it is compared.
    made: fn(&str) -> String,
    /// What has a name, by that.
    taken: BTreeMap<String, String>,
}

impl Scope {
    fn new(refusal: fn(&str) -> Option<&'static str>, made: fn(&str) -> String, reserved: &[&str]) -> Self {
        let taken = reserved.iter().map(|name| (made(name), "what is written by hand".to_owned())).collect();
        Self { refusal, made, taken }
    }

    /// Types, or variants.
    fn of_types(reserved: &[&str]) -> Self {
        Self::new(no_type, str::to_owned, reserved)
    }

    /// Functions, or fields.
    fn of_values(reserved: &[&str]) -> Self {
        Self::new(no_value, str::to_owned, reserved)
    }

    fn of_features() -> Self {
        Self::new(no_feature, variable, &short::FEATURES)
    }

    fn of_headers() -> Self {
        Self::new(no_header, str::to_ascii_lowercase, &[])
    }

    /// What is no name in Rust.
    fn of_texts(made: fn(&str) -> String) -> Self {
        Self::new(|_| None, made, &[])
    }
}

/// The case tells names apart from what stands beside them by hand: primitive types and modules, or constants and
/// constructors.
fn no_type(name: &str) -> Option<&'static str> {
    let is_lower = name.starts_with(|first: char| first.is_ascii_lowercase());
    no_identifier(name).or_else(|| is_lower.then_some("begins with a lower-case letter, as no type or variant does"))
}

fn no_value(name: &str) -> Option<&'static str> {
    let is_upper = name.starts_with(|first: char| first.is_ascii_uppercase());
    no_identifier(name).or_else(|| is_upper.then_some("begins with an upper-case letter, as no method or field does"))
}

fn no_identifier(name: &str) -> Option<&'static str> {
    (!is_nfc_identifier(name)).then_some("is not an identifier in NFC")
}

/// cargo takes `+` and `.`, too, which need quotes in `Cargo.toml`.
fn no_feature(name: &str) -> Option<&'static str> {
    let mut chars = name.chars();
    let begins = |first| matches!(first, '_' | '0'..='9') || unicode_ident::is_xid_start(first);
    let is_feature = chars.next().is_some_and(begins) && chars.all(|c| c == '-' || unicode_ident::is_xid_continue(c));
    (!is_feature).then_some("is not a feature: one has letters, digits, `-` and `_`")
}

fn no_header(name: &str) -> Option<&'static str> {
    (!header::is_name(name)).then_some("is not the name of a header")
}

fn no_limit(limit: &str) -> Option<&'static str> {
    limit.split(' ').any(|word| word == "0").then_some("is none: it has at least one request and one second")
}

fn no_place(name: &str) -> Option<&'static str> {
    name.is_empty().then_some("is not a place")
}

/// The end of the environment variable by which cargo tells a build script of a feature.
pub fn variable(feature: &str) -> String {
    feature.to_uppercase().replace('-', "_")
}

struct Check {
    /// The beginning of the entries.
    of: String,
    diagnostics: Diagnostics,
}

impl Check {
    fn names(&mut self, Names { client, operations, tags, types, servers, features, next: _ }: &Names) {
        let (mut methods, mut builders) =
            (Scope::of_values(&reserved::OF_CLIENT), Scope::of_texts(naming::builder_name));
        self.each(&mut Scope::of_headers(), keys("client.headers", &client.headers));
        self.part(&mut Scope::of_headers(), "client", "idempotency_key", &client.idempotency_key);
        self.each(&mut methods, keys("client.methods", &client.methods));
        if let Some(Credentials { setters }) = &client.credentials {
            let mut of_builder = Scope::of_values(&reserved::OF_BUILDER);
            for (entry, setter) in values("client.credentials.setters", setters) {
                if self.name(&mut of_builder, &entry, setter) {
                    self.name(&mut methods, &entry, &format!("{}{setter}", reserved::DERIVED));
                }
            }
            self.name(&mut methods, "client.credentials", reserved::FROM_ENV);
        }
        let mut requests = Scope::of_texts(str::to_owned);
        for (name, of) in operations {
            let OperationNames { request, setters, pagers, aliases, former, other_setters, rate_limit, timestamps: _ } =
                of;
            let at = format!("operations.{name}");
            for (entry, name) in all(&at, name, aliases, former) {
                if self.name(&mut methods, &entry, name) {
                    self.name(&mut builders, &entry, name);
                }
            }
            self.part(&mut requests, &at, "request", request);
            let limit = rate_limit.as_ref().map(ToString::to_string);
            self.part(&mut Scope::new(no_limit, str::to_owned, &[]), &at, "rate_limit", &limit);
            let mut of_call = Scope::of_values(&reserved::OF_CALLS);
            self.each(&mut of_call, values(&format!("{at}.setters"), setters));
            self.each(&mut of_call, keys(&format!("{at}.pagers"), pagers.iter().flatten()));
            self.each(&mut of_call, keys(&format!("{at}.other_setters"), other_setters.keys()));
        }
        let (mut declared, mut groups) = (Scope::of_texts(short::tag_name), Scope::of_types(&reserved::OF_TAGS));
        let mut of_tags = Scope::of_features();
        self.each(&mut of_tags, keys("client.features", &client.features));
        for (name, TagNames { tag, type_name, feature, short_names, former }) in tags {
            let at = format!("tags.{name}");
            self.name(&mut methods, &at, name);
            self.part(&mut declared, &at, "tag", tag);
            self.part(&mut groups, &at, "type", type_name);
            self.part(&mut of_tags, &at, "feature", feature);
            let mut of_group = Scope::of_values(&reserved::OF_GROUPS);
            self.each(&mut of_group, values(&format!("{at}.short_names"), short_names));
            self.each(&mut of_group, keys(&format!("{at}.former"), former.keys()));
        }
        // One that is still there may forward to others.
        self.each(&mut Scope::of_features(), keys("features", features.keys()));
        let (mut type_names, mut places) = (Scope::of_types(&[]), Scope::new(no_place, str::to_owned, &[]));
        for (name, of) in types {
            let TypeNames { place, fields, aliases, former, .. } = of;
            let at = format!("types.{name}");
            self.each(&mut type_names, all(&at, name, aliases, former));
            self.part(&mut places, &at, "place", &place.as_ref().map(ToString::to_string));
            self.each(&mut Scope::of_values(&reserved::OF_STRUCTS), values(&format!("{at}.fields"), fields));
            self.variants(&at, of);
        }
        // Servers share enums.
        let (mut of_servers, mut distinct) = (Scope::of_types(&[reserved::DEFAULT_SERVER]), BTreeMap::new());
        for (url, ServerNames { name, setters, enums }) in servers {
            let at = format!("servers.{url}");
            self.name(&mut of_servers, &at, name);
            self.each(&mut Scope::of_values(&reserved::OF_SERVERS), values(&format!("{at}.setters"), setters));
            distinct.extend(values(&format!("{at}.enums"), enums).into_iter().map(|(entry, name)| (name, entry)));
        }
        distinct.into_iter().for_each(|(name, entry)| _ = self.name(&mut of_servers, &entry, name));
    }

    fn variants(&mut self, at: &str, TypeNames { variants, other, former_variants, .. }: &TypeNames) {
        let mut scope = Scope::of_types(&[]);
        // It has this name unless another one is recorded.
        let other = other.clone().unwrap_or_else(|| CATCH_ALL[0].to_owned());
        self.part(&mut scope, at, "other", &Some(other));
        self.each(&mut scope, values(&format!("{at}.variants"), variants));
        // A former variant of a value that is listed again, under the same name, is that.
        let formers = former_variants.iter().filter(|(name, former)| variants.get(&former.of) != Some(name));
        self.each(&mut scope, keys(&format!("{at}.former_variants"), formers.map(|(name, _)| name)));
    }

    fn each(&mut self, scope: &mut Scope, names: Vec<(String, &String)>) {
        for (entry, name) in names {
            self.name(scope, &entry, name);
        }
    }

    fn part(&mut self, scope: &mut Scope, at: &str, part: &str, name: &Option<String>) {
        if let Some(name) = name {
            self.name(scope, &format!("{at}.{part}"), name);
        }
    }

    /// Takes the name of `entry`; whether it can have that.
    fn name(&mut self, scope: &mut Scope, entry: &str, name: &str) -> bool {
        let made = (scope.made)(name);
        let refusal = (scope.refusal)(name).map(str::to_owned);
        match refusal.or_else(|| scope.taken.get(&made).map(|other| format!("is taken by {other}"))) {
            Some(reason) => {
                self.diagnostics.push(format!("{FILE}: {}{entry}", self.of), format!("{name:?} {reason}: {REMEDY}"));
                false
            }
            None => scope.taken.insert(made, format!("{}{entry}", self.of)).is_none(),
        }
    }
}

/// What a thing is called, and was, with the entry of each name.
fn all<'a>(
    at: &str,
    name: &'a String,
    aliases: &'a BTreeSet<String>,
    former: &'a BTreeMap<String, String>,
) -> Vec<(String, &'a String)> {
    let (aliases, former) = (keys(&format!("{at}.aliases"), aliases), keys(&format!("{at}.former"), former.keys()));
    [vec![(at.to_owned(), name)], aliases, former].concat()
}

fn keys<'a>(at: &str, names: impl IntoIterator<Item = &'a String>) -> Vec<(String, &'a String)> {
    names.into_iter().map(|name| (format!("{at}.{name}"), name)).collect()
}

fn values<'a>(at: &str, names: &'a BTreeMap<String, String>) -> Vec<(String, &'a String)> {
    names.iter().map(|(key, name)| (format!("{at}.{key}"), name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(names: &str) -> String {
        Names::parse(names).map_err(|refused| refused.to_string()).expect_err(names)
    }

    /// Two things of one name, and what is said of the second. The variant of all other values is called `Other` if no other
    /// name is recorded, and cargo gives build scripts one variable for `a-b` and `A_b`.
    const TAKEN: &str = r#"
        {"types":{"A":{"place":"x.y"},"B":{"place":"x.y"}}} => types.B.place: "x.y" is taken by types.A.place
        {"operations":{"a":{"request":"GET /"},"b":{"request":"GET /"}}} => operations.b.request: "GET /" is taken by operations.a.request
        {"tags":{"a":{"tag":"A b"},"b":{"tag":"aB"}}} => tags.b.tag: "aB" is taken by tags.a.tag
        {"tags":{"a":{"type":"A"},"b":{"type":"A"}}} => tags.b.type: "A" is taken by tags.a.type
        {"tags":{"a":{"feature":"a-b"},"b":{"feature":"A_b"}}} => tags.b.feature: "A_b" is taken by tags.a.feature
        {"tags":{"a":{"short_names":{"b":"get"},"former":{"get":{"of":"c"}}}}} => tags.a.former.get: "get" is taken by tags.a.short_names.b
        {"types":{"A":{"former":{"B":"1.0.0"}},"B":{}}} => types.B: "B" is taken by types.A.former.B
        {"types":{"A":{"aliases":["B"],"former":{"B":"1.0.0"}}}} => types.A.former.B: "B" is taken by types.A.aliases.B
        {"types":{"A":{"fields":{"x":"a","y":"a"}}}} => types.A.fields.y: "a" is taken by types.A.fields.x
        {"types":{"A":{"variants":{"x":"A","y":"A"}}}} => types.A.variants.y: "A" is taken by types.A.variants.x
        {"types":{"A":{"variants":{"x":"Other"}}}} => types.A.variants.x: "Other" is taken by types.A.other
        {"types":{"A":{"former_variants":{"Other":{"of":"x"}}}}} => types.A.former_variants.Other: "Other" is taken by types.A.other
        {"operations":{"a_b":{},"aB":{}}} => operations.a_b: "a_b" is taken by operations.aB
        {"operations":{"a":{"aliases":["b"]}},"tags":{"b":{}}} => tags.b: "b" is taken by operations.a.aliases.b
        {"operations":{"a":{"pagers":["b","b"]}}} => operations.a.pagers.b: "b" is taken by operations.a.pagers.b
        {"operations":{"a":{"setters":{"path x":"b"},"other_setters":{"b":{"of":"c"}}}}} => operations.a.other_setters.b: "b" is taken by operations.a.setters.path x
        {"client":{"methods":["a"]},"operations":{"a":{}}} => operations.a: "a" is taken by client.methods.a
        {"client":{"methods":["a"]},"operations":{"b":{"former":{"a":"1.0.0"}}}} => operations.b.former.a: "a" is taken by client.methods.a
        {"client":{"methods":["a"]},"tags":{"a":{}}} => tags.a: "a" is taken by client.methods.a
        {"client":{"features":["a"]},"tags":{"b":{"feature":"a"}}} => tags.b.feature: "a" is taken by client.features.a
        {"client":{"methods":["request"]}} => client.methods.request: "request" is taken by what is written by hand
        {"client":{"headers":["X-A","x-a"]}} => client.headers.x-a: "x-a" is taken by client.headers.X-A
        {"client":{"credentials":{"setters":{"A":"a","B":"a"}}}} => client.credentials.setters.B: "a" is taken by client.credentials.setters.A
        {"client":{"credentials":{"setters":{"A":"timeout"}}}} => client.credentials.setters.A: "timeout" is taken by what is written by hand
        {"client":{"credentials":{"setters":{"A":"a"}}},"operations":{"with_a":{}}} => operations.with_a: "with_a" is taken by client.credentials.setters.A
        {"client":{"credentials":{}},"operations":{"from_env":{}}} => operations.from_env: "from_env" is taken by client.credentials
        {"operations":{"request":{}}} => operations.request: "request" is taken by what is written by hand
        {"tags":{"a":{"feature":"all_tags"}}} => tags.a.feature: "all_tags" is taken by what is written by hand"#;

    #[test]
    fn each_name_that_two_things_have_is_refused_with_both_entries_and_the_remedy() {
        for case in TAKEN.lines().map(str::trim_start).filter(|case| !case.is_empty()) {
            let (names, taken) = case.split_once(" => ").expect("should have two parts");
            let expected = format!("names.json: {taken}: {REMEDY}");
            assert_eq!(refused(names), expected);
            // Those of the next document are checked alone.
            let next = refused(&format!(r#"{{"next":{{"document":"0","names":{names}}}}}"#));
            assert_eq!(next.replace("next.names.", ""), expected);
        }
    }

    #[test]
    fn what_the_client_has_by_hand_has_to_be_methods_and_headers() {
        for (names, entry, reason) in [
            (r#"{"client":{"methods":["with account"]}}"#, "methods.with account", "is not an identifier in NFC"),
            (r#"{"client":{"headers":["x account"]}}"#, "headers.x account", "is not the name of a header"),
        ] {
            let name = entry.split_once('.').expect("should have a name").1;
            assert_eq!(refused(names), format!("names.json: client.{entry}: {name:?} {reason}: {REMEDY}"));
        }
    }

    #[test]
    fn a_name_is_free_for_each_owner_and_for_the_next_document() {
        let names = r#""operations":{"a":{"setters":{"path x":"id"}},"b":{"setters":{"path x":"id"}}},
            "tags":{"c":{"tag":"C","feature":"c"}},"features":{"c":{"of":[],"since":"1.0.0"}},
            "types":{"A":{"fields":{"x":"id"}},"B":{"fields":{"x":"id"},
                "variants":{"x":"X2"},"former_variants":{"X2":{"of":"x"}}}}"#;
        let names = format!(r#"{{{names},"next":{{"document":"0","names":{{{names}}}}}}}"#);
        Names::parse(&names).expect("all of them can be given");
    }

    #[test]
    fn names_that_cannot_be_read_again_are_not_written() {
        let names = Names { operations: [("fn".to_owned(), OperationNames::default())].into(), ..Names::default() };
        let refused = names.text().expect_err("should be refused").to_string();
        assert_eq!(refused, format!("names.json: operations.fn: \"fn\" is not an identifier in NFC: {REMEDY}"));
    }
}
