//! The transposition table: what earlier searches found out about a position, shared by all threads without locks.
//!
//! A slot is two words. The first is the key exclusive-or the second, so that a slot that another thread has half written
//! does not match any key:
//!
//! ```text
//! bits 0-15 score   16-31 move   32-39 depth   40-41 bound   42-47 age
//! ```

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;

use super::ordering::PackedMove;
use super::score::{PROVEN, Units};

/// Larger tables get their memory when it is first used: touching all of it would take seconds, and a machine may promise
/// more than it has.
const TOUCHED_BYTES: usize = 1 << 30;

/// What a stored score says about the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is at most the score.
    Upper,
    /// It is at least the score.
    Lower,
    /// It is the score.
    Exact,
}

/// What is known about a position. Wins and losses are counted from the position, not from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub score: Units,
    pub depth: i32,
    pub bound: Bound,
    pub best: PackedMove,
}

struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four slots, one cache line.
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table. Searches of one game share it; the age tells their entries apart.
pub(super) struct Table {
    memory: MmapMut,
    age: u8,
}

impl Table {
    /// A table of this size in MB, at least one bucket, in large pages where the system has them: otherwise most of a
    /// look-up's time would go into finding the page.
    pub fn new(megabytes: usize) -> io::Result<Table> {
        Ok(Table { memory: map((megabytes << 20).max(size_of::<Bucket>()))?, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let bytes = self.memory.len();
        match (bytes > TOUCHED_BYTES).then(|| map(bytes)) {
            Some(Ok(empty)) => self.memory = empty,
            _ => self.memory.fill(0),
        }
        self.age = 0;
    }

    fn buckets(&self) -> &[Bucket] {
        let count = self.memory.len() / size_of::<Bucket>();
        // SAFETY: the map is aligned to pages and lives as long as `self`; it holds `count` buckets, every bit pattern is
        // one, and all access, from any thread, is through the atomics.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<Bucket>(), count) }
    }

    /// Entries from before this are the first to be replaced.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    /// The upper half of key times count is a bucket: any count will do, not only powers of two.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// Begins to fetch what is known about the position with this key, while other work is done.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has the instruction, and the address is inside the table.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers an entry in place of an older one of the same position, or of the one that is worth least.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                victim = slot;
                break;
            }
            let depth = (data >> 32 & 0xFF) as i32;
            let age = self.age.wrapping_sub((data >> 42) as u8 & 63) & 63;
            let worth = if data == 0 { -1000 } else { depth - 4 * i32::from(age) };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = pack(entry, self.age);
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }
}

fn map(bytes: usize) -> io::Result<MmapMut> {
    let mut memory = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    // Touched now, so that the time of a search does not go into getting memory.
    if bytes <= TOUCHED_BYTES {
        memory.fill(0);
    }
    Ok(memory)
}

fn pack(entry: Entry, age: u8) -> u64 {
    // Bit 48 makes every entry differ from an empty slot.
    u64::from(entry.score as i16 as u16)
        | u64::from(entry.best.0) << 16
        | (entry.depth.clamp(0, 255) as u64) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
        | 1 << 48
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 40 & 3 {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry {
        score: Units::from(data as u16 as i16),
        depth: (data >> 32 & 0xFF) as i32,
        bound,
        best: PackedMove((data >> 16) as u16),
    }
}

/// A score counted from the root as it is stored: wins and losses counted from the position.
#[inline]
pub(super) fn from_root(score: Units, ply: usize) -> Units {
    match score {
        PROVEN.. => score + ply as Units,
        ..=-20_000 => score - ply as Units,
        _ => score,
    }
}

/// The reverse of [`from_root`].
#[inline]
pub(super) fn to_root(score: Units, ply: usize) -> Units {
    match score {
        PROVEN.. => score - ply as Units,
        ..=-20_000 => score + ply as Units,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing_and_come_back_by_key() {
        let table = Table::new(1).unwrap();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            for score in [-30_000, -123, 0, 9_999, 29_990] {
                let entry = Entry { score, depth: 7 + i as i32, bound, best: PackedMove(0x7ABC) };
                assert_eq!(unpack(pack(entry, 63)), entry);
                let key = 0x1234_5678_9ABC_DEF0 + i as u64;
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
                assert_eq!(table.probe(key ^ 1 << 60), None);
            }
        }
    }

    #[test]
    fn shallow_and_old_entries_give_way_first() {
        let mut table = Table::new(0).unwrap();
        let entry = |depth| Entry { score: 1, depth, bound: Bound::Exact, best: PackedMove::NONE };
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, entry(depth));
        }
        table.store(5, entry(1));
        assert!(table.probe(2).is_none() && table.probe(5).is_some() && table.probe(1).is_some());
        table.begin_search();
        for key in 6..9 {
            table.store(key, entry(2));
        }
        assert!(table.probe(8).is_some() && table.probe(5).is_none());
        table.clear();
        assert_eq!(table.probe(8), None);
    }

    #[test]
    fn distances_are_kept_from_the_position() {
        for score in [29_980, -29_980, 55] {
            assert_eq!(to_root(from_root(score, 7), 7), score);
        }
        assert_eq!(from_root(29_980, 7), 29_987);
        assert_eq!(from_root(-29_980, 7), -29_987);
    }
}
