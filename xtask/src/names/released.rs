//! Names that the last release had, and updates since then have lost: they stand for what an update from there would
//! make of them, whatever came in between.

use std::collections::BTreeSet;

use anyhow::Result;
use perennial_codegen::{
    names::file::{Names, OperationNames, OtherName},
    surface::PublicApi,
    text::naming::builder_name,
};

use super::{
    Fresh, Named, UNRELEASED,
    pairs::{Chosen, Pairs},
    with_aliases,
};
use crate::client::Model;

/// The API and names of the present document and of the release, and what they are in the new one.
pub struct Joined<'a> {
    pub api: PublicApi,
    pub names: Names,
    pub pairs: Pairs<'a>,
}

impl<'a> Joined<'a> {
    /// Begins with the present document.
    pub fn new(present: Named<'_>, pairs: Pairs<'a>) -> Self {
        Self { api: present.api.clone(), names: present.names.clone(), pairs }
    }

    /// With all names of the release that do not lead where its `pairs` do. A name that leads elsewhere in the present
    /// document, too, is one of which a maintainer decided so.
    ///
    /// # Errors
    /// A present document of which there is no model.
    pub fn with(mut self, present: Named<'_>, released: Named<'_>, pairs: Pairs<'a>) -> Result<Self> {
        let document = Model::read(present.document, &Names::of_client(&present.names.client))?;
        let fresh_api = PublicApi::new(&document.api);
        let fresh = Fresh { model: &document.api, api: &fresh_api };
        let is = Pairs::new(&present, &fresh, None);
        let was = Pairs::new(&released, &fresh, Some(&is));

        for (name, new) in pairs.operations {
            let is_decided = was.operations.get(name).is_some_and(|then| is.operation(present.api, name) != Some(then));
            // Tags are methods of `Client`, too.
            if self.pairs.operation(present.api, name) != Some(new)
                && !is_decided
                && !self.names.tags.contains_key(name)
            {
                self.add_operation(name, new, released);
            }
        }
        // Where nothing but the document's name speaks for a type, the present document knows better.
        let is_another = |now: Option<&str>, of_release: &Chosen<'_>| {
            now != Some(of_release.name.0) && (now.is_none() || of_release.vote.all_uses > 0)
        };
        for (name, chosen) in pairs.types {
            let is_decided = was.types.get(name).is_some_and(|then| is_another(is.ty(present.api, name), then));
            if is_another(self.pairs.ty(present.api, name), &chosen) && !is_decided {
                self.add_type(name, Chosen { is_released: true, ..chosen }, released);
            }
        }
        // Those of tags that the present document lacks.
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

    fn add_operation(&mut self, name: &'a str, new: &'a str, released: Named<'_>) {
        let mut of = released.names.operations.get(name).cloned().unwrap_or_default();
        of.aliases.retain(|other| !self.names.tags.contains_key(other));
        of.former.retain(|other, _| !self.names.tags.contains_key(other));
        let all = of.aliases.iter().chain(of.former.keys()).map(String::as_str).chain([name]);
        let builders: BTreeSet<String> = all.map(builder_name).collect();
        let is_free = |other: &str| !builders.contains(&builder_name(other));
        let Self { names, pairs, .. } = &mut *self;
        pairs.operations.retain(|other, _| is_free(other));
        names.operations.retain(|other, _| is_free(other));
        for other in names.operations.values_mut() {
            other.aliases.retain(|other| is_free(other));
            other.former.retain(|other, _| is_free(other));
        }
        // Names that only updates gave it stand beside those of the release.
        let twin = pairs.operations.iter().find(|(_, now)| **now == new).map(|(other, _)| *other);
        if let Some(other) = twin {
            pairs.operations.remove(other);
            let OperationNames { aliases, former, .. } = names.operations.remove(other).unwrap_or_default();
            of.former.insert(other.to_owned(), UNRELEASED.to_owned());
            of.former.extend(with_aliases(former, aliases));
        }
        pairs.operations.insert(name, new);
        self.names.operations.insert(name.to_owned(), of);
        self.api.operations.insert(name.to_owned(), released.api.operations[name].clone());
        self.add_short_names(name, released.names);
    }

    /// As former ones, which are present ones again in a tag that has the operation.
    fn add_short_names(&mut self, operation: &str, released: &Names) {
        for tag in self.names.tags.values_mut() {
            tag.short_names.remove(operation);
            tag.former.retain(|_, other| other.of != operation);
        }
        for (method, tag) in &released.tags {
            let present = tag.short_names.get(operation).into_iter();
            let former = tag.former.iter().filter(|(_, other)| other.of == operation).map(|(name, _)| name);
            let mut names = present.chain(former).peekable();
            if names.peek().is_none() || is_operation(&self.names, method) {
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

    fn add_type(&mut self, name: &'a str, new: Chosen<'a>, released: Named<'_>) {
        let of = released.names.types.get(name).cloned().unwrap_or_default();
        let all = of.aliases.iter().chain(of.former.keys()).map(String::as_str).chain([name]);
        let all: BTreeSet<&str> = all.collect();
        self.pairs.types.retain(|other, now| now.name == new.name || !all.contains(other));
        for other in self.names.types.values_mut() {
            other.aliases.retain(|other| !all.contains(other.as_str()));
            other.former.retain(|other, _| !all.contains(other.as_str()));
        }
        self.pairs.types.insert(name, new);
        self.api.types.insert(name.to_owned(), released.api.types[name].clone());
        self.names.types.insert(name.to_owned(), of);
    }
}

/// Checks whether an operation has this name, be it as a former one.
fn is_operation(names: &Names, name: &str) -> bool {
    let mut operations = names.operations.iter();
    operations.any(|(present, of)| present == name || of.aliases.contains(name) || of.former.contains_key(name))
}
