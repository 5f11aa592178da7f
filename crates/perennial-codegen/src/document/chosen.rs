//! Removes operations that the client does not select with `client.operations` in `names.json`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Spec, json::array};
use crate::text::{method::retain_operations, nearest::suggest_nearest};

/// Keeps the operations whose id is in `ids` or that have one of `tags`, and removes all others. If both sets are
/// empty, all operations are kept.
pub fn retain_selected(spec: &mut Spec, tags: &BTreeSet<String>, ids: &BTreeSet<String>) {
    if tags.is_empty() && ids.is_empty() {
        return;
    }
    let (mut known_tags, mut known_ids) = (BTreeSet::new(), BTreeSet::new());
    let mut is_chosen = |operation: &Value| {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let own_tags: BTreeSet<&str> = array(operation, "tags").filter_map(Value::as_str).collect();
        let is_chosen = ids.contains(id) || own_tags.iter().any(|tag| tags.contains(*tag));
        known_tags.extend(own_tags.into_iter().map(str::to_owned));
        known_ids.insert(id.to_owned());
        is_chosen
    };
    let paths = spec.root.get_mut("paths").and_then(Value::as_object_mut);
    paths.into_iter().flatten().for_each(|(_, item)| retain_operations(item, &mut is_chosen));
    for (list, wanted, known) in [("tags", tags, &known_tags), ("ids", ids, &known_ids)] {
        for name in wanted.difference(known) {
            let instead = suggest_nearest(name, known.iter().map(String::as_str));
            spec.log.diagnostics.push_setting(
                &format!("operations.{list}.{name}"),
                format!("no operation has this tag or id{instead}"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::text::method::operations;

    fn retained_ids(tags: &[&str], ids: &[&str]) -> Result<Vec<String>, String> {
        let operation = |id: &str, tags: &[&str]| json!({ "operationId": id, "tags": tags });
        let mut spec = Spec::new(json!({ "paths": {
            "/a": { "summary": "A", "get": operation("getA", &["one", "two"]), "post": operation("postA", &[]) },
            "/b": { "additionalOperations": { "COPY": operation("copyB", &["two"]), "PURGE": operation("purgeB", &[]) } },
        } }));
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        retain_selected(&mut spec, &set(tags), &set(ids));
        assert_eq!(spec.root["paths"]["/a"]["summary"], "A");
        let items = spec.root["paths"].as_object().into_iter().flatten();
        let retained_ids =
            items.flat_map(|(_, item)| operations(item)).map(|(_, it)| it["operationId"].as_str().unwrap_or_default());
        let retained_ids = retained_ids.map(str::to_owned).collect();
        spec.log.diagnostics.into_result(retained_ids).map_err(|refused| refused.to_string())
    }

    #[test]
    fn keeps_operations_with_a_selected_tag_or_id() {
        assert_eq!(retained_ids(&[], &[]).map(|retained_ids| retained_ids.len()), Ok(4));
        assert_eq!(retained_ids(&["two"], &["postA"]), Ok(["getA", "postA", "copyB"].map(str::to_owned).into()));
        assert_eq!(retained_ids(&[], &["purgeB"]), Ok(vec!["purgeB".to_owned()]));
    }

    #[test]
    fn rejects_a_selected_tag_or_id_that_no_operation_has() {
        assert_eq!(
            retained_ids(&["twos"], &["geta", "x"]).unwrap_err(),
            "names.json: client.operations.tags.twos: no operation has this tag or id: did you mean \
             `two`?\nnames.json: client.operations.ids.geta: no operation has this tag or id: did you mean \
             `getA`?\nnames.json: client.operations.ids.x: no operation has this tag or id"
        );
    }
}
