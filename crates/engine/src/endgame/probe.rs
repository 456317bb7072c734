//! Asking the database: value, distance and best moves of a position, from any number of threads.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use super::cache::{BlockCache, lock};
use super::endings::{Endings, NEAR_STONES};
use super::index::{PairIndex, Subspace};
use super::opening::{Opening, Part};
use super::packing::digit_at;
use super::table::{BLOCK_SLOTS, PLACING_BLOCK_SLOTS, Table, TableError};
use super::value::DRAW;
use super::{EMBEDDED_STONES, ENDING_STONES, MOST_STONES, Outcome, PLACING_PLIES, Value, embedded};
use crate::rules::{Move, PointSet, Position, RemovalRule};

/// A position with its value and the value of each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The value for the side to move.
    pub value: Value,
    /// Every legal move with its value for the side that plays it; empty when the game is over.
    pub moves: Vec<(Move, Value)>,
}

impl SolvedPosition {
    /// The moves that keep the value and its distance.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().filter(|(_, value)| *value == self.value).map(|(mv, _)| *mv)
    }
}

/// A position with its result and the result of each move, without distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedOutcome {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// Every legal move with its result for the side that plays it; empty when the game is over.
    pub moves: Vec<(Move, Outcome)>,
}

impl SolvedOutcome {
    /// The moves that keep the result.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().filter(|(_, outcome)| *outcome == self.outcome).map(|(mv, _)| *mv)
    }
}

/// The endgame tables of one removal rule. Opening reads nothing: tables are loaded on first use.
///
/// ```
/// use muehle_engine::endgame::{Database, Value};
/// use muehle_engine::rules::{Position, RemovalRule};
///
/// // 7   O-----------O-----------.      White (O) slides from g4
/// // 6   |   X-------X-------.   |      to g7, closes a mill and
/// // 5   |   |   .---.---.   |   |      has won.
/// // 4   .---.---.       .---.---O
/// // 3   |   |   .---.---.   |   |
/// // 2   |   .-------.-------X   |
/// // 1   .-----------.-----------.
/// //     a   b   c   d   e   f   g
/// let database = Database::open(None, RemovalRule::Never, 8);
/// let position: Position = "a7,d7,g4/b6,d6,f2 w 0 0".parse()?;
/// assert_eq!(database.probe(&position)?, Some(Value::Win(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Database {
    folder: Option<PathBuf>,
    rule: RemovalRule,
    max_stones: u8,
    /// Whether the packed endings are asked where there are no tables.
    endings: bool,
    /// By own and enemy stones, from three on.
    tables: [[Shelf<Loaded>; 7]; 7],
    cache: BlockCache<u16>,
    /// The tables of the placing phase, by ply, own and enemy stones.
    placing: Box<[[[Shelf<Table>; 10]; 10]; PLACING_PLIES as usize]>,
    placing_cache: BlockCache<u8>,
    /// The plies whose placing tables are all in the folder, one bit each.
    placing_plies: OnceLock<u32>,
    /// What is wrong with tables and has not been reported yet.
    problems: Mutex<Vec<TableError>>,
}

/// The place of one table.
#[derive(Debug)]
struct Shelf<T> {
    loaded: OnceLock<Result<T, TableError>>,
    /// Whether the table turned out to be unusable. From then on it counts as missing and is not read again.
    broken: AtomicBool,
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf { loaded: OnceLock::new(), broken: AtomicBool::new(false) }
    }
}

