//! Title and subtitle of a picture.

use super::axes::{LINE_SPACING, TEXT_SIZE};
use super::colour::Colour;
use super::font;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Item, Text};

/// White border of a picture (px).
pub(crate) const MARGIN: f64 = 14.0;
/// Font size of the title (px).
const SIZE: f64 = 15.0;

/// The lines above a picture.
pub(crate) struct Heading {
    title: Vec<RichText>,
    subtitle: Vec<RichText>,
}

impl Heading {
    /// Title and subtitle in at most two lines each.
    pub(crate) fn new(title: &RichText, subtitle: &RichText, width: f64) -> Self {
        let lines = |text: &RichText, size: f64| {
            if text.is_empty() {
                return Vec::new();
            }
            text.wrapped(size, width - 2.0 * MARGIN, 2)
        };
        Self {
            title: lines(title, SIZE),
            subtitle: lines(subtitle, TEXT_SIZE),
        }
    }

    /// Height of the lines with the space below (px).
    pub(crate) fn room(&self) -> f64 {
        if self.title.is_empty() && self.subtitle.is_empty() {
            return 6.0;
        }
        let sizes = SIZE * self.title.len() as f64 + TEXT_SIZE * self.subtitle.len() as f64;
        sizes * LINE_SPACING + 8.0
    }

    /// The lines, centred on the frame as far as the picture is wide enough.
    pub(crate) fn draw(&self, frame_centre: f64, width: f64) -> Vec<Item> {
        let titles = self.title.iter().map(|line| (line, SIZE, "title"));
        let subtitles = self.subtitle.iter();
        let subtitles = subtitles.map(|line| (line, TEXT_SIZE, "subtitle"));
        let mut top = MARGIN;
        let mut items = Vec::new();
        for (line, size, class) in titles.chain(subtitles) {
            let half = 0.5 * font::extent(line, size).width;
            let x = frame_centre.min(width - MARGIN - half).max(MARGIN + half);
            let text = Text::new([x, top], size, line.clone()).colour(Colour::BLACK);
            items.push(Item::Text(
                text.placed(Anchor::Middle, Baseline::Top).class(class),
            ));
            top += size * LINE_SPACING;
        }
        items
    }
}
