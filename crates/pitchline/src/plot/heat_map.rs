//! A map of values over a plane: bands of colour, with a bar that says what they mean.

use super::axes::{self, Axis, LINE_SPACING, Scale, TEXT_SIZE, TICK_SIZE};
use super::colour::Colour;
use super::contour;
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Group, Item, Path, Scene, Text};
use super::style::LineStyle;
use super::ticks::{self, Ticks};
use super::title::{Heading, MARGIN};

/// Width and height of the frame (px).
const FRAME: [f64; 2] = [520.0, 360.0];
/// Width of the colour bar and its distance from the frame (px).
const BAR: [f64; 2] = [18.0, 26.0];
/// Most bands of colour: more cannot be told apart.
const BANDS: usize = 10;

/// Values on a grid, in the units of the axes.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// The horizontal axis.
    pub x_axis: Axis,
    /// The vertical axis.
    pub y_axis: Axis,
    /// What the colours show.
    pub z_axis: Axis,
    /// Places along x, growing.
    pub x: Vec<f64>,
    /// Places along y, growing.
    pub y: Vec<f64>,
    /// A row of values along x for each place along y.
    pub z: Vec<Vec<f64>>,
}

impl HeatMap {
    /// The map as paths and texts.
    pub fn render(&self) -> Scene {
        let range = |values: &[f64]| {
            ticks::sane(ticks::range_of(values.iter().copied()).unwrap_or([0.0, 1.0]))
        };
        let (x_range, y_range) = (range(&self.x), range(&self.y));
        let x_ticks = axes::horizontal_ticks(x_range, FRAME[0]);
        let y_ticks = ticks::ticks(y_range, axes::vertical_steps(FRAME[1]));
        let bands = Bands::of(self.z.iter().flatten().copied());
        let y_title = self.y_axis.title(&y_ticks, FRAME[1]);
        let x_title = self.x_axis.title(&x_ticks, FRAME[0]);
        let z_title = self.z_axis.title(&bands.ticks, FRAME[1]);
        let widest = axes::widest(&y_ticks);
        let left = MARGIN + axes::vertical_room(widest, y_title.len());
        let bar_room =
            BAR[0] + BAR[1] + axes::vertical_room(axes::widest(&bands.ticks), z_title.len());
        let width = left + FRAME[0] + bar_room + MARGIN;
        let heading = Heading::new(&self.title, &self.subtitle, width);
        let frame = Rectangle::new(left, MARGIN + heading.room(), FRAME[0], FRAME[1]);
        let x_scale = Scale::new(x_range, [frame.left, frame.right]);
        let y_scale = Scale::new(y_range, [frame.bottom, frame.top]);

        let mut items = heading.draw(frame.middle(), width);
        items.push(self.draw_bands(&bands, &frame, [&x_scale, &y_scale]));
        items.push(axes::border(&frame));
        items.push(axes::horizontal(
            &frame,
            &x_scale,
            &self.x_axis,
            &x_ticks,
            &x_title,
        ));
        items.push(axes::vertical(
            &frame,
            &y_scale,
            &self.y_axis,
            &y_ticks,
            &y_title,
            widest,
        ));
        let bar = Rectangle::new(frame.right + BAR[1], frame.top, BAR[0], FRAME[1]);
        items.extend(bands.draw_bar(&bar, &self.z_axis, &z_title));
        Scene {
            width,
            height: frame.bottom + axes::horizontal_room(x_title.len()) + MARGIN,
            title: self.title.to_plain(),
            description: format!(
                "Map of {} over {} and {}, from {} to {} {}.",
                self.z_axis.name,
                self.x_axis.name,
                self.y_axis.name,
                crate::number::short(bands.range[0]),
                crate::number::short(bands.range[1]),
                self.z_axis.unit
            ),
            items,
        }
    }

    /// Each band covers all that lies above its lower limit, so that no gap shows between two of them.
    fn draw_bands(&self, bands: &Bands, frame: &Rectangle, scales: [&Scale; 2]) -> Item {
        let mut group = Group::new("data");
        group.clip = Some(*frame);
        let lowest = bands.colour(0);
        group.items.push(Path::rectangle(
            *frame,
            &LineStyle::new(lowest).width(0.0).fill(lowest),
        ));
        let page = |places: &[f64], scale: &Scale| -> Vec<f64> {
            places.iter().map(|place| scale.map(*place)).collect()
        };
        let (x, y) = (page(&self.x, scales[0]), page(&self.y, scales[1]));
        let value = |i: usize, j: usize| {
            let row = self.z.get(j);
            row.and_then(|row| row.get(i)).copied().unwrap_or(f64::NAN)
        };
        for (index, level) in bands.limits.iter().enumerate() {
            let colour = bands.colour(index + 1);
            group.items.push(Item::Path(Path {
                runs: contour::above(*level, [&x, &y], &value),
                is_closed: true,
                stroke: LineStyle::new(colour).width(0.0).stroke(),
                fill: Some(colour),
            }));
        }
        Item::Group(group)
    }
}

/// The colours and the values between which they stand.
struct Bands {
    range: [f64; 2],
    /// Between one band and the next.
    limits: Vec<f64>,
    ticks: Ticks,
}

impl Bands {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let range = ticks::range_of(values.chain([0.0])).unwrap_or([0.0, 1.0]);
        let range = ticks::rounded(ticks::sane(range), BANDS);
        let ticks = ticks::ticks(range, BANDS);
        let slack = 1e-9 * (range[1] - range[0]);
        let is_inside = |value: &f64| *value > range[0] + slack && *value < range[1] - slack;
        Self {
            limits: ticks.values.iter().copied().filter(is_inside).collect(),
            range,
            ticks,
        }
    }

    /// Blue for material taken off, orange for material left; the paler the less.
    fn colour(&self, band: usize) -> Colour {
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

    fn draw_bar(&self, bar: &Rectangle, axis: &Axis, title: &[RichText]) -> Vec<Item> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{audit, svg};

    fn map(z: impl Fn(f64, f64) -> f64) -> HeatMap {
        let places: Vec<f64> = (0..=20).map(f64::from).collect();
        HeatMap {
            title: "map".into(),
            subtitle: RichText::default(),
            x_axis: Axis::new("x", "mm"),
            y_axis: Axis::new("y", "mm"),
            z_axis: Axis::new("Height", "µm"),
            z: places
                .iter()
                .map(|y| places.iter().map(|x| z(*x, *y)).collect())
                .collect(),
            x: places.clone(),
            y: places,
        }
    }

    #[test]
    fn any_map_is_readable() {
        let maps: [&dyn Fn(f64, f64) -> f64; 6] = [
            &|_, _| 0.0,
            &|_, _| -7.5,
            &|x, y| x * y,
            &|x, y| 1e-9 * (x - y),
            &|x, y| 1e6 * (x - 10.0) * (y - 10.0),
            &|x, _| if x > 10.0 { f64::NAN } else { x },
        ];
        for z in maps {
            let svg = svg::write(&map(z).render());
            assert_eq!(audit::faults(&svg), []);
        }
    }
}
