//! Cuts what arrives into lines, never holding more than one line and one read.

use std::time::{Duration, Instant};

use super::{MAX_LINE, Violation};

/// The bytes that have arrived and are not yet a line.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// When the first byte of the unfinished line came.
    began: Option<Instant>,
}

impl LineBuffer {
    /// Adds what was read. All lines must be taken before the next call.
    pub(super) fn push(&mut self, bytes: &[u8], now: Instant) {
        self.bytes.extend_from_slice(bytes);
        self.began.get_or_insert(now);
    }

    /// The next line without its end, if it is complete.
    pub(super) fn take(&mut self, now: Instant) -> Result<Option<Vec<u8>>, Violation> {
        let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') else {
            return if self.bytes.len() > MAX_LINE { Err(Violation::LongLine) } else { Ok(None) };
        };
        if end > MAX_LINE {
            return Err(Violation::LongLine);
        }
        let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
        line.pop();
        self.began = if self.bytes.is_empty() { None } else { Some(now) };
        Ok(Some(line))
    }

    /// A line that comes byte by byte must still arrive in time.
    pub(super) fn check_pace(&self, patience: Duration, now: Instant) -> Result<(), Violation> {
        match self.began {
            Some(began) if now.saturating_duration_since(began) > patience => Err(Violation::Slow),
            _ => Ok(()),
        }
    }
}

/// Allows a number of things at once, and a number more per second.
#[derive(Debug)]
pub(super) struct Allowance {
    left: f64,
    burst: f64,
    per_second: f64,
    counted: Instant,
}

impl Allowance {
    pub(super) fn new(burst: f64, per_second: f64, now: Instant) -> Allowance {
        Allowance { left: burst, burst, per_second, counted: now }
    }

    /// Takes one; false if none is left.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.counted).as_secs_f64();
        self.left = (self.left + seconds * self.per_second).min(self.burst);
        self.counted = now;
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_however_they_came_in() {
        let text = b"one\n\ntwo and more\nrest";
        for size in 1..=text.len() {
            let now = Instant::now();
            let mut buffer = LineBuffer::default();
            let mut lines = Vec::new();
            for chunk in text.chunks(size) {
                buffer.push(chunk, now);
                while let Some(line) = buffer.take(now).unwrap() {
                    lines.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(lines, ["one", "", "two and more"], "{size} bytes at a time");
        }
    }

    #[test]
    fn a_line_has_a_limit() {
        let now = Instant::now();
        let mut buffer = LineBuffer::default();
        buffer.push(&[b'x'; MAX_LINE], now);
        assert_eq!(buffer.take(now), Ok(None));
        buffer.push(b"\n", now);
        assert_eq!(buffer.take(now).unwrap().unwrap().len(), MAX_LINE);
        buffer.push(&[b'x'; MAX_LINE + 1], now);
        assert_eq!(buffer.take(now), Err(Violation::LongLine));
        let mut buffer = LineBuffer::default();
        buffer.push(&[b'x'; MAX_LINE + 1], now);
        buffer.push(b"\n", now);
        assert_eq!(buffer.take(now), Err(Violation::LongLine), "also with its end");
    }

    #[test]
    fn a_line_has_a_time() {
        let start = Instant::now();
        let patience = Duration::from_secs(10);
        let mut buffer = LineBuffer::default();
        assert_eq!(buffer.check_pace(patience, start + 100 * patience), Ok(()), "silence is not a slow line");
        for second in 0..10 {
            buffer.push(b"x", start + Duration::from_secs(second));
        }
        assert_eq!(buffer.check_pace(patience, start + patience), Ok(()));
        assert_eq!(buffer.check_pace(patience, start + Duration::from_secs(11)), Err(Violation::Slow));
        buffer.push(b"\n", start + Duration::from_secs(11));
        buffer.take(start + Duration::from_secs(11)).unwrap();
        assert_eq!(buffer.check_pace(patience, start + 100 * patience), Ok(()));
    }

    #[test]
    fn an_allowance_fills_up_again_but_not_over() {
        let start = Instant::now();
        let mut allowance = Allowance::new(3.0, 1.0, start);
        let take = |allowance: &mut Allowance, now| (0..10).filter(|_| allowance.take(now)).count();
        assert_eq!(take(&mut allowance, start), 3);
        assert_eq!(take(&mut allowance, start + Duration::from_secs(2)), 2);
        assert_eq!(take(&mut allowance, start + Duration::from_secs(100)), 3);
    }
}
