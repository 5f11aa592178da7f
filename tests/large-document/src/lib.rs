//! A large document that resembles the documents of services written with hapi. It contains 144 operations, and
//! additional operations of the vendored document. All names are invented.
//!
//! Every operation has the account header. Most schemas have numbered names, and enums are declared inline. Some
//! operations have several success responses. Dates have timestamps as defaults, listings are arrays or pages, and some
//! values are unions.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use serde_json::{Map, Value, json};

/// The resources that the service manages. Each has a collection with six operations.
const RESOURCES: [&str; 24] = [
    "anchors",
    "beacons",
    "canals",
    "dockyards",
    "estuaries",
    "ferries",
    "gangways",
    "harbours",
    "inlets",
    "jetties",
    "keels",
    "lanterns",
    "moorings",
    "narrows",
    "outposts",
    "pilots",
    "quays",
    "rudders",
    "shoals",
    "tides",
    "undertows",
    "vessels",
    "wharves",
    "yachts",
];
const FIELDS: [&str; 14] = [
    "label",
    "colour",
    "tonnage",
    "draught",
    "berth",
    "heading",
    "crewSize",
    "flag",
    "built_at",
    "isMoored",
    "captain",
    "cargo",
    "depthInMetres",
    "call_sign",
];
const VALUES: [&str; 10] =
    ["AFLOAT", "AGROUND", "ANCHORED", "DOCKED", "IN_TOW", "LAID_UP", "LOADING", "SUNK", "UNDER_WAY", "ADRIFT"];

/// Returns a large document that also contains operations of `vendored`: the first is unchanged, the second has a
/// different operationId and response, the third is missing, and so on.
pub fn large_document(seed: u64, vendored: &Value) -> Value {
    let mut document = Generator { random: Random(seed), schemas: Map::new(), numbered: 0 }.document();
    for (name, schema) in vendored["components"]["schemas"].as_object().into_iter().flatten() {
        document["components"]["schemas"][name] = schema.clone();
    }
    let operations = vendored["paths"].as_object().into_iter().flatten();
    let operations = operations.flat_map(|(path, item)| {
        item.as_object().into_iter().flatten().map(move |(method, operation)| (path, method, operation))
    });
    for (index, (path, method, operation)) in operations.enumerate() {
        let mut operation = operation.clone();
        match index % 3 {
            0 => {}
            1 => {
                operation["operationId"] = format!("renamed{index}").into();
                operation["responses"]["200"] = response(json!({ "$ref": "#/components/schemas/Model1" }));
            }
            _ => continue,
        }
        document["paths"][path][method] = operation;
    }
    document
}

struct Generator {
    random: Random,
    schemas: Map<String, Value>,
    numbered: usize,
}

impl Generator {
    fn document(mut self) -> Value {
        self.add_errors();
        let mut paths = Map::new();
        for resource in RESOURCES {
            self.add_resource(resource, &mut paths);
        }
        json!({
            "openapi": "3.0.0",
            "info": { "title": "A Large API", "version": "v1", "description": "All of it is made up." },
            "servers": [{ "url": "." }],
            "security": [{ "Bearer": [] }],
            "tags": [],
            "paths": paths,
            "components": {
                "securitySchemes": { "Bearer": { "type": "apiKey", "name": "Authorization", "in": "header" } },
                "schemas": self.schemas,
            },
            "x-alt-definitions": { "Alternative": { "type": "string" } },
        })
    }

    fn add_errors(&mut self) {
        for (name, status) in [("UnauthorizedError", 401), ("NotFoundError", 404), ("TooManyRequestsError", 429)] {
            let schema = json!({ "type": "object", "required": ["statusCode", "error"], "properties": {
                "statusCode": { "type": "number", "enum": [status] },
                "error": { "type": "string" },
                "message": { "type": "string" },
                "attributes": { "type": "object" },
            } });
            self.schemas.insert(name.to_owned(), schema);
        }
    }

