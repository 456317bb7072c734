//! A cache for blocks of large tables.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::index::Subspace;
use super::table::TableError;

/// Recently used blocks of large tables. A block belongs to one set and replaces the block of it that was not used for
/// the longest time.
#[derive(Debug)]
pub(super) struct BlockCache<T> {
    sets: Vec<Mutex<BlockSet<T>>>,
}

/// The block used last comes first.
type BlockSet<T> = [Option<CachedBlock<T>>; 4];

#[derive(Debug)]
struct CachedBlock<T> {
    subspace: Subspace,
    number: usize,
    contents: Box<[T]>,
}

impl<T> BlockCache<T> {
    /// Each holds four blocks: 64 MB of entries, or 32 MB of placing results, when all are full.
    const SETS: usize = 1024;

    pub(super) fn new() -> BlockCache<T> {
        BlockCache { sets: (0..BlockCache::<T>::SETS).map(|_| Mutex::new([const { None }; 4])).collect() }
    }

    /// Reads something from a block, which is loaded if it is not here.
    pub(super) fn read<R>(
        &self,
        subspace: Subspace,
        number: usize,
        load: impl FnOnce() -> Result<Vec<T>, TableError>,
        read: impl FnOnce(&[T]) -> R,
    ) -> Result<R, TableError> {
        // Blocks of one table spread over neighbouring sets. Those of different tables start far apart.
        let start = (usize::from(subspace.ply()) * 31 + subspace.own() * 7 + subspace.enemy()) * 1361;
        let set = &self.sets[(start + number) % BlockCache::<T>::SETS];
        let is_wanted = |place: &Option<CachedBlock<T>>| {
            place.as_ref().is_some_and(|cached| cached.number == number && cached.subspace == subspace)
        };
        {
            let mut places = lock(set);
            if let Some(found) = places.iter().position(is_wanted) {
                places[..=found].rotate_right(1);
                if let Some(cached) = &places[0] {
                    return Ok(read(&cached.contents));
                }
            }
        }
        // Not under the lock: other threads may need the set's blocks meanwhile.
        let contents: Box<[T]> = load()?.into();
        let result = read(&contents);
        let mut places = lock(set);
        places.rotate_right(1);
        places[0] = Some(CachedBlock { subspace, number, contents });
        Ok(result)
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
