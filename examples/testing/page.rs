//! `docs/testing.md` shows code that is compiled and run.

/// The lines of a text without their indentation.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn each_example_of_the_page_is_part_of_a_program_here() {
    let page = include_str!("../../docs/testing.md");
    let sources = [lines(include_str!("fake.rs")), lines(include_str!("mock.rs"))];
    let examples: Vec<_> = page.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() > 4, "{}", examples.len());
    for example in examples {
        let wanted = lines(example);
        let is_here = sources.iter().any(|source| source.windows(wanted.len()).any(|window| window == wanted));
        assert!(is_here, "neither fake.rs nor mock.rs has this example of docs/testing.md:\n{example}");
    }
}
