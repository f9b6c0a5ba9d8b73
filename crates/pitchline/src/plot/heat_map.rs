//! A map of values over a plane: bands of colour, with a bar that says what they mean.

use super::axes::{self, Axis, Scale};
use super::bands::{BAR, Bands, Palette};
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Group, Item, Path, Point, Scene};
use super::style::LineStyle;
use super::ticks;
use super::title::{Heading, MARGIN};

/// Width and height of the frame (px).
const FRAME: [f64; 2] = [520.0, 360.0];

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
        // Blue for material taken off, orange for material left.
        let bands = Bands::of(self.z.iter().flatten().copied(), Palette::Signed);
        let y_title = self.y_axis.title(&y_ticks, FRAME[1]);
        let x_title = self.x_axis.title(&x_ticks, FRAME[0]);
        let z_title = self.z_axis.title(&bands.ticks, FRAME[1]);
        let widest = axes::widest(&y_ticks);
        let left = MARGIN + axes::vertical_room(widest, y_title.len());
        let width = left + FRAME[0] + bands.room(&z_title) + MARGIN;
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
        let page = |x: f64, y: f64| [scales[0].map(x), scales[1].map(y)];
        let lowest = bands.colour(0);
        group.items.push(Path::rectangle(
            *frame,
            &LineStyle::new(lowest).width(0.0).fill(lowest),
        ));
        for (index, level) in bands.limits.iter().enumerate() {
            let colour = bands.colour(index + 1);
            let mut runs = Vec::new();
            for (rows, y) in self.z.windows(2).zip(self.y.windows(2)) {
                self.row_above(*level, [&rows[0], &rows[1]], [y[0], y[1]], &page, &mut runs);
            }
            // A line of the same colour hides the seams between the pieces.
            let stroke = LineStyle::new(colour).width(0.7).stroke();
            group.items.push(Item::Path(Path {
                runs,
                is_closed: true,
                stroke,
                fill: Some(colour),
            }));
        }
        Item::Group(group)
    }

    /// What lies above a level between two rows of the grid: whole cells side by side as one piece.
    fn row_above(
        &self,
        level: f64,
        [low, high]: [&[f64]; 2],
        [y_0, y_1]: [f64; 2],
        page: &dyn Fn(f64, f64) -> Point,
        runs: &mut Vec<Vec<Point>>,
    ) {
        let mut whole: Option<[f64; 2]> = None;
        let close = |whole: &mut Option<[f64; 2]>, runs: &mut Vec<Vec<Point>>| {
            if let Some([from, to]) = whole.take() {
                runs.push(vec![
                    page(from, y_0),
                    page(to, y_0),
                    page(to, y_1),
                    page(from, y_1),
                ]);
            }
        };
        for (i, x) in self.x.windows(2).enumerate() {
            let corners = [
                ([x[0], y_0], low[i]),
                ([x[1], y_0], low[i + 1]),
                ([x[1], y_1], high[i + 1]),
                ([x[0], y_1], high[i]),
            ];
            let n_above = corners.iter().filter(|(_, value)| *value >= level).count();
            if n_above == 4 {
                whole = Some([whole.map_or(x[0], |[from, _]| from), x[1]]);
                continue;
            }
            close(&mut whole, runs);
            if n_above == 0 {
                continue;
            }
            for triangle in [[0, 1, 2], [0, 2, 3]] {
                let piece = above(triangle.map(|corner| corners[corner]), level);
                if piece.len() > 2 {
                    runs.push(piece.into_iter().map(|[x, y]| page(x, y)).collect());
                }
            }
        }
        close(&mut whole, runs);
    }
}

/// The part of a triangle where a linear function is above a level.
fn above(corners: [(Point, f64); 3], level: f64) -> Vec<Point> {
    let mut points = Vec::new();
    for (i, (p, value)) in corners.iter().enumerate() {
        let (q, next) = corners[(i + 1) % 3];
        if *value >= level {
            points.push(*p);
        }
        if (*value >= level) != (next >= level) {
            let share = (level - value) / (next - value);
            points.push([p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])]);
        }
    }
    points
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

    #[test]
    fn a_triangle_is_cut_at_the_level() {
        let corners = [([0.0, 0.0], 0.0), ([4.0, 0.0], 4.0), ([0.0, 4.0], 0.0)];
        assert_eq!(above(corners, 2.0), [[2.0, 0.0], [4.0, 0.0], [2.0, 2.0]]);
        assert_eq!(above(corners, 5.0), [] as [Point; 0]);
        assert_eq!(above(corners, -1.0).len(), 3);
    }
}
