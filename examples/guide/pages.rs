//! The pages show these files: above each sample stands which.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    docs.chain([root().join("README.md")]).filter(|path| path.extension().is_some_and(|e| e == "md")).collect()
}

/// The samples of a page, each with the comment above it.
fn samples(page: &str) -> Vec<(&str, &str)> {
    let fences: Vec<&str> = page.split("\n```").collect();
    let pairs = fences.chunks_exact(2).filter(|pair| pair[1].starts_with("rust"));
    let lines = pairs.map(|pair| (pair[0].lines().last().unwrap_or(""), pair[1].split_once('\n').unwrap().1));
    lines.collect()
}

/// The lines of a text without their indentation, and without what hides them from rustdoc's pages.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.trim().trim_start_matches("# ")).filter(|line| !["", "#"].contains(line)).collect()
}

#[test]
fn each_sample_of_a_page_is_a_file_of_the_examples_or_part_of_one() {
    let mut shown = BTreeSet::new();
    for page in pages() {
        for (above, sample) in samples(&fs::read_to_string(&page).unwrap()) {
            let file = above.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
            let file = file.unwrap_or_else(|| panic!("{}: which file is this?\n{sample}", page.display()));
            let source = fs::read_to_string(root().join(file)).unwrap();
            let (part, whole) = (lines(sample), lines(&source));
            let is_there = match file.starts_with("examples/guide/") {
                true => part == whole,
                false => whole.windows(part.len()).any(|window| window == part),
            };
            assert!(is_there, "{}: not as in {file}:\n{sample}", page.display());
            shown.insert(file.to_owned());
        }
    }
    let parts_of_the_program = ["main", "pages", "programs", "samples"];
    for entry in fs::read_dir(root().join("examples/guide")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_shown = shown.contains(&format!("examples/guide/{name}.rs"));
        assert!(is_shown || parts_of_the_program.contains(&name), "no page shows {}", path.display());
    }
}
