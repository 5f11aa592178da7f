//! Which types a caller can send.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::{Api, Kind, Type, TypeDef};

/// The names of all types that parameters and bodies are made of: only those need builders of their own.
pub fn sent(api: &Api) -> BTreeSet<&str> {
    let defs: BTreeMap<&str, &TypeDef> = api.types.iter().map(|def| (def.name.as_str(), def)).collect();
    let mut open = Vec::new();
    for operation in &api.operations {
        for parameter in &operation.parameters {
            parameter.ty.each_name(&mut |name| open.push(name));
        }
        if let Some(body) = &operation.body {
            body.value.ty.each_name(&mut |name| open.push(name));
        }
    }
    let mut sent = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(def) = defs.get(name)
            && sent.insert(name)
        {
            parts(def).for_each(|ty| ty.each_name(&mut |name| open.push(name)));
        }
    }
    sent
}

/// The types that `def` is made of.
fn parts(def: &TypeDef) -> Box<dyn Iterator<Item = &Type> + '_> {
    match &def.kind {
        Kind::Struct(body) => {
            Box::new(body.fields.iter().map(|field| &field.value).chain(&body.additional).map(|value| &value.ty))
        }
        Kind::Union(union) => Box::new(union.members.iter().map(|member| &member.ty)),
        Kind::Newtype(value) => Box::new(std::iter::once(&value.ty)),
        Kind::Enum(_) => Box::new(std::iter::empty()),
    }
}
