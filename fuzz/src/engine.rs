//! The parsers of the engine. A check panics if an input breaks one of them, if it is understood wrongly, or if a complaint
//! is not one short line.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use muehle_engine::create_player;
use muehle_engine::endgame::build::Progress;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::opening::Opening;
use muehle_engine::endgame::table::{Table, file_name};
use muehle_engine::endgame::{PLACING_PLIES, verify};
use muehle_engine::files::DataFolders;
use muehle_engine::game::Game;
use muehle_engine::game::pgn::{self, Collection};
use muehle_engine::heuristics::shapes::ShapeNetwork;
use muehle_engine::heuristics::{EvaluationTable, xml};
use muehle_engine::learn::tournament::{Tournament, with_time};
use muehle_engine::players::ntuple::tuples::TupleChoice;
use muehle_engine::players::{PlayerText, Resources, ntuple, understand};
use muehle_engine::puzzles;
use muehle_engine::rules::{Move, PointSet, Position, RemovalRule, Rules, ring_text};

use super::parser::{Parser, assert_short, lines, with_file};

pub const GAME: Parser = Parser { name: "game", signs: b"{}()[]\"$;.x:-%*\n 1", check: game };
pub const POSITION: Parser = Parser { name: "position", signs: b",/-wb09 ", check: position };
pub const RING: Parser = Parser { name: "ring", signs: b"O@*X/ rpmswb09", check: position };
pub const NOTATION: Parser = Parser { name: "notation", signs: b"abcdefg1234567-x= ", check: notation };
pub const PUZZLE: Parser = Parser { name: "puzzle", signs: b"{}()[]\"$.x- 12", check: puzzle };
pub const HEURISTIC: Parser = Parser { name: "heuristic", signs: b"<>/\"=&;.e-NaN 0", check: heuristic };
pub const TABLE: Parser = Parser { name: "table", signs: &[0, 1, 0x80, 0xFF], check: table };
pub const OPENING: Parser = Parser { name: "opening", signs: &[0, 1, 0x80, 0xFF], check: opening };
pub const SHAPES: Parser = Parser { name: "shapes", signs: &[0, 1, 0x80, 0xFF], check: shapes };
pub const NTUPLE: Parser = Parser { name: "ntuple", signs: b"{}[]\",:.-eag17\0\x01\xFF", check: ntuple_network };
pub const TOURNAMENT: Parser = Parser { name: "tournament", signs: b"{}[]\":,0-e \\", check: tournament };
pub const PLAYER: Parser = Parser { name: "player", signs: b":=,\"\\ 0-.", check: player };
pub const ANSWER: Parser = Parser { name: "answer", signs: b"\n bestmovxadg1467-", check: answer };

fn game(input: &[u8]) {
    with_file("game.pgn", input, |path| {
        match pgn::load(path) {
            Ok(reading) => {
                reading.fault.iter().for_each(assert_short);
                // What was understood is written so that it is understood again.
                let again = pgn::read(&pgn::write(&reading.tags, &reading.game));
                assert_eq!(again.game.moves(), reading.game.moves());
                assert_eq!(again.fault, None);
            }
            Err(error) => assert_short(error),
        }
        if let Ok(games) = Collection::open(path) {
            (0..games.len()).for_each(|game| drop(games.read(game)));
        }
    });
}

fn position(input: &[u8]) {
    for line in lines(input) {
        match line.parse::<Position>() {
            Ok(position) => {
                assert_eq!(position.to_string().parse(), Ok(position));
                assert_eq!(ring_text::write(&position).parse(), Ok(position));
            }
            Err(error) => assert_short(error),
        }
    }
}

fn notation(input: &[u8]) {
    for line in lines(input) {
        match line.parse::<Move>() {
            Ok(mv) => assert_eq!(mv.to_string().parse(), Ok(mv)),
            Err(error) => assert_short(error),
        }
        match line.parse::<Rules>() {
            Ok(rules) => assert_eq!(rules.to_string().parse(), Ok(rules)),
            Err(error) => assert_short(error),
        }
        if let Err(error) = line.parse::<TupleChoice>() {
            assert_short(error);
        }
    }
}

fn puzzle(input: &[u8]) {
    match puzzles::text::read(&String::from_utf8_lossy(input)) {
        Ok(puzzle) => {
            let text = puzzles::text::write(&puzzle, 1).expect("its moves are legal");
            assert_eq!(puzzles::text::read(&text), Ok(puzzle));
        }
        Err(error) => assert_short(error),
    }
}

fn heuristic(input: &[u8]) {
    thread_local! {
        static READ: Cell<usize> = const { Cell::new(0) };
    }
    match xml::read(&String::from_utf8_lossy(input)) {
        Ok(heuristic) => {
            assert_eq!(xml::read(&xml::write(&heuristic)).expect("it was just written").network, heuristic.network);
            // Making the table is slow.
            if READ.replace(READ.get() + 1).is_multiple_of(20) {
                let value = EvaluationTable::new(heuristic).evaluate(&Position::START);
                assert!(value.abs() <= EvaluationTable::UNIT);
            }
        }
        Err(error) => assert_short(error),
    }
}

/// Chance would hardly ever find a checksum, so that every table is tried with right ones too.
fn table(input: &[u8]) {
    open_table(input);
    if let Some(repaired) = with_checksums(input.to_vec()) {
        open_table(&repaired);
    }
}

