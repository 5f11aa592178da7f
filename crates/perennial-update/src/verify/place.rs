//! A place that has to be changed by hand.

use std::{
    fmt,
    path::{Component, Path, PathBuf},
};

use serde::Serialize;

/// A line of consumer code that does not compile with a new client.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file, from the root of the workspace.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The message of the compiler, on one line.
    pub reason: String,
}

impl Place {
    /// A place in `file`, which is relative to the root or below it.
    pub fn new(file: &Path, line: usize, reason: &str, root: &Path) -> Self {
        let file = normalised(file.strip_prefix(root).unwrap_or(file));
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { file: file.to_string_lossy().replace('\\', "/"), line, reason }
    }

    /// Returns `true` if it is the same line, whatever is wrong with it.
    pub fn is_same_line(&self, other: &Self) -> bool {
        (&self.file, self.line) == (&other.file, other.line)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// `examples/common/mod.rs` for `examples/a/../common/mod.rs`.
fn normalised(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, component| {
        match component {
            Component::ParentDir if path.file_name().is_some() => drop(path.pop()),
            Component::CurDir => {}
            _ => path.push(component),
        }
        path
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_its_path_from_the_root_and_one_line_of_reason() {
        let root = Path::new("/copy");
        for file in ["/copy/examples/a.rs", "examples/b/../a.rs", "./examples/a.rs"] {
            let place = Place::new(Path::new(file), 3, "a\n  b", root);
            assert_eq!(place.to_string(), "examples/a.rs:3: a b", "{file}");
        }
    }
}
