//! Measures how the time and memory of the generator grow with the size of a document.
//!
//! `sizes [SHAPE …]` prints the table for `benches/sizes.sh`. It measures each document in a separate process of this
//! program: `sizes SHAPE OPERATIONS`.
//!
//! For `benches/large.sh`, `sizes features DOCUMENT` prints the features of a document's tags. The tags with the most
//! operations come first.

mod shapes;

use std::{cmp::Reverse, env, error::Error, fs, process::Command, time::Duration};

use perennial_codegen::{generate, names::file::Names};
use rustix::time::{ClockId, clock_gettime};

const SIZES: [usize; 6] = [100, 300, 1_000, 3_000, 10_000, 20_000];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [shape, operations] = arguments.as_slice()
        && let Ok(operations) = operations.parse()
    {
        return measure_document(shape, operations);
    }
    if let [command, document] = arguments.as_slice()
        && command == "features"
    {
        let mut groups = generate(&fs::read_to_string(document)?, &Names::default())?.api.groups;
        groups.sort_by_key(|group| Reverse(group.operations.len()));
        groups.iter().for_each(|group| println!("{}", group.feature));
        return Ok(());
    }
    let shapes = if arguments.is_empty() { shapes::ALL.map(str::to_owned).to_vec() } else { arguments };
    println!("| document | operations | CPU s | ms per operation | exponent | of it names.json, s | MiB |");
    println!("|---|---|---|---|---|---|---|");
    for shape in shapes {
        let mut before = None;
        for operations in SIZES {
            let output = Command::new(env::current_exe()?).args([&shape, &operations.to_string()]).output()?;
            let text = String::from_utf8(output.stdout)?;
            let Ok([seconds, names, memory]) =
                <[f64; 3]>::try_from(text.split_whitespace().flat_map(str::parse).collect::<Vec<f64>>())
            else {
                println!("| {shape} | {operations} | {} |", String::from_utf8_lossy(&output.stderr).trim());
                continue;
            };
            let size = operations as f64;
            let exponent = before.map(|(smaller, less): (f64, f64)| (seconds / less).ln() / (size / smaller).ln());
            let exponent = exponent.map_or(String::new(), |exponent| format!("{exponent:.2}"));
            let per_operation = seconds * 1000.0 / size;
            println!(
                "| {shape} | {operations} | {seconds:.2} | {per_operation:.2} | {exponent} | {names:.2} | {memory:.0} |"
            );
            before = Some((size, seconds));
        }
    }
    Ok(())
}

/// Prints the CPU time of generating a client and the CPU time of reading and writing its `names.json`, both in
/// seconds, and the peak memory in MiB.
fn measure_document(shape: &str, operations: usize) -> Result<(), Box<dyn Error>> {
    let document = shapes::document(shape, operations).to_string();
    // The recorded names of the shape `renamed`: every name was changed since the last release.
    let names = if shape == "renamed" { shapes::names_after_renames(&document)?.text()? } else { "{}".to_owned() };
    fs::write("/proc/self/clear_refs", "5")?;
    let begun = cpu_time();
    let recorded = Names::parse(&names)?;
    let mut names_time = cpu_time() - begun;
    let generated = generate(&document, &recorded)?;
    let seconds = (cpu_time() - begun).as_secs_f64();
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let begun = cpu_time();
    recorded.recording(&generated.api).text()?;
    names_time += cpu_time() - begun;
    println!("{seconds} {} {}", names_time.as_secs_f64(), peak.ok_or("no peak of memory")?.parse::<f64>()? / 1024.0);
    Ok(())
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