/// A table in the form in which it is asked.
#[derive(Debug)]
enum Loaded {
    /// Small and always there: an entry for each slot in one byte.
    Whole { index: &'static PairIndex, entries: Vec<u8> },
    /// Large: blocks are read when they are needed.
    Blocks { index: &'static PairIndex, table: Box<Table> },
}

/// A draw in an entry of one byte.
const BYTE_DRAW: u8 = u8::MAX;

impl Loaded {
    fn load(folder: Option<&Path>, rule: RemovalRule, subspace: Subspace) -> Result<Loaded, TableError> {
        let index = subspace.index();
        let table = Table::find(folder, rule, subspace)?;
        if subspace.stones() > EMBEDDED_STONES {
            return Ok(Loaded::Blocks { index, table: Box::new(table) });
        }
        let byte = |entry| if entry == DRAW { BYTE_DRAW } else { entry as u8 };
        debug_assert!(table.summary().longest < BYTE_DRAW.into());
        let mut entries = Vec::with_capacity(table.slots());
        for block in 0..table.block_count() {
            entries.extend(table.block(block)?.into_iter().map(byte));
        }
        Ok(Loaded::Whole { index, entries })
    }
}

impl Database {
    /// The tables for positions with at most `max_stones` stones: the embedded ones, and larger ones from `folder`.
    pub fn open(folder: Option<&Path>, rule: RemovalRule, max_stones: u8) -> Database {
        Database {
            folder: folder.map(Path::to_path_buf),
            rule,
            max_stones,
            endings: false,
            tables: Default::default(),
            cache: BlockCache::new(),
            placing: Box::new(std::array::from_fn(|_| Default::default())),
            placing_cache: BlockCache::new(),
            placing_plies: OnceLock::new(),
            problems: Mutex::default(),
        }
    }

    /// Everything available: the embedded tables, the larger ones in `folder` up to the first that is missing, and where
    /// these end the packed endings. The endings are unpacked when they are first asked, which takes seconds;
    /// [`Database::wait_for_endings`] and searches do that on another thread.
    pub fn open_all(folder: &Path, rule: RemovalRule) -> Database {
        let there = |stones: &u8| {
            let new = Subspace::up_to(*stones).into_iter().filter(|subspace| subspace.stones() == *stones);
            new.map(|subspace| folder.join(super::table::file_name(rule, subspace))).all(|path| path.is_file())
        };
        let more = (EMBEDDED_STONES + 1..=MOST_STONES).take_while(there).count() as u8;
        Database {
            endings: embedded::endings(rule).is_some(),
            ..Database::open(Some(folder), rule, EMBEDDED_STONES + more)
        }
    }

    /// The removal rule the tables are for.
    pub fn rule(&self) -> RemovalRule {
        self.rule
    }

    /// Positions with more stones are not looked up in tables.
    pub fn max_stones(&self) -> u8 {
        self.max_stones
    }

    /// Sliding positions up to this number of stones are known, by tables or by the packed endings.
    pub fn known_stones(&self) -> u8 {
        if self.endings { self.max_stones.max(ENDING_STONES) } else { self.max_stones }
    }

    /// Waits until what is known of a position and its moves can be asked without a delay. False if `stop` was set before.
    pub fn wait_for_endings(&self, position: &Position, stop: &AtomicBool) -> bool {
        let stones = usize::from(self.known_stones());
        // A move can remove a stone.
        let asked = position.hands_are_empty() && position.own().len() + position.enemy().len() <= stones + 1;
        if asked && self.known_stones() > self.max_stones {
            Endings::embedded_unless(stop, self.rule);
        }
        !stop.load(Ordering::Relaxed)
    }

    /// The folder of the larger tables.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The exact value of a position; none when stones are in hand, too many are on the board or there is no table. A
    /// table that cannot be used is an error once; then it counts as missing.
    #[inline]
    pub fn probe(&self, position: &Position) -> Result<Option<Value>, TableError> {
        if !position.hands_are_empty() {
            return Ok(None);
        }
        match self.look_up(position.own(), position.enemy()) {
            Err(TableError::Missing(_)) => Ok(None),
            result => result,
        }
    }

    /// The exact result of a position, also while stones are in hand; none when there is no table. A table that cannot be
    /// used is an error once; then it counts as missing.
    pub fn outcome(&self, position: &Position) -> Result<Option<Outcome>, TableError> {
        if position.hands_are_empty() {
            return Ok(self.probe(position)?.map(Value::outcome));
        }
        match self.look_up_placing(position) {
            Err(TableError::Missing(_)) => Ok(None),
            result => result,
        }
    }

    /// The value of a position while stones are in hand.
    fn look_up_placing(&self, position: &Position) -> Result<Option<Outcome>, TableError> {
        if let Some(loser) = position.loser() {
            return Ok(Some(if loser == position.side_to_move() { Outcome::Loss } else { Outcome::Win }));
        }
        let (Some(subspace), true) = (Subspace::of(position), self.max_stones > 0) else { return Ok(None) };
        // What is part of the program comes first, as with sliding tables.
        if let Some(part) = Part::with_ply(subspace.ply())
            && let Some(outcome) = Opening::embedded(self.rule, part).and_then(|opening| opening.outcome(position))
        {
            return Ok(Some(outcome));
        }
        self.read_placing(subspace, position)
    }

    /// The same from the tables in the folder alone.
    fn read_placing(&self, subspace: Subspace, position: &Position) -> Result<Option<Outcome>, TableError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let shelf = &self.placing[usize::from(subspace.ply())][subspace.own()][subspace.enemy()];
        if shelf.broken.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let table = match shelf.loaded.get_or_init(|| Table::open(folder, self.rule, subspace)) {
            Ok(table) => table,
            // Not built, which is no problem.
            Err(TableError::Missing(_)) => return Ok(None),
            Err(error) => return self.give_up(&shelf.broken, error),
        };
        let slot = subspace.slot(subspace.index(), position.own(), position.enemy());
        let (number, within) = (slot / PLACING_BLOCK_SLOTS, slot % PLACING_BLOCK_SLOTS);
        let digit = self.placing_cache.read(
            subspace,
            number,
            || table.packed_results(number),
            |results| digit_at(results, within),
        );
        match digit {
            Ok(Some(digit)) => Ok(Some(Outcome::from_digit(digit))),
            Ok(None) => self.give_up(&shelf.broken, &table.damaged("a block is invalid")),
            Err(error) => self.give_up(&shelf.broken, &error),
        }
    }

    /// The result of a position and of each of its moves, also while stones are in hand; none when one of them is not
    /// known.
    pub fn outcomes(&self, position: &Position) -> Result<Option<SolvedOutcome>, TableError> {
        let Some(outcome) = self.outcome(position)? else { return Ok(None) };
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rule) {
            let Some(next) = self.outcome(&position.after(mv))? else { return Ok(None) };
            moves.push((mv, next.before_move()));
        }
        Ok(Some(SolvedOutcome { outcome, moves }))
    }

