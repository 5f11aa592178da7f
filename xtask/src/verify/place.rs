//! A place that has to be changed by hand.

use std::{
    fmt, fs,
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
    /// What the compiler says, on one line.
    pub reason: String,
}

impl Place {
    /// A place in `file`, which is relative to the root or below it.
    pub fn new(file: &Path, line: usize, reason: &str, root: &Path) -> Self {
        let file = normalised(file.strip_prefix(root).unwrap_or(file));
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { file: file.to_string_lossy().replace('\\', "/"), line, reason }
    }

    /// The lines in the pages of `docs/` that have to change with it, in samples that are parts of its file and are not
    /// compiled there. These are the lines with the same text, and those that name what cannot be imported, for which
    /// there is no other error.
    pub fn shown_in_documentation(&self, root: &Path) -> Vec<Self> {
        let source = fs::read_to_string(root.join(&self.file)).unwrap_or_default();
        let own = self.line.checked_sub(1).and_then(|above| source.lines().nth(above)).map(str::trim);
        let imported = self.imported();
        let is_concerned = |line: &str| {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            Some(line.trim()) == own || words.any(|word| imported.contains(&word))
        };
        let pages = fs::read_dir(root.join("docs")).into_iter().flatten().flatten().map(|entry| entry.path());
        let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
        let shown = pages.flat_map(|page| {
            let text = fs::read_to_string(&page).unwrap_or_default();
            let lines = uncompiled_lines(&text, &self.file).into_iter().filter(|(_, line)| is_concerned(line));
            let places = lines.map(|(number, _)| Self::new(&page, number, &self.reason, root));
            places.collect::<Vec<_>>()
        });
        shown.collect()
    }

    /// The names that cannot be imported: `B` and `D` of "unresolved imports `a::B`, `c::D`".
    fn imported(&self) -> Vec<&str> {
        let Some(paths) = self.reason.strip_prefix("unresolved import") else { return Vec::new() };
        let paths = paths.split('`').skip(1).step_by(2);
        paths.filter_map(|path| path.rsplit("::").next()).collect()
    }

    /// Whether it is the same line, whatever is wrong with it.
    pub fn is_same_line(&self, other: &Self) -> bool {
        (&self.file, self.line) == (&other.file, other.line)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// The lines of samples from `file` that rustdoc does not compile, with their numbers. Above each sample, a comment names
/// the file that it is from.
fn uncompiled_lines<'a>(page: &'a str, file: &str) -> Vec<(usize, &'a str)> {
    let comment = format!("<!-- {file} -->");
    let (mut is_below, mut is_sample) = (false, false);
    let lines = page.lines().enumerate().filter(|(_, line)| {
        match line.strip_prefix("```") {
            Some(info) => is_sample = !is_sample && is_below && info == "rust,ignore",
            None if is_sample => return true,
            None => is_below = *line == comment,
        }
        false
    });
    lines.map(|(index, line)| (index + 1, line)).collect()
}

/// `README.md` for `src/../README.md`.
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
        for file in ["/copy/README.md", "src/../README.md", "./README.md"] {
            let place = Place::new(Path::new(file), 3, "a\n  b", root);
            assert_eq!(place.to_string(), "README.md:3: a b", "{file}");
        }
    }

    #[test]
    fn the_samples_of_the_pages_change_with_the_examples() {
        let root = tempfile::tempdir().expect("should be made");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
            fs::write(path, text).expect("should be written");
        };
        write("examples/a.rs", "use a::{B, D};\nfn main() {\n    call();\n}\n");
        write(
            "docs/page.md",
            "call();\n<!-- examples/a.rs -->\n```rust,ignore\ncall();\nB::new();\nBe::new(&[D]);\n```\n\n```text\ncall();\n```\n\
             call();\n<!-- examples/b.rs -->\n```rust,ignore\ncall();\n```\n",
        );
        let shown = |line, reason| -> Vec<String> {
            let place = Place::new(Path::new("examples/a.rs"), line, reason, root.path());
            place.shown_in_documentation(root.path()).iter().map(ToString::to_string).collect()
        };
        assert_eq!(shown(3, "gone"), ["docs/page.md:4: gone"]);
        let reason = "unresolved imports `a::B`, `a::D`";
        assert_eq!(shown(1, reason), [5, 6].map(|line| format!("docs/page.md:{line}: {reason}")));
    }
}
