//! The key of a picture: samples of lines with their names.

use super::axes::{LINE_SPACING, TEXT_SIZE};
use super::colour::Colour;
use super::font;
use super::occupancy::Occupancy;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Baseline, Circle, Group, Item, Path, Text};
use super::style::LineStyle;

/// Names longer than this are broken into two lines, then cut (px).
const WIDEST_NAME: f64 = 240.0;
/// Distance of lines (px).
const PITCH: f64 = TEXT_SIZE * LINE_SPACING + 1.0;
/// Length of a line sample (px): shows two periods of each pattern.
const SAMPLE: f64 = 30.0;
const PADDING: f64 = 7.0;
const GAP: f64 = 7.0;
/// Distance from the border of the frame and from the data (px).
const CLEARANCE: f64 = 8.0;

/// One line of a legend.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: RichText,
    /// How it looks.
    pub(crate) style: LineStyle,
    /// Whether it is a point rather than a line.
    pub(crate) is_point: bool,
}

/// Width and height of the legend with its box (px).
pub(crate) fn size(entries: &[Entry]) -> [f64; 2] {
    let lines: Vec<RichText> = entries.iter().flat_map(lines).collect();
    let widths = lines.iter().map(|line| font::extent(line, TEXT_SIZE).width);
    [
        SAMPLE + GAP + widths.fold(0.0, f64::max) + 2.0 * PADDING,
        PITCH * lines.len() as f64 + 2.0 * PADDING - 3.0,
    ]
}

/// The name in at most two lines.
fn lines(entry: &Entry) -> Vec<RichText> {
    entry.name.wrapped(TEXT_SIZE, WIDEST_NAME, 2)
}

/// The place in the frame that covers no data and the least else; `None` if data is everywhere.
pub(crate) fn free_place(
    frame: &Rectangle,
    size: [f64; 2],
    data: &Occupancy,
    other: &Occupancy,
) -> Option<Rectangle> {
    let room = frame.grown(-CLEARANCE);
    let [width, height] = size;
    if width > 0.7 * room.width() || height > 0.9 * room.height() {
        return None;
    }
    let (right, bottom) = (room.right - width, room.bottom - height);
    let (centre, middle) = (0.5 * (room.left + right), 0.5 * (room.top + bottom));
    let corners = [
        [right, room.top],
        [room.left, room.top],
        [right, bottom],
        [room.left, bottom],
        [centre, room.top],
        [centre, bottom],
        [right, middle],
        [room.left, middle],
    ];
    let places = corners.map(|[x, y]| Rectangle::new(x, y, width, height));
    places
        .into_iter()
        .filter(|place| data.count(&place.grown(CLEARANCE)) == 0)
        .min_by_key(|place| other.count(place))
}

/// Draws the legend with its upper left corner at that of `place`.
pub(crate) fn draw(entries: &[Entry], place: &Rectangle) -> Item {
    let mut group = Group::new("legend");
    let ground = LineStyle::new(Colour::PALE).width(0.8).fill(Colour::WHITE);
    group.items.push(Path::rectangle(*place, &ground));
    let left = place.left + PADDING;
    let mut y = place.top + PADDING - 1.5 + 0.5 * PITCH;
    for entry in entries {
        group.items.push(sample(entry, left, y));
        for line in lines(entry) {
            let text = Text {
                baseline: Baseline::Middle,
                ..Text::new([left + SAMPLE + GAP, y], TEXT_SIZE, line)
            };
            group.items.push(Item::Text(text.class("legend-entry")));
            y += PITCH;
        }
    }
    Item::Group(group)
}

fn sample(entry: &Entry, left: f64, y: f64) -> Item {
    if entry.is_point {
        return Circle::dot([left + 0.5 * SAMPLE, y], entry.style.colour);
    }
    if entry.style.fill.is_some() {
        let swatch = Rectangle::new(left, y - 5.0, SAMPLE, 10.0);
        return Path::rectangle(swatch, &entry.style);
    }
    Path::segment([left, y], [left + SAMPLE, y], &entry.style)
}