    /// The tables up to this number of stones, for use inside a search; none for 0.
    pub fn up_to(&self, stones: usize) -> Option<CappedDatabase<'_>> {
        let stones = stones.min(self.max_stones.into());
        (stones > 0).then_some(CappedDatabase { database: self, stones, in_memory: stones.min(EMBEDDED_STONES.into()) })
    }

    /// The same for a search from this position, with the packed endings if it is near them. One that must reproduce
    /// waits until they are unpacked; one with a time limit goes without them rather than lose time.
    pub fn near(
        &self,
        position: &Position,
        stones: usize,
        can_wait: bool,
        stop: &AtomicBool,
    ) -> Option<CappedDatabase<'_>> {
        let tables = self.up_to(stones)?;
        let known = stones.min(self.known_stones().into());
        let is_near = position.hands_are_empty() && position.own().len() + position.enemy().len() <= NEAR_STONES;
        if known <= tables.stones || !is_near {
            return Some(tables);
        }
        let endings = match can_wait {
            true => Endings::embedded_unless(stop, self.rule),
            false => Endings::embedded_if_ready(self.rule),
        };
        let from_files = tables.stones > EMBEDDED_STONES.into();
        Some(match endings {
            Some(_) if from_files => CappedDatabase { stones: known, ..tables },
            Some(_) => CappedDatabase { stones: known, in_memory: known, ..tables },
            None => tables,
        })
    }

    /// As [`Database::probe`], for use inside a search: a table that cannot be used counts as missing, and what is wrong
    /// with it is kept for [`Database::take_problems`].
    #[inline]
    pub fn probe_quietly(&self, position: &Position) -> Option<Value> {
        if position.hands_are_empty() { self.look_up_quietly(position.own(), position.enemy()) } else { None }
    }

    #[inline(never)]
    fn look_up_quietly(&self, own: PointSet, enemy: PointSet) -> Option<Value> {
        self.look_up(own, enemy).ok().flatten()
    }

    /// The value of a position with empty hands and these stones.
    #[inline]
    fn look_up(&self, own: PointSet, enemy: PointSet) -> Result<Option<Value>, TableError> {
        if own.len() + enemy.len() > self.max_stones as usize {
            return Ok(self.look_up_ending(own, enemy));
        }
        let Some(subspace) = Subspace::new(own.len(), enemy.len()) else {
            // Fewer than three stones: the game is over.
            return Ok(Some(if own.len() < 3 { Value::Loss(0) } else { Value::Win(0) }));
        };
        let shelf = self.shelf(subspace);
        let entry = match self.table(subspace) {
            Ok(Loaded::Whole { index, entries }) => match entries[subspace.slot(index, own, enemy)] {
                BYTE_DRAW => DRAW,
                plies => plies.into(),
            },
            Ok(Loaded::Blocks { .. }) if shelf.broken.load(Ordering::Relaxed) => return Ok(None),
            Ok(Loaded::Blocks { index, table }) => {
                let slot = subspace.slot(index, own, enemy);
                let load = || table.block(slot / BLOCK_SLOTS);
                match self.cache.read(subspace, slot / BLOCK_SLOTS, load, |entries| entries[slot % BLOCK_SLOTS]) {
                    Ok(entry) => entry,
                    Err(error) => return self.give_up(&shelf.broken, &error),
                }
            }
            Err(error) => return self.give_up(&shelf.broken, error),
        };
        Ok(Some(Value::from_entry(entry)))
    }

    /// The value of a position with more stones than the tables have.
    fn look_up_ending(&self, own: PointSet, enemy: PointSet) -> Option<Value> {
        if own.len() + enemy.len() > self.known_stones().into() {
            return None;
        }
        match (own.len(), enemy.len()) {
            (..3, _) => Some(Value::Loss(0)),
            (_, ..3) => Some(Value::Win(0)),
            _ => Endings::embedded(self.rule)?.value(own, enemy),
        }
    }

    #[inline]
    fn shelf(&self, subspace: Subspace) -> &Shelf<Loaded> {
        &self.tables[subspace.own() - 3][subspace.enemy() - 3]
    }

    #[inline]
    fn table(&self, subspace: Subspace) -> &Result<Loaded, TableError> {
        self.shelf(subspace).loaded.get_or_init(|| Loaded::load(self.folder.as_deref(), self.rule, subspace))
    }

    /// Reports a table that cannot be used, the first time.
    #[cold]
    fn give_up<V>(&self, broken: &AtomicBool, error: &TableError) -> Result<Option<V>, TableError> {
        if broken.swap(true, Ordering::Relaxed) {
            return Ok(None);
        }
        lock(&self.problems).push(error.clone());
        Err(error.clone())
    }

    /// The plies whose placing tables are all in the folder, one bit each, as it was at the first call.
    pub(super) fn placing_plies(&self) -> u32 {
        *self.placing_plies.get_or_init(|| {
            let Some(folder) = &self.folder else { return 0 };
            let is_there = |subspace| folder.join(super::table::file_name(self.rule, subspace)).is_file();
            let complete = |ply: &u8| Subspace::placing(*ply).into_iter().all(is_there);
            (0..PLACING_PLIES).filter(complete).map(|ply| 1 << ply).sum()
        })
    }

    /// The results of the placing phase from this ply on, for use inside a search: from these results of the opening and,
    /// if `tables`, from the tables in the folder. None when there is nothing to ask.
    pub fn placing(&self, ply: u8, opening: Option<&'static Opening>, tables: bool) -> Option<PlacingResults<'_>> {
        let tables = (tables && self.placing_plies() >> ply != 0).then_some(self);
        (opening.is_some() || tables.is_some()).then_some(PlacingResults { opening, tables })
    }

    /// Unpacks the embedded tables and results of the opening now, so that no search has to wait for them. Only the
    /// eleventh ply is left to the searches that come near it: it takes longer than anybody waits for an answer.
    pub fn unpack_embedded(&self) {
        Opening::embedded_if_ready(self.rule, Part::Start);
        for subspace in Subspace::up_to(EMBEDDED_STONES.min(self.max_stones)) {
            self.table(subspace);
        }
        for part in [Part::Start, Part::Tenth] {
            Opening::embedded(self.rule, part);
        }
    }

    /// The value of a position and of each of its moves; none when [`Database::probe`] finds none.
    pub fn solve(&self, position: &Position) -> Result<Option<SolvedPosition>, TableError> {
        let Some(value) = self.probe(position)? else { return Ok(None) };
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rule) {
            let Some(next) = self.probe(&position.after(mv))? else { return Ok(None) };
            moves.push((mv, next.before_move()));
        }
        Ok(Some(SolvedPosition { value, moves }))
    }

    /// The moves that keep the exact value and its distance; none when the position is not covered.
    pub fn best_moves(&self, position: &Position) -> Result<Option<Vec<Move>>, TableError> {
        Ok(self.solve(position)?.map(|solved| solved.best_moves().collect()))
    }

    /// What is wrong with each table that could not be used, once.
    pub fn take_problems(&self) -> Vec<TableError> {
        std::mem::take(&mut lock(&self.problems))
    }
}

