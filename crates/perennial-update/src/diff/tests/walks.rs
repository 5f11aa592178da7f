//! Walks over documents that move names about at random: all that is there keeps each name that it ever had.

use std::collections::BTreeMap;

use perennial_codegen::surface::{Shape, Type};

use super::*;

/// Something with an operation and types of its own: what it is stays, what the document calls it moves.
struct Thing {
    id: String,
    tag: String,
    parameter: String,
    schema: String,
    /// The schema of its part, which is declared in place without a name.
    part: Option<String>,
    values: Vec<String>,
    /// Set if its operation is in the document.
    is_served: bool,
}

/// All things of a document, in the order in which they came, and what has been a name.
struct Walk {
    things: Vec<Thing>,
    names: Vec<String>,
    numbers: u64,
}

const PARAMETERS: [&str; 6] = ["id", "ID", "the_id", "key", "send", "body"];
const TAGS: [&str; 5] = ["Things", "things", "Client", "Part 2", "part-2"];
const VALUES: [&str; 6] = ["OTHER", "Other", "good", "GOOD", "A-B", "A_B"];

impl Walk {
    fn new(seed: u64) -> Self {
        let mut walk = Self { things: Vec::new(), names: Vec::new(), numbers: seed };
        (0..6).for_each(|_| walk.add());
        walk
    }

