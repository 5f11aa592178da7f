//! Finds the parameters that select a page. They are found even if the operation has no pager.

use super::words::{OFFSET, PAGE, POSITION, is_cursor, is_cursor_type, is_number};
use crate::{
    api::{Location, Operation, Parameter},
    text::naming,
};

/// Returns the query parameter of an operation that selects a page, according to its name. An operation with such a
/// parameter may have no pager, because the document does not show how the next page is requested.
pub fn page_parameter(operation: &Operation) -> Option<&Parameter> {
    operation.parameters.iter().find(|it| matches!(it.location, Location::Query(_)) && selects_page(it))
}

fn selects_page(Parameter { wire_name, ty, .. }: &Parameter) -> bool {
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
            while let Some(wire_name) = page_parameter(&operation).map(|it| it.wire_name.clone()) {
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
}
