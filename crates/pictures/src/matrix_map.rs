//! A table of numbers as coloured squares, with names of rows and columns where they fit, and a bar.

use serde::Serialize;

use super::axes::{self, Axis, LINE_SPACING, TEXT_SIZE, TICK_SIZE};
use super::bands::{BAR, Bands, Palette};
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Group, Item, Path, Scene, Text};
use super::style::LineStyle;
use super::ticks;
use super::title::{Heading, MARGIN};

/// Longest side of the frame (px).
const LONGEST: f64 = 420.0;
/// Largest and least side of a square (px).
const SQUARE: [f64; 2] = [34.0, 1.0];
/// Least room for the title of an axis (px): width and height.
const LEAST: [f64; 2] = [160.0, 120.0];
/// From the frame to the names (px).
const DISTANCE: f64 = 7.0;

/// Numbers in rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatrixMap {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// What the columns are.
    pub x_axis: Axis,
    /// What the rows are.
    pub y_axis: Axis,
    /// What the colours show; its range, if any, is that of the bar.
    pub z_axis: Axis,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows, from above.
    pub rows: Vec<String>,
    /// A row of values for each row.
    pub values: Vec<Vec<f64>>,
}

/// Where squares and names stand.
struct Layout {
    frame: Rectangle,
    side: f64,
    /// Width and height that the titles of the axes may take (px).
    room: [f64; 2],
    /// Each how manieth name is written.
    every: [usize; 2],
    /// Width of the widest name of a row, length of the longest name of a column (px).
    widest: [f64; 2],
}

impl MatrixMap {
    /// The table as paths and texts.
    pub(crate) fn scene(&self) -> Scene {
        let all = self.values.iter().flatten().copied();
        let bands = Bands::along(&self.z_axis, all, Palette::Rising);
        let count = [self.columns.len().max(1), self.rows.len().max(1)];
        let longest = count[0].max(count[1]) as f64;
        let side = (LONGEST / longest).clamp(SQUARE[1], SQUARE[0]);
        let size = count.map(|n| n as f64 * side);
        let room = [size[0].max(LEAST[0]), size[1].max(LEAST[1])];
        let height = room[1];
        // Names, not numbers: no power of ten is taken out of them.
        let plain = ticks::ticks([0.0, 1.0], 2);
        let y_title = self.y_axis.title(&plain, height);
        let z_title = self.z_axis.title(&bands.ticks, height);
        let widest = [&self.rows, &self.columns].map(|names| {
            let widths = names.iter().map(|name| width(name));
            widths.fold(0.0, f64::max)
        });
        let left = MARGIN + axes::vertical_room(widest[0], y_title.len());
        let page_width = left + room[0] + bands.room(&z_title) + MARGIN;
        let heading = Heading::new(&self.title, &self.subtitle, page_width);
        let layout = Layout {
            frame: Rectangle::new(left, MARGIN + heading.room(), size[0], size[1]),
            side,
            room,
            // A turned name needs the height of a line, an upright one too.
            every: [side; 2].map(|side| (1.25 * TICK_SIZE / side).ceil().max(1.0) as usize),
            widest,
        };
        let frame = &layout.frame;
        let x_title = self.x_axis.title(&plain, room[0]);
        let foot = frame.bottom + 2.0 * DISTANCE + widest[1];
        let bar_height = height.min(LONGEST);
        let bar = Rectangle::new(
            left + room[0] + BAR[1] - MARGIN,
            frame.top,
            BAR[0],
            bar_height,
        );
        let mut items = heading.draw(frame.middle(), page_width);
        items.push(self.draw_squares(&bands, &layout));
        items.push(axes::border(frame));
        items.push(self.draw_columns(&layout, &x_title, foot));
        items.push(self.draw_rows(&layout, &y_title));
        items.extend(bands.draw_bar(&bar, &self.z_axis, &z_title));
        let title_room = TEXT_SIZE * LINE_SPACING * x_title.len() as f64;
        Scene {
            width: page_width,
            height: (foot + title_room).max(bar.bottom + TICK_SIZE) + MARGIN,
            title: self.title.to_plain(),
            description: format!(
                "Table of {} in colours: {} by {}.",
                self.z_axis.name, self.y_axis.name, self.x_axis.name
            ),
            items,
        }
    }

