//! OpenAPI's styles: how a value becomes the text that stands for it in a path, a query, a header or a cookie.

use std::borrow::Cow;

use super::value::{Unsupported, Value};
use super::{component, reserved};

/// A style, as the columns of the table in RFC 6570, appendix A.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Stands before everything.
    first: &'static str,
    /// Between the pairs or elements of an exploded value.
    between: &'static str,
    /// Between the elements of any other.
    delimiter: &'static str,
    is_named: bool,
    /// What follows a name that has no text.
    if_empty: &'static str,
    is_exploded: bool,
    escape: Escape,
}

#[derive(Debug, Clone, Copy)]
enum Escape {
    Percent,
    /// Only what has a meaning there, or cannot be there.
    Reserved,
    /// Nothing is escaped in a header.
    Header,
    /// Nor in a cookie, which has fewer characters.
    Cookie,
}

impl Style {
    /// `blue,black`, in a path.
    pub const SIMPLE: Self = Self {
        first: "",
        between: ",",
        delimiter: ",",
        is_named: false,
        if_empty: "=",
        is_exploded: false,
        escape: Escape::Percent,
    };
    /// `.blue,black`.
    pub const LABEL: Self = Self { first: ".", between: ".", ..Self::SIMPLE };
    /// `;color=blue,black`.
    pub const MATRIX: Self = Self { first: ";", between: ";", is_named: true, if_empty: "", ..Self::SIMPLE };
    /// `color=blue,black`.
    pub const FORM: Self = Self { between: "&", is_named: true, ..Self::SIMPLE };
    /// `color=blue black`, in a query.
    pub const SPACES: Self = Self { delimiter: "%20", ..Self::FORM };
    /// `color=blue|black`, in a query.
    pub const PIPES: Self = Self { delimiter: "%7C", ..Self::FORM };
    /// `blue,black`, in a header.
    pub const HEADER: Self = Self { escape: Escape::Header, ..Self::SIMPLE };
    /// `color=blue,black`, of which nothing is encoded.
    pub const COOKIE: Self = Self { between: "; ", escape: Escape::Cookie, ..Self::FORM };

    /// With each element or field on its own.
    #[must_use]
    pub const fn exploded(self) -> Self {
        Self { is_exploded: true, ..self }
    }

    /// With the characters that RFC 3986 reserves as they are, where they have no meaning (`allowReserved`).
    #[must_use]
    pub const fn reserved(self) -> Self {
        Self { escape: Escape::Reserved, ..self }
    }

    /// One pair, with `delimiter` between the elements: a comma, which is encoded only within them, or a space or `|`,
    /// which always are.
    pub(crate) fn delimited(delimiter: &str) -> Self {
        match delimiter {
            " " => Self::SPACES,
            "|" => Self::PIPES,
            _ => Self::FORM,
        }
    }

    /// The text of a value; `None` for what is absent, as is a list without elements.
    pub(crate) fn expand(self, name: &str, value: &Value) -> Result<Option<String>, Unsupported> {
        let items = self.items(value)?;
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
            let text = if is_one { self.escaped(text)? } else { self.element(text)? };
            let key = key.map(|key| self.element(key)).transpose()?;
            if !self.is_exploded {
                parts.extend(key.into_iter().chain([text]));
                continue;
            }
            // A key ends at the first `=`.
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

    /// Refuses several pairs of a form: the `&` between them is part of the value of a cookie.
    pub(crate) fn in_cookie(self, text: &str) -> Result<(), Unsupported> {
        let has_pairs = self.between == Self::FORM.between && text.contains('&');
        if has_pairs { Err(Unsupported::PAIRS) } else { Ok(()) }
    }

    /// The texts of a value; those of an object with their keys.
    fn items(self, value: &Value) -> Result<Vec<(Option<&str>, &str)>, Unsupported> {
        let Value::Object(fields) = value else {
            return Ok(texts(value)?.into_iter().map(|text| (None, text)).collect());
        };
        let mut items = Vec::with_capacity(fields.len());
        for (key, field) in fields {
            // A key can stand there once per element where it is a name.
            if matches!(field, Value::List(_)) && !(self.is_exploded && self.is_named) {
                return Err(Unsupported::LIST_WITHIN);
            }
            items.extend(texts(field)?.into_iter().map(|text| (Some(key.as_str()), text)));
        }
        Ok(items)
    }

    /// As [`escaped`](Self::escaped), if it can be told from what stands between elements.
    fn element(self, text: &str) -> Result<Cow<'_, str>, Unsupported> {
        let mut escaped = self.escaped(text)?;
        if matches!(self.escape, Escape::Reserved) {
            escaped = escaped.replace(',', "%2C").replace('=', "%3D").into();
        }
        if escaped.contains(self.separator()) { Err(Unsupported::DELIMITER) } else { Ok(escaped) }
    }

