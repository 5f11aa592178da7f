//! The task `samples`: copies the samples of the documentation from the examples, where they are compiled and run.
//!
//! The line above each sample names its source. `<!-- examples/a.rs -->` names a complete file, and `<!--
//! examples/a.rs:part -->` the lines between `// ANCHOR: part` and `// ANCHOR_END: part`. All other lines of the file
//! become hidden lines of the sample, so that rustdoc can compile it. Samples that rustdoc ignores have no hidden
//! lines.

use std::{fs, path::Path, process::ExitCode};

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::input;

use crate::{
    console,
    derived::{self, DerivedFile},
    lock,
    report::workspace_line,
    settings::{SamplePages, Settings},
    workspace::Workspace,
};

/// Runs the task `samples`. If `only_checks` is set, it writes nothing.
///
/// # Errors
/// Returns an error if a sample names no source, or if a file cannot be read or written.
pub fn run(only_checks: bool, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::lock_folder(&workspace.folder)?;
    let pages = read_pages(&workspace.folder, settings)?;
    let behind: Vec<_> = pages.iter().filter(|page| !page.is_current).map(|page| page.path.display()).collect();
    if only_checks {
        return Ok(if derived::report_outdated(pages.iter()) { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    derived::write_outdated(&pages)?;
    let updated: String = behind.iter().map(|page| format!("{page} updated\n")).collect();
    let outcome = if updated.is_empty() { "all samples are up to date: nothing to do\n" } else { &updated };
    console::print_report(&format!("{}\n{outcome}", workspace_line(&workspace.display_folder())))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the pages that the settings name. Returns each page with its updated text.
///
/// # Errors
/// Returns an error if a page is not Markdown, if a sample names no source, or if a file cannot be read.
fn read_pages(root: &Path, settings: &Settings) -> Result<Vec<DerivedFile>> {
    let SamplePages { pages, examples, is_default } = &settings.samples;
    let mut paths = Vec::new();
    for path in pages.iter().map(|page| root.join(page)) {
        if path.is_dir() {
            let cannot = || format!("{} cannot be read", path.display());
            for entry in fs::read_dir(&path).with_context(cannot)? {
                let path = entry.with_context(cannot)?.path();
                paths.extend(path.extension().is_some_and(|extension| extension == "md").then_some(path));
            }
        } else if path.exists() {
            // The task rewrites whole files, so a file that is not Markdown could be damaged.
            ensure!(
                path.extension().is_some_and(|extension| extension == "md"),
                "{} cannot contain samples, because it is not a Markdown file: in the settings, list only files \
                 whose names end in `.md`",
                path.display()
            );
            paths.push(path);
        } else if !is_default {
            bail!(
                "the page {} in the settings does not exist: correct the settings, or create the page",
                path.display()
            );
        }
    }
    paths.sort();
    let mark = format!("<!-- {examples}/");
    let mut derived = Vec::new();
    for path in paths {
        let present = input::read_text(&path)?.unwrap_or_default();
        if *is_default && !present.lines().any(|line| line.starts_with(&mark)) {
            continue;
        }
        let shown = path.display().to_string();
        let text = with_samples(&present, root).with_context(|| shown.clone())?;
        let outdated_message =
            format!("{shown}: a sample differs from its source in `{examples}/`: run `{} samples`", settings.command);
        derived.push(DerivedFile::new(path, text, outdated_message));
    }
    Ok(derived)
}

/// Returns a page with an updated copy of the source in each sample. The paths of sources are relative to `root`.
///
/// # Errors
/// Returns an error if a sample names no source, or if a source cannot be read.
pub fn with_samples(page: &str, root: &Path) -> Result<String> {
    let (mut updated, mut above) = (String::new(), "");
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        updated += &format!("{line}\n");
        if let Some(info) = line.strip_prefix("```rust") {
            let source = above.strip_prefix("<!-- ").and_then(|above| above.strip_suffix(" -->"));
            let source = source.context(
                "a sample has no comment such as `<!-- examples/… -->` before it: add a comment that names its \
                 source file",
            )?;
            updated += &render_sample(source, !info.contains("ignore"), root).with_context(|| source.to_owned())?;
            ensure!(lines.any(|line| line == "```"), "{source}: the sample is not closed: add a line \"```\"");
            updated += "```\n";
        }
        above = line;
    }
    Ok(updated)
}

/// Renders a sample from `source`: a file (`path`), or all parts of a file that have the same name (`path:name`). The
/// indentation of each part is removed. If `has_hidden_lines` is set, the rest of the file becomes hidden lines.
fn render_sample(source: &str, has_hidden_lines: bool, root: &Path) -> Result<String> {
    let (file, part) = source.split_once(':').map_or((source, None), |(file, part)| (file, Some(part)));
    let text = fs::read_to_string(root.join(file))?;
    let mut is_shown = part.is_none();
    let mut lines: Vec<(bool, &str)> = Vec::new();
    for line in text.lines() {
        match line.trim().strip_prefix("// ANCHOR") {
            None => lines.push((is_shown, line)),
            Some(anchor) if anchor.strip_prefix(": ") == part && part.is_some() => is_shown = true,
            Some(anchor) if anchor.strip_prefix("_END: ") == part && part.is_some() => is_shown = false,
            Some(_) => {}
        }
    }
    ensure!(
        lines.iter().any(|(is_shown, line)| *is_shown && !line.trim().is_empty()),
        "the file does not contain this part: mark the part with `// ANCHOR: …` and `// ANCHOR_END: …`"
    );
    let mut sample = String::new();
    for part in lines.chunk_by(|one, other| one.0 == other.0) {
        let indents = part.iter().filter(|(_, line)| !line.trim().is_empty());
        let indent = indents.map(|(_, line)| line.len() - line.trim_start().len()).min().unwrap_or_default();
        for (is_shown, line) in part {
            if *is_shown {
                sample += &format!("{}\n", line.get(indent..).unwrap_or_default());
            } else if has_hidden_lines {
                sample += &format!("{}\n", format!("# {line}").trim_end());
            }
        }
    }
    Ok(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "use a::A;

// ANCHOR: type
struct B;
// ANCHOR_END: type

fn main() {
    // ANCHOR: body
    if true {

        b();
    }
    // ANCHOR_END: body
}
";

    fn root() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("should be made");
        fs::create_dir(root.path().join("examples")).expect("should be made");
        fs::write(root.path().join("examples/a.rs"), FILE).expect("should be written");
        root
    }

    #[test]
    fn documentation_samples_are_replaced_and_the_other_text_is_kept() {
        let page = |sample: &str| {
            format!("# A\n\n```text\nrust\n```\n\n<!-- examples/a.rs -->\n```rust,no_run\n{sample}```\nb\n")
        };
        let whole = "use a::A;\n\nstruct B;\n\nfn main() {\n    if true {\n\n        b();\n    }\n}\n";
        assert_eq!(with_samples(&page("old();\n"), root().path()).expect("should be made"), page(whole));
    }

    #[test]
    fn documentation_sample_of_a_part_of_a_file_hides_the_lines_around_it() {
        let hidden = render_sample("examples/a.rs:body", true, root().path()).expect("should be made");
        let before = "# use a::A;\n#\n# struct B;\n#\n# fn main() {\n";
        assert_eq!(hidden, format!("{before}if true {{\n\n    b();\n}}\n# }}\n"));
        let ignored = render_sample("examples/a.rs:body", false, root().path()).expect("should be made");
        assert_eq!(ignored, "if true {\n\n    b();\n}\n");
    }

    #[test]
    fn parts_with_the_same_name_form_one_sample_without_indentation() {
        let root = root();
        let file = FILE.replace("use a::A;\n\n", "// ANCHOR: body\nuse a::A;\n\n// ANCHOR_END: body\n");
        fs::write(root.path().join("examples/a.rs"), file).expect("should be written");
        let sample = render_sample("examples/a.rs:body", false, root.path()).expect("should be made");
        assert_eq!(sample, "use a::A;\n\nif true {\n\n    b();\n}\n");
    }

    #[test]
    fn refuses_a_documentation_page_that_is_not_markdown() {
        let root = root();
        let settings = Settings::new("cargo xtask", "SCRATCH").samples(["examples/a.rs"], "examples");
        let error = read_pages(root.path(), &settings).expect_err("should fail").to_string();
        assert!(error.contains("a.rs cannot contain samples, because it is not a Markdown file"), "{error}");
    }

    #[test]
    fn refuses_a_documentation_sample_without_a_source() {
        for (page, reason) in [
            ("```rust\n```\n", "add a comment that names its source file"),
            ("<!-- examples/b.rs -->\n```rust\n```\n", "examples/b.rs: "),
            ("<!-- examples/a.rs:gone -->\n```rust\n```\n", "examples/a.rs:gone: the file does not contain this part"),
            ("<!-- examples/a.rs -->\n```rust\n", "the sample is not closed"),
        ] {
            let error = format!("{:#}", with_samples(page, root().path()).expect_err("should fail"));
            assert!(error.contains(reason), "{error}");
        }
    }
}
