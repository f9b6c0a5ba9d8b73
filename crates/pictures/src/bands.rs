//! Bands of colour for values, and the bar that says what they mean.

use serde::Serialize;

use super::axes::{self, Axis, LINE_SPACING, Scale, TEXT_SIZE, TICK_SIZE};
use super::colour::Colour;
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Group, Item, Path, Text};
use super::style::LineStyle;
use super::ticks::{self, Ticks};

/// Width of the colour bar and its distance from the frame (px).
pub(crate) const BAR: [f64; 2] = [18.0, 26.0];
/// Most bands of colour: more cannot be told apart.
const BANDS: usize = 10;

/// Which colours show the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// Orange below zero, blue above; the paler the less.
    Signed,
    /// From pale yellow over red to dark purple, see [`Colour::rising`].
    Rising,
}

/// The colours and the values between which they stand.
pub(crate) struct Bands {
    /// Lowest and highest value of the bar.
    pub(crate) range: [f64; 2],
    /// Between one band and the next.
    pub(crate) limits: Vec<f64>,
    /// The ticks of the bar.
    pub(crate) ticks: Ticks,
    palette: Palette,
}

impl Bands {
    /// Bands over the range of the axis, if it has one, else for these values and zero.
    pub(crate) fn along(axis: &Axis, values: impl Iterator<Item = f64>, palette: Palette) -> Self {
        match axis.range {
            Some(range) => Self::over(range, palette),
            None => Self::of(values, palette),
        }
    }

    fn of(values: impl Iterator<Item = f64>, palette: Palette) -> Self {
        let range = ticks::range_of(values.chain([0.0])).unwrap_or([0.0, 1.0]);
        // Where all is zero, zero is the lowest of what might be.
        let range = match range {
            [low, high] if low >= high && palette == Palette::Rising => [0.0, 1.0],
            range => range,
        };
        Self::over(ticks::rounded(ticks::sane(range), BANDS), palette)
    }

    fn over(range: [f64; 2], palette: Palette) -> Self {
        let range = ticks::sane(range);
        let ticks = ticks::ticks(range, BANDS);
        let slack = 1e-9 * (range[1] - range[0]);
        let is_inside = |value: &f64| *value > range[0] + slack && *value < range[1] - slack;
        Self {
            limits: ticks.values.iter().copied().filter(is_inside).collect(),
            range,
            ticks,
            palette,
        }
    }

    /// The colours from the lowest band to the highest.
    pub(crate) fn colours(&self) -> Vec<Colour> {
        (0..=self.limits.len())
            .map(|band| self.colour(band))
            .collect()
    }

    /// Room that the bar needs on the right of its frame (px).
    pub(crate) fn room(&self, title: &[RichText]) -> f64 {
        BAR[0] + BAR[1] + axes::vertical_room(axes::widest(&self.ticks), title.len())
    }

    /// Colour of a band, counted from the lowest.
    pub(crate) fn colour(&self, band: usize) -> Colour {
        if self.palette == Palette::Rising {
            return Colour::rising(band as f64 / self.limits.len().max(1) as f64);
        }
        let end = |i: Option<&f64>, other: f64| i.copied().unwrap_or(other);
        let low = if band == 0 {
            self.range[0]
        } else {
            end(self.limits.get(band - 1), self.range[0])
        };
        let high = end(self.limits.get(band), self.range[1]);
        let middle = 0.5 * (low + high);
        let largest = self.range[0]
            .abs()
            .max(self.range[1].abs())
            .max(f64::MIN_POSITIVE);
        let share = middle.abs() / largest;
        let colour = if middle < 0.0 {
            Colour::ORANGE
        } else {
            Colour::BLUE
        };
        colour.tint(0.04 + 0.96 * share)
    }

    /// The bar on the right of its frame, with ticks and title.
    pub(crate) fn draw_bar(&self, bar: &Rectangle, axis: &Axis, title: &[RichText]) -> Vec<Item> {
        let scale = Scale::new(self.range, [bar.bottom, bar.top]);
        let mut group = Group::new("bar");
        let mut from = bar.bottom;
        for (band, to) in self
            .limits
            .iter()
            .map(|limit| scale.map(*limit))
            .chain([bar.top])
            .enumerate()
        {
            let colour = self.colour(band);
            let area = Rectangle {
                bottom: from,
                top: to,
                ..*bar
            };
            group.items.push(Path::rectangle(
                area,
                &LineStyle::new(colour).width(0.0).fill(colour),
            ));
            from = to;
        }
        let mut labels = Group::new("axis");
        labels.unit = Some(RichText::markup(&axis.unit).to_plain());
        for (value, label) in self.ticks.values.iter().zip(&self.ticks.labels) {
            let y = scale.map(*value);
            labels.items.push(Path::segment(
                [bar.right, y],
                [bar.right + 4.5, y],
                &LineStyle::new(Colour::BLACK).width(1.0),
            ));
            let text = Text::new([bar.right + 9.0, y], TICK_SIZE, RichText::plain(label));
            labels.items.push(Item::Text(
                text.placed(Anchor::Start, Baseline::Middle).class("tick"),
            ));
        }
        let feet = bar.right + 9.0 + axes::widest(&self.ticks) + 9.0 + font::ASCENT * TEXT_SIZE;
        for (i_line, line) in title.iter().enumerate() {
            let position = [
                feet + i_line as f64 * LINE_SPACING * TEXT_SIZE,
                0.5 * (bar.top + bar.bottom),
            ];
            let text = Text::new(position, TEXT_SIZE, line.clone()).turned();
            let text = text.placed(Anchor::Middle, Baseline::Alphabetic);
            labels.items.push(Item::Text(text.class("axis-title")));
        }
        vec![Item::Group(group), axes::border(bar), Item::Group(labels)]
    }
}
