//! Tests random sequences of updates in which the document moves names between operations, types, tags and parameters.
//! Each item must keep every name that it ever had.

use std::collections::BTreeMap;

use perennial_codegen::surface::{PublicShape, PublicType};

use super::*;

/// An operation with its types. It remains the same item even if the document gives its names to a different item.
struct WalkItem {
    id: String,
    tag: String,
    parameter: String,
    schema: String,
    /// The name of the schema for a part of the response. `None` if that schema is inline.
    part: Option<String>,
    values: Vec<String>,
    is_served: bool,
}

/// The operations of a document in the order in which they were added, together with all names that ever occurred.
struct RandomWalk {
    items: Vec<WalkItem>,
    names: Vec<String>,
    numbers: u64,
}

const PARAMETERS: [&str; 6] = ["id", "ID", "the_id", "key", "send", "body"];
const TAGS: [&str; 5] = ["Things", "things", "Client", "Part 2", "part-2"];
const VALUES: [&str; 6] = ["OTHER", "Other", "good", "GOOD", "A-B", "A_B"];

impl RandomWalk {
    fn new(seed: u64) -> Self {
        let mut walk = Self { items: Vec::new(), names: Vec::new(), numbers: seed };
        (0..6).for_each(|_| walk.add());
        walk
    }

    /// Returns a pseudo-random number below `end`. The sequence of numbers depends only on the seed.
    fn below(&mut self, end: usize) -> usize {
        self.numbers = self.numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.numbers >> 33).expect("should fit") % end
    }

    fn pick(&mut self, names: &[&str]) -> String {
        names[self.below(names.len())].to_owned()
    }

    fn add(&mut self) {
        let index = self.items.len();
        let (id, schema) = (self.free_name(format!("getThing{index}")), self.free_name(format!("Model{index}")));
        let (tag, parameter) = (self.pick(&TAGS), self.pick(&PARAMETERS));
        self.items.push(WalkItem {
            id,
            tag,
            parameter,
            schema,
            part: None,
            values: vec![format!("VALUE{index}")],
            is_served: true,
        });
    }

    /// Returns a name that the current document does not use: `wanted`, or a name that once occurred, possibly with a
    /// suffix that the generator might add.
    fn free_name(&mut self, wanted: String) -> String {
        let suffixes = ["", "Response", "Part", "Kind", "2"];
        let (name, suffix) = (self.below(self.names.len() + 1), self.pick(&suffixes));
        let name = self.names.get(name).map_or(wanted, |name| name.clone() + &suffix);
        let is_taken = |name: &String| {
            let mut items = self.items.iter();
            items.any(|it| [Some(&it.id), Some(&it.schema), it.part.as_ref()].contains(&Some(name)))
        };
        let mut name = name;
        while is_taken(&name) {
            name.push('x');
        }
        self.names.push(name.clone());
        name
    }

    /// Changes the document at random: swaps or replaces names, adds an operation, or adds or removes a listed value.
    fn step(&mut self) {
        let count = self.items.len();
        let (one, other) = (self.below(count), self.below(count));
        match self.below(9) {
            0 => self.swap(one, other, |item| &mut item.schema),
            1 => self.swap(one, other, |item| &mut item.id),
            2 => self.swap(one, other, |item| &mut item.tag),
            3 => self.items[one].schema = self.free_name("Fresh".to_owned()),
            4 => self.items[one].id = self.free_name("fresh".to_owned()),
            5 => self.items[one].tag = self.pick(&TAGS),
            6 => self.items[one].parameter = self.pick(&PARAMETERS),
            7 => {
                let name = self.free_name("Part".to_owned());
                let part = &mut self.items[one].part;
                *part = if part.is_none() { Some(name) } else { None };
            }
            _ if count < 9 => self.add(),
            _ => {
                let value = self.pick(&VALUES);
                let values = &mut self.items[one].values;
                match values.iter().position(|listed| *listed == value) {
                    Some(index) => drop(values.remove(index)),
                    None => values.insert(0, value),
                }
            }
        }
    }

    fn swap(&mut self, one: usize, other: usize, name: impl Fn(&mut WalkItem) -> &mut String) {
        let other_name = name(&mut self.items[one]).clone();
        let other_name = std::mem::replace(name(&mut self.items[other]), other_name);
        *name(&mut self.items[one]) = other_name;
    }

    fn document(&self) -> Value {
        let reference = |name: &String| json!({ "$ref": format!("#/components/schemas/{name}") });
        let (mut paths, mut schemas) = (json!({}), json!({}));
        for (index, item) in self.items.iter().enumerate() {
            let WalkItem { id, tag, parameter, schema, part, values, is_served } = item;
            let last = &self.items[index.saturating_sub(1)];
            let own_part = json!({ "type": "object", "properties": {
                format!("inner{index}"): { "type": "string" },
                "kind": { "type": "string", "enum": values },
            } });
            let part = part.as_ref().map_or(own_part.clone(), |name| {
                schemas[name] = own_part;
                reference(name)
            });
            schemas[schema] = json!({ "type": "object", "properties": {
                format!("own{index}"): { "type": "string" }, "part": part, "last": reference(&last.schema),
            } });
            if !is_served {
                continue;
            }
            paths[format!("/{index}/{{{parameter}}}")] = json!({ "put": {
                "operationId": id, "tags": [tag],
                "parameters": [{ "name": parameter, "in": "path", "required": true, "schema": { "type": "string" } }],
                "requestBody": json_of(reference(schema)),
                "responses": { "200": json_of(reference(schema)) },
            } });
        }
        document(paths, schemas)
    }
}

