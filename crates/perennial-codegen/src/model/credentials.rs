//! Which security schemes a client has setters for, how these are called, and what each operation needs.

use std::collections::{BTreeSet, HashMap};

use super::types;
use crate::{
    adaptation::Rule,
    api::{Carrier, Credentials, Operation, Scheme, SchemeKind},
    log::Log,
    names::{
        file,
        pins::{self, Pins},
        reserved,
    },
    schema::Document,
    text::naming,
};

/// The schemes of a document, each with the index that it has in the client.
pub struct Schemes<'a> {
    document: &'a Document,
    positions: HashMap<&'a str, usize>,
    /// For each scheme of the document, the index of the one that stands for it.
    indices: Vec<Option<usize>>,
    pub credentials: Credentials,
}

impl<'a> Schemes<'a> {
    /// Those of `document`, with recorded setters.
    pub fn new(document: &'a Document, own: &file::Credentials, pins: &Pins<'_>, log: &mut Log) -> Self {
        let names = document.schemes.iter().enumerate();
        let positions = names.map(|(at, scheme)| (scheme.name.as_str(), at)).collect();
        let mut schemes = Self { document, positions, indices: Vec::new(), credentials: Credentials::default() };
        let stands_for = schemes.merged(log);
        let mut indices = vec![None; document.schemes.len()];
        for (at, (declared, first)) in document.schemes.iter().zip(stands_for).enumerate() {
            let Some(carrier) = declared.carrier.clone() else {
                log.note(Rule::DROPPED_SCHEME, &declared.name);
                continue;
            };
            if declared.kind == SchemeKind::Other {
                log.note(Rule::SCHEME_AS_VALUE, &declared.name);
            }
            if first < at {
                log.note(Rule::MERGED_SCHEMES, format!("{} with {}", declared.name, document.schemes[first].name));
                indices[at] = indices[first];
                continue;
            }
            indices[at] = Some(schemes.credentials.schemes.len());
            schemes.credentials.schemes.push(Scheme {
                name: declared.name.clone(),
                setter: String::new(),
                docs: types::docs(declared.description.as_ref()),
                kind: declared.kind,
                carrier,
            });
        }
        schemes.indices = indices;
        name(&mut schemes.credentials.schemes, own, pins);
        schemes.credentials.security = schemes.of_document(log);
        schemes
    }

    /// For each scheme of the document, the first of those that a request would have to send in the same place together
    /// with it: the ways in which one token can be got are often declared as schemes that are needed at once.
    fn merged(&self, log: &mut Log) -> Vec<usize> {
        let all = &self.document.schemes;
        let mut first: Vec<usize> = (0..all.len()).collect();
        let operations = self.document.operations.iter().filter_map(|operation| operation.security.as_ref());
        let mut dangling = BTreeSet::new();
        for set in operations.chain(&self.document.security).flatten() {
            let mut seen: HashMap<Carrier, usize> = HashMap::new();
            for name in set {
                let Some(at) = self.positions.get(name.as_str()) else {
                    dangling.insert(name);
                    continue;
                };
                let Some(carrier) = &all[*at].carrier else { continue };
                let (one, other) = (root(&mut first, *at), *seen.entry(carrier.place()).or_insert(*at));
                let other = root(&mut first, other);
                first[one.max(other)] = one.min(other);
            }
        }
        dangling.into_iter().for_each(|name| log.note(Rule::DROPPED_SCHEME, name));
        (0..all.len()).map(|at| root(&mut first, at)).collect()
    }

    /// The alternatives by index. What no request can carry is not asked for.
    fn indexed(&self, alternatives: &[Vec<String>]) -> Vec<Vec<usize>> {
        let mut indexed: Vec<Vec<usize>> = Vec::new();
        for alternative in alternatives {
            let indices = alternative.iter().filter_map(|name| self.indices[*self.positions.get(name.as_str())?]);
            let set: BTreeSet<usize> = indices.collect();
            indexed.push(set.into_iter().collect());
        }
        indexed
    }

    /// What the document says of all operations. Where nothing is said anywhere, what is set is sent.
    fn of_document(&self, log: &mut Log) -> Vec<Vec<usize>> {
        let is_said = self.document.security.is_some()
            || self.document.operations.iter().any(|operation| operation.security.is_some());
        if is_said || self.credentials.schemes.is_empty() {
            return self.indexed(self.document.security.as_deref().unwrap_or_default());
        }
        log.note(Rule::UNDECLARED_SECURITY, "openapi.json");
        (0..self.credentials.schemes.len()).map(|index| vec![index]).chain([Vec::new()]).collect()
    }

    /// Says what each operation needs, where that is not what the document says of all.
    pub fn apply(self, operations: &mut [Operation]) -> Credentials {
        for (operation, declared) in operations.iter_mut().zip(&self.document.operations) {
            let security = declared.security.as_ref().map(|alternatives| self.indexed(alternatives));
            operation.security = security.filter(|security| *security != self.credentials.security);
        }
        self.credentials
    }
}

/// The first scheme that stands for the one `at` this place.
fn root(first: &mut [usize], mut at: usize) -> usize {
    while first[at] != at {
        first[at] = first[first[at]];
        at = first[at];
    }
    at
}

/// Names the setters: by its kind where there is one scheme of that, or else by its name.
fn name(schemes: &mut [Scheme], own: &file::Credentials, pins: &Pins<'_>) {
    let mut of_kind: HashMap<SchemeKind, usize> = HashMap::new();
    schemes.iter().for_each(|scheme| *of_kind.entry(scheme.kind).or_default() += 1);
    for scheme in &mut *schemes {
        scheme.setter =
            if of_kind[&scheme.kind] == 1 { scheme.kind.setter().to_owned() } else { naming::value_name(&scheme.name) };
    }
    let methods = pins.methods();
    let methods = methods.iter().map(String::as_str).chain(reserved::OF_CLIENT);
    let derived = methods.filter_map(|method| method.strip_prefix(reserved::DERIVED));
    let taken = derived.chain(reserved::OF_BUILDER).map(str::to_owned).collect();
    let names = schemes.iter_mut().map(|Scheme { setter, name, .. }| (setter, &**name));
    pins::settle(names, &own.setters, taken);
}
