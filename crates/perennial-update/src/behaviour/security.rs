//! Compares the security requirements of operations. An operation lists alternatives, each with security schemes and
//! scopes. A caller has to meet only one alternative.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    BehaviourChange, Difference,
    document::{RawDocument, elements, members, shortened, string_member},
    operations::DocumentOperation,
    rules,
};

/// Limits for hostile documents: the maximum number of alternatives per operation, of schemes per alternative, and of
/// scopes per scheme. The excess is ignored.
const MAX_ALTERNATIVES: usize = 16;
const MAX_SCHEMES: usize = 16;
const MAX_SCOPES: usize = 64;

/// The requirements of one alternative. Each is mapped to its description in reports.
type Requirements = BTreeMap<Requirement, String>;

/// A requirement that a caller has to meet: a security scheme, or a scope of a scheme.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Requirement {
    /// The key that [`scheme_identity`] returns for the scheme, which identifies a renamed scheme.
    scheme: String,
    /// The name of the required scope. Empty if the requirement is the scheme itself.
    scope: String,
}

/// Reports operations for which credentials that used to be enough are no longer enough. If the security of the whole
/// document changed, this is reported only once.
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
            [None, None] => "all operations that do not declare their own security".to_owned(),
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

/// Reports each alternative of `old` that no longer satisfies any alternative of `new`.
fn lost_alternatives(old: &[Requirements], new: &[Requirements]) -> Vec<Difference> {
    let has = |one: &Requirements, other: &Requirements| other.keys().all(|needed| one.contains_key(needed));
    let lost = old.iter().filter(|before| !new.iter().any(|after| has(before, after)));
    let differences = lost.flat_map(|before| {
        // If a new alternative only adds scopes or schemes to the old one, the report lists these additions.
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
                format!("{} alone is no longer sufficient", display_requirements(before)),
            )],
        }
    });
    differences.collect()
}

fn requirement_added(scope: &str, shown: &str) -> Difference {
    let rule = if scope.is_empty() { &rules::SECURITY_SCHEME_ADDED } else { &rules::SCOPE_ADDED };
    Difference::new(rule, format!("{shown} is required"))
}

fn display_requirements(needed: &Requirements) -> String {
    if needed.is_empty() {
        "nothing".to_owned()
    } else {
        shortened(&needed.values().cloned().collect::<Vec<_>>().join(" and "))
    }
}

/// Returns the alternatives in `listed`, a `security` list of `document`. An empty list is a single alternative that
/// requires nothing. `old` is the old document, which is needed to recognise a scheme whose URLs have changed.
fn alternatives(document: RawDocument<'_>, old: RawDocument<'_>, listed: &Value) -> Vec<Requirements> {
    let alternatives = elements(listed).take(MAX_ALTERNATIVES).map(|listed| requirements_of(document, old, listed));
    let alternatives = Vec::from_iter(alternatives);
    if alternatives.is_empty() { vec![Requirements::new()] } else { alternatives }
}

fn requirements_of(document: RawDocument<'_>, old: RawDocument<'_>, listed: &Value) -> Requirements {
    let mut needed = Requirements::new();
    for (name, scopes) in members(listed).take(MAX_SCHEMES) {
        let [scheme, old] = [document, old].map(|document| find_scheme(document, name));
        // A scheme whose URLs changed, but nothing else, counts as the same scheme here. The comparison of the APIs
        // reports the changed URLs.
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

/// Returns a key that identifies a scheme by everything that affects requests, so that renaming the scheme makes no
/// difference. The key is the name only if the declaration contains nothing else. It is in lower case, because names of
/// HTTP schemes and headers are case-insensitive.
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
