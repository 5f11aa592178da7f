//! Restores names of the last release that an unreleased update removed. Each name gets the meaning that it would have
//! after an update directly from the release. The updates in between make no difference.

use std::collections::BTreeSet;

use anyhow::Result;
use perennial_codegen::{
    names::file::{Names, OperationNames, OtherName},
    surface::PublicApi,
    text::naming::builder_name,
};

use super::{
    FreshlyNamedDocument, NamedDocument, UNRELEASED,
    matching::{ApiMatches, TypeMatch},
    with_aliases,
};
use crate::client::Model;

/// The API and names of the present document, to which names of the last release are added. `matches` contains their
/// matches with the new document.
pub struct JoinedNames<'a> {
    pub api: PublicApi,
    pub names: Names,
    pub matches: ApiMatches<'a>,
}

impl<'a> JoinedNames<'a> {
    pub fn new(present: NamedDocument<'_>, matches: ApiMatches<'a>) -> Self {
        Self { api: present.api.clone(), names: present.names.clone(), matches }
    }

    /// Adds each name of the release that does not yet refer to its match in `matches`. A name is skipped if a
    /// maintainer edited `names.json` so that it refers to something else.
    ///
    /// # Errors
    ///
    /// Fails if no model can be built from the present document.
    pub fn with_release(
        mut self,
        present: NamedDocument<'_>,
        released: NamedDocument<'_>,
        matches: ApiMatches<'a>,
    ) -> Result<Self> {
        let document = Model::from_document(present.document, &Names::for_client(&present.names.client))?;
        let fresh_api = PublicApi::new(&document.api);
        let fresh = FreshlyNamedDocument { model: &document.api, api: &fresh_api };
        let present_matches = ApiMatches::new(&present, &fresh, None);
        let released_matches = ApiMatches::new(&released, &fresh, Some(&present_matches));

        for (name, new) in matches.operations {
            let is_decided = released_matches
                .operations
                .get(name)
                .is_some_and(|then| present_matches.new_operation(present.api, name) != Some(then));
            // Tags are methods of `Client` as well, so the name may belong to a tag.
            if self.matches.new_operation(present.api, name) != Some(new)
                && !is_decided
                && !self.names.tags.contains_key(name)
            {
                self.add_operation(name, new, released);
            }
        }
        // If a released type and a type of the new document have the same name but no use in common, the match of the
        // present document takes precedence.
        let is_another = |now: Option<&str>, released: &TypeMatch<'_>| {
            now != Some(released.name.0) && (now.is_none() || released.evidence.all_uses > 0)
        };
        for (name, chosen) in matches.types {
            let is_decided = released_matches
                .types
                .get(name)
                .is_some_and(|then| is_another(present_matches.new_type(present.api, name), then));
            if is_another(self.matches.new_type(present.api, name), &chosen) && !is_decided {
                self.add_type(name, TypeMatch { is_released: true, ..chosen }, released);
            }
        }
        // Adds a former feature of the release if the present document contains none of the features that it enables.
        let features = present.api.features();
        for (former, of) in &released.api.former.features {
            if !of.0.is_empty() && of.0.iter().all(|feature| !features.contains(feature.as_str())) {
                self.api.former.features.entry(former.clone()).or_insert_with(|| of.clone());
                let known = released.names.features.get(former).cloned();
                self.names.features.entry(former.clone()).or_insert_with(|| known.unwrap_or_default());
            }
        }
        Ok(self)
    }

    fn add_operation(&mut self, name: &'a str, new: &'a str, released: NamedDocument<'_>) {
        let mut operation_names = released.names.operations.get(name).cloned().unwrap_or_default();
        operation_names.aliases.retain(|other| !self.names.tags.contains_key(other));
        operation_names.former.retain(|other, _| !self.names.tags.contains_key(other));
        let all = operation_names.aliases.iter().chain(operation_names.former.keys()).map(String::as_str).chain([name]);
        let builders: BTreeSet<String> = all.map(builder_name).collect();
        let is_free = |other: &str| !builders.contains(&builder_name(other));
        let Self { names, matches, .. } = &mut *self;
        matches.operations.retain(|other, _| is_free(other));
        names.operations.retain(|other, _| is_free(other));
        for other in names.operations.values_mut() {
            other.aliases.retain(|other| is_free(other));
            other.former.retain(|other, _| is_free(other));
        }
        // If an unreleased update renamed the operation, it gets its released name back. The other name becomes a
        // former name.
        let twin = matches.operations.iter().find(|(_, now)| **now == new).map(|(other, _)| *other);
        if let Some(other) = twin {
            matches.operations.remove(other);
            let OperationNames { aliases, former, .. } = names.operations.remove(other).unwrap_or_default();
            operation_names.former.insert(other.to_owned(), UNRELEASED.to_owned());
            operation_names.former.extend(with_aliases(former, aliases));
        }
        matches.operations.insert(name, new);
        self.names.operations.insert(name.to_owned(), operation_names);
        self.api.operations.insert(name.to_owned(), released.api.operations[name].clone());
        self.add_short_names(name, released.names);
    }

    /// Adds the short names that an operation had in the release as former names. A short name becomes a present name
    /// again if the operation is still in its tag in the new document.
    fn add_short_names(&mut self, operation: &str, released: &Names) {
        for tag in self.names.tags.values_mut() {
            tag.short_names.remove(operation);
            tag.former.retain(|_, other| other.of != operation);
        }
        for (method, tag) in &released.tags {
            let present = tag.short_names.get(operation).into_iter();
            let former = tag.former.iter().filter(|(_, other)| other.of == operation).map(|(name, _)| name);
            let mut names = present.chain(former).peekable();
            if names.peek().is_none() || is_operation_name(&self.names, method) {
                continue;
            }
            let tag = self.names.tags.entry(method.clone()).or_default();
            for name in names {
                tag.short_names.retain(|_, other| other != name);
                let other = OtherName { of: operation.to_owned(), since: Some(UNRELEASED.to_owned()) };
                tag.former.insert(name.clone(), other);
            }
        }
    }

    fn add_type(&mut self, name: &'a str, new: TypeMatch<'a>, released: NamedDocument<'_>) {
        let type_names = released.names.types.get(name).cloned().unwrap_or_default();
        let all = type_names.aliases.iter().chain(type_names.former.keys()).map(String::as_str).chain([name]);
        let all: BTreeSet<&str> = all.collect();
        self.matches.types.retain(|other, now| now.name == new.name || !all.contains(other));
        for other in self.names.types.values_mut() {
            other.aliases.retain(|other| !all.contains(other.as_str()));
            other.former.retain(|other, _| !all.contains(other.as_str()));
        }
        self.matches.types.insert(name, new);
        self.api.types.insert(name.to_owned(), released.api.types[name].clone());
        self.names.types.insert(name.to_owned(), type_names);
    }
}

/// Checks whether an operation has `name` as its present name, an alias or a former name.
fn is_operation_name(names: &Names, name: &str) -> bool {
    let mut operations = names.operations.iter();
    operations.any(|(present, of)| present == name || of.aliases.contains(name) || of.former.contains_key(name))
}
