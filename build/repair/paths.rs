//! Path templates that can be called: each segment arrives as the document means it, or the path is refused.
//!
//! A template is literal text with parameters in braces. Literal text is percent-encoded once when it is sent
//! ([`path::literal`]); what would not arrive as a path, whatever is done to it, is told by name.

use serde_json::Value;

use super::spec::Spec;
use crate::{method, path};

/// Reports the paths that cannot be called.
pub fn apply(spec: &mut Spec) {
    let paths = spec.root.get("paths").and_then(Value::as_object).into_iter().flatten();
    let is_called = |item: &Value| {
        item.as_object().into_iter().flatten().any(|(key, _)| key == "$ref" || method::of_key(key).is_some())
    };
    let refused: Vec<(String, &str)> = paths
        .filter(|(_, item)| is_called(item))
        .filter_map(|(path, _)| Some((path.clone(), path::parts(path).err()?)))
        .collect();
    for (path, reason) in refused {
        spec.diagnostics.push(format!("path {path:?}"), reason);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::repair::only;

    #[test]
    fn paths_that_cannot_be_called_are_refused_with_the_remedy() {
        for (path, remedy) in [
            ("", "put one in front"),
            ("a", "put one in front"),
            ("/a?b=c", "declare query parameters"),
            ("/a#b", "write `%23`"),
            ("/a/../b", "without it"),
            ("/a/.", "without it"),
            ("/%2e%2E/b", "without it"),
            ("/.%2e", "without it"),
            ("/{a", "write `%7B`"),
            ("/a}", "write `%7D`"),
            ("/{a{b}}", "one parameter in each pair"),
            ("/{}", "put one between"),
            ("/{ }", "put one between"),
            ("/{a/b}", "rename it"),
            ("/{a}/{a}", "its own name"),
            ("/a\\b", "write `/`"),
            ("/a\u{7f}", "remove it"),
            ("/a\nb", "remove it"),
        ] {
            let spec = only(apply, json!({ "paths": { path: { "get": {} } } }));
            assert_eq!(spec.diagnostics.0.len(), 1, "{path:?}");
            let diagnostic = &spec.diagnostics.0[0];
            assert_eq!(diagnostic.place, format!("path {path:?}"));
            assert!(diagnostic.reason.contains(remedy), "{path:?}: {}", diagnostic.reason);
        }
    }

    #[test]
    fn a_path_without_operations_is_not_looked_at() {
        assert_eq!(only(apply, json!({ "paths": { "a?b": { "description": "x" } } })).diagnostics.0, []);
    }
}
