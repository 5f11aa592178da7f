//! Lists names that are reserved, because every client has items with these names.
//!
//! `tests/compiler` compiles a document whose items have the names of items in the runtime. It fails if a name is
//! missing here.

use super::setters::{BODY, BODY_MAP, KEEP_READ_ONLY};

/// The methods of `Client`, and methods of traits that a method of the same name would shadow.
pub const OF_CLIENT: [&str; 16] = [
    "builder",
    "clone",
    "fmt",
    "from",
    "into",
    "limits",
    "request",
    "shared_limits",
    "with_credentials",
    "with_deadline",
    "with_headers",
    "with_keep_body",
    "with_query",
    "with_rate_limit_max_wait",
    "with_retry",
    "with_timeout",
];

/// The constructor of `Client` that exists if the credentials are generated from the document.
pub const FROM_ENV: &str = "from_env";

/// The methods of `Client` that exist if the credentials are generated from the document, besides their setters.
pub const OF_CREDENTIALS: [&str; 2] = [FROM_ENV, "without_credentials"];

/// The prefix of the methods of `Client` that derive a client with other settings.
pub const DERIVED: &str = "with_";

/// The methods of `ClientBuilder`, and methods of traits that a method of the same name would shadow.
pub const OF_BUILDER: [&str; 28] = [
    "allow_plain_http",
    "allow_server",
    "build",
    "clone",
    "configure_http",
    "connect_timeout",
    "credentials",
    "deadline",
    "fmt",
    "from",
    FROM_ENV,
    "from_variables",
    "http_client",
    "interceptor",
    "into",
    "keep_body",
    "max_error_bytes",
    "max_response_bytes",
    "of_environment",
    "on_store_error",
    "rate_limit",
    "rate_limit_headroom",
    "rate_limit_margin",
    "rate_limit_max_wait",
    "rate_limit_store",
    "rate_limit_store_timeout",
    "retry",
    "timeout",
];

/// The methods of every operation's builder.
pub const OF_CALLS: [&str; 7] = ["new", "send", BODY, BODY_MAP, KEEP_READ_ONLY, "clone", "fmt"];

/// The constant in the module `servers` that contains the first server.
pub const DEFAULT_SERVER: &str = "DEFAULT";

/// Names that are reserved on the structs in the module `servers`. A setter of the same name would collide with another
/// item, or shadow a method of a trait.
pub const OF_SERVERS: [&str; 5] = ["clone", "default", "fmt", "from", "into"];

/// The items in the module `tags` that are not groups.
pub const OF_TAGS: [&str; 1] = ["Client"];

/// The methods of every group.
pub const OF_GROUPS: [&str; 1] = ["clone"];

/// The private field of a struct that stores the fields that the document does not declare.
pub const UNDECLARED_FIELD: &str = "undeclared_";

/// The fields of every struct.
pub const OF_STRUCTS: [&str; 1] = [UNDECLARED_FIELD];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use syn::{ImplItem, Item, Type};

    use super::*;

    #[test]
    fn reserved_names_of_the_builder_match_its_templates() {
        let mut all = BTreeSet::from(["clone", "fmt", "from", "into", FROM_ENV, "from_variables"].map(str::to_owned));
        for template in [include_str!("../emit/templates/builder.rs"), include_str!("../emit/templates/settings.rs")] {
            for item in syn::parse_file(template).expect("should be Rust").items {
                let Item::Impl(block) = item else { continue };
                all.extend(block.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
                    _ => None,
                }));
            }
        }
        assert_eq!(all, OF_BUILDER.map(str::to_owned).into());
    }

    #[test]
    fn reserved_names_of_the_client_match_its_templates() {
        let (mut own, mut of_traits) = (BTreeSet::new(), BTreeSet::from(["from", "into"].map(str::to_owned)));
        for template in [include_str!("../emit/templates/client.rs"), include_str!("../emit/templates/derived.rs")] {
            for item in syn::parse_file(template).expect("should be Rust").items {
                match item {
                    Item::Impl(block) if matches!(&*block.self_ty, Type::Path(ty) if ty.path.is_ident("Client")) => {
                        let functions = block.items.iter().filter_map(|item| match item {
                            ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
                            _ => None,
                        });
                        if block.trait_.is_none() { own.extend(functions) } else { of_traits.extend(functions) }
                    }
                    Item::Struct(item) if item.ident == "Client" => {
                        for derived in item.attrs.iter().filter(|attribute| attribute.path().is_ident("derive")) {
                            let derived: syn::Ident = derived.parse_args().expect("should be one trait");
                            assert_eq!(derived, "Clone", "this test knows no methods of another one");
                            of_traits.insert("clone".to_owned());
                        }
                    }
                    _ => {}
                }
            }
        }
        assert!(own.contains("request") && of_traits.contains("fmt"), "{own:?} {of_traits:?}");
        let all: BTreeSet<String> = own.union(&of_traits).cloned().collect();
        assert_eq!(all, OF_CLIENT.map(str::to_owned).into());
    }
}
