//! Estimates the weight of an API: the amount of code that is generated for it. The unit is one field of a struct.

use std::collections::HashMap;

use crate::{
    api::{Api, Case, Group, Kind, Operation, TypeDef},
    bounds::{Bound, VALUES_OF_ONE_FIELD},
};

/// This many bytes of a name weigh as much as one field.
const BYTES: usize = 64;

/// Returns the weight of an API. A field of a type weighs 1. Other items weigh as much as they cost the generator and
/// rustc in comparison with a field.
pub fn weight(api: &Api) -> usize {
    let parts = api.operations.iter().map(weight_of_operation).chain(api.types.iter().map(weight_of_type));
    let servers = &api.servers;
    let variables = servers.all.iter().map(|server| server.variables.len()).sum::<usize>();
    let values = servers.choices.iter().map(|choice| choice.values.len()).sum::<usize>();
    parts.sum::<usize>() + feature_weight(api) + servers.all.len() + variables + values
}

/// Returns the feature of each tag, with the weight of the items that it enables. The heaviest feature comes first.
pub fn by_feature(api: &Api) -> Vec<(&str, usize)> {
    let types = api.types_by_name();
    let groups: HashMap<&str, &Group> = api.groups.iter().map(|group| (group.feature.as_str(), group)).collect();
    let mut weights = Vec::new();
    for (features, reached) in api.features_with_types() {
        let of_types: usize = reached.iter().filter_map(|name| types.get(name)).map(|def| weight_of_type(def)).sum();
        let operations = groups.get(features[0]).into_iter().flat_map(|group| &group.operations);
        let of_operations: usize = operations.map(|grouped| weight_of_operation(api.operation(grouped))).sum();
        weights.extend(features.into_iter().map(|feature| (feature, of_types + of_operations)));
    }
    weights.sort_by_key(|(feature, weight)| (std::cmp::Reverse(*weight), *feature));
    weights
}

/// Returns the weight of an operation. Only its first tag is counted, because an operation is a method of one group.
fn weight_of_operation(operation: &Operation) -> usize {
    let pages = if operation.pager.is_some() { 10 } else { 0 };
    10 + pages + 3 * operation.parameters.len() + operation.tags.len().min(1) + operation.name.len() / BYTES
}

fn weight_of_type(def: &TypeDef) -> usize {
    let parts = match &def.kind {
        Kind::Struct(body) => body.fields.len(),
        Kind::Union(body) => {
            let values = body.members.iter().map(|member| match &member.case {
                Case::Tag(values) => values.len(),
                _ => 0,
            });
            body.members.len() + values.sum::<usize>() / VALUES_OF_ONE_FIELD
        }
        Kind::Enum(body) => body.values.len() / VALUES_OF_ONE_FIELD,
        Kind::Newtype(_) => 0,
    };
    3 + parts + def.name.len() / BYTES
}

/// Returns the weight of the `cfg` attributes that gate types by features. Every feature may enable every type, so the
/// number of pairs of a feature and a type must be bounded.
fn feature_weight(api: &Api) -> usize {
    /// This many pairs of a type and a feature weigh as much as one field. Each item of the type names the feature.
    const PAIRS: usize = 4;
    /// This many bytes of a feature's name weigh as much as one more pair.
    const BYTES: usize = 32;
    let enough = PAIRS * (Bound::Generated.limit() + 1);
    let mut pairs = 0;
    for (features, types) in api.features_with_types() {
        let names: usize = features.iter().map(|feature| 1 + feature.len() / BYTES).sum();
        pairs += names * types.len();
        // The bound is already exceeded. Counting the remaining pairs could take long, and would not change the result.
        if pairs > enough {
            break;
        }
    }
    pairs / PAIRS
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn weight_of_an_operation_with_a_pager_is_higher_by_10() {
        let with_page = |schema| {
            let parameters = json!([{ "name": "page", "in": "query", "schema": schema }]);
            let list = json!({ "type": "array", "items": { "type": "string" } });
            let responses = json!({ "200": { "content": { "application/json": { "schema": list } } } });
            let get = json!({ "operationId": "getA", "parameters": parameters, "responses": responses });
            let (api, _) =
                crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "get": get } } })).expect("legal");
            weight(&api)
        };
        let unpaged = with_page(json!({ "type": "integer" }));
        assert_eq!(with_page(json!({ "type": "integer", "default": 1 })), unpaged + 10);
    }

    #[test]
    fn weight_of_an_operation_includes_only_its_first_tag() {
        let with_tags = |tags: &[&str]| {
            let paths = json!({ "/a": { "get": { "operationId": "getA", "tags": tags } } });
            weight(&crate::model_of(json!({ "openapi": "3.0.0", "paths": paths })).expect("legal").0)
        };
        assert_eq!(with_tags(&["one"]), with_tags(&["one", "two", "three"]));
    }
}
