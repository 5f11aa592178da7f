//! Which types a caller can send.

use std::collections::BTreeSet;

use crate::api::Api;

/// The names of all types that parameters and bodies are made of: only those need builders of their own.
pub fn types(api: &Api) -> BTreeSet<&str> {
    let mut names = Vec::new();
    for operation in &api.operations {
        operation.each_sent_type(&mut |ty| ty.each_name(&mut |name| names.push(name)));
    }
    api.reached_from(names)
}
