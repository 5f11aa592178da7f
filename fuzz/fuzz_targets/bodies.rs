//! Fuzzes the body and the status of a well-formed response: see `monitoring_service_fuzz::bodies`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| monitoring_service_fuzz::bodies(input));
