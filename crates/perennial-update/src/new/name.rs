use std::path::Path;

use anyhow::{Context as _, Result, bail};
use perennial_codegen::PACKAGE;

/// Unsuitable package names: keywords of Rust, and names with a special meaning to cargo or rustc.
const TAKEN: &str = "abstract alloc as async await become box break build const continue core crate deps do dyn else \
                     enum examples extern false final fn for gen if impl in incremental let loop macro match mod \
                     move mut override priv proc_macro pub ref return self static std struct super test trait true \
                     try type typeof unsafe unsized use virtual where while yield";
/// Crates on which a client depends, whose names the package must not have.
const DEPENDENCIES: [&str; 4] = [PACKAGE, "httpmock", "perennial", "tokio"];

/// Returns the name of a package in `folder`, which is the last component of its path.
///
/// # Errors
/// Returns an error if there is no such component, or if it is not a suitable package name.
pub fn package_name(folder: &Path) -> Result<&str> {
    let name = folder.file_name().and_then(|name| name.to_str());
    let name = name.with_context(|| {
        format!(
            "`{}` does not end with the name of a folder: specify the name of the client, such as `bookshelf` or \
             `clients/bookshelf`",
            folder.display()
        )
    })?;
    let begins = name.chars().next().is_some_and(|c| c.is_ascii_lowercase());
    if !begins || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_')) {
        bail!(
            "`{name}` is not a valid package name: use lower-case letters, digits, `-` and `_`, and begin with a \
             letter"
        );
    }
    if TAKEN.split_whitespace().any(|taken| taken == name) || DEPENDENCIES.contains(&name) {
        bail!(
            "`{name}` cannot be the name of the package, because another crate or a keyword has this name: use \
             `{name}-client`, for example"
        );
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_for_an_invalid_package_name_contains_a_remedy() {
        for (folder, name) in [("bookshelf", "bookshelf"), ("clients/my-api_2", "my-api_2"), ("./a/", "a")] {
            assert_eq!(package_name(Path::new(folder)).expect("legal"), name);
        }
        for (folder, remedy) in [
            ("Books", "lower-case"),
            ("2b", "begin with a letter"),
            ("-b", "begin with a letter"),
            ("a b", "lower-case"),
            ("bücher", "lower-case"),
            ("..", "specify the name"),
            ("", "specify the name"),
            ("type", "`type-client`"),
            ("test", "`test-client`"),
            ("tokio", "`tokio-client`"),
        ] {
            let message = package_name(Path::new(folder)).expect_err(folder).to_string();
            assert!(message.contains(remedy), "{folder}: {message}");
        }
    }
}
