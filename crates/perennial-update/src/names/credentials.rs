//! Carries over the names of credential setters. A renamed security scheme keeps its setter if nothing else about it
//! changed.

use perennial_codegen::{
    api::{Api, Scheme},
    names::file::ClientSettings,
};

use super::NamedDocument;

/// Returns the `client` section of `names.json` with setters for the schemes of `new`, which are carried over from the
/// `previous` documents.
///
/// A scheme of the same name keeps its setter. A renamed scheme keeps its setter under two conditions: it sends its
/// credentials in the same part of the request, such as the header `X-Api-Key`, and no other added or removed scheme
/// uses this part.
pub fn carry_over_setters(previous: &[NamedDocument<'_>], new: &Api, client: &ClientSettings) -> ClientSettings {
    let mut client = client.clone();
    let (Some(own), Some(new)) = (&mut client.credentials, &new.credentials) else { return client };
    let is_in_new = |name: &str| new.schemes.iter().any(|scheme| scheme.name == name);
    for NamedDocument { names, api, .. } in previous {
        let Some(old) = &names.client.credentials else { continue };
        let unassigned: Vec<&Scheme> = new.schemes.iter().filter(|it| !own.setters.contains_key(&it.name)).collect();
        for scheme in &unassigned {
            let place = scheme.carrier.place();
            let is_only_one = unassigned.iter().filter(|other| other.carrier.place() == place).count() == 1;
            let removed = old.setters.iter().filter(|(name, _)| !is_in_new(name)).map(|(_, setter)| setter);
            let mut candidates =
                removed.filter(|setter| api.credentials.get(*setter).is_some_and(|it| it.place() == place));
            let renamed = candidates.next().filter(|_| is_only_one && candidates.next().is_none());
            if let Some(setter) = old.setters.get(&scheme.name).or(renamed) {
                own.setters.insert(scheme.name.clone(), setter.clone());
            }
        }
    }
    client
}
