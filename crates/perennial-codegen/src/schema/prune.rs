//! Removes unused named schemas, because each generated type increases the build time of consumers.

use super::{TypedDocument, walk};
use crate::{api::Replaced, log::Log};

/// Removes named schemas that neither an operation nor an object with fields uses. Also removes objects that own types
/// (`client.types` in `names.json`) replace.
///
/// Other objects with fields are kept even if they were merged into other types, because a program may need their types
/// by name. Named schemas that no selected operation uses are not parsed in the first place.
pub fn retain_reached_and_objects(document: &mut TypedDocument, _: &mut Log) {
    let is_replaced = |name: &String| document.own_types.contains_key(&Replaced::Schema(name.clone()));
    let objects = document.schemas.iter().filter(|(name, schema)| schema.has_properties() && !is_replaced(name));
    let mut open: Vec<String> = objects.map(|(name, _)| name.clone()).collect();
    let schemas = std::mem::take(&mut document.schemas);
    document.each_root_schema(&mut |_, schema| open.extend(walk::references(schema).map(str::to_owned)));
    let reached = walk::reached(open, &schemas);
    document.schemas = schemas.into_iter().filter(|(name, _)| reached.contains(name)).collect();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::{after, reference};

    #[test]
    fn removes_unused_schemas_except_objects_with_fields() {
        let object = |properties| json!({ "type": "object", "properties": properties });
        let schemas = json!({
            "Part": object(json!({ "a": reference("Used") })),
            "Used": { "type": "string", "enum": ["a"] },
            "Unused": { "type": "string", "enum": ["b"] },
            "Map": { "type": "object" },
        });
        let (left, _) = after(retain_reached_and_objects, schemas);
        assert_eq!(left.keys().collect::<Vec<_>>(), ["Part", "Used"]);
    }
}