/// A database limited to positions with at most a number of stones.
#[derive(Clone, Copy, Debug)]
pub struct CappedDatabase<'a> {
    database: &'a Database,
    stones: usize,
    /// Up to this number of stones no files are read.
    in_memory: usize,
}

impl<'a> CappedDatabase<'a> {
    /// The same without files.
    #[must_use]
    pub(crate) fn in_memory(self) -> CappedDatabase<'a> {
        CappedDatabase { stones: self.in_memory, ..self }
    }

    /// The same for fewer stones.
    #[must_use]
    pub(crate) fn below(self, stones: usize) -> CappedDatabase<'a> {
        CappedDatabase { stones: self.stones.min(stones.saturating_sub(1)), ..self }
    }

    /// Positions with more stones are not looked up.
    #[inline]
    pub(crate) fn stones(self) -> usize {
        self.stones
    }

    /// The exact value of a position; none when stones are in hand, too many are on the board or its table cannot be
    /// used. [`Database::take_problems`] says why it cannot.
    #[inline(always)]
    pub fn probe(self, position: &Position) -> Option<Value> {
        if position.hands_are_empty() { self.probe_stones(position.own(), position.enemy()) } else { None }
    }

    /// As [`CappedDatabase::probe`], for the stones of a position with empty hands. The search asks at every node and is
    /// mostly refused, so the count must be part of it; the look-up itself stays outside.
    #[inline(always)]
    pub(crate) fn probe_stones(self, own: PointSet, enemy: PointSet) -> Option<Value> {
        if own.len() + enemy.len() > self.stones {
            return None;
        }
        self.database.look_up_quietly(own, enemy)
    }
}

