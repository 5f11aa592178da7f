//! How pages are asked for, as `names.json` tells it where the document does not show it.

use serde::{Deserialize, Serialize};

/// The way from page to page of one operation. Parameters are named as on the wire, fields by those that lead to them,
/// separated by dots. `items` is the list, if the response has several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected `false`, or one way with names of parameters and fields: `cursor` and `next`, `page`, `offset`, \
                 `next_url`, or `link` with `true`; beside it `items`, and `first` of a number"
)]
pub enum Paging {
    /// `false`: it has no pager.
    Is(bool),
    /// The parameter `cursor` takes what the page before has in the field `next`.
    Cursor {
        /// The parameter.
        cursor: String,
        /// The field.
        next: String,
        /// The list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The parameter `page` takes the number of the page.
    Page {
        /// The parameter.
        page: String,
        /// The number of the first page: the default of the parameter, or 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<i64>,
        /// The list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The parameter `offset` takes the number of the items before the page.
    Offset {
        /// The parameter.
        offset: String,
        /// The number of the first page: the default of the parameter, or 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<i64>,
        /// The list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// The page before has the URL in the field `next_url`.
    NextUrl {
        /// The field.
        next_url: String,
        /// The list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
    /// `true`: the page before has the URL in its header `Link`.
    Link {
        /// `true`.
        link: bool,
        /// The list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<String>,
    },
}

impl Paging {
    /// The fields that lead to the list.
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
    fn each_way_survives_writing_and_reading_and_others_are_refused() {
        let text = |way: &str| format!(r#"{{"client":{{"pages":{{"getThings":{way}}}}}}}"#);
        for way in [
            "false",
            r#"{"cursor":"after","next":"paging.cursors.after","items":"data"}"#,
            r#"{"page":"p","first":0}"#,
            r#"{"offset":"from"}"#,
            r#"{"next_url":"links.next"}"#,
            r#"{"link":true}"#,
        ] {
            let names = Names::parse(&text(way)).expect(way);
            assert_eq!(serde_json::to_string(&names).expect("should be written"), text(way));
        }
        for way in [
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
            let refused = Names::parse(&text(way)).expect_err(way).to_string();
            let begin = "names.json: client.pages.getThings: expected `false`, or one way";
            assert!(refused.starts_with(begin), "{way}: {refused}");
        }
    }
}
