//! A map of values over a plane: bands of colour, with a bar that says what they mean.

use serde::Serialize;

use super::axes::{self, Axis, Scale};
use super::bands::{BAR, Bands, Palette};
use super::contour;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Group, Item, Path, Scene};
use super::style::LineStyle;
use super::ticks;
use super::title::{Heading, MARGIN};

/// Width and height of the frame (px).
const FRAME: [f64; 2] = [520.0, 360.0];

/// Values on a grid, in the units of the axes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeatMap {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// The horizontal axis.
    pub x_axis: Axis,
    /// The vertical axis.
    pub y_axis: Axis,
    /// What the colours show; its range, if any, is that of the bar.
    pub z_axis: Axis,
    /// Which colours these are.
    pub palette: Palette,
    /// Places along x, growing.
    pub x: Vec<f64>,
    /// Places along y, growing.
    pub y: Vec<f64>,
    /// A row of values along x for each place along y; the cells around one that is no number stay white.
    pub z: Vec<Vec<f64>>,
}

impl HeatMap {
    /// The map as paths and texts.
    pub(crate) fn scene(&self) -> Scene {
        let values = self.z.iter().flatten().copied();
        let bands = &Bands::along(&self.z_axis, values, self.palette);
        let range = |values: &[f64]| {
            ticks::sane(ticks::range_of(values.iter().copied()).unwrap_or([0.0, 1.0]))
        };
        let (x_range, y_range) = (range(&self.x), range(&self.y));
        let x_ticks = axes::horizontal_ticks(x_range, FRAME[0]);
        let y_ticks = ticks::ticks(y_range, axes::vertical_steps(FRAME[1]));
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
        items.push(self.draw_bands(bands, &frame, [&x_scale, &y_scale]));
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
        let page = |places: &[f64], scale: &Scale| -> Vec<f64> {
            places.iter().map(|place| scale.map(*place)).collect()
        };
        let (x, y) = (page(&self.x, scales[0]), page(&self.y, scales[1]));
        let value = |i: usize, j: usize| {
            let row = self.z.get(j);
            row.and_then(|row| row.get(i)).copied().unwrap_or(f64::NAN)
        };
        let levels = std::iter::once(f64::NEG_INFINITY).chain(bands.limits.iter().copied());
        for (band, level) in levels.enumerate() {
            let colour = bands.colour(band);
            group.items.push(Item::Path(Path {
                runs: contour::above(level, [&x, &y], &value),
                is_closed: true,
                stroke: LineStyle::new(colour).width(0.0).stroke(),
                fill: Some(colour),
            }));
        }
        Item::Group(group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{audit, svg};

    fn map(z: impl Fn(f64, f64) -> f64) -> HeatMap {
        let places: Vec<f64> = (0..=20).map(f64::from).collect();
        HeatMap {
            title: "map".into(),
            subtitle: RichText::default(),
            x_axis: Axis::new("x", "mm"),
            y_axis: Axis::new("y", "mm"),
            z_axis: Axis::new("Height", "µm"),
            palette: Palette::Signed,
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
            let svg = svg::write(&map(z).scene());
            assert_eq!(audit::faults(&svg), []);
        }
    }

    /// A column without values leaves the cells on both of its sides white.
    #[test]
    fn what_is_not_known_has_no_colour() {
        let map = map(|x, _| {
            if (x - 10.0).abs() < 0.5 {
                f64::NAN
            } else {
                1.0
            }
        });
        let (x, y) = (map.x.clone(), map.y.clone());
        let known = contour::above(f64::NEG_INFINITY, [&x, &y], &|i, j| map.z[j][i]);
        let reach = |is_left: bool| {
            let places = known.iter().flatten().map(|p| p[0]);
            let side = places.filter(|x| (*x < 10.0) == is_left);
            side.map(|x| (x - 10.0).abs()).fold(f64::INFINITY, f64::min)
        };
        assert_eq!((known.len(), reach(true), reach(false)), (2, 1.0, 1.0));
    }
}
