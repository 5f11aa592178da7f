//! Fuzzes all bytes of a response: see `monitoring_service_fuzz::responses`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| monitoring_service_fuzz::responses(input));
