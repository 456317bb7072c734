//! The letters that Helvetica lacks, from a font with Latin, Greek and Cyrillic letters. The PDF carries those it uses.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Name, Pdf, Rect, Ref, Str};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::types::Tag;
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// The font that the window falls back to as well, so that it is in the program anyway.
const FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;

/// The font's name with the mark of a subset.
const NAME: Name<'static> = Name(b"MUEHLE+Ubuntu-Light");

const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

fn font() -> Option<FontRef<'static>> {
    FontRef::new(FONT).ok()
}

/// The glyph of a letter, which is its code in the text.
pub(super) fn glyph(letter: char) -> Option<u16> {
    let glyph = font()?.charmap().map(letter)?.to_u32();
    u16::try_from(glyph).ok().filter(|&glyph| glyph > 0)
}

/// The width of a letter in thousandths of the size.
pub(super) fn width(letter: char) -> Option<f32> {
    glyph(letter).and_then(glyph_width)
}

fn glyph_width(glyph: u16) -> Option<f32> {
    font()?.glyph_metrics(Size::new(1000.0), LocationRef::default()).advance_width(glyph.into())
}

/// The glyphs that texts need, and the letters they stand for.
pub(super) fn glyphs(letters: impl Iterator<Item = char>) -> BTreeMap<u16, char> {
    letters.filter_map(|letter| Some((glyph(letter)?, letter))).collect()
}

/// Writes the font as five objects, the first of which is the one that pages refer to.
pub(super) fn embed(pdf: &mut Pdf, refs: [Ref; 5], glyphs: &BTreeMap<u16, char>) {
    let [font, cid_font, descriptor, cmap, file] = refs;
    pdf.type0_font(font)
        .base_font(NAME)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid_font)
        .to_unicode(cmap);
    let mut cid = pdf.cid_font(cid_font);
    cid.subtype(CidFontType::Type2).base_font(NAME).system_info(SYSTEM).font_descriptor(descriptor);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for &glyph in glyphs.keys() {
        widths.consecutive(glyph, glyph_width(glyph));
    }
    drop(widths);
    drop(cid);
    pdf.font_descriptor(descriptor)
        .name(NAME)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(-200.0, -250.0, 1300.0, 950.0))
        .italic_angle(0.0)
        .ascent(776.0)
        .descent(-185.0)
        .cap_height(693.0)
        .stem_v(60.0)
        .font_file2(file);
    let mut codes = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
    for (&glyph, &letter) in glyphs {
        codes.pair(glyph, letter);
    }
    pdf.cmap(cmap, &codes.finish());
    let bytes = font_file(glyphs.keys().copied()).unwrap_or_default();
    pdf.stream(file, &bytes).pair(Name(b"Length1"), bytes.len() as i32);
}

/// A TrueType file with only these glyphs and those they are made of. The others are empty, so that all keep their
/// numbers.
fn font_file(glyphs: impl Iterator<Item = u16>) -> Option<Vec<u8>> {
    let font = font()?;
    let (loca, glyf) = (font.loca(None).ok()?, font.glyf().ok()?);
    let mut kept = BTreeSet::new();
    let mut waiting: Vec<u32> = glyphs.map(u32::from).chain([0]).collect();
    while let Some(glyph) = waiting.pop() {
        if kept.insert(glyph)
            && let Ok(Some(Glyph::Composite(composite))) = loca.get_glyf(GlyphId::new(glyph), &glyf)
        {
            waiting.extend(composite.components().map(|component| u32::from(component.glyph.to_u16())));
        }
    }
    let table = |tag: &[u8; 4]| Some(font.data_for_tag(Tag::new(tag))?.as_bytes().to_vec());
    let all_outlines = table(b"glyf")?;
    let (mut outlines, mut offsets) = (Vec::new(), vec![0; 4]);
    for glyph in 0..loca.len() {
        if kept.contains(&(glyph as u32)) {
            let (start, end) = (loca.get_raw(glyph)? as usize, loca.get_raw(glyph + 1)? as usize);
            outlines.extend_from_slice(all_outlines.get(start..end)?);
            outlines.resize(outlines.len().next_multiple_of(4), 0);
        }
        offsets.extend((outlines.len() as u32).to_be_bytes());
    }
    let mut head = table(b"head")?;
    // Offsets have four bytes.
    head.get_mut(50..52)?.copy_from_slice(&[0, 1]);
    let mut tables = vec![(b"glyf", outlines), (b"head", head), (b"loca", offsets)];
    for tag in [b"cvt ", b"fpgm", b"hhea", b"hmtx", b"maxp", b"prep"] {
        tables.extend(table(tag).map(|bytes| (tag, bytes)));
    }
    tables.sort_by_key(|(tag, _)| **tag);
    Some(assemble(&tables))
}

/// A font file of these tables, which are in the order of their tags.
fn assemble(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let log = count.ilog2() as u16;
    let mut file = vec![0, 1, 0, 0];
    for number in [count, 16 << log, log, 16 * count - (16 << log)] {
        file.extend(number.to_be_bytes());
    }
    let mut offset = file.len() + 16 * tables.len();
    for (tag, bytes) in tables {
        let word = |chunk: &[u8]| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_be_bytes(word)
        };
        let checksum = bytes.chunks(4).map(word).fold(0, u32::wrapping_add);
        file.extend_from_slice(*tag);
        for number in [checksum, offset as u32, bytes.len() as u32] {
            file.extend(number.to_be_bytes());
        }
        offset += bytes.len().next_multiple_of(4);
    }
    for (_, bytes) in tables {
        file.extend(bytes);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use skrifa::outline::{DrawSettings, OutlinePen};

    /// Counts the parts of an outline.
    #[derive(Default, PartialEq, Debug)]
    struct Parts(Vec<(i32, i32)>);

    impl OutlinePen for Parts {
        fn move_to(&mut self, x: f32, y: f32) {
            self.0.push((x as i32, y as i32));
        }
        fn line_to(&mut self, x: f32, y: f32) {
            self.0.push((x as i32, y as i32));
        }
        fn quad_to(&mut self, _: f32, _: f32, x: f32, y: f32) {
            self.0.push((x as i32, y as i32));
        }
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
            self.0.push((x as i32, y as i32));
        }
        fn close(&mut self) {}
    }

    fn outline(font: &FontRef, glyph: u16) -> Parts {
        let mut parts = Parts::default();
        let outline = font.outline_glyphs().get(glyph.into()).unwrap();
        outline.draw(DrawSettings::unhinted(Size::new(1000.0), LocationRef::default()), &mut parts).unwrap();
        parts
    }

    #[test]
    fn the_small_font_draws_its_letters_like_the_large_one() {
        let letters = "ŐűЖдПривет Ωλ";
        let used = glyphs(letters.chars());
        assert_eq!(used.len(), letters.chars().count());
        let file = font_file(used.keys().copied()).unwrap();
        assert!(file.len() < 30_000, "{} bytes", file.len());
        let (small, large) = (FontRef::new(&file).unwrap(), font().unwrap());
        for (&glyph, &letter) in &used {
            assert_eq!(outline(&small, glyph), outline(&large, glyph), "{letter}");
            assert_eq!(outline(&small, glyph).0.is_empty(), letter == ' ');
        }
        let other = glyph('Щ').unwrap();
        assert!(outline(&small, other).0.is_empty());
        assert!((300.0..900.0).contains(&width('Ж').unwrap()));
        assert_eq!((glyph('猫'), width('猫')), (None, None));
    }
}
