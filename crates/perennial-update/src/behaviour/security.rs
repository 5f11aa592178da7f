//! Compares the security that calls require, which consists of alternatives of schemes with scopes. Meeting one
//! alternative is enough.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    BehaviourChange, Difference,
    document::{RawDocument, elements, members, shortened, string_member},
    operations::DocumentOperation,
    rules,
};

/// The maximum number of alternatives of an operation, of schemes of an alternative, and of scopes of a scheme. The
/// comparison ignores all others.
const MAX_ALTERNATIVES: usize = 16;
const MAX_SCHEMES: usize = 16;
const MAX_SCOPES: usize = 64;

/// The requirements of one alternative, each with its description for reports.
type Requirements = BTreeMap<Requirement, String>;

/// A requirement: a scheme, or a scope of a scheme.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Requirement {
    /// The identity of the scheme: its properties that affect what is sent.
    scheme: String,
    /// The scope. Empty if the requirement is the scheme itself.
    scope: String,
}

/// Reports which credentials are no longer enough for operations that exist in both documents. Security that applies to
/// all operations is reported once.
pub fn compare_security<'a>(
    documents: [RawDocument<'a>; 2],
    operations: &[[DocumentOperation<'a>; 2]],
) -> Vec<BehaviourChange> {
    let mut found = Vec::new();
    let mut is_general_reported = false;
    for operations in operations {
        let own = operations.map(|operation| operation.declared.get("security"));
        let place = match own {
            [None, None] if is_general_reported => continue,
            [None, None] => "all operations without security of their own".to_owned(),
            _ => operations[1].place(),
        };
        is_general_reported |= own == [None, None];
        let [old, new] = [0, 1].map(|side| {
            let document = documents[side];
            alternatives(document, documents[0], own[side].unwrap_or(&document.0["security"]))
        });
        found.extend(
            lost_alternatives(&old, &new).into_iter().map(|difference| BehaviourChange::at_place(&place, difference)),
        );
    }
    found
}

/// Reports the alternatives of `old` that are no longer enough: whoever meets them meets no alternative of `new`.
fn lost_alternatives(old: &[Requirements], new: &[Requirements]) -> Vec<Difference> {
    let has = |one: &Requirements, other: &Requirements| other.keys().all(|needed| one.contains_key(needed));
    let lost = old.iter().filter(|before| !new.iter().any(|after| has(before, after)));
    let differences = lost.flat_map(|before| {
        // A new alternative with the same schemes may require more scopes or further schemes.
        let schemes = before.keys().filter(|requirement| requirement.scope.is_empty());
        let larger = new.iter().filter(|after| schemes.clone().all(|scheme| after.contains_key(scheme)));
        let missing =
            larger.map(|after| after.iter().filter(|(needed, _)| !before.contains_key(*needed)).collect::<Vec<_>>());
        match missing.min_by_key(Vec::len) {
            Some(missing) => {
                missing.into_iter().map(|(Requirement { scope, .. }, shown)| requirement_added(scope, shown)).collect()
            }
            None => vec![Difference::new(
                &rules::SECURITY_ALTERNATIVE_REMOVED,
                format!("{} no longer suffices", display_requirements(before)),
            )],
        }
    });
    differences.collect()
}

fn requirement_added(scope: &str, shown: &str) -> Difference {
    let rule = if scope.is_empty() { &rules::SECURITY_SCHEME_ADDED } else { &rules::SCOPE_ADDED };
    Difference::new(rule, format!("{shown} is needed"))
}

fn display_requirements(needed: &Requirements) -> String {
    if needed.is_empty() {
        "nothing".to_owned()
    } else {
        shortened(&needed.values().cloned().collect::<Vec<_>>().join(" and "))
    }
}

/// Returns the alternatives of the list `listed` in `document`. An empty list requires nothing. `old` is the old document,
/// which may contain an earlier version of a scheme.
fn alternatives(document: RawDocument<'_>, old: RawDocument<'_>, listed: &Value) -> Vec<Requirements> {
    let alternatives = elements(listed).take(MAX_ALTERNATIVES).map(|listed| requirements_of(document, old, listed));
    let alternatives = Vec::from_iter(alternatives);
    if alternatives.is_empty() { vec![Requirements::new()] } else { alternatives }
}

/// Returns the requirements of one alternative.
fn requirements_of(document: RawDocument<'_>, old: RawDocument<'_>, listed: &Value) -> Requirements {
    let mut needed = Requirements::new();
    for (name, scopes) in members(listed).take(MAX_SCHEMES) {
        let [scheme, old] = [document, old].map(|document| find_scheme(document, name));
        // A scheme whose URLs alone changed counts as the same scheme. Changed URLs are reported with the changes that
        // are visible in Rust.
        let is_same = scheme_identity(name, old, false) == scheme_identity(name, scheme, false);
        let (identity, shown) = (scheme_identity(name, if is_same { old } else { scheme }, true), shortened(name));
        for scope in elements(scopes).filter_map(Value::as_str).take(MAX_SCOPES) {
            let requirement = Requirement { scheme: identity.clone(), scope: scope.to_owned() };
            needed.insert(requirement, format!("scope `{}` of {shown}", shortened(scope)));
        }
        needed.insert(Requirement { scheme: identity, scope: String::new() }, shown);
    }
    needed
}

fn find_scheme<'a>(document: RawDocument<'a>, name: &str) -> &'a Value {
    let schemes = document.member(document.member(document.0, "components"), "securitySchemes");
    document.member(schemes, name)
}

/// Returns the properties of a scheme that affect what is sent, as a key for comparisons. The name of a scheme does not
/// affect what is sent, so the key is the name only if nothing else is known. The names of HTTP schemes and headers are
/// case-insensitive.
fn scheme_identity(name: &str, scheme: &Value, includes_urls: bool) -> String {
    let is_included = |key: &&str| includes_urls || !key.ends_with("Url");
    let flows = members(&scheme["flows"]).flat_map(|(flow, stated)| {
        let urls = ["authorizationUrl", "tokenUrl"]
            .into_iter()
            .filter(is_included)
            .filter_map(|key| string_member(stated, key));
        [flow.as_str()].into_iter().chain(urls)
    });
    let own = ["type", "scheme", "in", "name", "openIdConnectUrl"];
    let stated = own.into_iter().filter(is_included).filter_map(|key| string_member(scheme, key));
    let stated: Vec<&str> = stated.chain(flows).collect();
    if stated.is_empty() { name.to_owned() } else { stated.join(" ").to_lowercase() }
}