    fn add_resource(&mut self, resource: &str, paths: &mut Map<String, Value>) {
        let collection = format!("/v1/{resource}");
        let one = format!("{collection}/{{id}}");
        let own = self.object(5, 2);
        let sent = self.object(4, 1);
        let list = self.list(&own);

        let mut get = operation(resource, "get", &collection, response(list));
        get["parameters"] =
            json!([account_header(), limit_parameter(), since_parameter(), self.enum_parameter("state")]);
        let mut post = operation(resource, "post", &collection, response(own.clone()));
        post["parameters"] = json!([account_header()]);
        post["requestBody"] = body(&sent);
        if self.random.below(3) == 0 {
            post["responses"]["202"] = json!({ "description": "Accepted" });
        }
        paths.insert(collection, json!({ "get": get, "post": post }));

        let mut item = Map::new();
        for method in ["get", "put", "delete"] {
            let answer = if method == "delete" { json!({ "type": "string" }) } else { own.clone() };
            let mut operation = operation(resource, method, &one, response(answer));
            if method == "delete" {
                let responses = operation["responses"].as_object_mut().expect("should be an object");
                let deleted = responses.remove("200").expect("should be there");
                responses.insert("204".to_owned(), deleted);
            }
            operation["parameters"] = json!([account_header(), id_parameter()]);
            if method == "put" {
                operation["requestBody"] = body(&sent);
            }
            item.insert(method.to_owned(), operation);
        }
        paths.insert(one.clone(), item.into());

        let history = format!("{one}/history");
        let union = self.union();
        let mut get = operation(resource, "get", &history, response(json!({ "type": "array", "items": union })));
        get["parameters"] = json!([account_header(), id_parameter(), since_parameter()]);
        // The code block at the end of the description must not become a doctest, which would panic.
        get["description"] =
            "What became of it.\n\n<b>Rate-limiting is applied here, you can send 5 requests / 10 seconds at most.<b>\n\n\
             ```\npanic!();\n```"
                .into();
        paths.insert(history, json!({ "get": get }));
    }

    /// Adds a schema with a numbered name, and returns a reference to it.
    fn add_numbered_schema(&mut self, schema: Value) -> Value {
        self.numbered += 1;
        let name = format!("Model{}", self.numbered);
        let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
        self.schemas.insert(name, schema);
        reference
    }

    /// Adds the schema of an object with an id and up to `fields` other fields. `depth` limits how deeply objects are
    /// nested.
    fn object(&mut self, fields: usize, depth: usize) -> Value {
        let mut properties = Map::new();
        properties.insert("id".to_owned(), json!({ "type": "string", "x-format": { "guid": true } }));
        for _ in 0..fields {
            let name = self.random.choose(&FIELDS);
            properties.insert(name.to_owned(), self.value(depth));
        }
        let required: Vec<&String> = properties.keys().filter(|_| self.random.below(2) == 0).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        self.add_numbered_schema(schema)
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.random.below(if depth > 0 { 12 } else { 8 }) {
            0 => json!({ "type": "string", "maxLength": 64, "example": "A label." }),
            1 => json!({ "type": "number", "default": 3, "minimum": 1, "x-constraint": { "sign": "positive" } }),
            2 => json!({ "type": "boolean", "default": false }),
            3 => json!({ "type": "string", "format": "date" }),
            4 => json!({ "type": "string", "nullable": true, "default": null, "x-convert": { "case": "lower" } }),
            5 => json!({ "type": "string", "format": "date-time", "default": "2025-08-10T17:25:40.609Z" }),
            6 => self.enum_schema(),
            7 => json!({ "type": "array", "x-constraint": { "unique": true }, "items": { "type": "string" } }),
            8 => self.object(3, depth - 1),
            9 => json!({ "type": "object", "additionalProperties": self.object(2, depth - 1) }),
            10 => json!({ "type": "array", "items": self.object(3, depth - 1) }),
            _ => json!({ "oneOf": [{ "type": "string" }, { "type": "number" }] }),
        }
    }

