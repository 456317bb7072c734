#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (muehle_program_fuzz::fuzzing::PROGRESS.check)(input));
