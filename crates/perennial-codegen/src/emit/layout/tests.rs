use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use super::*;

/// What rustfmt makes of `code` with the settings of this repository.
pub fn formatted(code: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--config-path", root]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("rustfmt should run");
    let mut input = child.stdin.take().expect("should be piped");
    input.write_all(code.as_bytes()).expect("should be read");
    drop(input);
    let output = child.wait_with_output().expect("should end");
    assert!(output.status.success(), "rustfmt refuses this:\n{code}");
    String::from_utf8(output.stdout).expect("should be UTF-8")
}

/// Code as templates write it.
const SAMPLE: &str = include_str!("sample.txt");

#[test]
fn lines_of_templates_are_laid_out_as_by_rustfmt() {
    let laid_out = laid_out(SAMPLE);
    let formatted = formatted(&laid_out);
    assert!(laid_out == formatted, "{laid_out}\n\nrustfmt:\n{formatted}");
}

#[test]
fn items_are_kept_apart_and_lines_of_macros_are_only_indented() {
    let code = "use a::B;
        use a::C;
        /// A thing, with a brace: {
        ///
        /// - one
        #[cfg(any(feature = \"a\", feature = \"b\"))]
        v1::object! {
        /// It.
        Thing {
        \"x{\\\"}\" => x: optional_nullable boxed A,
        }
        }
        impl A for B {
        const C: i64 = 1;
        fn f(&self) -> &str {
        match *x {
        A { y } => &y,
        _ => g(|x| matches!(x, y))?.z
        }
        }
        }
        fn after() {}\n";
    let expected = r#"use a::B;
use a::C;

/// A thing, with a brace: {
///
/// - one
#[cfg(any(feature = "a", feature = "b"))]
v1::object! {
    /// It.
    Thing {
        "x{\"}" => x: optional_nullable boxed A,
    }
}

impl A for B {
    const C: i64 = 1;

    fn f(&self) -> &str {
        match *x {
            A { y } => &y,
            _ => g(|x| matches!(x, y))?.z,
        }
    }
}

fn after() {}
"#;
    assert_eq!(laid_out(code), expected);
}

#[test]
fn documentation_is_never_broken() {
    let text = format!("/// ({})\n", "a, ".repeat(60).trim_end());
    assert_eq!(laid_out(&text), text);
}

/// Each pair of brackets is laid out in several ways. Were that so at each depth, this would not end.
#[test]
fn lays_out_deep_brackets_in_time() {
    let name = "a".repeat(130);
    for (begin, end) in [("(", ")"), ("f(b, ", ")"), ("&[", "]"), ("A { b: ", " }"), ("Vec<", ">"), ("a.b().c(", ")")] {
        let nested = format!("let a = {}{name}{};", begin.repeat(500), end.repeat(500));
        let text = laid_out(&format!("fn a() {{\n{nested}\n}}\n"));
        let tokens = |text: &str| {
            let text = text.replace(char::is_whitespace, "");
            [")", "]", "}", ">"].iter().fold(text, |text, end| text.replace(&format!(",{end}"), end))
        };
        assert!(tokens(&text).contains(&tokens(&nested)), "{begin}");
    }
}
