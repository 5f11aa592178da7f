//! Documents with random damage: generated, or refused with a reason, but never a panic.

use std::panic;

use serde_json::{Value, json};

use super::run;

const DOCUMENT: &str = include_str!("../tests/every-trait/openapi.json");

/// A small generator of numbers that depend on nothing but the seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or_default()
    }
}

/// Damages one value somewhere in `value`.
fn damage(value: &mut Value, random: &mut Random) {
    let size = match value {
        Value::Object(map) => map.len(),
        Value::Array(values) => values.len(),
        _ => 0,
    };
    if size > 0 && random.below(12) > 0 {
        let index = random.below(size);
        match value {
            Value::Object(map) if random.below(20) == 0 => {
                let key = map.keys().nth(index).cloned().unwrap_or_default();
                map.remove(&key);
            }
            Value::Object(map) => {
                if let Some((_, child)) = map.iter_mut().nth(index) {
                    damage(child, random);
                }
            }
            Value::Array(values) => damage(&mut values[index], random),
            _ => {}
        }
        return;
    }
    let replacements = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(1.5e300),
        json!(""),
        json!("string"),
        json!("{"),
        json!("../\\\u{0}é{x}"),
        json!([]),
        json!({}),
        json!([null, 1, "a"]),
        json!({ "$ref": "#/components/schemas/Tree" }),
        json!({ "$ref": "#/paths" }),
        json!({ "type": "object", "properties": { "a": 1 }, "allOf": 3, "enum": {}, "required": "a" }),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Pet" }, { "oneOf": [{ "type": "array" }] }] }),
    ];
    *value = replacements[random.below(replacements.len())].clone();
}

#[test]
fn damaged_documents_are_generated_or_refused_but_never_panic() {
    let whole: Value = serde_json::from_str(DOCUMENT).expect("the fixture is JSON");
    let (mut generated, mut refused) = (0, 0);
    for seed in 1..=25 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15));
        let mut document = whole.clone();
        for _ in 0..=random.below(4) {
            // The frame is refused as a whole if it is damaged; there is a test for that.
            let part = ["/paths", "/components/schemas", "/components"][random.below(3)];
            if let Some(part) = document.pointer_mut(part) {
                damage(part, &mut random);
            }
        }
        let text = document.to_string();
        match panic::catch_unwind(|| run(&text)) {
            Ok(Ok(_)) => generated += 1,
            Ok(Err(problems)) => {
                assert!(!problems.0.is_empty() && !problems.to_string().trim().is_empty(), "seed {seed}");
                refused += 1;
            }
            Err(_) => panic!("seed {seed} panics"),
        }
    }
    // Damage in a corner must not refuse the rest.
    assert!(generated > refused, "{generated} generated, {refused} refused");
}
