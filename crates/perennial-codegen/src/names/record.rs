use std::collections::{BTreeMap, HashSet};

use super::{
    file::{ClientSettings, Names, OperationNames, ServerNames, TagNames, TypeNames},
    pins, uses, variants,
};
use crate::{
    api::{Api, Enum, Group, Kind, Location, Operation, Parameter, Place, Server, Type, TypeDef, VariableOf},
    text::naming,
};

impl Names {
    /// Returns the names to record after an update to `api`: all current names, together with the aliases and former
    /// names that are already recorded for the same items.
    ///
    /// Entries of items that `api` does not contain are dropped, except for tags with former names.
    #[must_use]
    pub fn recording(&self, api: &Api) -> Self {
        let operations = api.operations.iter().map(|operation| {
            let known = self.operations.get(&operation.name).cloned().unwrap_or_default();
            (operation.name.clone(), known.recording(operation))
        });
        let types = places_of_types(api).into_iter().map(|(name, place)| {
            let known = self.types.get(&name).cloned().unwrap_or_default();
            // A type has no place if it is not used, and its name in the document is a placeholder such as `Model12`.
            (name, TypeNames { place: Some(place).filter(|place| *place != Place::default()), ..known })
        });
        let mut types: BTreeMap<String, TypeNames> = types.collect();
        for TypeDef { name, kind, .. } in &api.types {
            if let Some(names) = types.get_mut(name) {
                names.record(kind);
            }
        }
        let former = self.tags.iter().filter(|(_, names)| !names.former.is_empty());
        let former = former.map(|(name, names)| {
            let TagNames { type_name, former, .. } = names.clone();
            (name.clone(), TagNames { type_name, former, ..TagNames::default() })
        });
        let mut tags: BTreeMap<String, TagNames> = former.collect();
        for group in &api.groups {
            let former = tags.remove(&group.name).unwrap_or_default().former;
            tags.insert(group.name.clone(), TagNames { former, ..names_of_group(group, api) });
        }
        Self {
            client: self.client.clone().recording(api),
            operations: operations.collect(),
            tags,
            types,
            servers: api.servers.all.iter().map(names_of_server).collect(),
            features: self.features.clone(),
            next: None,
        }
    }
}

impl ClientSettings {
    fn recording(mut self, api: &Api) -> Self {
        if let (Some(own), Some(credentials)) = (&mut self.credentials, &api.credentials) {
            let schemes = credentials.schemes.iter();
            own.setters = schemes.map(|scheme| (scheme.name.clone(), scheme.setter.clone())).collect();
        }
        self
    }
}

fn places_of_types(api: &Api) -> Vec<(String, Place)> {
    let by_status =
        api.responses_by_status().map(|(operation, several)| (several.name.clone(), Place::responses(&operation.name)));
    let samples = api.series.iter().map(|series| &series.sample);
    let defined = api.types.iter().chain(samples).map(|def| (def.name.clone(), def.place.clone()));
    defined.chain(by_status).collect()
}

impl OperationNames {
    fn recording(self, operation: &Operation) -> Self {
        let parameters = operation.parameters.iter();
        let setters = parameters.filter(|parameter| parameter.name != naming::value_name(&parameter.wire_name));
        let setters = setters
            .map(|parameter| (pins::parameter_key(parameter.location, &parameter.wire_name), parameter.name.clone()))
            .chain(self.setters.into_iter().filter(|(key, _)| {
                operation.parameters.iter().any(|it| pins::parameter_key(it.location, &it.wire_name) == *key)
            }));
        Self {
            request: Some(operation.request.clone()),
            setters: setters.collect(),
            rate_limit: operation.rate_limit,
            timestamps: operation.parameters.iter().filter_map(timestamp_entry).collect(),
            pagers: operation.pager.as_ref().map(|it| [it.items_method.clone(), it.pages_method.clone()]),
            ..self
        }
    }
}