    /// A number below `end`, the same for the same seed.
    fn below(&mut self, end: usize) -> usize {
        self.numbers = self.numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.numbers >> 33).expect("should fit") % end
    }

    fn pick(&mut self, names: &[&str]) -> String {
        names[self.below(names.len())].to_owned()
    }

    fn add(&mut self) {
        let index = self.things.len();
        let (id, schema) = (self.free(format!("getThing{index}")), self.free(format!("Model{index}")));
        let (tag, parameter) = (self.pick(&TAGS), self.pick(&PARAMETERS));
        self.things.push(Thing {
            id,
            tag,
            parameter,
            schema,
            part: None,
            values: vec![format!("VALUE{index}")],
            is_served: true,
        });
    }

    /// `wanted`, or something that is a name already, or would be one, but is none in the document now.
    fn free(&mut self, wanted: String) -> String {
        let suffixes = ["", "Response", "Part", "Kind", "2"];
        let (name, suffix) = (self.below(self.names.len() + 1), self.pick(&suffixes));
        let name = self.names.get(name).map_or(wanted, |name| name.clone() + &suffix);
        let is_taken = |name: &String| {
            let mut things = self.things.iter();
            things.any(|it| [Some(&it.id), Some(&it.schema), it.part.as_ref()].contains(&Some(name)))
        };
        let mut name = name;
        while is_taken(&name) {
            name.push('x');
        }
        self.names.push(name.clone());
        name
    }

    /// Renames or adds something.
    fn step(&mut self) {
        let count = self.things.len();
        let (one, other) = (self.below(count), self.below(count));
        match self.below(9) {
            0 => self.swap(one, other, |thing| &mut thing.schema),
            1 => self.swap(one, other, |thing| &mut thing.id),
            2 => self.swap(one, other, |thing| &mut thing.tag),
            3 => self.things[one].schema = self.free("Fresh".to_owned()),
            4 => self.things[one].id = self.free("fresh".to_owned()),
            5 => self.things[one].tag = self.pick(&TAGS),
            6 => self.things[one].parameter = self.pick(&PARAMETERS),
            7 => {
                let name = self.free("Part".to_owned());
                let part = &mut self.things[one].part;
                *part = if part.is_none() { Some(name) } else { None };
            }
            _ if count < 9 => self.add(),
            _ => {
                let value = self.pick(&VALUES);
                let values = &mut self.things[one].values;
                match values.iter().position(|listed| *listed == value) {
                    Some(index) => drop(values.remove(index)),
                    None => values.insert(0, value),
                }
            }
        }
    }

    fn swap(&mut self, one: usize, other: usize, name: impl Fn(&mut Thing) -> &mut String) {
        let kept = name(&mut self.things[one]).clone();
        let kept = std::mem::replace(name(&mut self.things[other]), kept);
        *name(&mut self.things[one]) = kept;
    }

    fn document(&self) -> Value {
        let reference = |name: &String| json!({ "$ref": format!("#/components/schemas/{name}") });
        let (mut paths, mut schemas) = (json!({}), json!({}));
        for (index, thing) in self.things.iter().enumerate() {
            let Thing { id, tag, parameter, schema, part, values, is_served } = thing;
            let last = &self.things[index.saturating_sub(1)];
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

/// Maps each name, be it a former one, to what it stands for: operations by path, types by what only they have.
fn called(client: &Client) -> BTreeMap<String, String> {
    let api = &client.api;
    let operations = api.operations.keys().chain(api.former.operations.keys()).map(|name| {
        let path = &api.operations[api.operation_called(name).expect("should be there")].path;
        (format!("{name}()"), path.split('/').nth(1).expect("should have a number").to_owned())
    });
    let types = api.types.keys().chain(api.former.types.keys());
    let types = types.map(|name| {
        let Type { shape, .. } = &api.types[api.type_called(name).expect("should be there")];
        let of_its_own = match shape {
            Shape::Struct(fields) => fields.values().map(|field| &field.wire_name).find(|name| is_own(name)),
            Shape::OpenEnum(variants, _) => variants.values().find(|value| is_own(value)),
            Shape::Enum(_) => None,
        };
        (name.clone(), of_its_own.expect("should be told apart").clone())
    });
    operations.chain(types).collect()
}

fn is_own(name: &str) -> bool {
    ["own", "inner", "VALUE"].iter().any(|own| name.starts_with(own))
}

#[test]
fn whatever_names_move_each_thing_keeps_all_that_it_ever_had() {
    for seed in [1, 2, 3, 4] {
        let mut walk = Walk::new(seed);
        let mut old = client(&walk.document());
        for step in 0..12 {
            (0..3).for_each(|_| walk.step());
            let document = walk.document();
            let new = refreshed(&old, &document);
            let (place, comparison) = (format!("seed {seed}, step {step}"), Comparison::new(&old.api, &new.api));
            assert_ne!(comparison.verdict(), Verdict::Breaking, "{place}: {:#?}", reported(&comparison));
            let (before, after) = (called(&old), called(&new));
            for (name, thing) in before {
                assert_eq!(after.get(&name), Some(&thing), "{place}: {name}");
            }
            let is_there = |name: &String| new.api.types.contains_key(name);
            assert!(old.api.types.keys().all(is_there), "{place}: {:#?}", reported(&comparison));
            let again = refreshed(&new, &document);
            assert_eq!(again.names, new.names, "{place}");
            assert_eq!(again.code, new.code, "{place}");
            old = new;
        }
    }
}

#[test]
fn whatever_is_served_in_between_each_thing_keeps_all_that_the_release_had() {
    for seed in [6, 48] {
        let mut walk = Walk::new(seed);
        let release = client(&walk.document());
        let had = called(&release);
        let (mut old, mut vendored) = (refreshed(&release, &walk.document()), walk.document());
        for step in 0..6 {
            for index in 1..walk.things.len() {
                walk.things[index].is_served = walk.below(2) == 0;
            }
            (0..3).for_each(|_| walk.step());
            let between = walk.document();
            old = refreshed_since(&release, (&old, &vendored), &between);
            walk.things.iter_mut().for_each(|thing| thing.is_served = true);
            let document = walk.document();
            let new = refreshed_since(&release, (&old, &between), &document);
            let (place, comparison) = (format!("seed {seed}, step {step}"), Comparison::new(&release.api, &new.api));
            assert_ne!(comparison.verdict(), Verdict::Breaking, "{place}: {:#?}", reported(&comparison));
            let has = called(&new);
            for (name, thing) in &had {
                assert_eq!(has.get(name), Some(thing), "{place}: {name}");
            }
            assert_eq!(refreshed_since(&release, (&new, &document), &document).names, new.names, "{place}");
            (old, vendored) = (new, document);
        }
    }
}
