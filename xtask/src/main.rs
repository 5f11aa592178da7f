//! Maintenance tasks of the workspace: `cargo xtask --help`.

#[path = "../../build/mod.rs"]
mod generator;

fn main() {
    let file = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(file).unwrap_or_default();
    match generator::run(&text) {
        Ok(output) => {
            print!("{}", output.client);
            let mut count = std::collections::BTreeMap::new();
            for a in output.adaptations {
                *count.entry(a.rule).or_insert(0) += 1;
            }
            eprintln!("{count:#?}");
        }
        Err(e) => eprintln!("{e}"),
    }
}