impl TypeNames {
    /// Records the fields or variants whose names differ from those that the naming rules would produce.
    fn record(&mut self, kind: &Kind) {
        match kind {
            Kind::Struct(body) => {
                let names: HashSet<&String> = body.fields.iter().map(|field| &field.wire_name).collect();
                self.fields.retain(|wire_name, _| names.contains(wire_name));
                let irregular = body.fields.iter().filter(|field| field.name != naming::value_name(&field.wire_name));
                self.fields.extend(irregular.map(|field| (field.wire_name.clone(), field.name.clone())));
            }
            Kind::Enum(body) => {
                let values = body.values_by_text();
                self.variants.retain(|of, _| values.contains_key(of.as_str()));
                let irregular =
                    body.values.iter().filter(|value| value.name != variant_by_rule(body, &value.wire_name));
                self.variants.extend(irregular.map(|value| (value.wire_name.clone(), value.name.clone())));
                self.record_other(&body.other);
            }
            Kind::Union(body) => {
                let keys: HashSet<String> = body.members.iter().map(uses::member_key).collect();
                self.variants.retain(|of, _| keys.contains(of));
                self.record_other(&body.other);
            }
            Kind::Newtype(_) => {}
        }
    }

    fn record_other(&mut self, other: &str) {
        if other != variants::CATCH_ALL[0] {
            self.other = Some(other.to_owned());
        }
    }
}

/// Returns the name that the variant of a value would have in an enum without other values.
fn variant_by_rule(body: &Enum, value: &str) -> String {
    let alone = variants::open_enum(body.of, &[value.to_owned()], &BTreeMap::new());
    alone.values.into_iter().next().map(|value| value.name).unwrap_or_default()
}

fn names_of_group(group: &Group, api: &Api) -> TagNames {
    let short_names = group.operations.iter().map(|it| (api.operation(it).name.clone(), it.name.clone()));
    TagNames {
        tag: Some(group.tag.clone()),
        type_name: Some(group.type_name.clone()),
        feature: Some(group.feature.clone()),
        short_names: short_names.collect(),
        former: BTreeMap::new(),
    }
}

/// If the parameter is a date in the query, returns the entry that records whether the date is a UNIX timestamp.
fn timestamp_entry(parameter: &Parameter) -> Option<(String, bool)> {
    let Parameter { location: location @ Location::Query(_), wire_name, ty, .. } = parameter else { return None };
    let mut ty = ty;
    while let Type::List(inner) | Type::Map(inner) = ty {
        ty = &inner.ty;
    }
    let is_timestamp = *ty == Type::QueryTime;
    (is_timestamp || *ty == Type::Date).then(|| (pins::parameter_key(*location, wire_name), is_timestamp))
}

fn names_of_server(server: &Server) -> (String, ServerNames) {
    let Server { name, url, variables, docs: _ } = server;
    let irregular = variables.iter().filter(|it| it.name != naming::value_name(&it.wire_name));
    let enums = variables.iter().filter_map(|it| match &it.of {
        VariableOf::Choice(name) => Some((it.wire_name.clone(), name.clone())),
        VariableOf::Host | VariableOf::Path => None,
    });
    let setters = irregular.map(|it| (it.wire_name.clone(), it.name.clone())).collect();
    (url.clone(), ServerNames { name: name.clone(), setters, enums: enums.collect() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn recording_types_that_nothing_refers_to_changes_no_name() {
        let object = |name: &str| {
            let inner = json!({ "type": "object", "properties": { name: {} } });
            json!({ "type": "object", "properties": { name: inner } })
        };
        let paths = ["Model1", "Model2"].map(|name| {
            let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
            let body = json!({ "content": { "multipart/form-data": { "schema": schema } } });
            (format!("/{name}"), json!({ "put": { "operationId": name, "requestBody": body } }))
        });
        let document = json!({ "openapi": "3.0.0", "paths": serde_json::Map::from_iter(paths),
            "components": { "schemas": { "Model1": object("x"), "Model2": object("y") } } });
        let named = |names: &Names| crate::model(&document.to_string(), names).expect("legal").0;
        let names = |api: &Api| api.types.iter().map(|def| def.name.clone()).collect::<Vec<_>>();
        let api = named(&Names::default());
        let recorded = Names::default().recording(&api).to_text().expect("should be read again");
        assert_eq!(names(&named(&Names::parse(&recorded).expect("legal"))), names(&api));
    }
}
