//! Axes of a frame: titles, ticks, grid.

use serde::Serialize;

use super::colour::Colour;
use super::decades;
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Group, Item, Path, Point, Text};
use super::style::LineStyle;
use super::ticks::{self, Ticks};

/// Font size of tick labels (px).
pub(crate) const TICK_SIZE: f64 = 11.5;
/// Font size of axis titles and legends (px).
pub(crate) const TEXT_SIZE: f64 = 12.5;
/// Distance of lines of text, per font size.
pub(crate) const LINE_SPACING: f64 = 1.35;
/// Length of a tick (px).
const TICK_LENGTH: f64 = 4.5;
/// From the frame to the labels (px); keeps the first labels of x and y apart at the corner.
const LABEL_DISTANCE: f64 = 9.0;
/// From the labels to the title (px).
const TITLE_DISTANCE: f64 = 9.0;

/// Name and unit of an axis, shown as `Name (unit)`. Both may hold subscripts, see [`RichText`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// What is shown along the axis.
    pub name: String,
    /// Its unit; `–` for a pure number.
    pub unit: String,
    /// The range to show; chosen from the data if absent. What lies outside is cut off.
    pub range: Option<[f64; 2]>,
    /// Whether equal ratios have equal lengths; numbers that are not positive are left out then.
    pub is_logarithmic: bool,
    /// Whether it shows an angle in degrees: ticks stand at parts of a turn.
    pub is_angle: bool,
}

impl Axis {
    /// An axis that shows all data.
    pub fn new(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            unit: unit.into(),
            range: None,
            is_logarithmic: false,
            is_angle: false,
        }
    }

    /// An axis on which equal ratios have equal lengths.
    pub fn logarithmic(mut self) -> Self {
        self.is_logarithmic = true;
        self
    }

    /// An axis of angles, from half a turn behind to half a turn before.
    pub fn phase(name: impl Into<String>) -> Self {
        Self {
            range: Some([-180.0, 180.0]),
            is_angle: true,
            ..Self::new(name, "°")
        }
    }

    /// A number as it lies along the axis.
    pub(crate) fn along(&self, value: f64) -> f64 {
        match self.is_logarithmic {
            true if value > 0.0 => value.log10(),
            true => f64::NAN,
            false => value,
        }
    }

    /// Ticks for a range of numbers as they lie along the axis.
    pub(crate) fn ticks(&self, range: [f64; 2], most: usize) -> Ticks {
        match self.is_logarithmic {
            true => decades::ticks(range, most),
            false if self.is_angle => ticks::parts_of_a_turn(range, most),
            false => ticks::ticks(range, most),
        }
    }

    /// An axis that shows this range only.
    pub fn range(mut self, low: f64, high: f64) -> Self {
        self.range = Some([low, high]);
        self
    }

    /// The title in up to three lines of at most `width` pixels; the unit is kept whatever happens to the name.
    pub(crate) fn title(&self, ticks: &Ticks, width: f64) -> Vec<RichText> {
        let name = RichText::markup(&format!("{} {}", self.name, ticks.offset));
        let unit = self.unit_text(ticks.exponent);
        let lines = name.spaced(&unit).wrapped(TEXT_SIZE, width, 2);
        if lines
            .last()
            .is_some_and(|line| line.to_plain().ends_with(')'))
        {
            return lines;
        }
        let mut lines = name.wrapped(TEXT_SIZE, width, 2);
        lines.push(unit);
        lines
    }

    fn unit_text(&self, exponent: i32) -> RichText {
        let unit = if self.unit.trim().is_empty() {
            "–"
        } else {
            &self.unit
        };
        let text = if exponent == 0 {
            format!("({unit})")
        } else {
            let power = exponent.to_string().replace('-', "−");
            format!("(10^{{{power}}} {unit})")
        };
        // Spaces within the unit must not break lines.
        RichText::markup(&text.replace(' ', "\u{a0}"))
    }
}

/// Maps numbers of an axis to the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    range: [f64; 2],
    page: [f64; 2],
}

