//! Replaces URLs and anchors in references with JSON pointers (`#/…`), the only references that later passes follow.
//!
//! A schema with an `$id` is a resource (JSON Schema 2020-12, 8.2.1): its URL is the base of references inside the
//! schema, and it has its own anchors. The document itself is also a resource, whose URL is `$self`.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use serde_json::{Map, Value};

use super::{extensions::KeyKind, json::string_or_empty, readable::Version, spec::Spec, targets::decode_pointer, url};
use crate::{
    bounds::{self, Bound, Budget},
    text::json::escape_pointer_key,
};

/// Replaces each reference with a JSON pointer to its target. A `$dynamicRef` becomes a `$ref`, unless its target
/// depends on the dynamic scope.
pub fn write_out_places(spec: &mut Spec) {
    // `$id` and `$anchor` are not keywords in OpenAPI 3.0.
    if Version::from_root(&spec.root).is_none_or(|version| version == Version::V3_0) {
        return;
    }
    let named = spec.root.clone();
    let resources = Resources::new(&named);
    for document in [&mut spec.root, Rc::make_mut(&mut spec.source)] {
        let mut writer = ReferenceWriter { resources: &resources, entered: 0, budget: &mut spec.copies };
        if let Err(bound) = writer.write(document, KeyKind::Keywords, 0) {
            return spec.log.refuse(bound, "openapi.json");
        }
    }
}

/// All resources of a document, in the document's order. The first resource is the document itself.
struct Resources<'a> {
    all: Vec<Resource<'a>>,
    /// The index of each resource in `all`, by URL. `None` if different resources have the same URL.
    by_url: HashMap<String, Option<usize>>,
    /// How many resources declare a dynamic anchor, by the name of the anchor.
    dynamic: HashMap<&'a str, usize>,
    /// All parts of the document. The index in this list is the number of a part. An entry contains the number of the
    /// enclosing part, and the key or index of the part in it. JSON pointers are long and seldom needed, so they are
    /// built from this list on demand.
    parts: Vec<(usize, Cow<'a, str>)>,
}

struct Resource<'a> {
    url: String,
    root: NumberedPart<'a>,
    /// The part that declares an anchor, by the name of the anchor. `None` if different parts declare the same anchor.
    anchors: HashMap<&'a str, Option<NumberedPart<'a>>>,
    dynamic: HashSet<&'a str>,
}

/// A part of the document. Its number is its index in [`Resources::parts`].
#[derive(Clone, Copy)]
struct NumberedPart<'a> {
    number: usize,
    value: &'a Value,
}

impl<'a> Resources<'a> {
    fn new(document: &'a Value) -> Self {
        let mut resources =
            Self { all: Vec::new(), by_url: HashMap::new(), dynamic: HashMap::new(), parts: vec![(0, "#".into())] };
        let root = NumberedPart { number: 0, value: document };
        resources.add(root, without_fragment(string_or_empty(document, "$self")).to_owned());
        resources.collect(root, KeyKind::Keywords, 0);
        resources
    }

    fn add(&mut self, root: NumberedPart<'a>, url: String) {
        if !url.is_empty() {
            let (all, number) = (&self.all, self.all.len());
            let is_same = |known: &usize| all[*known].root.value == root.value;
            self.by_url
                .entry(decode_pointer(&url))
                .and_modify(|known| *known = known.filter(is_same))
                .or_insert(Some(number));
        }
        self.all.push(Resource { url, root, anchors: HashMap::new(), dynamic: HashSet::new() });
    }

    /// Registers all resources and anchors in `part`, which is inside the resource at index `resource`.
    fn collect(&mut self, part: NumberedPart<'a>, keys: KeyKind, mut resource: usize) {
        let mut enter = |key: Cow<'a, str>, value: &'a Value| {
            (value.is_object() || value.is_array()).then(|| {
                self.parts.push((part.number, key));
                NumberedPart { number: self.parts.len() - 1, value }
            })
        };
        match part.value {
            Value::Object(map) if keys != KeyKind::Data => {
                let inside: Vec<_> = map
                    .iter()
                    .filter(|(key, _)| !keys.is_foreign(key))
                    .filter_map(|(key, value)| Some((enter(key.into(), value)?, keys.inside(key, value))))
                    .collect();
                if keys == KeyKind::Keywords {
                    resource = self.register(part, resource);
                }
                inside.into_iter().for_each(|(part, keys)| self.collect(part, keys, resource));
            }
            Value::Array(values) if keys != KeyKind::Data => {
                let inside: Vec<_> = values
                    .iter()
                    .enumerate()
                    .filter_map(|(index, value)| enter(index.to_string().into(), value))
                    .collect();
                inside.into_iter().for_each(|part| self.collect(part, KeyKind::Keywords, resource));
            }
            _ => {}
        }
    }

