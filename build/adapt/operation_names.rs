//! The Rust names of operations and parameters are free and different from each other.
//!
//! An operation is a method of `Client` and a struct of `builder`, a parameter is a method of that struct: some
//! names are taken there. `x-operation-id` and `x-wire-name` keep what goes to the service and into errors.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::generator::{
    naming,
    spec::{Spec, array_mut, text},
};

/// Methods of `Client`.
const CLIENT_METHODS: [&str; 8] = ["builder", "clone", "from_env", "with_headers", "with_query", "fmt", "into", "from"];
/// What the module `builder` uses by its short name.
const BUILDER_TYPES: [&str; 8] =
    ["ByteStream", "Client", "Error", "From", "Option", "ResponseValue", "Result", "String"];
/// Methods of every operation's builder.
const BUILDER_METHODS: [&str; 6] = ["new", "send", "body", "body_map", "clone", "fmt"];

/// Renames what collides.
pub fn apply(spec: &mut Spec) {
    let mut methods: BTreeSet<String> = CLIENT_METHODS.map(str::to_owned).into();
    let mut types: BTreeSet<String> = BUILDER_TYPES.map(str::to_owned).into();
    spec.each_operation(|place, operation, log| {
        let (mut id, mut number) = (place.id.clone(), 1);
        let builder = |id: &str| naming::builder_name(&naming::value_name(id));
        while methods.contains(&naming::value_name(&id)) || types.contains(&builder(&id)) {
            number += 1;
            id = format!("{}_op{number}", place.id);
        }
        methods.insert(naming::value_name(&id));
        types.insert(builder(&id));
        if id != place.id {
            log.note("operationId that collides renamed", format!("{place} as {}", naming::value_name(&id)));
        }
        operation.insert("x-operation-id".into(), Value::String(place.id.clone()));
        operation.insert("operationId".into(), Value::String(naming::value_name(&id)));

        let mut taken: BTreeSet<String> = BUILDER_METHODS.map(str::to_owned).into();
        for parameter in array_mut(operation, "parameters") {
            let wire_name = text(parameter, "name").to_owned();
            let wanted = naming::value_name(&wire_name);
            let location = text(parameter, "in").to_owned();
            let is_free = taken.insert(wanted.clone());
            let name = if is_free { wanted } else { naming::unique(&format!("{wanted}_{location}"), &mut taken) };
            if !is_free {
                log.note("parameter name that collides renamed", format!("{place} parameter `{wire_name}` as {name}"));
            }
            parameter["x-wire-name"] = Value::String(wire_name);
            parameter["name"] = Value::String(name);
        }
    });
    rename_placeholders(spec);
}

/// Lets the path templates that progenitor reads follow the renamed path parameters.
fn rename_placeholders(spec: &mut Spec) {
    spec.each_operation(|place, operation, _| {
        let mut template = place.path.clone();
        for parameter in array_mut(operation, "parameters").filter(|parameter| text(parameter, "in") == "path") {
            let (wire_name, name) = (text(parameter, "x-wire-name"), text(parameter, "name"));
            template = template.replace(&format!("{{{wire_name}}}"), &format!("{{{name}}}"));
        }
        operation.insert("x-template".into(), Value::String(template));
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::generator::adapt::only;

    #[test]
    fn operations_that_would_be_one_method_or_one_of_the_clients_are_renamed_and_keep_their_id() {
        let spec = only(
            apply,
            json!({ "paths": { "/a": {
                "get": { "operationId": "getThing" }, "put": { "operationId": "get_thing" }, "post": { "operationId": "builder" },
            } } }),
        );
        let item = &spec.root["paths"]["/a"];
        assert_eq!(item["get"]["operationId"], "get_thing");
        assert_eq!(item["put"]["operationId"], "get_thing_op2");
        assert_eq!(item["put"]["x-operation-id"], "get_thing");
        assert_eq!(item["post"]["operationId"], "builder_op2");
    }

    #[test]
    fn parameters_that_would_be_one_method_or_one_of_the_builders_are_renamed_and_keep_their_wire_name() {
        let spec = only(
            apply,
            json!({ "paths": { "/a/{id}": { "get": { "operationId": "x", "parameters": [
                { "name": "id", "in": "query" }, { "name": "id", "in": "path" }, { "name": "send", "in": "query" },
            ] } } } }),
        );
        let operation = &spec.root["paths"]["/a/{id}"]["get"];
        let names: Vec<_> = operation["parameters"].as_array().into_iter().flatten().map(|p| text(p, "name")).collect();
        assert_eq!(names, ["id", "id_path", "send_query"]);
        assert_eq!(operation["parameters"][1]["x-wire-name"], "id");
        assert_eq!(operation["x-template"], "/a/{id_path}");
    }
}