    fn escaped(self, text: &str) -> Result<Cow<'_, str>, Unsupported> {
        match self.escape {
            Escape::Percent => Ok(component(text).into()),
            Escape::Reserved => Ok(reserved(text, self.between == Self::FORM.between).into()),
            Escape::Header if is_stripped(text) => Err(Unsupported::SPACE),
            Escape::Cookie if !text.bytes().all(is_cookie_octet) => Err(Unsupported::COOKIE),
            Escape::Header | Escape::Cookie => Ok(text.into()),
        }
    }
}

/// The text of a scalar, or those of a list.
fn texts(value: &Value) -> Result<Vec<&str>, Unsupported> {
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

/// `true` if a receiver strips white space around a text in a header, which is no part of it (RFC 9110, 5.5).
pub(crate) fn is_stripped(text: &str) -> bool {
    text != text.trim_matches([' ', '\t'])
}

/// RFC 6265, section 4.1.1.
fn is_cookie_octet(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn expanded(style: Style, value: &Json) -> Result<String, String> {
        let text = style.expand("n", &Value::new(value).unwrap());
        text.map(Option::unwrap_or_default).map_err(|reason| reason.to_string())
    }

    #[test]
    fn a_delimiter_within_a_text_is_encoded_or_the_value_refused() {
        let list = json!(["a.b", "c,d", "e f", "g|h", "i;j", "k&l", "m=n"]);
        for (style, text) in [
            (Style::SIMPLE, "a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
            (Style::LABEL, ".a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
            (Style::MATRIX.exploded(), ";n=a.b;n=c%2Cd;n=e%20f;n=g%7Ch;n=i%3Bj;n=k%26l;n=m%3Dn"),
            (Style::FORM, "n=a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
            (Style::FORM.reserved(), "n=a.b,c%2Cd,e%20f,g%7Ch,i%3Bj,k%26l,m%3Dn"),
        ] {
            assert_eq!(expanded(style, &list).as_deref(), Ok(text));
        }
        for style in [Style::LABEL.exploded(), Style::delimited(" "), Style::delimited("|"), Style::HEADER] {
            assert!(expanded(style, &list).unwrap_err().contains("separates"), "{style:?}");
        }
        assert_eq!(expanded(Style::delimited("|"), &json!(["%7C", "a b"])).as_deref(), Ok("n=%257C%7Ca%20b"));
        assert!(expanded(Style::HEADER.exploded(), &json!({ "a=b": 1 })).unwrap_err().contains("key"));
        assert!(expanded(Style::COOKIE, &json!(["a", "b;c"])).unwrap_err().contains("cookie"));
    }

    #[test]
    fn one_text_is_not_searched_for_delimiters() {
        for (style, text) in [
            (Style::SIMPLE.reserved(), "a.b,c=d"),
            (Style::LABEL.exploded(), ".a.b%2Cc%3Dd"),
            (Style::HEADER, "a.b,c=d"),
        ] {
            assert_eq!(expanded(style, &json!("a.b,c=d")).as_deref(), Ok(text));
        }
        assert!(expanded(Style::HEADER, &json!(" a")).unwrap_err().contains("strip"));
    }

    #[test]
    fn what_is_empty_is_there_and_what_is_absent_is_not() {
        let styles = [Style::SIMPLE, Style::LABEL, Style::MATRIX, Style::FORM, Style::COOKIE.exploded()];
        let all = |value: Json| styles.map(|style| expanded(style, &value).unwrap()).join(" | ");
        assert_eq!(all(json!("")), " | . | ;n | n= | n=");
        assert_eq!(all(json!([""])), all(json!("")));
        assert_eq!(all(json!(["", "a", null])), ",a | .,a | ;n=,a | n=,a | n=; n=a");
        for absent in [json!([]), json!({}), json!(null), json!({ "a": null })] {
            assert_eq!(all(absent), " |  |  |  | ");
        }
        let object = json!({ "a": "", "é": "b" });
        assert_eq!(expanded(Style::MATRIX.exploded(), &object).as_deref(), Ok(";a;%C3%A9=b"));
        assert_eq!(expanded(Style::LABEL.exploded(), &object).as_deref(), Ok(".a=.%C3%A9=b"));
        assert!(expanded(Style::SIMPLE.exploded(), &json!({ "": "b" })).unwrap_err().contains("empty"));
    }

    #[test]
    fn several_pairs_of_a_form_are_no_cookie() {
        let style = Style::FORM.exploded();
        assert!(style.in_cookie(&expanded(style, &json!(["a", "b"])).unwrap()).is_err());
        assert!(style.in_cookie(&expanded(style, &json!("a&b")).unwrap()).is_ok());
        assert!(Style::COOKIE.in_cookie("n=a&b").is_ok());
    }
}
