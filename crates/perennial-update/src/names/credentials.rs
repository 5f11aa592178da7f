//! The setters of credentials: a security scheme that only has another name keeps its setter.

use perennial_codegen::{
    api::{Api, Scheme},
    names::file::Own,
};

use super::Named;

/// `client`, with the setters that the schemes of `new` had: under their names, or where what is sent in the same place had
/// another name, and there is only one of that before and after.
pub fn carried(then: &[Named<'_>], new: &Api, client: &Own) -> Own {
    let mut client = client.clone();
    let (Some(own), Some(new)) = (&mut client.credentials, &new.credentials) else { return client };
    let is_there = |name: &str| new.schemes.iter().any(|scheme| scheme.name == name);
    for Named { names, api, .. } in then {
        let Some(old) = &names.client.credentials else { continue };
        let open: Vec<&Scheme> = new.schemes.iter().filter(|it| !own.setters.contains_key(&it.name)).collect();
        for scheme in &open {
            let place = scheme.carrier.place();
            let is_alone = open.iter().filter(|other| other.carrier.place() == place).count() == 1;
            let gone = old.setters.iter().filter(|(name, _)| !is_there(name)).map(|(_, setter)| setter);
            let mut same = gone.filter(|setter| api.credentials.get(*setter).is_some_and(|it| it.place() == place));
            let renamed = same.next().filter(|_| is_alone && same.next().is_none());
            if let Some(setter) = old.setters.get(&scheme.name).or(renamed) {
                own.setters.insert(scheme.name.clone(), setter.clone());
            }
        }
    }
    client
}
