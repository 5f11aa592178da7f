//! OpenAPI's parameter styles, which define how a value is written in a path, a query, a header or a cookie.

use std::borrow::Cow;

use super::value::{Unsupported, Value};
use super::{component, encode_allowing_reserved};

/// A parameter style. Most fields correspond to rows of the table in RFC 6570, appendix A.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The prefix of the value, such as `;` in `;color=blue`.
    first: &'static str,
    /// The separator inside an exploded value, such as `;` in `;color=blue;color=black`.
    between: &'static str,
    /// The separator inside a value that is not exploded, such as `,` in `blue,black`.
    delimiter: &'static str,
    is_named: bool,
    /// The suffix of a name whose value is empty, such as `=` in `color=`.
    if_empty: &'static str,
    is_exploded: bool,
    escape: Escape,
}

#[derive(Debug, Clone, Copy)]
enum Escape {
    Percent,
    /// Leaves unreserved characters unchanged. Also leaves reserved characters unchanged if they have no special
    /// meaning in this part of the URL, such as `:` and `@`. Percent-encodes all other characters, for example `/` in a
    /// path and `&` in a query. Characters that are already encoded, such as `%41`, are not encoded again.
    Reserved,
    /// Leaves the value of a header unchanged, without percent-encoding.
    Header,
    /// Leaves the value of a cookie unchanged, without percent-encoding. Refuses a value with a character that is not
    /// allowed in cookies, which allow fewer characters than headers.
    Cookie,
}

impl Style {
    /// The style `simple` for paths: `blue,black`.
    pub const SIMPLE: Self = Self {
        first: "",
        between: ",",
        delimiter: ",",
        is_named: false,
        if_empty: "=",
        is_exploded: false,
        escape: Escape::Percent,
    };
    /// The style `label` for paths: `.blue,black`, or `.blue.black` if it is exploded.
    pub const LABEL: Self = Self { first: ".", between: ".", ..Self::SIMPLE };
    /// The style `matrix` for paths: `;color=blue,black`, or `;color=blue;color=black` if it is exploded.
    pub const MATRIX: Self = Self { first: ";", between: ";", is_named: true, if_empty: "", ..Self::SIMPLE };
    /// The style `form` for queries: `color=blue,black`, or `color=blue&color=black` if it is exploded.
    pub const FORM: Self = Self { between: "&", is_named: true, ..Self::SIMPLE };
    /// The style `spaceDelimited` for queries: `color=blue%20black`.
    pub const SPACES: Self = Self { delimiter: "%20", ..Self::FORM };
    /// The style `pipeDelimited` for queries: `color=blue%7Cblack`.
    pub const PIPES: Self = Self { delimiter: "%7C", ..Self::FORM };
    /// The style `simple` for headers: `blue,black`.
    pub const HEADER: Self = Self { escape: Escape::Header, ..Self::SIMPLE };
    /// The style `cookie` for cookies: `color=blue,black`, or `color=blue; color=black` if it is exploded. The value is
    /// not percent-encoded.
    pub const COOKIE: Self = Self { between: "; ", escape: Escape::Cookie, ..Self::FORM };

    /// Writes the elements of a list, or the fields of an object, separately (`explode`): `color=blue&color=black`
    /// instead of `color=blue,black`.
    #[must_use]
    pub const fn exploded(self) -> Self {
        Self { is_exploded: true, ..self }
    }

    /// Leaves reserved characters such as `:` and `@` unencoded (`allowReserved`).
    ///
    /// Characters that would act as delimiters are still encoded, for example `/` in a path, `&` in a query, and `,` in
    /// an element of a list.
    #[must_use]
    pub const fn reserved(self) -> Self {
        Self { escape: Escape::Reserved, ..self }
    }

    /// Returns the query style that writes a list as one pair, with `delimiter` between the elements. A comma between
    /// elements is not encoded; a space or `|` is.
    pub(crate) fn delimited(delimiter: &str) -> Self {
        match delimiter {
            " " => Self::SPACES,
            "|" => Self::PIPES,
            _ => Self::FORM,
        }
    }

