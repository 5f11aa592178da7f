//! The security that calls need: schemes with their scopes, one of several alternatives of which suffices.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    Difference, Finding,
    document::{Document, elements, members, shortened, text},
    operations::Operation,
    rules,
};

/// The maximum number of alternatives that are compared with each other, of schemes in each, and of scopes of each
/// scheme.
const MAX_ALTERNATIVES: usize = 16;
const MAX_SCHEMES: usize = 16;
const MAX_SCOPES: usize = 64;

/// The requirements of an alternative, with the text that shows each: a scheme, by what of it makes a difference to
/// what is sent, or a scope of it.
type Needed = BTreeMap<(String, String), String>;

/// Reports what no longer suffices for the operations that are on both sides. Requirements that a document states for
/// all operations are reported once.
pub fn compare<'a>(documents: [Document<'a>; 2], operations: &[[Operation<'a>; 2]]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut is_general_told = false;
    for operations in operations {
        let own = operations.map(|operation| operation.declared.get("security"));
        let place = match own {
            [None, None] if is_general_told => continue,
            [None, None] => "all operations without security of their own".to_owned(),
            _ => operations[1].place(),
        };
        is_general_told |= own == [None, None];
        let [old, new] = [0, 1].map(|side| {
            let document = documents[side];
            alternatives(document, documents[0], own[side].unwrap_or(&document.0["security"]))
        });
        found.extend(lost(&old, &new).into_iter().map(|difference| Finding::at(&place, difference)));
    }
    found
}

/// Returns the differences for those who meet one of `old` and none of `new`.
fn lost(old: &[Needed], new: &[Needed]) -> Vec<Difference> {
    let has = |one: &Needed, other: &Needed| other.keys().all(|needed| one.contains_key(needed));
    let lost = old.iter().filter(|before| !new.iter().any(|after| has(before, after)));
    let told = lost.flat_map(|before| {
        // Whoever has the same schemes may need more.
        let schemes = before.keys().filter(|(_, scope)| scope.is_empty());
        let larger = new.iter().filter(|after| schemes.clone().all(|scheme| after.contains_key(scheme)));
        let missing =
            larger.map(|after| after.iter().filter(|(needed, _)| !before.contains_key(*needed)).collect::<Vec<_>>());
        match missing.min_by_key(Vec::len) {
            Some(missing) => missing.into_iter().map(|((_, scope), shown)| needed(scope, shown)).collect(),
            None => vec![(&*rules::SECURITY_ALTERNATIVE_REMOVED, format!("{} no longer suffices", all(before)))],
        }
    });
    told.collect()
}

fn needed(scope: &str, shown: &str) -> Difference {
    let rule = if scope.is_empty() { &rules::SECURITY_SCHEME_ADDED } else { &rules::SCOPE_ADDED };
    (rule, format!("{shown} is needed"))
}

fn all(needed: &Needed) -> String {
    if needed.is_empty() {
        "nothing".to_owned()
    } else {
        shortened(&needed.values().cloned().collect::<Vec<_>>().join(" and "))
    }
}

/// Without any, nothing is needed.
fn alternatives(document: Document<'_>, old: Document<'_>, listed: &Value) -> Vec<Needed> {
    let alternatives = elements(listed).take(MAX_ALTERNATIVES).map(|listed| all_of(document, old, listed));
    let alternatives = Vec::from_iter(alternatives);
    if alternatives.is_empty() { vec![Needed::new()] } else { alternatives }
}

/// Returns the requirements of one alternative.
fn all_of(document: Document<'_>, old: Document<'_>, listed: &Value) -> Needed {
    let mut needed = Needed::new();
    for (name, scopes) in members(listed).take(MAX_SCHEMES) {
        let [scheme, old] = [document, old].map(|document| scheme(document, name));
        // A scheme that only has other URLs is the same one: they are compared with what Rust shows.
        let is_same = meaning(name, old, false) == meaning(name, scheme, false);
        let (meaning, shown) = (meaning(name, if is_same { old } else { scheme }, true), shortened(name));
        for scope in elements(scopes).filter_map(Value::as_str).take(MAX_SCOPES) {
            needed.insert((meaning.clone(), scope.to_owned()), format!("scope `{}` of {shown}", shortened(scope)));
        }
        needed.insert((meaning, String::new()), shown);
    }
    needed
}

fn scheme<'a>(document: Document<'a>, name: &str) -> &'a Value {
    let schemes = document.member(document.member(document.0, "components"), "securitySchemes");
    document.member(schemes, name)
}

/// Returns the parts of a scheme that make a difference to what is sent: not its name, unless nothing else is known of
/// it. The names of HTTP schemes and of headers are case-insensitive.
fn meaning(name: &str, scheme: &Value, with_urls: bool) -> String {
    let of_url = |key: &&str| with_urls || !key.ends_with("Url");
    let flows = members(&scheme["flows"]).flat_map(|(flow, stated)| {
        let urls = ["authorizationUrl", "tokenUrl"].into_iter().filter(of_url).filter_map(|key| text(stated, key));
        [flow.as_str()].into_iter().chain(urls)
    });
    let own = ["type", "scheme", "in", "name", "openIdConnectUrl"];
    let stated = own.into_iter().filter(of_url).filter_map(|key| text(scheme, key));
    let stated: Vec<&str> = stated.chain(flows).collect();
    if stated.is_empty() { name.to_owned() } else { stated.join(" ").to_lowercase() }
}
