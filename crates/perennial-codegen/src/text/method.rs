//! The HTTP methods of operations.

use std::fmt;

use serde_json::Value;

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// `GET`.
    Get,
    /// `PUT`.
    Put,
    /// `POST`.
    Post,
    /// `DELETE`.
    Delete,
    /// `OPTIONS`.
    Options,
    /// `HEAD`.
    Head,
    /// `PATCH`.
    Patch,
    /// `TRACE`.
    Trace,
    /// `QUERY`.
    Query,
    /// A method without a keyword in OpenAPI, declared under `additionalOperations`.
    Other(&'static str),
}

/// The methods that a document may declare although OpenAPI has no keyword for them: all other registered HTTP methods,
/// and four that are widely used. `CONNECT` is missing, because API clients cannot send it.
const OTHERS: [&str; 34] = [
    "ACL",
    "BASELINE-CONTROL",
    "BIND",
    "CHECKIN",
    "CHECKOUT",
    "COPY",
    "LABEL",
    "LINK",
    "LOCK",
    "MERGE",
    "MKACTIVITY",
    "MKCALENDAR",
    "MKCOL",
    "MKREDIRECTREF",
    "MKWORKSPACE",
    "MOVE",
    "NOTIFY",
    "ORDERPATCH",
    "PROPFIND",
    "PROPPATCH",
    "PURGE",
    "REBIND",
    "REPORT",
    "SEARCH",
    "SUBSCRIBE",
    "UNBIND",
    "UNCHECKOUT",
    "UNLINK",
    "UNLOCK",
    "UNSUBSCRIBE",
    "UPDATE",
    "UPDATEREDIRECTREF",
    "VERSION-CONTROL",
    "VIEW",
];

/// The keyword of a path item for operations whose methods have no keyword of their own.
pub const ADDITIONAL: &str = "additionalOperations";

impl Method {
    /// Returns `true` if RFC 9110 defines the method as safe: its requests do not change anything. The runtime has the
    /// same list of safe methods.
    pub fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options | Self::Trace)
    }

    /// Returns the method for the keyword `key` of a path item, such as `get`. Returns `None` if the keyword is not a
    /// method.
    pub fn from_key(key: &str) -> Option<Self> {
        use Method::{Delete, Get, Head, Options, Patch, Post, Put, Query, Trace};
        let all = [Get, Put, Post, Delete, Options, Head, Patch, Trace, Query];
        all.into_iter().find(|method| method.as_str().to_ascii_lowercase() == key)
    }

    /// Returns the method for the key `name` in `additionalOperations`. Returns `None` if the method is unknown, or if
    /// it has a keyword of its own, which has to be used instead.
    pub fn additional(name: &str) -> Option<Self> {
        OTHERS.into_iter().find(|other| *other == name).map(Self::Other)
    }

    /// Returns the name of the method in HTTP, such as `GET`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
            Self::Trace => "TRACE",
            Self::Query => "QUERY",
            Self::Other(name) => name,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Returns the operations of a path item, in the document's order.
pub fn operations(item: &Value) -> impl Iterator<Item = (Method, &Value)> {
    item.as_object().into_iter().flatten().flat_map(|(key, declared)| {
        let additional = declared.as_object().filter(|_| key == ADDITIONAL).into_iter().flatten();
        let additional = additional.filter_map(|(name, declared)| Some((Method::additional(name)?, declared)));
        Method::from_key(key).map(|method| (method, declared)).into_iter().chain(additional)
    })
}

/// Same as [`operations`], but with mutable operations.
pub fn operations_mut(item: &mut Value) -> impl Iterator<Item = (Method, &mut Value)> {
    item.as_object_mut().into_iter().flatten().flat_map(|(key, declared)| {
        let method = Method::from_key(key);
        let (own, additional) = match method {
            Some(method) => (Some((method, declared)), None),
            None if key == ADDITIONAL => (None, declared.as_object_mut()),
            None => (None, None),
        };
        let additional = additional.into_iter().flatten();
        own.into_iter().chain(additional.filter_map(|(name, declared)| Some((Method::additional(name)?, declared))))
    })
}

/// Keeps only the operations of a path item for which `keep` returns `true`.
pub fn retain_operations(item: &mut Value, keep: &mut dyn FnMut(&Value) -> bool) {
    let Some(item) = item.as_object_mut() else { return };
    if let Some(additional) = item.get_mut(ADDITIONAL).and_then(Value::as_object_mut) {
        additional.retain(|name, declared| Method::additional(name).is_none() || keep(declared));
    }
    item.retain(|key, declared| Method::from_key(key).is_none() || keep(declared));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn finds_operations_of_every_http_method_in_a_path_item() {
        let mut item = json!({
            "summary": {}, "query": 1, "additionalOperations": { "COPY": 2, "post": 3, "CONNECT": 4, "A B": 5, "PURGE": 6 },
            "QUERY": 7, "get": 8,
        });
        let found = |(method, declared): (Method, &Value)| format!("{method} {declared}");
        assert_eq!(operations(&item).map(found).collect::<Vec<_>>(), ["QUERY 1", "COPY 2", "PURGE 6", "GET 8"]);
        operations_mut(&mut item).for_each(|(method, declared)| *declared = method.as_str().into());
        assert_eq!(item["additionalOperations"]["COPY"], "COPY");
        assert_eq!(item["get"], "GET");
    }
}
