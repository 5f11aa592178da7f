//! Bodies of forms.

use serde::Serialize;
use serde::ser::Error as _;

use crate::encode::{self, Query, Style, Unsupported, Value};

/// The style in which a list or an object is written in a form; by default, a list once per element and an object field
/// by field.
#[derive(Debug, Clone, Copy)]
pub enum FormStyle {
    /// All elements in one value, separated by this.
    Delimited(&'static str),
    /// `name[key]=value` for each field of an object.
    Deep,
    /// As JSON.
    Json,
}

/// `body` as `application/x-www-form-urlencoded`; `styles` are those of the fields that are not written as usual.
pub(crate) fn form(body: &impl Serialize, styles: &[(&str, FormStyle)]) -> Result<String, Unsupported> {
    let Value::Object(fields) = Value::new(body)? else { return Err(Unsupported::NO_OBJECT) };
    let mut pairs = Query::default();
    for (name, value) in &fields {
        let added = match styles.iter().find(|(styled, _)| styled == name).map(|(_, style)| style) {
            None => pairs.add(name, value, Style::FORM.exploded()),
            Some(FormStyle::Delimited(delimiter)) => pairs.add(name, value, Style::delimited(delimiter)),
            Some(FormStyle::Deep) => pairs.deep(name, value),
            Some(FormStyle::Json) => {
                let body = serde_json::to_value(body).map_err(Unsupported::custom)?;
                if let Some(value) = body.get(name) {
                    let json = encode::json(value).map_err(Unsupported::custom)?;
                    pairs.push(name, &String::from_utf8_lossy(&json));
                }
                Ok(())
            }
        };
        added.map_err(|reason| Unsupported::custom(format_args!("`{name}`: {reason}")))?;
    }
    // A space is `+` in a form; a plus sign is encoded.
    Ok(pairs.as_str().replace("%20", "+"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_are_repeated_and_objects_are_spread_unless_a_style_says_otherwise() {
        let body = json!({ "a": "x y+", "b": [1, 2], "c": { "d": true, "e": null } });
        assert_eq!(form(&body, &[]).unwrap(), "a=x+y%2B&b=1&b=2&d=true");
        let styles = [("b", FormStyle::Delimited("|")), ("c", FormStyle::Deep)];
        assert_eq!(form(&body, &styles).unwrap(), "a=x+y%2B&b=1%7C2&c%5Bd%5D=true");
        let styles = [("b", FormStyle::Delimited(",")), ("c", FormStyle::Json)];
        let json = "c=%7B%22d%22%3Atrue%2C%22e%22%3Anull%7D";
        assert_eq!(form(&body, &styles).unwrap(), format!("a=x+y%2B&b=1,2&{json}"));
    }

    #[test]
    fn what_a_form_cannot_carry_is_refused() {
        assert!(form(&json!([1]), &[]).is_err());
        for (value, style) in [
            (json!([{ "b": 1 }]), None),
            (json!([[1]]), None),
            (json!({ "b": { "c": 1 } }), None),
            (json!({ "b": [1] }), Some(FormStyle::Delimited(","))),
            (json!([[1]]), Some(FormStyle::Deep)),
            (json!(["b c"]), Some(FormStyle::Delimited(" "))),
        ] {
            let styles: Vec<_> = style.map(|style| ("a", style)).into_iter().collect();
            assert!(form(&json!({ "a": value }), &styles).unwrap_err().to_string().starts_with("`a`: "), "{value}");
        }
        assert_eq!(form(&json!({ "a": [5.0, {}] }), &[("a", FormStyle::Json)]).unwrap(), "a=%5B5%2C%7B%7D%5D");
    }
}