    /// Registers the URL and the anchors of `part`, which is inside the resource at index `resource`. Returns the index
    /// of the resource to which the children of `part` belong: a new index if `part` is itself a resource, and
    /// otherwise `resource`.
    fn register(&mut self, part: NumberedPart<'a>, mut resource: usize) -> usize {
        if let Some(id) = own_url(part.value) {
            let base = &self.all[resource].url;
            let is_long = base.len() + id.len() > LONGEST_URL;
            let url = if is_long { String::new() } else { url::resolve(base, id) };
            resource = self.all.len();
            self.add(part, url);
        }
        let dynamic = string_or_empty(part.value, "$dynamicAnchor");
        // In older drafts of JSON Schema, the fragment of an `$id` declares an anchor.
        let fragment = string_or_empty(part.value, "$id").split_once('#').map_or("", |(_, fragment)| fragment);
        for name in [dynamic, string_or_empty(part.value, "$anchor"), fragment] {
            if name.is_empty() {
                continue;
            }
            let known = self.all[resource].anchors.entry(name);
            let is_same = |known: &NumberedPart<'_>| known.value == part.value;
            known.and_modify(|known| *known = known.filter(is_same)).or_insert(Some(part));
        }
        if !dynamic.is_empty() && self.all[resource].dynamic.insert(dynamic) {
            *self.dynamic.entry(dynamic).or_default() += 1;
        }
        resource
    }

    /// Returns the target of `reference`, which is written in the resource at index `resource`. Returns `None` if the
    /// reference must not be replaced, because it refers to a different document or is already a JSON pointer into this
    /// one.
    fn target(&self, reference: &str, resource: usize) -> Option<ReferenceTarget> {
        let (url, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let is_own = url.is_empty();
        let nothing = |name: &str| ReferenceTarget { place: format!("#{name}"), by_scope: false };
        let by_url = |url: &str| self.by_url.get(&decode_pointer(&url::resolve(&self.all[resource].url, url)));
        let number = if is_own { Some(resource) } else { *by_url(url)? };
        let Some(number) = number else { return Some(nothing(reference)) };
        let resource = &self.all[number];
        if is_own && resource.root.number == 0 && (fragment.is_empty() || fragment.starts_with('/')) {
            return None;
        }
        if fragment.is_empty() || fragment.starts_with('/') {
            // According to JSON Schema, a JSON pointer inside a schema with an `$id` is relative to that schema. Many
            // documents nevertheless write it relative to the document. It is therefore relative to the schema only if
            // its target exists there.
            let is_inside = !is_own || resource.root.value.pointer(&decode_pointer(fragment)).is_some();
            return is_inside
                .then(|| ReferenceTarget { place: self.place(resource.root.number) + fragment, by_scope: false });
        }
        let name = &*decode_pointer(fragment);
        let by_scope = resource.dynamic.contains(name) && self.dynamic.get(name).is_some_and(|count| *count > 1);
        match resource.anchors.get(name) {
            Some(Some(part)) => Some(ReferenceTarget { place: self.place(part.number), by_scope }),
            Some(None) => Some(ReferenceTarget { by_scope: resource.dynamic.contains(name), ..nothing(fragment) }),
            // The resource does not declare the anchor: the reference is dangling.
            None => Some(nothing(fragment)),
        }
    }

    /// Returns the JSON pointer of part `number`, such as `#/components/schemas/A`.
    fn place(&self, mut number: usize) -> String {
        let mut keys = Vec::new();
        while let Some((parent, key)) = self.parts.get(number).filter(|_| number != 0) {
            keys.push(escape_pointer_key(key).replace('%', "%25"));
            number = *parent;
        }
        keys.push("#".to_owned());
        keys.reverse();
        keys.join("/")
    }
}

struct ReferenceTarget {
    /// The JSON pointer of the target. If the target does not exist, this is a pointer to nothing.
    place: String,
    /// Whether the target of a `$dynamicRef` with this reference depends on the dynamic scope.
    by_scope: bool,
}

/// Replaces references with JSON pointers. The writer visits the document in the same order as [`Resources::collect`],
/// so the resources have the same indices.
struct ReferenceWriter<'a> {
    resources: &'a Resources<'a>,
    /// The index of the last resource that was visited.
    entered: usize,
    budget: &'a mut Budget,
}

