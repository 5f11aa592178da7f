use serde::ser::Error as _;

use super::held::Written;
use crate::encode::{self, Query, Style, Unsupported, Value};

/// The style of a form field, which determines how a list or an object is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FormStyle {
    /// A list is written as one `name=value` pair per element, and an object as one pair per field.
    Exploded,
    /// A list is written as one `name=value` pair, with this string between the elements.
    Delimited(&'static str),
    /// An object is written as `name[key]=value` for each of its fields.
    Deep,
    /// The value is written as JSON.
    Json,
}

/// Encodes `body` as `application/x-www-form-urlencoded`. `styles` contains the names and styles of the fields that
/// have a style. In any other field, a scalar or a list of scalars is written as text, and any other value as JSON.
pub(super) fn encode_form(body: &dyn Written, styles: &[(&str, FormStyle)]) -> Result<String, Unsupported> {
    let Value::Object(fields) = body.value()? else { return Err(Unsupported::NO_OBJECT) };
    let style = |name: &str, value: &Value| match styles.iter().find(|(styled, _)| *styled == name) {
        Some((_, style)) => *style,
        None if value.is_flat() => FormStyle::Exploded,
        None => FormStyle::Json,
    };
    let is_json = |(name, value): &(String, Value)| style(name, value) == FormStyle::Json;
    let json = match fields.iter().any(is_json) {
        true => body.json_value().map_err(Unsupported::custom)?,
        false => serde_json::Value::Null,
    };
    let mut pairs = Query::default();
    for (name, value) in &fields {
        let added = match style(name, value) {
            FormStyle::Exploded => pairs.add_value(name, value, Style::FORM.exploded()),
            FormStyle::Delimited(delimiter) => pairs.add_value(name, value, Style::delimited(delimiter)),
            FormStyle::Deep => pairs.add_deep_object(name, value),
            FormStyle::Json => encode::json(&json[name])
                .map_err(Unsupported::custom)
                .map(|json| pairs.push(name, &String::from_utf8_lossy(&json))),
        };
        added.map_err(|reason| Unsupported::custom(format_args!("`{name}`: {reason}")))?;
    }
    // In a form, a space is written as `+`. No value contains a plus sign at this point, because plus signs were
    // encoded as `%2B`.
    Ok(pairs.as_str().replace("%20", "+"))
}

/// Splits a value into the parts that `style` produces: pairs of name and text. Nothing is percent-encoded, because a
/// part may contain any text.
pub(super) fn styled_parts(name: &str, value: &Value, style: FormStyle) -> Result<Vec<(String, String)>, Unsupported> {
    let FormStyle::Delimited(delimiter) = style else {
        let texts = Style::FORM.exploded().keyed_texts(value)?.into_iter();
        let parts = texts.map(|(key, text)| match key {
            Some(key) if style == FormStyle::Deep => (format!("{name}[{key}]"), text.to_owned()),
            key => (key.unwrap_or(name).to_owned(), text.to_owned()),
        });
        return Ok(parts.collect());
    };
    let texts = Style::FORM.keyed_texts(value)?;
    let texts: Vec<&str> = texts.into_iter().flat_map(|(key, text)| key.into_iter().chain([text])).collect();
    if texts.len() > 1 && texts.iter().any(|text| text.contains(delimiter)) {
        return Err(Unsupported::DELIMITER);
    }
    Ok(if texts.is_empty() { Vec::new() } else { vec![(name.to_owned(), texts.join(delimiter))] })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form_of(body: serde_json::Value, styles: &[(&str, FormStyle)]) -> Result<String, Unsupported> {
        encode_form(&body, styles)
    }

    #[test]
    fn form_body_repeats_the_name_for_list_elements_by_default() {
        let body = json!({ "a": "x y+", "b": [1, 2], "c": { "d": true, "e": null } });
        assert_eq!(form_of(body.clone(), &[("c", FormStyle::Exploded)]).unwrap(), "a=x+y%2B&b=1&b=2&d=true");
        let styles = [("b", FormStyle::Delimited("|")), ("c", FormStyle::Deep)];
        assert_eq!(form_of(body.clone(), &styles).unwrap(), "a=x+y%2B&b=1%7C2&c%5Bd%5D=true");
        let styles = [("b", FormStyle::Delimited(",")), ("c", FormStyle::Json)];
        let json = "c=%7B%22d%22%3Atrue%2C%22e%22%3Anull%7D";
        assert_eq!(form_of(body.clone(), &styles).unwrap(), format!("a=x+y%2B&b=1,2&{json}"));
    }

    #[test]
    fn form_body_writes_fields_without_a_style_as_text_or_json() {
        for (value, sent) in [
            (json!("x"), "x"),
            (json!([1, true, null, "x"]), "1&a=true&a=x"),
            (json!({ "b": "1" }), "%7B%22b%22%3A%221%22%7D"),
            (json!([5.0, {}]), "%5B5%2C%7B%7D%5D"),
            (json!([[null]]), "%5B%5Bnull%5D%5D"),
            (json!({}), "%7B%7D"),
        ] {
            assert_eq!(form_of(json!({ "a": value, "z": null }), &[]).unwrap(), format!("a={sent}"));
        }
    }

    #[test]
    fn json_field_of_a_form_body_keeps_all_digits_of_a_number() {
        let body = json!({ "a": [123_456_789.123_456_79] });
        assert_eq!(form_of(body, &[("a", FormStyle::Json)]).unwrap(), "a=%5B123456789.12345679%5D");
    }

    #[test]
    fn part_with_a_style_consists_of_unencoded_texts() {
        let parts = |value: serde_json::Value, style| {
            let parts = styled_parts("a", &Value::new(&value).unwrap(), style)?;
            Ok::<_, Unsupported>(
                parts.iter().map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join("&"),
            )
        };
        let object = || json!({ "b": 1, "c": "x y" });
        for (value, style, expected) in [
            (json!([true, "x y"]), FormStyle::Delimited(","), "a=true,x y"),
            (json!(["x", "y"]), FormStyle::Delimited("|"), "a=x|y"),
            (json!("x,y"), FormStyle::Delimited(","), "a=x,y"),
            (json!([]), FormStyle::Delimited(","), ""),
            (object(), FormStyle::Delimited(","), "a=b,1,c,x y"),
            (object(), FormStyle::Exploded, "b=1&c=x y"),
            (object(), FormStyle::Deep, "a[b]=1&a[c]=x y"),
            (json!({ "b": [1, 2] }), FormStyle::Deep, "a[b]=1&a[b]=2"),
        ] {
            assert_eq!(parts(value, style).unwrap(), expected);
        }
        assert!(parts(json!(["x,y", "z"]), FormStyle::Delimited(",")).is_err());
        assert!(parts(json!({ "b": { "c": 1 } }), FormStyle::Deep).is_err());
    }

    #[test]
    fn form_body_refuses_lists_and_objects_nested_too_deeply() {
        assert!(form_of(json!([1]), &[]).is_err());
        for (value, style) in [
            (json!([{ "b": 1 }]), FormStyle::Exploded),
            (json!([[1]]), FormStyle::Exploded),
            (json!({ "b": { "c": 1 } }), FormStyle::Exploded),
            (json!({ "b": [1] }), FormStyle::Delimited(",")),
            (json!([[1]]), FormStyle::Deep),
            (json!(["b c"]), FormStyle::Delimited(" ")),
        ] {
            assert!(
                form_of(json!({ "a": value }), &[("a", style)]).unwrap_err().to_string().starts_with("`a`: "),
                "{value}"
            );
        }
    }
}
