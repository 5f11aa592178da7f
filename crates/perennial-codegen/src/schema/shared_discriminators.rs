//! Copies the discriminator of a union to other unions in the same `allOf` that list the same members. Without a
//! discriminator, nothing may distinguish these members, and they would be merged into one object.

use std::collections::HashSet;

use indexmap::IndexMap;

use super::{Composed, Discriminator, Schema, Shape, TypedDocument, chains::Chains};

/// Copies discriminators between the parts of each `allOf`, and to the `oneOf` or `anyOf` beside the `allOf`.
pub fn share_discriminators(document: &mut TypedDocument) {
    let named = Named { chains: Chains::new(&document.schemas), schemas: document.schemas.clone() };
    document.each_schema(&mut |_, schema| {
        let Shape::Composed(whole) = &mut schema.shape else { return };
        let Some(declared) = whole.all_of.iter().find_map(|part| named.discriminated_union(part)) else { return };
        // A single member does not become a union. With a discriminator, it would get the tag as a field for any string.
        let needs_one = |union: &Composed| union.any_of.len() + union.one_of.len() > 1 && union.discriminator.is_none();
        if !(needs_one(whole) || whole.all_of.iter().flat_map(|part| named.compositions(part)).any(needs_one)) {
            return;
        }
        let Some(discriminator) = declared.discriminator.clone() else { return };
        let members: HashSet<String> = named.members(declared).map(str::to_owned).collect();
        let applies = |union: &Composed| needs_one(union) && named.members(union).any(|name| members.contains(name));
        whole.all_of.iter_mut().for_each(|part| named.add_discriminator(part, &discriminator, &applies));
        if applies(whole) {
            whole.discriminator = Some(discriminator);
        }
    });
}

/// The named schemas of a document, before their compositions are replaced.
struct Named {
    chains: Chains,
    schemas: IndexMap<String, Schema>,
}

impl Named {
    fn end<'a>(&'a self, name: &'a str) -> &'a str {
        self.chains.end(name).map_or(name, |end| &end.name)
    }

    /// Returns the names of the members of `union`.
    fn members<'a>(&'a self, union: &'a Composed) -> impl Iterator<Item = &'a str> {
        union.any_of.iter().chain(&union.one_of).filter_map(Schema::name).map(|name| self.end(name))
    }

    /// Returns the compositions that a part of an `allOf` declares: the part or its target, and the parts of its own
    /// `allOf`.
    fn compositions<'a>(&'a self, part: &'a Schema) -> Vec<&'a Composed> {
        let declared = |schema: &'a Schema| {
            let target = schema.name().map_or(Some(schema), |name| self.schemas.get(self.end(name)));
            if let Shape::Composed(composed) = &target?.shape { Some(&**composed) } else { None }
        };
        let Some(composed) = declared(part) else { return Vec::new() };
        [composed].into_iter().chain(composed.all_of.iter().filter_map(declared)).collect()
    }

    fn discriminated_union<'a>(&'a self, part: &'a Schema) -> Option<&'a Composed> {
        self.compositions(part).into_iter().find(|union| union.is_union() && union.discriminator.is_some())
    }

    /// Adds `discriminator` to `part`, and to the parts of its inline `allOf`, if `applies` returns `true` for them.
    fn add_discriminator(&self, part: &mut Schema, discriminator: &Discriminator, applies: &dyn Fn(&Composed) -> bool) {
        if let Shape::Composed(composed) = &mut part.shape {
            composed.all_of.iter_mut().for_each(|part| self.add_discriminator(part, discriminator, applies));
        }
        let Some(union) = self.compositions(part).into_iter().next().filter(|union| applies(union)) else { return };
        // A reference is kept if the members list the values of the tag, because the same tag then distinguishes them.
        let lists_tag = |name: &str| {
            let object = self.schemas.get(name).and_then(Schema::object);
            object.and_then(|it| it.properties.get(&discriminator.property)).is_some_and(|tag| !tag.values().is_empty())
        };
        if part.name().is_none() || !self.members(union).all(lists_tag) {
            let union = Composed { discriminator: Some(discriminator.clone()), ..union.clone() };
            part.shape = Shape::Composed(Box::new(union));
        }
    }
}