fn open_table(input: &[u8]) {
    let byte = |at: usize| input.get(at).copied().unwrap_or_default();
    let rule = RemovalRule::BOTH[usize::from(byte(10) % 2)];
    let subspace = PLACING_PLIES
        .checked_sub(byte(13))
        .and_then(|ply| Subspace::at_ply(ply, byte(11).into(), byte(12).into()))
        // Larger tables take long.
        .filter(|subspace| subspace.stones() <= 6)
        .or(Subspace::new(3, 3))
        .expect("three stones per side are a subspace");
    with_file(&file_name(rule, subspace), input, |path| {
        match Table::open(path.parent().expect("a folder"), rule, subspace) {
            Ok(table) => {
                if let Err(error) = verify::verify(&table, path.parent(), &Progress::default()) {
                    assert_short(error);
                }
            }
            Err(error) => assert_short(error),
        }
    });
}

/// A table whose checksums are right, if it is long enough to have them.
pub fn with_checksums(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let number = |bytes: &[u8], at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let list = 80..80usize.checked_add(number(&bytes, 52)?.checked_mul(16)?)?;
    let results = u64::from_le_bytes(bytes.get(56..64)?.try_into().ok()?);
    let mut ends = [list.end, list.end.checked_add(usize::try_from(results).ok()?)?];
    bytes.get(list.clone())?;
    for at in list.clone().step_by(8) {
        let end = &mut ends[(at - 80) / 8 % 2];
        let next = end.checked_add(number(&bytes, at)?)?;
        if let Some(part) = bytes.get(*end..next) {
            let sum = crc32fast::hash(part).to_le_bytes();
            bytes[at + 4..at + 8].copy_from_slice(&sum);
        }
        *end = next;
    }
    let sum = crc32fast::hash(&bytes[list]).to_le_bytes();
    bytes[72..76].copy_from_slice(&sum);
    let sum = crc32fast::hash(&bytes[..76]).to_le_bytes();
    bytes[76..80].copy_from_slice(&sum);
    Some(bytes)
}

fn opening(input: &[u8]) {
    let mut input = input.to_vec();
    // Later plies take long to unpack.
    if let Some(ply) = input.get_mut(11) {
        *ply %= 5;
    }
    for _ in 0..2 {
        for rule in RemovalRule::BOTH {
            match Opening::unpack(&input, rule) {
                Ok(opening) => drop(opening.outcome(&Position::START)),
                Err(error) => assert_short(error),
            }
        }
        // Then with the right checksum.
        if let Some((header, coded)) = input.split_at_mut_checked(16) {
            header[12..].copy_from_slice(&crc32fast::hash(coded).to_le_bytes());
        }
    }
}

fn shapes(input: &[u8]) {
    if let Some(network) = ShapeNetwork::unpack(input) {
        for (own, enemy) in [(0o7, 0o7700), (0o77, 0o7000), (0, 0), (0o7777, 0o77770000)] {
            let sets = [own, enemy].map(PointSet::from_bits);
            for in_hand in [0, 1, 7, 18] {
                let value = network.value(sets[0], sets[1], in_hand, 10_000);
                assert!(value.is_none_or(|value| value.abs() <= 10_000));
            }
        }
    }
}

fn ntuple_network(input: &[u8]) {
    read_network(input);
    if let Some((body, _)) = input.split_last_chunk::<8>() {
        // As the format has it; see docs/formats.md.
        let sum = body.chunks(8).fold(0xCBF2_9CE4_8422_2325, |sum: u64, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
        });
        read_network(&[body, &sum.to_le_bytes()].concat());
    }
}

fn read_network(input: &[u8]) {
    match ntuple::read(input, "x.ntuple") {
        Ok(network) => {
            let value = network.value(&Position::START);
            assert!((-1.0..=1.0).contains(&value), "{value}");
        }
        Err(error) => assert_short(error),
    }
}

fn tournament(input: &[u8]) {
    with_file("laboratory.json", input, |path| match Tournament::load(path) {
        Ok(tournament) => {
            tournament.save(path).expect("there is room for a file");
            assert_eq!(Tournament::load(path).expect("it was just saved"), tournament);
            assert!(tournament.total() <= Tournament::MAX_GAMES);
            // Everything the laboratory shows.
            let _ = (tournament.to_string(), tournament.csv(), tournament.ranking());
            for game in tournament.played.iter().take(3) {
                let _ = (game.game(tournament.rules), game.score_text());
            }
        }
        Err(error) => assert_short(error),
    });
}

fn player(input: &[u8]) {
    static RESOURCES: OnceLock<Arc<Resources>> = OnceLock::new();
    let resources =
        RESOURCES.get_or_init(|| Arc::new(Resources::new(DataFolders::find(Some("no such folder".into())))));
    for line in lines(input) {
        let text = match line.parse::<PlayerText>() {
            Ok(text) => text,
            Err(error) => {
                assert_short(error);
                continue;
            }
        };
        assert_eq!(text.to_string().parse().as_ref(), Ok(&text));
        let mut text = with_time(text, 10);
        // Programs are never started here and nothing is learned. Knowledge takes long to load, and memory to allocate.
        if ["engine", "learning"].contains(&text.kind.as_str()) {
            continue;
        }
        text.options.retain(|(key, _)| !["heuristic", "name"].contains(&key.as_str()));
        if !["mcts", "child", "random"].contains(&text.kind.as_str()) {
            text = text.with("hash", 1);
        }
        if let Err(error) = create_player(&text, resources) {
            assert_short(error);
        }
    }
}

fn answer(input: &[u8]) {
    let mut game = Game::default();
    for mv in ["a1", "b2", "a4", "d2"] {
        game.play(mv.parse().expect("a move")).expect("it is legal");
    }
    for splits in [false, true] {
        match understand(input, &game, splits) {
            Ok(mv) => assert!(game.legal_moves().contains(&mv)),
            Err(error) => assert_short(error),
        }
    }
}