    fn enum_schema(&mut self) -> Value {
        let first = self.random.below(VALUES.len());
        let values: Vec<&str> = VALUES.iter().cycle().skip(first).take(3).copied().collect();
        json!({ "type": "string", "default": values[0], "enum": values })
    }

    fn enum_parameter(&mut self, name: &str) -> Value {
        json!({ "name": name, "in": "query", "schema": self.enum_schema() })
    }

    /// Adds the schema of a listing that contains `item`: an array or a page.
    fn list(&mut self, item: &Value) -> Value {
        let all = json!({ "type": "array", "items": item });
        match self.random.below(2) {
            0 => self.add_numbered_schema(all),
            _ => self.add_numbered_schema(json!({ "type": "object", "properties": {
                "length": { "type": "number" },
                "entries": all,
                "nextId": { "type": "string", "nullable": true },
            } })),
        }
    }

    /// Adds the schema of a union of objects, which are distinguished by the value of a field.
    fn union(&mut self) -> Value {
        let first = self.random.below(VALUES.len());
        let kinds: Vec<&str> = VALUES.iter().cycle().skip(first).take(3).copied().collect();
        let members = kinds.iter().map(|kind| {
            let (name, value) = (self.random.choose(&FIELDS), self.value(0));
            let mut properties = json!({ "kind": { "type": "string", "enum": [kind] } });
            properties[name] = value;
            self.add_numbered_schema(json!({ "type": "object", "required": ["kind"], "properties": properties }))
        });
        let members: Vec<Value> = members.collect();
        self.add_numbered_schema(json!({ "oneOf": members }))
    }
}

fn operation(resource: &str, method: &str, path: &str, success: Value) -> Value {
    let words: String = path.split(['/', '-', '{', '}']).map(capitalised).collect();
    let error = |name: &str| response(json!({ "$ref": format!("#/components/schemas/{name}") }));
    json!({
        "summary": format!("{} {resource}", capitalised(method)),
        "operationId": format!("{method}{words}"),
        "tags": [capitalised(resource)],
        "responses": {
            "200": success,
            "401": error("UnauthorizedError"),
            "404": error("NotFoundError"),
            "429": error("TooManyRequestsError"),
        },
    })
}

fn response(schema: Value) -> Value {
    json!({ "description": "Successful", "content": { "application/json": { "schema": schema } } })
}

fn body(schema: &Value) -> Value {
    json!({ "content": { "application/json": { "schema": schema } } })
}

fn account_header() -> Value {
    let schema = json!({ "type": "string", "description": "Your account.", "x-format": { "guid": true } });
    json!({ "name": "x-service-account", "in": "header", "schema": schema })
}

fn id_parameter() -> Value {
    let schema = json!({ "type": "string", "x-format": { "guid": true } });
    json!({ "name": "id", "in": "path", "required": true, "schema": schema })
}

fn limit_parameter() -> Value {
    let schema = json!({ "type": "integer", "default": 10, "minimum": 1, "maximum": 100 });
    json!({ "name": "limit", "in": "query", "schema": schema })
}

fn since_parameter() -> Value {
    let schema = json!({ "type": "string", "format": "date", "default": "2025-08-10T17:25:40.609Z" });
    json!({ "name": "from", "in": "query", "schema": schema })
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}

/// A generator of pseudorandom numbers (xorshift), whose seed determines the numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("should be below a usize")
    }

    fn choose<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.below(values.len())]
    }
}

#[test]
fn same_seed_generates_the_same_large_document() {
    let vendored = json!({ "paths": {} });
    assert_eq!(large_document(7, &vendored), large_document(7, &vendored));
    assert_ne!(large_document(7, &vendored), large_document(8, &vendored));
}