/// Maps each present and former name of a client to something that identifies its item: the path of an operation, or a
/// field that only one type has.
fn meanings_by_name(client: &Client) -> BTreeMap<String, String> {
    let api = &client.api;
    let operations = api.operations.keys().chain(api.former.operations.keys()).map(|name| {
        let path = &api.operations[api.find_operation(name).expect("should be there")].path;
        (format!("{name}()"), path.split('/').nth(1).expect("should have a number").to_owned())
    });
    let types = api.types.keys().chain(api.former.types.keys());
    let types = types.map(|name| {
        let PublicType { shape, .. } = &api.types[api.find_type(name).expect("should be there")];
        let of_its_own = match shape {
            PublicShape::Struct(fields) => fields.values().map(|field| &field.wire_name).find(|name| is_own(name)),
            PublicShape::OpenEnum(variants, _) => variants.values().find(|value| is_own(value)),
            PublicShape::Enum(_) => None,
        };
        (name.clone(), of_its_own.expect("should be told apart").clone())
    });
    operations.chain(types).collect()
}

fn is_own(name: &str) -> bool {
    ["own", "inner", "VALUE"].iter().any(|own| name.starts_with(own))
}

#[test]
fn every_item_keeps_its_names_in_random_updates() {
    for seed in [1, 2, 3, 4] {
        let mut walk = RandomWalk::new(seed);
        let mut old = client(&walk.document());
        for step in 0..12 {
            (0..3).for_each(|_| walk.step());
            let document = walk.document();
            let new = update_client(&old, &document);
            let (place, comparison) = (format!("seed {seed}, step {step}"), Comparison::new(&old.api, &new.api));
            assert_ne!(comparison.verdict(), Verdict::Breaking, "{place}: {:#?}", report_lines(&comparison));
            let (before, after) = (meanings_by_name(&old), meanings_by_name(&new));
            for (name, item) in before {
                assert_eq!(after.get(&name), Some(&item), "{place}: {name}");
            }
            let still_exists = |name: &String| new.api.types.contains_key(name);
            assert!(old.api.types.keys().all(still_exists), "{place}: {:#?}", report_lines(&comparison));
            let again = update_client(&new, &document);
            assert_eq!(again.names, new.names, "{place}");
            assert_eq!(again.code, new.code, "{place}");
            old = new;
        }
    }
}

#[test]
fn every_item_keeps_its_released_names_in_random_updates() {
    for seed in [6, 48] {
        let mut walk = RandomWalk::new(seed);
        let release = client(&walk.document());
        let released_names = meanings_by_name(&release);
        let (mut old, mut vendored) = (update_client(&release, &walk.document()), walk.document());
        for step in 0..6 {
            for index in 1..walk.items.len() {
                walk.items[index].is_served = walk.below(2) == 0;
            }
            (0..3).for_each(|_| walk.step());
            let between = walk.document();
            old = update_released_client(&release, (&old, &vendored), &between);
            walk.items.iter_mut().for_each(|item| item.is_served = true);
            let document = walk.document();
            let new = update_released_client(&release, (&old, &between), &document);
            let (place, comparison) = (format!("seed {seed}, step {step}"), Comparison::new(&release.api, &new.api));
            assert_ne!(comparison.verdict(), Verdict::Breaking, "{place}: {:#?}", report_lines(&comparison));
            let names = meanings_by_name(&new);
            for (name, item) in &released_names {
                assert_eq!(names.get(name), Some(item), "{place}: {name}");
            }
            assert_eq!(update_released_client(&release, (&new, &document), &document).names, new.names, "{place}");
            (old, vendored) = (new, document);
        }
    }
}
