//! Defines the paging settings in `names.json`. They are for operations for which the document does not specify how to
//! request the next page.

use serde::{Deserialize, Serialize};

/// How to request the next page of an operation.
///
/// Parameters and fields have their names in the document. The field of a parameter is written in brackets:
/// `pageable[page]`. A field of the response is written as a path: `meta.next`. `items` is the path to the list. It is
/// required only if the response contains several lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected `false`, or an object with one of these keys: `page`, `offset`, `next_url`, `link`, or \
                 `cursor` together with `next`. The values of `page`, `offset` and `cursor` are names of parameters. \
                 The values of `next_url` and `next` are paths of response fields, such as `meta.next`. The value of \
                 `link` is `true`. The object may also contain `items`, the path of the list. With `page` or \
                 `offset`, it may also contain `first`, the number or offset of the first page"
)]
pub enum Paging {
    /// `false`: the operation has no pager. `true` is invalid.
    Is(bool),
    /// The parameter `cursor` takes the value of the field `next` in the previous page.
    Cursor {
        /// The name of the parameter.
        cursor: String,
        /// The path to the field.
        next: String,
        /// The path to the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The parameter `page` takes the number of the page.
    Page {
        /// The name of the parameter.
        page: String,
        /// The number of the first page. Defaults to the default of the parameter, or to 1 if it has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<i64>,
        /// The path to the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The parameter `offset` takes the number of items before the page.
    Offset {
        /// The name of the parameter.
        offset: String,
        /// The offset of the first page. Defaults to the default of the parameter, or to 0 if it has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<i64>,
        /// The path to the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The field `next_url` of the previous page contains the URL of the next page.
    NextUrl {
        /// The path to the field.
        next_url: String,
        /// The path to the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The header `Link` of the previous page contains the URL of the next page.
    Link {
        /// Must be `true`.
        link: bool,
        /// The path to the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
}

impl Paging {
    /// Returns the path to the list, if it is specified.
    pub fn items(&self) -> Option<&str> {
        match self {
            Self::Is(_) => None,
            Self::Cursor { items, .. }
            | Self::Page { items, .. }
            | Self::Offset { items, .. }
            | Self::NextUrl { items, .. }
            | Self::Link { items, .. } => items.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::names::file::Names;

    #[test]
    fn paging_settings_survive_writing_and_reading_or_are_refused() {
        let text = |setting: &str| format!(r#"{{"client":{{"pages":{{"getThings":{setting}}}}}}}"#);
        for setting in [
            "false",
            r#"{"cursor":"after","next":"paging.cursors.after","items":"data"}"#,
            r#"{"page":"p","first":0}"#,
            r#"{"offset":"from"}"#,
            r#"{"next_url":"links.next"}"#,
            r#"{"link":true}"#,
        ] {
            let names = Names::parse(&text(setting)).expect(setting);
            assert_eq!(serde_json::to_string(&names).expect("should be written"), text(setting));
        }
        for setting in [
            r#"{}"#,
            r#"{"items":"data"}"#,
            r#"{"cursor":"a"}"#,
            r#"{"cursor":"a","next":"b","first":1}"#,
            r#"{"page":"p","offset":"o"}"#,
            r#"{"page":"p","limit":"l"}"#,
            r#"{"page":1}"#,
            r#""no""#,
            "null",
        ] {
            let refused = Names::parse(&text(setting)).expect_err(setting).to_string();
            let begin = "names.json: client.pages.getThings: expected `false`, or an object with one of these keys";
            assert!(refused.starts_with(begin), "{setting}: {refused}");
        }
    }
}
