//! The names that things written by hand have in `src/` where the generated ones stand: nothing of a document gets one.
//!
//! `tests/names` compiles a document in which everything is called as something in `src/`; it fails where one is missing.

use super::setters::{BODY, BODY_MAP};

/// Methods of `Client`, and those of traits that a call of them would hide.
pub const OF_CLIENT: [&str; 18] = [
    "builder",
    "clone",
    "fmt",
    "from",
    "from_env",
    "into",
    "limits",
    "request",
    "shared_limits",
    "with_account",
    "with_api_key",
    "with_deadline",
    "with_headers",
    "with_keep_body",
    "with_query",
    "with_rate_limit_max_wait",
    "with_retry",
    "with_timeout",
];

/// Methods of the builder of each operation.
pub const OF_CALLS: [&str; 6] = ["new", "send", BODY, BODY_MAP, "clone", "fmt"];

/// The names that stand in `tags` beside the groups.
pub const OF_TAGS: [&str; 1] = ["Client"];

/// Methods of each group.
pub const OF_GROUPS: [&str; 1] = ["clone"];

/// Fields of each struct.
pub const OF_STRUCTS: [&str; 1] = ["undeclared_"];

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use syn::{ImplItem, Item, Type};

    use super::*;

    /// Calls `visit` with each item of the files in `folder`, also of those in modules.
    fn each_item(folder: &Path, visit: &mut dyn FnMut(&Item)) {
        for entry in fs::read_dir(folder).expect("should be read") {
            let path = entry.expect("should be read").path();
            if path.is_dir() {
                each_item(&path, visit);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let file =
                    syn::parse_file(&fs::read_to_string(&path).expect("should be read")).expect("should be Rust");
                file.items.iter().for_each(|item| each_inner(item, visit));
            }
        }
    }

    fn each_inner(item: &Item, visit: &mut dyn FnMut(&Item)) {
        visit(item);
        if let Item::Mod(module) = item {
            module.content.iter().flat_map(|(_, items)| items).for_each(|item| each_inner(item, visit));
        }
    }

    #[test]
    fn the_methods_of_the_client_are_those_that_the_source_of_the_crate_declares() {
        let (mut own, mut of_traits) = (BTreeSet::new(), BTreeSet::from(["from", "into"].map(str::to_owned)));
        each_item(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"), &mut |item| match item {
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
        });
        assert!(own.contains("request") && of_traits.contains("fmt"), "{own:?} {of_traits:?}");
        let all: BTreeSet<String> = own.union(&of_traits).cloned().collect();
        assert_eq!(all, OF_CLIENT.map(str::to_owned).into());
    }
}
