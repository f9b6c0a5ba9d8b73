//! Measures text with the bundled font, DejaVu Sans.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId};

use super::rich_text::{RichText, Script};

/// The families a viewer shall try, widest alike first.
pub const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Height of tall letters above the baseline, per font size.
pub const ASCENT: f64 = 0.77;

/// Depth of letters such as p below the baseline, per font size.
pub const DESCENT: f64 = 0.24;

/// Height of capitals and digits, per font size.
pub const CAPITAL_HEIGHT: f64 = 0.729;

/// Size of a script relative to its line.
const SCRIPT_SIZE: f64 = 0.72;

/// How far scripts are moved, per font size of the line; positive is down.
const SUB_SHIFT: f64 = 0.22;
const SUPER_SHIFT: f64 = -0.36;

static DATA: &[u8] = include_bytes!("../assets/fonts/DejaVuSans.ttf");

/// The bundled font.
pub(crate) fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(DATA, 0).expect("the bundled font is intact"))
}

/// Size of a text in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Length along the line.
    pub width: f64,
    /// Height above the baseline.
    pub above: f64,
    /// Depth below the baseline.
    pub below: f64,
}

/// A run of letters with its place in the line.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedRun<'a> {
    /// The letters.
    pub text: &'a str,
    /// Start, from the start of the line (px).
    pub start: f64,
    /// Lowered by this much (px).
    pub lowered: f64,
    /// Font size (px).
    pub size: f64,
}

/// The runs of a text with their places.
pub fn placed_runs(text: &RichText, size: f64) -> Vec<PlacedRun<'_>> {
    let mut start = 0.0;
    let mut placed = Vec::new();
    for run in text.runs() {
        let (scale, shift) = match run.script {
            Script::Normal => (1.0, 0.0),
            Script::Sub => (SCRIPT_SIZE, SUB_SHIFT),
            Script::Super => (SCRIPT_SIZE, SUPER_SHIFT),
        };
        let run = PlacedRun {
            text: &run.text,
            start,
            lowered: shift * size,
            size: scale * size,
        };
        start += letters_width(run.text, run.size);
        placed.push(run);
    }
    placed
}

/// Size of a text.
pub fn extent(text: &RichText, size: f64) -> Extent {
    placed_runs(text, size).iter().fold(
        Extent {
            width: 0.0,
            above: ASCENT * size,
            below: DESCENT * size,
        },
        |extent, run| {
            let (above, below) = letters_height(run.text, run.size);
            Extent {
                width: run.start + letters_width(run.text, run.size),
                above: extent.above.max(above - run.lowered),
                below: extent.below.max(below + run.lowered),
            }
        },
    )
}

/// Advance width of a letter per font size. A letter that the font lacks counts as square, since a viewer takes it
/// from another font, and those for which this happens most are as wide as high.
pub(crate) fn advance(letter: char) -> f64 {
    let units = f64::from(face().units_per_em());
    glyph(letter)
        .and_then(|glyph| face().glyph_hor_advance(glyph))
        .map_or(1.0, |width| f64::from(width) / units)
}

/// The glyph of a letter, where the font has one.
pub(crate) fn glyph(letter: char) -> Option<GlyphId> {
    face().glyph_index(letter)
}

/// Width of plain letters (px).
pub(crate) fn letters_width(letters: &str, size: f64) -> f64 {
    letters.chars().map(advance).sum::<f64>() * size
}

/// Height and depth of the letters as inked (px).
pub(crate) fn letters_height(letters: &str, size: f64) -> (f64, f64) {
    let scale = size / f64::from(face().units_per_em());
    letters
        .chars()
        .filter_map(|letter| face().glyph_bounding_box(glyph(letter)?))
        .fold((0.0, 0.0), |(above, below): (f64, f64), inked| {
            (
                above.max(f64::from(inked.y_max) * scale),
                below.max(-f64::from(inked.y_min) * scale),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscript_is_narrower_and_reaches_lower() {
        let plain = extent(&RichText::plain("rb"), 10.0);
        let scripted = extent(&RichText::markup("r_{b}"), 10.0);
        assert!(scripted.width < plain.width);
        let deep = extent(&RichText::markup("r_{y}"), 10.0);
        assert!(deep.below > plain.below);
    }

    #[test]
    fn widths_scale_with_the_size() {
        let text = RichText::markup("ε_{α} = 1.62");
        let ratio = extent(&text, 24.0).width / extent(&text, 12.0).width;
        assert!((ratio - 2.0).abs() < 1e-12);
    }

    #[test]
    fn greek_letters_of_gear_symbols_are_in_the_font() {
        assert!(
            "αβγδεζηρφωΔ−×·°µ∞′″…–"
                .chars()
                .all(|letter| glyph(letter).is_some())
        );
    }
}