    /// Writes a value in this style. Returns `None` if the value is absent or an empty list.
    pub(crate) fn expand(self, name: &str, value: &Value) -> Result<Option<String>, Unsupported> {
        let items = self.keyed_texts(value)?;
        if items.is_empty() {
            return Ok(None);
        }
        let is_one = matches!(value, Value::Text(_));
        let name = self.is_named.then(|| component(name).to_string());
        let pair = |key: &str, text: &str| match text {
            "" => [key, self.if_empty].concat(),
            text => [key, "=", text].concat(),
        };
        let mut parts = Vec::with_capacity(items.len());
        for (key, text) in items {
            let text = if is_one { self.escape(text)? } else { self.escape_element(text)? };
            let key = key.map(|key| self.escape_element(key)).transpose()?;
            if !self.is_exploded {
                parts.extend(key.into_iter().chain([text]));
                continue;
            }
            // A key must not contain `=`, because a server takes the first `=` as the end of the key.
            if key.as_ref().is_some_and(|key| key.is_empty() || key.contains('=')) {
                return Err(Unsupported::KEY_TEXT);
            }
            parts.push(match key.as_deref().or(name.as_deref()) {
                Some(key) => pair(key, &text).into(),
                None => text,
            });
        }
        let text = parts.join(self.separator());
        Ok(Some(match name.filter(|_| !self.is_exploded) {
            Some(name) => [self.first, &pair(&name, &text)].concat(),
            None => [self.first, &text].concat(),
        }))
    }

    fn separator(self) -> &'static str {
        if self.is_exploded { self.between } else { self.delimiter }
    }

    /// Refuses a cookie in the style `form` that consists of several pairs: the `&` between them would become part of
    /// the cookie's value.
    pub(crate) fn check_in_cookie(self, text: &str) -> Result<(), Unsupported> {
        let has_pairs = self.between == Self::FORM.between && text.contains('&');
        if has_pairs { Err(Unsupported::PAIRS) } else { Ok(()) }
    }

    /// Returns the strings that a value consists of: a scalar, the elements of a list, or the fields of an object with
    /// their keys.
    pub(crate) fn keyed_texts(self, value: &Value) -> Result<Vec<(Option<&str>, &str)>, Unsupported> {
        let Value::Object(fields) = value else {
            return Ok(scalar_texts(value)?.into_iter().map(|text| (None, text)).collect());
        };
        let mut items = Vec::with_capacity(fields.len());
        for (key, field) in fields {
            // A list inside an object is written as several pairs with the same key. Only exploded styles with names
            // write such pairs.
            if matches!(field, Value::List(_)) && !(self.is_exploded && self.is_named) {
                return Err(Unsupported::LIST_WITHIN);
            }
            items.extend(scalar_texts(field)?.into_iter().map(|text| (Some(key.as_str()), text)));
        }
        Ok(items)
    }

    /// Same as [`escape`](Self::escape), but fails if the encoded element still contains the separator, which would
    /// split it.
    fn escape_element(self, text: &str) -> Result<Cow<'_, str>, Unsupported> {
        let mut escaped = self.escape(text)?;
        if matches!(self.escape, Escape::Reserved) {
            escaped = escaped.replace(',', "%2C").replace('=', "%3D").into();
        }
        if escaped.contains(self.separator()) { Err(Unsupported::DELIMITER) } else { Ok(escaped) }
    }

    fn escape(self, text: &str) -> Result<Cow<'_, str>, Unsupported> {
        match self.escape {
            Escape::Percent => Ok(component(text).into()),
            Escape::Reserved => Ok(encode_allowing_reserved(text, self.between == Self::FORM.between).into()),
            Escape::Header if is_stripped(text) => Err(Unsupported::SPACE),
            Escape::Cookie if !text.bytes().all(is_cookie_octet) => Err(Unsupported::COOKIE),
            Escape::Header | Escape::Cookie => Ok(text.into()),
        }
    }
}

/// Returns a scalar, or the elements of a list. Fails if an element is not a scalar.
fn scalar_texts(value: &Value) -> Result<Vec<&str>, Unsupported> {
    let elements = match value {
        Value::List(elements) => elements,
        other => std::slice::from_ref(other),
    };
    let texts = elements.iter().filter_map(|element| match element {
        Value::Absent => None,
        Value::Text(text) => Some(Ok(text.as_str())),
        Value::List(_) => Some(Err(Unsupported::LIST_WITHIN)),
        Value::Object(_) => Some(Err(Unsupported::OBJECT_WITHIN)),
    });
    texts.collect()
}

