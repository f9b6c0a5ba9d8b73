//! The title of a picture.

use super::axes::LINE_SPACING;
use super::font;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Item, Text};

/// White border of a picture (px).
pub(crate) const MARGIN: f64 = 14.0;
/// Font size (px).
const SIZE: f64 = 15.0;

/// The title in at most two lines.
pub(crate) fn lines(title: &RichText, width: f64) -> Vec<RichText> {
    if title.is_empty() {
        return Vec::new();
    }
    title.wrapped(SIZE, width - 2.0 * MARGIN, 2)
}

/// Height of the title with the space below (px).
pub(crate) fn room(lines: &[RichText]) -> f64 {
    if lines.is_empty() {
        return 6.0;
    }
    SIZE * LINE_SPACING * lines.len() as f64 + 8.0
}

/// The title, centred on the frame as far as the picture is wide enough.
pub(crate) fn draw(lines: &[RichText], frame_centre: f64, width: f64) -> Vec<Item> {
    let draw = |(i_line, line): (usize, &RichText)| {
        let half = 0.5 * font::extent(line, SIZE).width;
        let x = frame_centre.min(width - MARGIN - half).max(MARGIN + half);
        let top = MARGIN + i_line as f64 * SIZE * LINE_SPACING;
        let text = Text::new([x, top], SIZE, line.clone());
        Item::Text(text.placed(Anchor::Middle, Baseline::Top).class("title"))
    };
    lines.iter().enumerate().map(draw).collect()
}
