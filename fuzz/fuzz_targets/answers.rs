//! Any bytes as the answer: see `monitoring_service_fuzz::answers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| monitoring_service_fuzz::answers(input));
