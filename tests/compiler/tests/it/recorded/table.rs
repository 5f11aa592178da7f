//! Names that somebody may write into `names.json`.

/// Texts that Rust never accepts as a name.
pub const NONE: [&str; 59] = [
    "",
    " ",
    "_",
    " a",
    "a ",
    "a b",
    "a-b",
    "a.b",
    "a,b",
    "a'",
    "a\"",
    "a!",
    "a()",
    "a::b",
    "a<b>",
    "a/b",
    "../a",
    "C:\\a",
    "a//b",
    "a/*b*/",
    "$a",
    "@a",
    "#[a]",
    "`a`",
    "{a}",
    "1",
    "1a",
    "-a",
    "+",
    "r#a",
    "r#fn",
    "r#type",
    "r#self",
    "'a",
    "b\"a\"",
    "x\"] evil = [\"y",
    "x; fn evil() {}",
    "x\n}",
    "a\tb",
    "a\0",
    "\u{feff}a",
    "\u{202e}a",
    "\u{1f600}",
    // These names are not in NFC, the form in which Rust compares names.
    "e\u{301}",
    "\u{212b}",
    "\u{1100}\u{1161}",
    "fn",
    "type",
    "self",
    "Self",
    "super",
    "crate",
    "async",
    "dyn",
    "try",
    "gen",
    "abstract",
    "true",
    "static",
];

/// Names of methods and fields. rustc and cargo accept all of them, even the one with a zero-width joiner.
const VALUES: &str = "a get_thing getThing2 a__b a_ type_ union auto default raw safe macro_rules vec str bool u8 \
                      std serde core perennial reqwest types tags crate_ undeclared value page next items into_items \
                      drop is_empty a\u{200d}b";

const TYPES: &str = "A HTTPCheck A_B Option Some None Result Ok Err String Vec Box Clone Debug Default From \
                      Iterator Send T V Form Value Error Found Output Operation ClientBuilder Core Credentials \
                      Interceptor Perennial SERVICE DECLARED NAME";

/// Names that methods and types can both have, because they do not begin with an ASCII letter.
pub const ANY: [&str; 5] = ["\u{65e5}\u{672c}", "\u{3a9}", "\u{df}a", "_a", "__"];

const RESERVED: &str = "Client Other builder from_env with_headers clone fmt new send body \
                      body_map undeclared_ all-tags rate_limit";

const VERY_LONG: &str = match std::str::from_utf8(&[b'a'; 500]) {
    Ok(name) => name,
    Err(_) => "",
};

/// Returns the names that only a method or a field can have.
pub fn values() -> Vec<&'static str> {
    VALUES.split(' ').chain([VERY_LONG]).collect()
}

/// Returns the names that only a type or a variant can have.
pub fn types() -> Vec<&'static str> {
    TYPES.split(' ').collect()
}

/// Returns the names that generated code, Rust or the prelude already uses in at least one scope.
pub fn reserved() -> Vec<&'static str> {
    RESERVED.split(' ').collect()
}