impl ReferenceWriter<'_> {
    fn write(&mut self, part: &mut Value, keys: KeyKind, mut resource: usize) -> Result<(), Bound> {
        if keys == KeyKind::Keywords && own_url(part).is_some() {
            self.entered += 1;
            resource = self.entered;
        }
        match part {
            Value::Object(map) if keys != KeyKind::Data => {
                if keys == KeyKind::Keywords {
                    self.write_references(map, resource)?;
                }
                let mut parts = map.iter_mut().filter(|(key, _)| !keys.is_foreign(key));
                parts.try_for_each(|(key, value)| self.write(value, keys.inside(key, value), resource))
            }
            Value::Array(values) if keys != KeyKind::Data => {
                values.iter_mut().try_for_each(|value| self.write(value, KeyKind::Keywords, resource))
            }
            _ => Ok(()),
        }
    }

    fn write_references(&mut self, map: &mut Map<String, Value>, resource: usize) -> Result<(), Bound> {
        for key in ["$ref", "$dynamicRef"] {
            let Some(reference) = map.get(key).and_then(Value::as_str) else { continue };
            let place = match self.resources.target(reference, resource) {
                Some(target) if target.by_scope && key == "$dynamicRef" => continue,
                Some(target) => target.place,
                None => reference.to_owned(),
            };
            if place != reference {
                self.budget.spend(bounds::count_values_in_text(&place))?;
            }
            if key == "$ref" {
                map.insert(key.to_owned(), place.into());
            } else {
                map.shift_remove(key);
                map.entry("$ref").or_insert(place.into());
            }
        }
        Ok(())
    }
}

/// The maximum length of a resource's URL in bytes. Without it, many URLs relative to one long URL would use a lot of
/// memory.
const LONGEST_URL: usize = 2_000;

