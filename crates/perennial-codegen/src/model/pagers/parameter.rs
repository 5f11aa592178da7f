//! Finds the parameters that select a page. They are found even if the operation has no pager.

use super::{
    inputs::{has_page_fields, in_brackets},
    words::{OFFSET, PAGE, POSITION, is_cursor, is_cursor_type, is_number},
};
use crate::{
    api::{Location, Operation, Type, TypesByName},
    text::naming,
};

/// Returns the name of the query parameter of an operation that selects a page, according to its name. If a field of a
/// parameter selects the page, the field is in brackets: `pageable[page]`. An operation with such a parameter may have no
/// pager, because the document does not show how the next page is requested.
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
    // Rust keywords such as `continue` get an underscore at the end, which is removed here.
    let name = name.trim_end_matches('_');
    if PAGE.contains(&name) || OFFSET.contains(&name) {
        return true;
    }
    match name {
        // A `token` may be a secret instead of a cursor.
        "token" => false,
        // Strings with these names may be the start of a period, or a place, instead of a position in a listing.
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