impl Scale {
    /// `range[0]` goes to `page[0]`, `range[1]` to `page[1]`.
    pub(crate) fn new(range: [f64; 2], page: [f64; 2]) -> Self {
        Self {
            range: ticks::sane(range),
            page,
        }
    }

    /// Position on the page. Infinities give no number, a gap; far values stay finite, which cutting lines needs.
    pub(crate) fn map(&self, value: f64) -> f64 {
        if !value.is_finite() {
            return f64::NAN;
        }
        let [low, high] = self.range;
        let share = (ticks::tame(value) - low) / (high - low);
        let far = 1e12;
        (self.page[0] + share * (self.page[1] - self.page[0])).clamp(-far, far)
    }

    /// Whether the axis shows the number.
    pub(crate) fn shows(&self, value: f64) -> bool {
        let slack = 1e-9 * (self.range[1] - self.range[0]);
        value >= self.range[0] - slack && value <= self.range[1] + slack
    }
}

/// Ticks for a horizontal axis: as many as their labels leave room for.
pub(crate) fn horizontal_ticks(range: [f64; 2], width: f64) -> Ticks {
    horizontal_ticks_of(&Axis::new("", ""), range, width)
}

/// The same for any axis.
pub(crate) fn horizontal_ticks_of(axis: &Axis, range: [f64; 2], width: f64) -> Ticks {
    let mut most = ((width / 50.0) as usize).clamp(2, 10);
    loop {
        let ticks = axis.ticks(range, most);
        let pitch = width * ticks.step / (range[1] - range[0]);
        if most == 2 || widest(&ticks) + 14.0 <= pitch {
            return ticks;
        }
        most -= 1;
    }
}

/// Ticks for both axes of a drawing, with one step where possible: the grid is then square.
pub(crate) fn square_ticks(ranges: [[f64; 2]; 2], size: [f64; 2]) -> [Ticks; 2] {
    let x = horizontal_ticks(ranges[0], size[0]);
    let y = ticks::ticks(ranges[1], vertical_steps(size[1]));
    if y.step > x.step {
        let shared = ticks::with_step_of(ranges[0], &y);
        [shared.unwrap_or(x), y]
    } else {
        let shared = ticks::with_step_of(ranges[1], &x);
        [x, shared.unwrap_or(y)]
    }
}

/// Most steps for a vertical axis of this height.
pub(crate) fn vertical_steps(height: f64) -> usize {
    ((height / 38.0) as usize).clamp(2, 12)
}

/// Width of the widest label (px).
pub(crate) fn widest(ticks: &Ticks) -> f64 {
    ticks
        .labels
        .iter()
        .map(|label| font::extent(&RichText::markup(label), TICK_SIZE).width)
        .fold(0.0, f64::max)
}

/// Room that a vertical axis needs on the left of its frame (px).
pub(crate) fn vertical_room(widest: f64, n_title_lines: usize) -> f64 {
    LABEL_DISTANCE + widest + TITLE_DISTANCE + title_room(n_title_lines)
}

/// Room that a horizontal axis needs below its frame (px).
pub(crate) fn horizontal_room(n_title_lines: usize) -> f64 {
    LABEL_DISTANCE + TICK_SIZE + TITLE_DISTANCE + title_room(n_title_lines)
}

fn title_room(n_lines: usize) -> f64 {
    TEXT_SIZE * (1.05 + LINE_SPACING * (n_lines.max(1) - 1) as f64)
}

/// Pale lines at the ticks of both axes.
pub(crate) fn grid(frame: &Rectangle, x: (&Scale, &Ticks), y: (&Scale, &Ticks)) -> Item {
    let vertical = x.1.values.iter().map(|value| {
        let at = x.0.map(*value);
        vec![[at, frame.top], [at, frame.bottom]]
    });
    let horizontal = y.1.values.iter().map(|value| {
        let at = y.0.map(*value);
        vec![[frame.left, at], [frame.right, at]]
    });
    let runs = vertical.chain(horizontal).collect();
    let mut group = Group::new("grid");
    group
        .items
        .push(Path::lines(runs, &LineStyle::new(Colour::PALE).width(0.8)));
    Item::Group(group)
}

