use std::{
    fmt,
    path::{Component, Path, PathBuf},
};

use serde::Serialize;

/// A line in an example with an error or warning of the compiler.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CodePlace {
    /// The path of the file, relative to the root of the workspace.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The message of the compiler, on one line.
    pub reason: String,
}

impl CodePlace {
    /// Creates the place for a line in `file`, a path that is either relative to `root` or below it.
    pub fn new(file: &Path, line: usize, reason: &str, root: &Path) -> Self {
        let file = without_dots(file.strip_prefix(root).unwrap_or(file));
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { file: file.to_string_lossy().replace('\\', "/"), line, reason }
    }

    /// Returns `true` if both places are the same line of the same file, whatever their messages.
    pub fn is_same_line(&self, other: &Self) -> bool {
        (&self.file, self.line) == (&other.file, other.line)
    }
}

impl fmt::Display for CodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// Removes `.` and `..` from a path: `examples/a/../common/mod.rs` becomes `examples/common/mod.rs`.
fn without_dots(path: &Path) -> PathBuf {
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
    fn line_of_code_to_change_is_displayed_relative_to_the_workspace() {
        let root = Path::new("/copy");
        for file in ["/copy/examples/a.rs", "examples/b/../a.rs", "./examples/a.rs"] {
            let place = CodePlace::new(Path::new(file), 3, "a\n  b", root);
            assert_eq!(place.to_string(), "examples/a.rs:3: a b", "{file}");
        }
    }
}
