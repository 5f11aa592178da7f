//! Which types requests and responses are made of.

use std::collections::BTreeSet;

use super::{PublicApi, Shape, Type, mentioned};

impl PublicApi {
    /// The types that a caller sends.
    pub fn sent(&self) -> BTreeSet<&str> {
        let setters = self.operations.values().flat_map(|operation| operation.setters.values());
        self.reached_from(setters.flat_map(|setter| mentioned(&setter.accepts)).collect())
    }

    /// The types that a caller receives.
    pub fn received(&self) -> BTreeSet<&str> {
        self.reached_from(self.operations.values().flat_map(|operation| mentioned(&operation.result)).collect())
    }

    /// The types called `open`, and all that they are made of.
    fn reached_from<'a>(&'a self, mut open: Vec<&'a str>) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        while let Some(name) = open.pop() {
            if let Some(ty) = self.types.get(name)
                && reached.insert(name)
            {
                open.extend(parts(ty).into_iter().flat_map(mentioned));
            }
        }
        reached
    }
}

/// The texts of the types that a type consists of.
fn parts(ty: &Type) -> Vec<&str> {
    let mut parts: Vec<&str> = match &ty.shape {
        Shape::Struct(fields) => fields.values().map(|field| field.ty.as_str()).collect(),
        Shape::Enum(variants) => variants.values().flatten().map(String::as_str).collect(),
        Shape::OpenEnum(..) => Vec::new(),
        Shape::Unknown(code) => vec![code],
    };
    parts.extend(ty.page.iter().chain(&ty.samples).map(String::as_str));
    parts
}
