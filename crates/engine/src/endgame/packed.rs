//! What the packed parts of the program share: the head of their files, and that each is unpacked once.
//!
//! ```text
//!  0  magic, 8 bytes    10  rule: 0 never, 1 any    12  CRC-32 of what follows
//!  8  version, u16      11  what it holds           16  the coded values
//! ```

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use super::table::TableError;
use crate::rules::RemovalRule;

const HEADER_BYTES: usize = 16;

/// A kind of packed file.
pub(super) struct Format {
    pub(super) magic: [u8; 8],
    pub(super) version: u16,
    /// What messages call it.
    pub(super) name: &'static str,
}

impl Format {
    /// A file with these coded values; `holds` says what they are, such as a ply.
    pub(super) fn write(&self, rule: RemovalRule, holds: u8, coded: &[u8]) -> Vec<u8> {
        let checksum = crc32fast::hash(coded).to_le_bytes();
        [&self.magic[..], &self.version.to_le_bytes(), &[rule as u8, holds], &checksum, coded].concat()
    }

    /// What a file of this rule holds, and its coded values.
    pub(super) fn read<'a>(&self, bytes: &'a [u8], rule: RemovalRule) -> Result<(u8, &'a [u8]), TableError> {
        let Some((header, coded)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            return Err(self.damaged(rule, "it ends too early"));
        };
        if header[..8] != self.magic {
            return Err(TableError::Foreign(self.path(rule)));
        }
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != self.version {
            return Err(TableError::Version { path: self.path(rule), version });
        }
        if header[10] != rule as u8 {
            return Err(self.damaged(rule, "its header is invalid"));
        }
        if crc32fast::hash(coded).to_le_bytes() != header[12..] {
            return Err(self.damaged(rule, "it does not match its checksum"));
        }
        Ok((header[11], coded))
    }

    /// A file that cannot be used.
    pub(super) fn damaged(&self, rule: RemovalRule, fault: &'static str) -> TableError {
        TableError::Damaged { path: self.path(rule), fault }
    }

    fn path(&self, rule: RemovalRule) -> PathBuf {
        PathBuf::from(format!("{} ({rule})", self.name))
    }
}

/// How many threads unpack a part. More would need more memory at the same time.
const THREADS: usize = 2;

/// Unpacks apart from rayon's own threads. Those may be the ones that wait for the result; and while one of them waits for
/// another, it takes up other work, which may ask for the same part and would then wait for itself.
fn on_threads_of_its_own<T: Send>(name: &'static str, unpack: fn() -> Option<T>) -> Option<T> {
    let number = move |number| if number == 0 { name.to_owned() } else { format!("{name} {}", number + 1) };
    let in_pool = || match ThreadPoolBuilder::new().num_threads(THREADS).thread_name(number).build() {
        Ok(pool) => pool.install(unpack),
        Err(_) => unpack(),
    };
    thread::scope(|scope| match thread::Builder::new().name(name.to_owned()).spawn_scoped(scope, in_pool) {
        Ok(thread) => thread.join().ok().flatten(),
        Err(_) => unpack(),
    })
}

/// A part of the program that is unpacked once, when it is first needed.
pub(super) struct Embedded<T: 'static> {
    unpacked: OnceLock<Option<T>>,
    started: OnceLock<bool>,
    /// The name of the thread that unpacks it.
    thread: &'static str,
    unpack: fn() -> Option<T>,
}

impl<T: Send + Sync> Embedded<T> {
    pub(super) const fn new(thread: &'static str, unpack: fn() -> Option<T>) -> Embedded<T> {
        Embedded { unpacked: OnceLock::new(), started: OnceLock::new(), thread, unpack }
    }

    /// What was unpacked. The first call does it, which takes seconds; none if that fails.
    pub(super) fn get(&self) -> Option<&T> {
        self.unpacked.get_or_init(|| on_threads_of_its_own(self.thread, self.unpack)).as_ref()
    }

    /// As [`Embedded::get`], but never waits: until a thread has unpacked it there is nothing.
    pub(super) fn if_ready(&'static self) -> Option<&'static T> {
        self.begin();
        self.unpacked.get()?.as_ref()
    }

    /// As [`Embedded::get`], but waits no longer once `stop` is set.
    pub(super) fn unless(&'static self, stop: &AtomicBool) -> Option<&'static T> {
        if !self.begin() {
            return self.get();
        }
        loop {
            match self.unpacked.get() {
                Some(unpacked) => return unpacked.as_ref(),
                None if stop.load(Ordering::Relaxed) => return None,
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Starts the thread that unpacks it, once. False if it could not be started.
    fn begin(&'static self) -> bool {
        *self.started.get_or_init(|| {
            thread::Builder::new().name(self.thread.to_owned()).spawn(move || self.get().is_some()).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use rayon::prelude::*;

    use super::*;

    #[test]
    fn threads_of_rayon_may_wait_for_a_part_that_rayon_unpacks() {
        static SUM: Embedded<u64> = Embedded::new("sum", || {
            let slowly = |number: u64| {
                thread::sleep(Duration::from_millis(1));
                number
            };
            Some((0..100_u64).into_par_iter().map(slowly).sum())
        });
        let (done, finished) = mpsc::channel();
        thread::spawn(move || {
            let found = (0..1000).into_par_iter().all(|_| SUM.get() == Some(&4950));
            done.send(found)
        });
        assert_eq!(finished.recv_timeout(Duration::from_secs(60)), Ok(true));
    }
}
