//! Clearing a folder: removing its tables, and getting what cannot be used out of the way of a build.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::BuildError;
use crate::endgame::index::Subspace;
use crate::endgame::table::{self, Table, TableError};
use crate::endgame::{EMBEDDED_STONES, MOST_STONES, PLACING_PLIES};
use crate::rules::RemovalRule;

/// All subspaces of the game that can have a table, in the order of building.
pub fn all_subspaces() -> impl Iterator<Item = Subspace> {
    Subspace::up_to(MOST_STONES).into_iter().chain((0..PLACING_PLIES).rev().flat_map(Subspace::placing))
}

/// Removes the tables of a rule and says how many bytes that freed. The smallest ones, which come with the program, stay,
/// and so does every file that is not a table of this program, whatever its name.
pub fn remove_tables(folder: &Path, rule: RemovalRule) -> Result<u64, BuildError> {
    let mut freed = 0;
    for subspace in all_subspaces().filter(|subspace| subspace.is_placing() || subspace.stones() > EMBEDDED_STONES) {
        let is_ours = matches!(Table::open(folder, rule, subspace), Ok(_) | Err(TableError::Damaged { .. }));
        let path = table::path(folder, rule, subspace);
        if is_ours {
            let bytes = path.metadata().map_or(0, |data| data.len());
            remove(&path)?;
            freed += bytes;
        }
    }
    Ok(freed)
}

/// Gets a file that cannot be used as a table out of the way: a damaged table is removed, anything else keeps its content
/// under another name.
pub fn set_aside(error: &TableError) -> Result<(), BuildError> {
    match error {
        TableError::Missing(_) => Ok(()),
        TableError::Damaged { path, .. } => remove(path),
        TableError::Foreign(path)
        | TableError::Unreadable { path, .. }
        | TableError::Version { path, .. }
        | TableError::Misnamed { path, .. } => {
            let aside = free_name(path);
            fs::rename(path, &aside).map_err(|error| BuildError::Write { path: aside, error })
        }
    }
}

/// A name beside a file that nothing has yet: with `.bak` behind it, and a number if needed.
fn free_name(path: &Path) -> PathBuf {
    let named = |ending: String| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let numbered = (2..1000).map(|number| format!(".bak{number}"));
    let mut names = std::iter::once(".bak".to_owned()).chain(numbered).map(named);
    names.find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_else(|| named(".bak".to_owned()))
}

/// Removes a table, if it is there.
pub fn remove(path: &Path) -> Result<(), BuildError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(BuildError::Write { path: path.to_path_buf(), error })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::build::{PlacingBuilder, Progress};

    #[test]
    fn only_own_tables_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let rule = RemovalRule::Any;
        let mut builder = PlacingBuilder::new(folder.path(), rule);
        let [built, other] =
            [(17, 2, 3), (17, 3, 3)].map(|(ply, own, enemy)| Subspace::at_ply(ply, own, enemy).unwrap());
        builder.build(built, &Progress::default()).unwrap();
        builder.build(other, &Progress::default()).unwrap();
        let place = |subspace| table::path(folder.path(), rule, subspace);
        // Damaged, foreign, mixed up, shipped, and not a table at all.
        let bytes = fs::read(place(other)).unwrap();
        fs::write(place(other), &bytes[..bytes.len() - 1]).unwrap();
        let (foreign, mixed) = (Subspace::new(5, 4).unwrap(), Subspace::new(6, 4).unwrap());
        fs::write(place(foreign), "my shopping list").unwrap();
        fs::write(place(mixed), &bytes).unwrap();
        fs::write(place(Subspace::new(3, 3).unwrap()), "shipped").unwrap();
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        assert!(remove_tables(folder.path(), RemovalRule::Never).is_ok_and(|freed| freed == 0));
        let freed = remove_tables(folder.path(), rule).unwrap();
        assert!(freed > bytes.len() as u64, "{freed}");
        let mut left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["any-3-3.mtb", "any-5-4.mtb", "any-6-4.mtb", "notes.txt"]);
    }

    #[test]
    fn what_is_in_the_way_is_kept_under_another_name_unless_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (rule, subspace) = (RemovalRule::Never, Subspace::new(5, 4).unwrap());
        let path = table::path(folder.path(), rule, subspace);
        for text in ["first", "second"] {
            fs::write(&path, text).unwrap();
            set_aside(&Table::open(folder.path(), rule, subspace).unwrap_err()).unwrap();
        }
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!([read("never-5-4.mtb.bak"), read("never-5-4.mtb.bak2")], ["first", "second"]);
        fs::write(&path, b"MuehleET\x01\0 cut").unwrap();
        set_aside(&Table::open(folder.path(), rule, subspace).unwrap_err()).unwrap();
        assert!(!path.exists() && fs::read_dir(folder.path()).unwrap().count() == 2);
    }
}