/// Returns whether `text` begins or ends with white space, which recipients strip from header values (RFC 9110, section
/// 5.5).
pub(crate) fn is_stripped(text: &str) -> bool {
    text != text.trim_matches([' ', '\t'])
}

/// Returns whether a cookie may contain this byte (RFC 6265, section 4.1.1).
fn is_cookie_octet(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn expand_or_reason(style: Style, value: &Json) -> Result<String, String> {
        let text = style.expand("n", &Value::new(value).unwrap());
        text.map(Option::unwrap_or_default).map_err(|reason| reason.to_string())
    }

    #[test]
    fn list_elements_cannot_be_split_by_a_delimiter_that_they_contain() {
        let list = json!(["a.b", "c,d", "e f", "g|h", "i;j", "k&l", "m=n"]);
        for (style, text) in [
            (Style::SIMPLE, "a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
            (Style::LABEL, ".a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
            (Style::MATRIX.exploded(), ";n=a.b;n=c%2Cd;n=e%20f;n=g%7Ch;n=i%3Bj;n=k%26l;n=m%3Dn"),
            (Style::FORM, "n=a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
            (Style::FORM.reserved(), "n=a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
        ] {
            assert_eq!(expand_or_reason(style, &list).as_deref(), Ok(text));
        }
        for style in [Style::LABEL.exploded(), Style::delimited(" "), Style::delimited("|"), Style::HEADER] {
            assert!(expand_or_reason(style, &list).unwrap_err().contains("separates"), "{style:?}");
        }
        assert_eq!(expand_or_reason(Style::delimited("|"), &json!(["%7C", "a b"])).as_deref(), Ok("n=%257C%7Ca%20b"));
        assert!(expand_or_reason(Style::HEADER.exploded(), &json!({ "a=b": 1 })).unwrap_err().contains("key"));
        assert!(expand_or_reason(Style::COOKIE, &json!(["a", "b;c"])).unwrap_err().contains("cookie"));
    }

    #[test]
    fn string_parameter_may_contain_the_delimiters_of_lists() {
        for (style, text) in [
            (Style::SIMPLE.reserved(), "a.b,c=d"),
            (Style::LABEL.exploded(), ".a.b%2Cc%3Dd"),
            (Style::HEADER, "a.b,c=d"),
        ] {
            assert_eq!(expand_or_reason(style, &json!("a.b,c=d")).as_deref(), Ok(text));
        }
        assert!(expand_or_reason(Style::HEADER, &json!(" a")).unwrap_err().contains("white space"));
    }

    #[test]
    fn parameter_styles_write_empty_strings_and_omit_nulls() {
        let styles = [Style::SIMPLE, Style::LABEL, Style::MATRIX, Style::FORM, Style::COOKIE.exploded()];
        let all = |value: Json| styles.map(|style| expand_or_reason(style, &value).unwrap()).join(" | ");
        assert_eq!(all(json!("")), " | . | ;n | n= | n=");
        assert_eq!(all(json!([""])), all(json!("")));
        assert_eq!(all(json!(["", "a", null])), ",a | .,a | ;n=,a | n=,a | n=; n=a");
        for absent in [json!([]), json!({}), json!(null), json!({ "a": null })] {
            assert_eq!(all(absent), " |  |  |  | ");
        }
        let object = json!({ "a": "", "é": "b" });
        assert_eq!(expand_or_reason(Style::MATRIX.exploded(), &object).as_deref(), Ok(";a;%C3%A9=b"));
        assert_eq!(expand_or_reason(Style::LABEL.exploded(), &object).as_deref(), Ok(".a=.%C3%A9=b"));
        assert!(expand_or_reason(Style::SIMPLE.exploded(), &json!({ "": "b" })).unwrap_err().contains("empty"));
    }

    #[test]
    fn refuses_an_exploded_list_in_a_form_style_cookie() {
        let style = Style::FORM.exploded();
        assert!(style.check_in_cookie(&expand_or_reason(style, &json!(["a", "b"])).unwrap()).is_err());
        assert!(style.check_in_cookie(&expand_or_reason(style, &json!("a&b")).unwrap()).is_ok());
        assert!(Style::COOKIE.check_in_cookie("n=a&b").is_ok());
    }
}
