//! The sections of `names.json` in which names can be recorded. For each section, a function records a name and adds
//! the item that it names to the document.

use perennial_codegen::{
    names::{check::feature_variable, words::tag_name},
    text::naming::builder_name,
};
use serde_json::{Value, json};

pub struct Recorded {
    pub document: Value,
    pub names: Value,
}

impl Recorded {
    pub fn new() -> Self {
        let document = json!({ "openapi": "3.0.0", "info": { "title": "Names", "version": "v1" }, "paths": {} });
        Self { document, names: json!({}) }
    }

    /// Adds the operation `GET /id` with the additional fields `more`.
    fn get(&mut self, id: &str, more: Value) {
        let operation = &mut self.document["paths"][format!("/{id}")]["get"];
        operation["operationId"] = id.into();
        operation["responses"] = json!({ "204": {} });
        for (key, value) in more.as_object().into_iter().flatten() {
            operation[key] = value.clone();
        }
    }

    /// Returns the schema `name`, to which an operation refers. Adds the schema if the document does not contain it.
    fn schema(&mut self, name: &str) -> &mut Value {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let content = json!({ "application/json": { "schema": reference("ZzAll") } });
        self.get("zz_all", json!({ "responses": { "200": { "content": content } } }));
        let schemas = &mut self.document["components"]["schemas"];
        schemas["ZzAll"]["type"] = "object".into();
        schemas["ZzAll"]["properties"][name] = reference(name);
        &mut schemas[name]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Value,
    Type,
    Feature,
    /// Any text is accepted, because the name does not appear in code.
    Text,
}

/// A section of `names.json` in which names are recorded.
pub struct Place {
    /// The prefix of the section's entries, such as `operations.`.
    pub entry: &'static str,
    pub kind: Kind,
    /// The scope of the names: names in sections with the same scope have to differ from each other. Without a scope,
    /// only the names within the section have to differ.
    pub space: Option<&'static str>,
    /// Converts a name to the form in which names are compared.
    pub made: fn(&str) -> String,
    /// Records a name in the section, and adds the item that it names to the document. The number makes the entry
    /// unique.
    pub put: fn(&mut Recorded, usize, &str),
}

/// The scope of the methods of `Client`.
pub const METHODS: Option<&str> = Some("methods");
const TYPES: Option<&str> = Some("types");

const fn place(
    entry: &'static str,
    kind: Kind,
    space: Option<&'static str>,
    put: fn(&mut Recorded, usize, &str),
) -> Place {
    Place { entry, kind, space, made: str::to_owned, put }
}

const fn method(entry: &'static str, put: fn(&mut Recorded, usize, &str)) -> Place {
    Place { entry, kind: Kind::Value, space: METHODS, made: builder_name, put }
}

/// The section that records the position of a type in the document. Positions may be any text that is not empty.
pub const PLACE: &str = "types.ZzPlaced";

pub const PLACES: [Place; 28] = [
    method("operations.", |it, index, name| {
        it.get(&format!("zz_own{index}"), json!({}));
        it.names["operations"][name]["request"] = format!("GET /zz_own{index}").into();
    }),
    method("operations.zz_aliased", |it, index, name| {
        it.get(&format!("zz_aliased{index}"), json!({}));
        it.names["operations"][format!("zz_aliased{index}")]["aliases"] = json!([name]);
    }),
    method("operations.zz_former", |it, index, name| {
        it.get(&format!("zz_former{index}"), json!({}));
        it.names["operations"][format!("zz_former{index}")]["former"] = json!({ name: "1.0.0" });
    }),
    method("tags.", |it, index, name| {
        it.get(&format!("zz_tagged{index}"), json!({ "tags": [format!("zz tag {index}")] }));
        it.names["tags"][name]["tag"] = format!("zz tag {index}").into();
    }),
    method("tags.", |it, _, name| {
        it.get("zz_left", json!({}));
        it.names["tags"][name]["former"] = json!({ "list": { "of": "zz_left", "since": "1.0.0" } });
    }),
    place("operations.zz_set.setters.", Kind::Value, None, |it, index, name| {
        add_parameter(it, "zz_set", &format!("p{index}"));
        it.names["operations"]["zz_set"]["setters"][format!("query p{index}")] = name.into();
    }),
    place("operations.zz_set_before.other_setters.", Kind::Value, None, |it, _, name| {
        it.get("zz_set_before", json!({ "parameters": [{ "name": "zz_id", "in": "query" }] }));
        it.names["operations"]["zz_set_before"]["other_setters"][name] = json!({ "of": "zz_id", "since": "1.0.0" });
    }),
    place("operations.zz_items", Kind::Value, None, |it, index, name| {
        add_paged_listing(it, &format!("zz_items{index}"), [name, "zz_pages"]);
    }),
    place("operations.zz_pages", Kind::Value, None, |it, index, name| {
        add_paged_listing(it, &format!("zz_pages{index}"), ["zz_items", name]);
    }),
    place("tags.zz_short.short_names.", Kind::Value, None, |it, index, name| {
        it.get(&format!("zz_short{index}"), json!({ "tags": ["zz short"] }));
        it.names["tags"]["zz_short"]["tag"] = "zz short".into();
        it.names["tags"]["zz_short"]["short_names"][format!("zz_short{index}")] = name.into();
    }),
    place("tags.zz_short_before.former.", Kind::Value, None, |it, _, name| {
        it.get("zz_short_before", json!({ "tags": ["zz short before"] }));
        it.names["tags"]["zz_short_before"]["former"][name] = json!({ "of": "zz_short_before" });
    }),
    place("types.ZzStruct.fields.", Kind::Value, None, |it, index, name| {
        let schema = it.schema("ZzStruct");
        schema["type"] = "object".into();
        schema["properties"][format!("f{index}")] = json!({ "type": "string", "nullable": true });
        it.names["types"]["ZzStruct"]["fields"][format!("f{index}")] = name.into();
    }),
    place("types.", Kind::Type, TYPES, |it, index, name| {
        *it.schema(&format!("ZzOwn{index}")) = distinct_struct(index);
        it.names["types"][name]["place"] = format!("#/components/schemas/ZzOwn{index}").into();
    }),
    place("types.ZzAliased", Kind::Type, TYPES, |it, index, name| {
        *it.schema(&format!("ZzAliased{index}")) = distinct_struct(index);
        it.names["types"][format!("ZzAliased{index}")]["aliases"] = json!([name]);
    }),
    place("types.ZzFormer", Kind::Type, TYPES, |it, index, name| {
        *it.schema(&format!("ZzFormer{index}")) = distinct_struct(index);
        it.names["types"][format!("ZzFormer{index}")]["former"] = json!({ name: "1.0.0" });
    }),
    place("tags.zz_typed", Kind::Type, None, |it, index, name| {
        it.get(&format!("zz_typed_call{index}"), json!({ "tags": [format!("zz typed {index}")] }));
        it.names["tags"][format!("zz_typed{index}")] = json!({ "tag": format!("zz typed {index}"), "type": name });
    }),
    place("types.ZzEnum.variants.", Kind::Type, None, |it, index, name| {
        add_enum_value(it, "ZzEnum", index);
        it.names["types"]["ZzEnum"]["other"] = "ZzOther".into();
        it.names["types"]["ZzEnum"]["variants"][format!("v{index}")] = name.into();
    }),
    place("types.ZzOther", Kind::Type, None, |it, index, name| {
        add_enum_value(it, &format!("ZzOther{index}"), index);
        it.names["types"][format!("ZzOther{index}")]["other"] = name.into();
    }),
    place("types.ZzListed.former_variants.", Kind::Type, None, |it, _, name| {
        add_enum_value(it, "ZzListed", 0);
        it.names["types"]["ZzListed"]["former_variants"][name] = json!({ "of": "v0", "since": "1.0.0" });
    }),
    place("types.ZzUnlisted.former_variants.", Kind::Type, None, |it, index, name| {
        add_enum_value(it, "ZzUnlisted", 0);
        let gone = format!("gone {index}");
        it.names["types"]["ZzUnlisted"]["former_variants"][name] = json!({ "of": gone, "since": "1.0.0" });
    }),
    place("types.ZzUnion.variants.", Kind::Type, None, |it, index, name| {
        let member = json!({ "type": "object", "required": ["kind"], "properties": {
            "kind": { "type": "string", "enum": [format!("k{index}")] } } });
        let schema = it.schema("ZzUnion");
        if schema["oneOf"].is_null() {
            schema["oneOf"] = json!([{ "type": "object", "required": ["kind"], "properties": {
                "kind": { "type": "string", "enum": ["zz"] } } }]);
        }
        schema["oneOf"].as_array_mut().into_iter().for_each(|members| members.push(member.clone()));
        it.names["types"]["ZzUnion"]["variants"][format!("k{index}")] = name.into();
    }),
    Place {
        made: feature_variable,
        ..place("tags.zz_featured", Kind::Feature, None, |it, index, name| {
            it.get(&format!("zz_featured_call{index}"), json!({ "tags": [format!("zz featured {index}")] }));
            it.names["tags"][format!("zz_featured{index}")] =
                json!({ "tag": format!("zz featured {index}"), "feature": name });
        })
    },
    Place {
        made: feature_variable,
        ..place("features.", Kind::Feature, None, |it, _, name| {
            it.names["features"][name] = json!({ "of": [], "since": "1.0.0" });
        })
    },
    Place {
        made: tag_name,
        ..place("tags.zz_called", Kind::Text, None, |it, index, name| {
            it.get(&format!("zz_called_call{index}"), json!({ "tags": [name] }));
            it.names["tags"][format!("zz_called{index}")]["tag"] = name.into();
        })
    },
    place("operations.zz_requested", Kind::Text, None, |it, index, name| {
        it.names["operations"][format!("zz_requested{index}")]["request"] = name.into();
    }),
    place(PLACE, Kind::Text, None, |it, index, name| {
        it.names["types"][format!("ZzPlaced{index}")]["place"] = name.into();
    }),
    place("operations.zz_since.former.", Kind::Text, None, |it, index, name| {
        it.get("zz_since", json!({}));
        it.names["operations"]["zz_since"]["former"][format!("zz_before{index}")] = name.into();
    }),
    place("types.ZzValue.former_variants.", Kind::Text, None, |it, index, name| {
        add_enum_value(it, "ZzValue", 0);
        it.names["types"]["ZzValue"]["former_variants"][format!("Zz{index}")] = json!({ "of": name, "since": "1.0.0" });
    }),
];

fn add_parameter(it: &mut Recorded, id: &str, name: &str) {
    it.document["paths"][format!("/{id}")]["get"]["operationId"] = id.into();
    let parameters = &mut it.document["paths"][format!("/{id}")]["get"]["parameters"];
    if parameters.is_null() {
        *parameters = json!([]);
    }
    parameters.as_array_mut().into_iter().for_each(|all| all.push(json!({ "name": name, "in": "query" })));
}

fn add_paged_listing(it: &mut Recorded, id: &str, pagers: [&str; 2]) {
    let schema = json!({ "type": "array", "items": { "type": "string" } });
    it.get(
        id,
        json!({
            "parameters": [{ "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } }],
            "responses": { "200": { "content": { "application/json": { "schema": schema } } } },
        }),
    );
    it.names["operations"][id]["pagers"] = json!(pagers);
}

/// Returns a schema of a struct with a unique field. Equal structs would become a single type.
fn distinct_struct(index: usize) -> Value {
    json!({ "type": "object", "properties": { format!("f{index}"): { "type": "string" } } })
}

fn add_enum_value(it: &mut Recorded, name: &str, index: usize) {
    let schema = it.schema(name);
    if schema["enum"].is_null() {
        *schema = json!({ "type": "string", "enum": [] });
    }
    let value = Value::from(format!("v{index}"));
    schema["enum"]
        .as_array_mut()
        .into_iter()
        .filter(|all| !all.contains(&value))
        .for_each(|all| all.push(value.clone()));
}
