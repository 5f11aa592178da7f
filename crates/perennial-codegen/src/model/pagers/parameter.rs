//! Finds the parameter that selects the page, whether or not the operation has a pager.

use super::{
    inputs::{has_page_fields, in_brackets},
    words::{OFFSET, PAGE, POSITION, is_cursor, is_cursor_type, is_number},
};
use crate::{
    api::{Location, Operation, Type, TypesByName},
    text::naming,
};

/// Returns the name of the query parameter whose name shows that it selects the page. For a field of a parameter, the
/// result contains both names: `pageable[page]`.
///
/// An operation with a page parameter may not have a pager, because the document may not show how to request the next
/// page.
pub fn page_parameter(operation: &Operation, types: &TypesByName<'_>) -> Option<String> {
    let in_query = || operation.parameters.iter().filter(|it| matches!(it.location, Location::Query(_)));
    let parameter = in_query().find(|it| selects_page(&it.wire_name, &it.ty)).map(|it| it.wire_name.clone());
    parameter.or_else(|| {
        in_query().filter(|it| has_page_fields(it)).find_map(|parameter| {
            let mut fields = parameter.ty.as_struct(types)?.fields.iter();
            let field = fields.find(|field| selects_page(&field.wire_name, &field.value.ty))?;
            Some(in_brackets(&parameter.wire_name, field))
        })
    })
}

fn selects_page(wire_name: &str, ty: &Type) -> bool {
    let name = naming::value_name(wire_name);
    // `value_name` appends an underscore to Rust keywords such as `continue`.
    let name = name.trim_end_matches('_');
    if PAGE.contains(&name) || OFFSET.contains(&name) {
        return true;
    }
    match name {
        // A parameter called `token` may contain a secret.
        "token" => false,
        // A string called `start` may be the beginning of a period, and one called `position` may be a place.
        "start" | "position" => is_number(ty),
        name => is_cursor(wire_name, ty) || is_cursor_type(ty) && name.split('_').all(|word| POSITION.contains(&word)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn finds_page_numbers_offsets_and_cursors_by_their_names() {
        let names_of = |names: &[&str], location: &str, ty: &str| {
            let parameters = names.iter().map(|name| json!({ "name": name, "in": location, "schema": { "type": ty } }));
            let parameters: Vec<Value> = parameters.collect();
            let get = json!({ "operationId": "getA", "parameters": parameters });
            let (api, _) =
                crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "get": get } } })).expect("legal");
            let mut operation = api.operations.into_iter().next().expect("should be there");
            let mut found = Vec::new();
            while let Some(wire_name) = page_parameter(&operation, &TypesByName::default()) {
                operation.parameters.retain(|it| it.wire_name != wire_name);
                found.push(wire_name);
            }
            found
        };
        let pages = ["page", "pageNumber", "offset", "page_token", "nextCursor", "after", "continue"];
        assert_eq!(names_of(&pages, "query", "string"), pages);
        assert_eq!(names_of(&["token", "start", "q", "limit", "pages_read", "after_date"], "query", "string"), [""; 0]);
        assert_eq!(names_of(&["start", "skip"], "query", "integer"), ["start", "skip"]);
        assert_eq!(names_of(&["page"], "header", "integer"), [""; 0]);
    }

    #[test]
    fn finds_page_numbers_in_objects() {
        let parameter_of = |name: &str, style: &str| {
            let schema = json!({ "type": "object", "properties": { "sort": {}, "page": { "type": "integer" } } });
            let parameter = json!({ "name": name, "in": "query", "style": style, "schema": schema });
            let get = json!({ "operationId": "getA", "parameters": [parameter] });
            let (api, _) =
                crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "get": get } } })).expect("legal");
            page_parameter(&api.operations[0], &api.types_by_name())
        };
        assert_eq!(parameter_of("pageable", "form").as_deref(), Some("pageable[page]"));
        assert_eq!(parameter_of("pageable", "deepObject").as_deref(), Some("pageable[page]"));
        assert_eq!(parameter_of("filter", "deepObject"), None);
    }
}