/// The results of the placing phase, for use inside a search.
#[derive(Clone, Copy, Debug)]
pub struct PlacingResults<'a> {
    opening: Option<&'static Opening>,
    tables: Option<&'a Database>,
}

impl<'a> PlacingResults<'a> {
    /// The same without files: what is in memory only.
    #[must_use]
    pub fn in_memory(self) -> PlacingResults<'a> {
        PlacingResults { tables: None, ..self }
    }

    /// The last ply whose positions are in memory; none if there are only files.
    #[inline]
    pub fn plies_in_memory(self) -> Option<u8> {
        self.opening.map(Opening::plies)
    }

    /// The result of a position with stones in hand that is not over; none when it is not known. A table that cannot be
    /// used counts as missing; [`Database::take_problems`] says what is wrong with it.
    #[inline]
    pub fn outcome(self, position: &Position) -> Option<Outcome> {
        let subspace = Subspace::of(position).filter(|subspace| subspace.is_placing())?;
        match self.opening.and_then(|opening| opening.outcome_in(subspace, position)) {
            Some(outcome) => Some(outcome),
            None => {
                let tables = self.tables.filter(|tables| tables.placing_plies() >> subspace.ply() & 1 == 1)?;
                tables.read_placing(subspace, position).ok().flatten()
            }
        }
    }
}
