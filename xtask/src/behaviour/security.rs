//! Who may call: schemes with their scopes, one of several alternatives of which suffices.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    Difference, Finding,
    document::{Document, elements, members, shortened, text},
    operations::Operation,
    rules::{self, Rule},
};

/// How many alternatives are compared with each other, how many schemes of each, and how many scopes of these.
const MAX: [usize; 3] = [16, 16, 64];

/// The scopes of each scheme that is needed.
type Alternative<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Schemes by name.
type Schemes<'a> = BTreeMap<&'a str, &'a Value>;

/// What differs in who may call the operations that are on both sides. What a document says for all is told once.
pub fn compare<'a>(documents: [Document<'a>; 2], operations: &[[Operation<'a>; 2]]) -> Vec<Finding> {
    let [old, new] = documents.map(|document| {
        let schemes = document.members(&document.0["components"], "securitySchemes");
        schemes.map(|(name, scheme)| (name.as_str(), scheme)).collect::<Schemes<'_>>()
    });
    let mut found = changed_schemes(&old, &new);
    let renamed = renamed_schemes(&old, &new);
    let general = documents.map(|document| &document.0["security"]);
    let mut is_general_told = false;
    for [before, after] in operations {
        let own = [before, after].map(|operation| operation.declared.get("security"));
        let place = match own {
            [None, None] if is_general_told => continue,
            [None, None] => "all operations without security of their own".to_owned(),
            _ => after.place(),
        };
        is_general_told |= own == [None, None];
        let [old, new] = [own[0].unwrap_or(general[0]), own[1].unwrap_or(general[1])];
        found.extend(requirements(old, new, &renamed).into_iter().map(|difference| Finding::at(&place, difference)));
    }
    found
}

/// The schemes that are defined differently.
fn changed_schemes(old: &Schemes<'_>, new: &Schemes<'_>) -> Vec<Finding> {
    let pairs = old.iter().filter_map(|(name, scheme)| Some((*name, meaning(scheme), meaning(new.get(name)?))));
    let differing = pairs.filter(|(_, old, new)| !old.eq_ignore_ascii_case(new));
    let told = differing.map(|(name, old, new)| {
        let description = format!("is {}, was {}", shortened(&new), shortened(&old));
        Finding::at(&format!("security scheme {}", shortened(name)), (&rules::SECURITY_SCHEME_CHANGED, description))
    });
    told.collect()
}

/// The new names of the schemes that have only another name.
fn renamed_schemes<'a>(old: &Schemes<'a>, new: &Schemes<'a>) -> BTreeMap<&'a str, &'a str> {
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    let mut added: BTreeMap<String, &str> =
        added.map(|(name, scheme)| (meaning(scheme).to_lowercase(), *name)).collect();
    let gone = old.iter().filter(|(name, _)| !new.contains_key(*name));
    gone.filter_map(|(name, scheme)| Some((*name, added.remove(&meaning(scheme).to_lowercase())?))).collect()
}

/// What of a scheme makes a difference to what is sent. The names of HTTP schemes and of headers are the same in any case.
fn meaning(scheme: &Value) -> String {
    let flows = members(&scheme["flows"]).flat_map(|(flow, stated)| {
        let urls = ["authorizationUrl", "tokenUrl"].into_iter().filter_map(|key| text(stated, key));
        [flow.as_str()].into_iter().chain(urls)
    });
    let stated = ["type", "scheme", "in", "name", "openIdConnectUrl"].into_iter().filter_map(|key| text(scheme, key));
    let stated: Vec<&str> = stated.chain(flows).collect();
    stated.join(" ")
}

/// What differs between two lists of alternatives; `renamed` has the new names of old schemes.
fn requirements(old: &Value, new: &Value, renamed: &BTreeMap<&str, &str>) -> Vec<Difference> {
    let mut old = alternatives(old);
    let new = alternatives(new);
    for alternative in &mut old {
        let with_new_name = |(name, scopes)| (renamed.get(name).copied().unwrap_or(name), scopes);
        *alternative = std::mem::take(alternative).into_iter().map(with_new_name).collect();
    }
    let lost = old.iter().filter(|before| !new.iter().any(|after| has(before, after)));
    let gained = new.iter().filter(|after| !old.iter().any(|before| has(after, before)));
    let lost = lost.flat_map(|before| match closest(before, &new) {
        Some(more) => told(&more, "is needed", &rules::SCOPE_ADDED, &rules::SECURITY_SCHEME_ADDED),
        None => vec![(&rules::SECURITY_ALTERNATIVE_REMOVED, format!("{} no longer suffices", shown(before)))],
    });
    let gained = gained.flat_map(|after| match closest(after, &old) {
        Some(more) => told(&more, "is no longer needed", &rules::SCOPE_REMOVED, &rules::SECURITY_SCHEME_REMOVED),
        None => vec![(&rules::SECURITY_ALTERNATIVE_ADDED, format!("{} suffices", shown(after)))],
    });
    lost.chain(gained).collect()
}

/// Without any, nothing is needed.
fn alternatives(listed: &Value) -> Vec<Alternative<'_>> {
    let [alternatives, schemes, scopes] = MAX;
    let scopes = |listed| elements(listed).filter_map(Value::as_str).take(scopes).collect();
    let schemes =
        |listed| members(listed).take(schemes).map(|(name, listed)| (name.as_str(), scopes(listed))).collect();
    let alternatives: Vec<_> = elements(listed).take(alternatives).map(schemes).collect();
    if alternatives.is_empty() { vec![Alternative::new()] } else { alternatives }
}

/// Whether whoever has `one` has what `other` asks for.
fn has(one: &Alternative<'_>, other: &Alternative<'_>) -> bool {
    other.iter().all(|(name, scopes)| one.get(name).is_some_and(|present| scopes.is_subset(present)))
}

/// A scope that is missing, or a scheme with all of its scopes.
type Missing<'a> = (&'a str, Option<&'a str>);

/// What `one` lacks of the alternative with the same schemes, and perhaps more, that is closest to it.
fn closest<'a>(one: &Alternative<'a>, others: &[Alternative<'a>]) -> Option<Vec<Missing<'a>>> {
    let larger = others.iter().filter(|other| one.keys().all(|name| other.contains_key(name)));
    let missing = larger.map(|other| {
        let missing = other.iter().flat_map(|(name, scopes)| match one.get(name) {
            None => vec![(*name, None)],
            Some(present) => scopes.difference(present).map(|scope| (*name, Some(*scope))).collect(),
        });
        missing.collect::<Vec<_>>()
    });
    missing.min_by_key(Vec::len)
}

fn told(missing: &[Missing<'_>], became: &str, of_scope: &'static Rule, of_scheme: &'static Rule) -> Vec<Difference> {
    let told = missing.iter().map(|(name, scope)| match scope {
        Some(scope) => (of_scope, format!("scope `{}` of {} {became}", shortened(scope), shortened(name))),
        None => (of_scheme, format!("{} {became}", shortened(name))),
    });
    told.collect()
}

fn shown(alternative: &Alternative<'_>) -> String {
    let schemes = alternative.iter().map(|(name, scopes)| match scopes.len() {
        0 => (*name).to_owned(),
        _ => format!("{name} ({})", scopes.iter().copied().collect::<Vec<_>>().join(", ")),
    });
    if alternative.is_empty() { "nothing".to_owned() } else { shortened(&schemes.collect::<Vec<_>>().join(" and ")) }
}