    fn draw_squares(&self, bands: &Bands, layout: &Layout) -> Item {
        let mut group = Group::new("data");
        let Layout { frame, side, .. } = layout;
        for (i, row) in self.values.iter().enumerate() {
            for (j, value) in row.iter().enumerate().filter(|(_, v)| v.is_finite()) {
                let band = bands.limits.iter().filter(|limit| value >= limit).count();
                let colour = bands.colour(band);
                let [left, top] = [frame.left + j as f64 * side, frame.top + i as f64 * side];
                // A hair of white between squares that are large enough.
                let gap = if *side > 8.0 { 0.5 } else { 0.0 };
                let square =
                    Rectangle::new(left + gap, top + gap, side - 2.0 * gap, side - 2.0 * gap);
                let style = LineStyle::new(colour).width(0.0).fill(colour);
                group.items.push(Path::rectangle(square, &style));
            }
        }
        Item::Group(group)
    }

    fn draw_columns(&self, layout: &Layout, title: &[RichText], foot: f64) -> Item {
        let mut group = self.group(&self.x_axis);
        let Layout { frame, side, .. } = layout;
        for (j, name) in self.columns.iter().enumerate().step_by(layout.every[0]) {
            let x = frame.left + (j as f64 + 0.5) * side + 0.36 * TICK_SIZE;
            let position = [x, frame.bottom + DISTANCE];
            let text = Text::new(position, TICK_SIZE, RichText::plain(name)).turned();
            let text = text.placed(Anchor::End, Baseline::Alphabetic).class("tick");
            group.items.push(Item::Text(text));
        }
        let middle = frame.left + 0.5 * layout.room[0];
        for (i, line) in title.iter().enumerate() {
            let y = foot + i as f64 * LINE_SPACING * TEXT_SIZE;
            let text = Text::new([middle, y], TEXT_SIZE, line.clone());
            let text = text.placed(Anchor::Middle, Baseline::Top);
            group.items.push(Item::Text(text.class("axis-title")));
        }
        Item::Group(group)
    }

    fn draw_rows(&self, layout: &Layout, title: &[RichText]) -> Item {
        let mut group = self.group(&self.y_axis);
        let Layout { frame, side, .. } = layout;
        for (i, name) in self.rows.iter().enumerate().step_by(layout.every[1]) {
            let position = [frame.left - DISTANCE, frame.top + (i as f64 + 0.5) * side];
            let text = Text::new(position, TICK_SIZE, RichText::plain(name));
            let text = text.placed(Anchor::End, Baseline::Middle).class("tick");
            group.items.push(Item::Text(text));
        }
        let middle = frame.top + 0.5 * layout.room[1];
        let feet = frame.left - 2.0 * DISTANCE - layout.widest[0] - font::DESCENT * TEXT_SIZE;
        for (i, line) in title.iter().rev().enumerate() {
            let position = [feet - i as f64 * LINE_SPACING * TEXT_SIZE, middle];
            let text = Text::new(position, TEXT_SIZE, line.clone()).turned();
            let text = text.placed(Anchor::Middle, Baseline::Alphabetic);
            group.items.push(Item::Text(text.class("axis-title")));
        }
        // In reading order, for the title to be heard as it is read.
        let n_items = group.items.len();
        group.items[n_items - title.len()..].reverse();
        Item::Group(group)
    }

    fn group(&self, axis: &Axis) -> Group {
        let mut group = Group::new("axis");
        group.unit = Some(RichText::markup(&axis.unit).to_plain());
        group
    }
}

fn width(name: &str) -> f64 {
    font::extent(&RichText::plain(name), TICK_SIZE).width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{audit, svg};

    fn map(rows: usize, columns: usize, value: impl Fn(usize, usize) -> f64) -> MatrixMap {
        let names = |n: usize| (1..=n).map(|i| format!("{i}: {} Hz", 1000 * i)).collect();
        MatrixMap {
            title: "Modal assurance of gear wheel".into(),
            subtitle: RichText::default(),
            x_axis: Axis::new("Mode of the reduced body", "Hz"),
            y_axis: Axis::new("Mode of the full body", "Hz"),
            z_axis: Axis::new("MAC", "–").range(0.0, 1.0),
            columns: names(columns),
            rows: names(rows),
            values: (0..rows)
                .map(|i| (0..columns).map(|j| value(i, j)).collect())
                .collect(),
        }
    }

    #[test]
    fn any_table_is_readable() {
        let same = |i: usize, j: usize| f64::from(u8::from(i == j));
        for (rows, columns) in [(1, 1), (2, 7), (10, 10), (40, 12), (300, 300)] {
            let svg = svg::write(&map(rows, columns, same).scene());
            assert_eq!(audit::faults(&svg), [], "{rows} × {columns}");
        }
        let svg = svg::write(&map(3, 3, |_, _| f64::NAN).scene());
        assert_eq!(audit::faults(&svg), []);
    }
}