/// Returns the `$id` of `part` without its fragment. Returns `None` if there is no `$id`, or if it is only a fragment.
/// Otherwise, `part` is a resource.
fn own_url(part: &Value) -> Option<&str> {
    Some(without_fragment(string_or_empty(part, "$id"))).filter(|url| !url.is_empty())
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::run_pass;

    /// Runs the pass over a document with the schemas `declared`, and returns its schemas.
    fn schemas(declared: Value) -> Value {
        let root =
            json!({ "openapi": "3.1.0", "$self": "https://example.com/api", "components": { "schemas": declared } });
        run_pass(write_out_places, root).root["components"]["schemas"].take()
    }

    /// Runs the pass over a document with the schemas in `others` and the schema `{ key: reference }`. Returns the
    /// latter schema.
    fn written(key: &str, reference: &str, others: &Value) -> Value {
        let mut declared = others.clone();
        declared["A"] = json!({ key: reference });
        schemas(declared)["A"].take()
    }

    #[test]
    fn replaces_urls_and_anchors_in_references_by_json_pointers() {
        let others = json!({
            "B": { "$id": "https://example.com/b", "$anchor": "inside", "$defs": { "x/y%": { "$dynamicAnchor": "deep" } } },
            "C": { "$anchor": "first", "properties": { "default": { "$anchor": "second" } } },
            "D": { "$id": "d#", "$defs": { "E": { "$id": "e#old", "$anchor": "ü" } } },
            "F": { "examples": [{ "$anchor": "data" }], "default": { "$anchor": "data" }, "const": { "$id": "data" } },
        });
        for (reference, place) in [
            ("#first", "#/components/schemas/C"),
            ("#second", "#/components/schemas/C/properties/default"),
            ("https://example.com/b", "#/components/schemas/B"),
            ("b", "#/components/schemas/B"),
            ("b#", "#/components/schemas/B"),
            ("./x/../b#inside", "#/components/schemas/B"),
            ("b#deep", "#/components/schemas/B/$defs/x~1y%25"),
            ("b#/$defs/x~1y%25", "#/components/schemas/B/$defs/x~1y%25"),
            ("/d", "#/components/schemas/D"),
            ("e#%C3%BC", "#/components/schemas/D/$defs/E"),
            ("e#old", "#/components/schemas/D/$defs/E"),
            ("api#/components/schemas/C", "#/components/schemas/C"),
            ("#/anything", "#/anything"),
            ("#", "#"),
            // The document does not contain the targets of these references.
            ("other.json#first", "other.json#first"),
            ("data", "data"),
            ("#data", "#data"),
        ] {
            assert_eq!(written("$ref", reference, &others), json!({ "$ref": place }), "{reference}");
            assert_eq!(written("$dynamicRef", reference, &others), json!({ "$ref": place }), "{reference}");
        }
        // The schema `B` exists, but does not declare the anchor `gone`.
        assert_eq!(written("$ref", "b#gone", &others), json!({ "$ref": "#gone" }));
    }

    #[test]
    fn references_are_relative_to_the_innermost_schema_with_an_id() {
        let links = |references: &[&str]| -> Value { references.iter().map(|link| json!({ "$ref": link })).collect() };
        let tree = |id: &str, inner: Value| json!({ "$id": id, "$defs": { "I": { "$anchor": "item" }, "In": inner } });
        let mut a = tree("https://a.example/x/a", tree("inner", json!({})));
        a["anyOf"] = links(&["#item", "inner#item", "b#item", "/api#item", "#", "#/$defs/I", "#/components/schemas/C"]);
        a["$defs"]["In"]["anyOf"] = links(&["#item", "a#item", "../x/inner", "#/$defs/I", "#gone"]);
        let mut b = tree("b", json!({}));
        b["anyOf"] = links(&["#item", "https://a.example/x/a#item"]);
        let declared =
            schemas(json!({ "A": a, "B": b, "C": { "$anchor": "item" }, "D": { "anyOf": links(&["#item"]) } }));
        let at = "#/components/schemas";
        let places = |of: &Value| -> Vec<String> {
            let places =
                of["anyOf"].as_array().into_iter().flatten().map(|it| string_or_empty(it, "$ref").replace(at, ""));
            places.collect()
        };
        let of_a = ["/A/$defs/I", "/A/$defs/In/$defs/I", "b#item", "/api#item", "/A", "/A/$defs/I", "/C"];
        assert_eq!(places(&declared["A"]), of_a);
        let of_inner = ["/A/$defs/In/$defs/I", "/A/$defs/I", "/A/$defs/In", "/A/$defs/In/$defs/I", "#gone"];
        assert_eq!(places(&declared["A"]["$defs"]["In"]), of_inner);
        assert_eq!(places(&declared["B"]), ["/B/$defs/I", "/A/$defs/I"]);
        assert_eq!(places(&declared["D"]), ["/C"]);
    }

    #[test]
    fn resolves_a_dynamic_reference_if_one_resource_has_the_anchor() {
        let page =
            |key: &str| json!({ "$id": "page", "$defs": { "T": { key: "T" } }, "items": { "$dynamicRef": "#T" } });
        let items = |key: &str, others: &Value| {
            let mut declared = others.clone();
            declared["Page"] = page(key);
            schemas(declared)["Page"]["items"].take()
        };
        let followed = json!({ "$ref": "#/components/schemas/Page/$defs/T" });
        let left = json!({ "$dynamicRef": "#T" });
        let of_user = json!({ "U": { "$id": "of-user", "$ref": "page", "$defs": { "u": { "$dynamicAnchor": "T" } } } });
        let static_one = json!({ "U": { "$id": "of-user", "$ref": "page", "$anchor": "T" } });
        let of_document = json!({ "U": { "$ref": "page", "$defs": { "u": { "$dynamicAnchor": "T" } } } });
        for (key, others, expected) in [
            ("$dynamicAnchor", &json!({}), &followed),
            ("$dynamicAnchor", &static_one, &followed),
            ("$anchor", &of_user, &followed),
            ("$dynamicAnchor", &of_user, &left),
            ("$dynamicAnchor", &of_document, &left),
        ] {
            assert_eq!(items(key, others), *expected, "{key} {others}");
        }
        let by_url = |key: &str| {
            let declared = schemas(json!({ "P": page("$dynamicAnchor"), "U": of_user["U"], "A": { key: "page#T" } }));
            declared["A"].clone()
        };
        // The target of a `$ref` never depends on the dynamic scope.
        assert_eq!(by_url("$ref"), json!({ "$ref": "#/components/schemas/P/$defs/T" }));
        assert_eq!(by_url("$dynamicRef"), json!({ "$dynamicRef": "page#T" }));
    }

    #[test]
    fn references_to_an_ambiguous_anchor_or_url_are_dangling() {
        let written_beside =
            |key: &str, reference: &str, b: Value, c: Value| written(key, reference, &json!({ "B": b, "C": c }));
        let anchor = |key: &str, kind: &str| json!({ key: "x", "type": kind });
        let b = json!({ "$ref": "#/components/schemas/B" });
        let same = anchor("$anchor", "string");
        assert_eq!(written_beside("$ref", "#x", same.clone(), same.clone()), b);
        assert_eq!(written_beside("$ref", "#x", same.clone(), anchor("$anchor", "integer")), json!({ "$ref": "#x" }));
        let [one, other] = ["string", "integer"].map(|kind| anchor("$dynamicAnchor", kind));
        assert_eq!(written_beside("$dynamicRef", "#x", one, other), json!({ "$dynamicRef": "#x" }));
        let [one, other] = ["string", "integer"].map(|kind| anchor("$id", kind));
        assert_eq!(written_beside("$ref", "x", one.clone(), one.clone()), b);
        assert_eq!(written_beside("$ref", "x", one, other), json!({ "$ref": "#x" }));
    }

    #[test]
    fn ignores_property_names_and_data_that_resemble_ids_or_anchors() {
        let declared = |version: &str| {
            let schemas = json!({
                "A": { "properties": { "$id": { "type": "string" }, "$anchor": { "$ref": "b#x" } } },
                "B": { "$id": "b", "$anchor": "x", "$defs": { "__proto__": { "$id": "__proto__" } } },
                "C": { "allOf": [{ "$ref": "__proto__" }], "enum": [{ "$ref": "b" }] },
                "D": { "x-b": { "$id": "b", "items": { "$ref": "b" } } },
            });
            let root = json!({ "openapi": version, "components": { "schemas": schemas } });
            (schemas, run_pass(write_out_places, root).root["components"]["schemas"].take())
        };
        let (before, after) = declared("3.0.3");
        assert_eq!(after, before);
        let (mut expected, after) = declared("3.1.0");
        expected["A"]["properties"]["$anchor"]["$ref"] = "#/components/schemas/B".into();
        expected["C"]["allOf"][0]["$ref"] = "#/components/schemas/B/$defs/__proto__".into();
        assert_eq!(after, expected);
    }

    #[test]
    fn registering_resources_with_long_keys_or_urls_needs_little_memory() {
        let key = "k".repeat(1_000_000);
        let below: Vec<Value> = (0..20_000).map(|n| json!({ "$anchor": format!("a{n}") })).collect();
        let source = json!({ (key.clone()): below });
        let resources = Resources::new(&source);
        let place = resources.target("#a7", 0).map(|target| target.place);
        assert_eq!(place, Some(format!("#/{key}/7")));
        let bytes: usize = resources.parts.iter().map(|(_, key)| key.len()).sum();
        assert!(bytes < 2 * key.len(), "{bytes} bytes");

        let below: Vec<Value> = (0..20_000).map(|n| json!({ "$id": format!("b{n}") })).collect();
        let source = json!({ "$id": format!("{key}/"), "allOf": below });
        let bytes: usize = Resources::new(&source).all.iter().map(|resource| resource.url.len()).sum();
        assert!(bytes < 20_000 * LONGEST_URL, "{bytes} bytes");
    }

    #[test]
    fn json_pointers_in_replaced_references_count_towards_the_size_bound() {
        let links: Vec<Value> = (0..2_000).map(|_| json!({ "$ref": "#x" })).collect();
        let root = json!({ "openapi": "3.1.0", "k".repeat(100_000): { "$anchor": "x" }, "links": links });
        let spec = run_pass(write_out_places, root);
        assert!(spec.log.diagnostics.to_string().contains(&Bound::Parts.to_string()), "{}", spec.log.diagnostics);
    }
}
