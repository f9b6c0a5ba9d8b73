//! The key of a picture: samples of lines with their names.

use serde::Serialize;

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
/// Distance of entries in a row (px).
const ROW_GAP: f64 = 16.0;
/// Distance from the border of the frame and from the data (px).
const CLEARANCE: f64 = 8.0;

/// How the entries stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrangement {
    /// Below each other.
    Column,
    /// Beside each other; for names of one line only.
    Row,
}

/// A legend in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// Its box.
    pub(crate) area: Rectangle,
    /// How its entries stand.
    pub(crate) arrangement: Arrangement,
}

/// One line of a legend.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// Width and height of the legend in one row (px); `None` if a name needs two lines.
fn row_size(entries: &[Entry]) -> Option<[f64; 2]> {
    let is_short = entries.iter().all(|entry| lines(entry).len() == 1);
    let width: f64 = entries.iter().map(row_width).sum();
    is_short.then_some([width - ROW_GAP + 2.0 * PADDING, PITCH + 2.0 * PADDING - 3.0])
}

/// Width of an entry in a row, with the gap to the next (px).
fn row_width(entry: &Entry) -> f64 {
    SAMPLE + GAP + font::extent(&entry.name, TEXT_SIZE).width + ROW_GAP
}

/// The name in at most two lines.
fn lines(entry: &Entry) -> Vec<RichText> {
    entry.name.wrapped(TEXT_SIZE, WIDEST_NAME, 2)
}

/// The place in the frame that covers no data and the least else; `None` if data is everywhere.
pub(crate) fn free_place(
    frame: &Rectangle,
    entries: &[Entry],
    data: &Occupancy,
    other: &Occupancy,
) -> Option<Place> {
    let column = Some((size(entries), Arrangement::Column));
    let row = row_size(entries).map(|size| (size, Arrangement::Row));
    [column, row]
        .into_iter()
        .flatten()
        .find_map(|(size, arrangement)| {
            let area = free_area(frame, size, data, other)?;
            Some(Place { area, arrangement })
        })
}

fn free_area(
    frame: &Rectangle,
    [width, height]: [f64; 2],
    data: &Occupancy,
    other: &Occupancy,
) -> Option<Rectangle> {
    let room = frame.grown(-CLEARANCE);
    if width > 0.9 * room.width() || height > 0.9 * room.height() {
        return None;
    }
    // Corners first, then the sides; the first of equals is taken.
    let across = [1.0, 0.0, 0.5, 0.75, 0.25];
    let down = [0.0, 1.0, 0.5];
    let places = down.into_iter().flat_map(|y| {
        across.into_iter().map(move |x| {
            let left = room.left + x * (room.width() - width);
            let top = room.top + y * (room.height() - height);
            Rectangle::new(left, top, width, height)
        })
    });
    places
        .filter(|place| data.count(&place.grown(CLEARANCE)) == 0)
        .min_by_key(|place| other.count(place))
}

/// Draws the legend with its upper left corner at that of its place.
pub(crate) fn draw(entries: &[Entry], place: &Place) -> Item {
    let mut group = Group::new("legend");
    let area = &place.area;
    let ground = LineStyle::new(Colour::PALE).width(0.8).fill(Colour::WHITE);
    group.items.push(Path::rectangle(*area, &ground));
    let mut left = area.left + PADDING;
    let mut y = area.top + PADDING - 1.5 + 0.5 * PITCH;
    for entry in entries {
        group.items.push(sample(entry, left, y));
        let start = y;
        for line in lines(entry) {
            let text = Text {
                baseline: Baseline::Middle,
                ..Text::new([left + SAMPLE + GAP, y], TEXT_SIZE, line)
            };
            group.items.push(Item::Text(text.class("legend-entry")));
            y += PITCH;
        }
        if place.arrangement == Arrangement::Row {
            left += row_width(entry);
            y = start;
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
