#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (muehle_fuzz::engine::PUZZLE.check)(input));
