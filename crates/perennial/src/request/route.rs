use crate::operation::{Operation, template};

/// Returns the operation with this method whose path template matches the path. Operations that have their own server
/// are ignored. If several templates match, the most literal one wins, since servers prefer literal segments over
/// parameters. For a `HEAD` that the document does not declare, returns the `GET` operation, since `HEAD` is defined in
/// terms of `GET` (RFC 9110, section 9.3.2), and servers route both alike.
pub(super) fn find_declared_operation(
    operations: &'static [Operation],
    method: &str,
    path: &str,
) -> Option<&'static Operation> {
    let fitting = operations
        .iter()
        .filter(|operation| operation.server().is_none() && template::matches_path(operation.path(), path));
    let with = |method: &str| {
        let those = fitting.clone().filter(|operation| operation.method() == method);
        those.min_by_key(|operation| operation.path().split('/').map(share_of_parameters).collect::<Vec<_>>())
    };
    with(method).or_else(|| with("GET").filter(|_| method == "HEAD"))
}

/// Returns how much of a template's segment consists of parameters: 0 for none of it, 1 for a part of it, 2 for all of
/// it.
fn share_of_parameters(segment: &str) -> u8 {
    let is_one_parameter = segment.strip_prefix('{').is_some_and(|rest| rest.find('}') == Some(rest.len() - 1));
    u8::from(segment.contains('{')) + u8::from(is_one_parameter)
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPERATIONS: [Operation; 8] = [
        Operation::new("getThing", "GET", "/v1/things/{id}"),
        Operation::new("getLatest", "GET", "/v1/things/latest"),
        Operation::new("getPart", "GET", "/v1/{kind}/{id}/parts"),
        Operation::new("getThingPart", "GET", "/v1/things/{id}/parts"),
        Operation::new("putThing", "PUT", "/v1/things/{id}"),
        Operation::new("getFile", "GET", "/v1/a%20b/{name}.{kind}"),
        Operation::new("getThingAsText", "GET", "/v1/things/{id}.txt"),
        Operation::new("headThing", "HEAD", "/v1/things/{id}"),
    ];

    fn find_id(method: &str, path: &str) -> &'static str {
        find_declared_operation(&OPERATIONS, method, path).map_or("", Operation::operation_id)
    }

    #[test]
    fn request_path_is_matched_to_the_operation_with_that_template() {
        for (path, id) in [
            ("/v1/things/7", "getThing"),
            ("/v1/things/a%2Fb", "getThing"),
            ("/v1/thing%73/7", "getThing"),
            ("/v1/things/latest", "getLatest"),
            ("/v1/things/7.txt", "getThingAsText"),
            ("/v1/things/7.csv", "getThing"),
            ("/v1/things/7/parts", "getThingPart"),
            ("/v1/others/7/parts", "getPart"),
            ("/v1/a%20b/c.json", "getFile"),
            ("/v1/a%20b/c.tar.gz", "getFile"),
            ("/v1/things", ""),
            ("/v1/things/", ""),
            ("/v1/things/7/", ""),
            ("/V1/things/7", ""),
            ("/v2/things/7", ""),
            ("/v1/a%20b/c", ""),
            ("/v1/a%20b/.json", ""),
            ("/v1/a%20b/c.", ""),
            ("/", ""),
        ] {
            assert_eq!(find_id("GET", path), id, "{path}");
        }
        assert_eq!((find_id("PUT", "/v1/things/7"), find_id("POST", "/v1/things/7")), ("putThing", ""));
    }

    #[test]
    fn undeclared_head_request_is_matched_to_the_get_operation() {
        assert_eq!(find_id("HEAD", "/v1/things/7/parts"), "getThingPart");
        assert_eq!(find_id("HEAD", "/v1/things/7"), "headThing");
        assert_eq!(find_id("OPTIONS", "/v1/things/7/parts"), "");
    }

    #[test]
    fn request_path_never_matches_an_operation_with_its_own_server() {
        static ELSEWHERE: [Operation; 1] =
            [Operation::new("getThing", "GET", "/v1/things/{id}").at_server("https://h")];
        assert!(find_declared_operation(&ELSEWHERE, "GET", "/v1/things/7").is_none());
    }
}