/// The border of a frame.
pub(crate) fn border(frame: &Rectangle) -> Item {
    Path::rectangle(*frame, &LineStyle::new(Colour::BLACK).width(1.0))
}

/// The horizontal axis below its frame.
pub(crate) fn horizontal(
    frame: &Rectangle,
    scale: &Scale,
    axis: &Axis,
    ticks: &Ticks,
    title: &[RichText],
) -> Item {
    let mut group = axis_group(axis);
    group
        .items
        .push(tick_marks(ticks.values.iter().map(|value| {
            let at = scale.map(*value);
            [[at, frame.bottom], [at, frame.bottom + TICK_LENGTH]]
        })));
    for (value, label) in ticks.values.iter().zip(&ticks.labels) {
        let position = [scale.map(*value), frame.bottom + LABEL_DISTANCE];
        let text = Text::new(position, TICK_SIZE, RichText::markup(label));
        let text = text.placed(Anchor::Middle, Baseline::Top).class("tick");
        group.items.push(Item::Text(text));
    }
    let middle = 0.5 * (frame.left + frame.right);
    let top = frame.bottom + LABEL_DISTANCE + TICK_SIZE + TITLE_DISTANCE;
    for (i_line, line) in title.iter().enumerate() {
        let position = [middle, top + i_line as f64 * LINE_SPACING * TEXT_SIZE];
        let text = Text::new(position, TEXT_SIZE, line.clone());
        let text = text
            .placed(Anchor::Middle, Baseline::Top)
            .class("axis-title");
        group.items.push(Item::Text(text));
    }
    Item::Group(group)
}

/// The vertical axis on the left of its frame; `widest` aligns the titles of several panels.
pub(crate) fn vertical(
    frame: &Rectangle,
    scale: &Scale,
    axis: &Axis,
    ticks: &Ticks,
    title: &[RichText],
    widest: f64,
) -> Item {
    let mut group = axis_group(axis);
    group
        .items
        .push(tick_marks(ticks.values.iter().map(|value| {
            let at = scale.map(*value);
            [[frame.left - TICK_LENGTH, at], [frame.left, at]]
        })));
    for (value, label) in ticks.values.iter().zip(&ticks.labels) {
        let position = [frame.left - LABEL_DISTANCE, scale.map(*value)];
        let text = Text::new(position, TICK_SIZE, RichText::markup(label));
        let text = text.placed(Anchor::End, Baseline::Middle).class("tick");
        group.items.push(Item::Text(text));
    }
    let middle = 0.5 * (frame.top + frame.bottom);
    // Letters of a turned text stand with their feet to the right.
    let feet = frame.left - LABEL_DISTANCE - widest - TITLE_DISTANCE - font::DESCENT * TEXT_SIZE;
    for (i_line, line) in title.iter().rev().enumerate() {
        let position = [feet - i_line as f64 * LINE_SPACING * TEXT_SIZE, middle];
        let text = Text::new(position, TEXT_SIZE, line.clone()).turned();
        let text = text.placed(Anchor::Middle, Baseline::Alphabetic);
        group.items.push(Item::Text(text.class("axis-title")));
    }
    // In reading order, for the title to be heard as it is read.
    let n_items = group.items.len();
    group.items[n_items - title.len()..].reverse();
    Item::Group(group)
}

fn axis_group(axis: &Axis) -> Group {
    let mut group = Group::new("axis");
    group.unit = Some(RichText::markup(&axis.unit).to_plain());
    group
}

fn tick_marks(marks: impl Iterator<Item = [Point; 2]>) -> Item {
    let runs = marks.map(|mark| mark.to_vec()).collect();
    Path::lines(runs, &LineStyle::new(Colour::BLACK).width(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_survives_any_width() {
        let axis = Axis::new(
            "An axis with a very long name that no picture can hold",
            "N/mm^{2}",
        );
        let ticks = ticks::ticks([0.0, 3e9], 5);
        for width in [60.0, 150.0, 300.0, 900.0] {
            let lines = axis.title(&ticks, width);
            let last = lines.last().map(RichText::to_plain).unwrap_or_default();
            assert!(last.ends_with("(109\u{a0}N/mm2)"), "{last}");
        }
    }
}
