//! Which types a caller can send.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::{Api, TypeDef};

/// The names of all types that parameters and bodies are made of: only those need builders of their own.
pub fn sent(api: &Api) -> BTreeSet<&str> {
    let defs: BTreeMap<&str, &TypeDef> = api.types.iter().map(|def| (def.name.as_str(), def)).collect();
    let mut open = Vec::new();
    for operation in &api.operations {
        operation.each_sent_type(&mut |ty| ty.each_name(&mut |name| open.push(name)));
    }
    let mut sent = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(def) = defs.get(name)
            && sent.insert(name)
        {
            def.kind.each_type(&mut |ty| ty.each_name(&mut |name| open.push(name)));
        }
    }
    sent
}
