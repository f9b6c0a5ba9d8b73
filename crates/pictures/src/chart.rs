//! Line charts: one panel or several above each other, with a common x axis.

use serde::Serialize;

use super::axes::{self, Axis};
use super::chart_layout::Layout;
use super::legend::{self, Entry, Place};
use super::marker::Marker;
use super::rich_text::RichText;
use super::scene::{Point, Scene};
use super::style::LineStyle;
use super::ticks;

/// A chart of one or several panels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// The common axis.
    pub x_axis: Axis,
    /// The panels, the upper one first.
    pub panels: Vec<Panel>,
    /// Named positions on the x axis.
    pub markers: Vec<Marker>,
    /// Width of the picture (px).
    pub width: f64,
    /// Height of each frame (px); chosen by the number of panels if absent.
    pub panel_height: Option<f64>,
}

/// One frame of a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// The vertical axis.
    pub y_axis: Axis,
    /// The curves.
    pub series: Vec<Series>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Its name in the legend; none if empty.
    pub name: RichText,
    /// Its points in the units of the axes. Infinities and not-a-numbers make gaps.
    pub points: Vec<Point>,
    /// How it looks; by its index if absent.
    pub style: Option<LineStyle>,
    /// Whether each point gets a dot.
    pub has_dots: bool,
}

impl Series {
    /// A line with the next colour of the palette.
    pub fn new(name: impl Into<RichText>, points: Vec<Point>) -> Self {
        Self {
            name: name.into(),
            points,
            style: None,
            has_dots: false,
        }
    }

    /// With this look.
    pub fn style(mut self, style: LineStyle) -> Self {
        self.style = Some(style);
        self
    }

    /// With a dot at each point.
    pub fn dots(mut self) -> Self {
        self.has_dots = true;
        self
    }
}

impl Panel {
    /// An empty panel.
    pub fn new(y_axis: Axis) -> Self {
        Self {
            y_axis,
            series: Vec::new(),
        }
    }

    /// With one more curve.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        let styled = self.series.iter().enumerate();
        styled
            .filter(|(_, series)| !series.name.is_empty())
            .map(|(index, series)| Entry {
                name: series.name.clone(),
                style: self.style_of(index),
                is_point: series.has_dots && series.points.len() == 1,
            })
            .collect()
    }

    /// Whether any series has a point.
    fn is_seen(&self) -> bool {
        let mut points = self.series.iter().flat_map(|series| &series.points);
        points.any(|point| point.iter().all(|x| x.is_finite()))
    }

    pub(crate) fn style_of(&self, index: usize) -> LineStyle {
        let given = self.series.get(index).and_then(|series| series.style);
        given.unwrap_or_else(|| LineStyle::series(index))
    }

    pub(crate) fn y_range(&self, height: f64) -> [f64; 2] {
        match self.y_axis.range {
            Some(range) => ticks::sane(range),
            None => {
                let values = self.series.iter().flat_map(|series| &series.points);
                let visible = values.filter(|point| point[0].is_finite());
                let range = ticks::range_of(visible.map(|point| point[1]));
                let range = range.unwrap_or([0.0, 1.0]);
                if self.y_axis.is_logarithmic {
                    return logarithmic_range(range);
                }
                let n_steps = axes::vertical_steps(height);
                // Rather a range that begins and ends with a tick.
                let ends_on_ticks = |range: &[f64; 2]| {
                    let ticks = ticks::ticks(*range, n_steps);
                    let slack = 1e-6 * ticks.step;
                    let is_at = |end: f64, tick: Option<&f64>| {
                        tick.is_some_and(|tick| (tick - end).abs() <= slack)
                    };
                    is_at(range[0], ticks.values.first()) && is_at(range[1], ticks.values.last())
                };
                let mut ranges = [n_steps, n_steps + 1, n_steps + 2, n_steps - 1]
                    .map(|n| ticks::rounded(range, n))
                    .into_iter();
                let first = ranges.clone().next();
                let best = ranges.find(ends_on_ticks).or(first);
                best.unwrap_or(range)
            }
        }
    }
}

/// A range of logarithms with some room, at least a third of a decade.
fn logarithmic_range(range: [f64; 2]) -> [f64; 2] {
    let [low, high] = ticks::sane(range);
    let room = (0.03 * (high - low)).max(0.5 * (0.35 - (high - low)));
    [low - room, high + room]
}

impl Chart {
    /// An empty chart.
    pub fn new(title: impl Into<RichText>, x_axis: Axis) -> Self {
        Self {
            title: title.into(),
            subtitle: RichText::default(),
            x_axis,
            panels: Vec::new(),
            markers: Vec::new(),
            width: 760.0,
            panel_height: None,
        }
    }

    /// With one more panel below.
    pub fn with(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// With one more named position.
    pub fn marker(mut self, x: f64, label: impl Into<RichText>) -> Self {
        self.markers.push(Marker::new(x, label));
        self
    }

    /// The chart as paths and texts, without panels that show nothing where others show something.
    pub(crate) fn scene(&self) -> Scene {
        let seen = self.panels.iter().filter(|panel| panel.is_seen()).count();
        if seen > 0 && seen < self.panels.len() {
            let mut chart = self.clone();
            chart.panels.retain(Panel::is_seen);
            return chart.scene();
        }
        let is_logarithmic = |panel: &Panel| panel.y_axis.is_logarithmic;
        if self.x_axis.is_logarithmic || self.panels.iter().any(is_logarithmic) {
            return self.along_axes().plain_scene();
        }
        self.plain_scene()
    }

    /// The same with all numbers as they lie along their axes.
    fn along_axes(&self) -> Self {
        let mut chart = self.clone();
        let along =
            |axis: &Axis, range: Option<[f64; 2]>| range.map(|ends| ends.map(|x| axis.along(x)));
        for marker in &mut chart.markers {
            marker.x = self.x_axis.along(marker.x);
        }
        chart.x_axis.range = along(&self.x_axis, self.x_axis.range);
        for panel in &mut chart.panels {
            panel.y_axis.range = along(&panel.y_axis, panel.y_axis.range);
            let (x, y) = (&self.x_axis, &panel.y_axis);
            for series in &mut panel.series {
                for point in &mut series.points {
                    *point = [x.along(point[0]), y.along(point[1])];
                }
            }
        }
        chart
    }

    fn plain_scene(&self) -> Scene {
        let inside = Layout::new(self, false);
        let places: Vec<Option<Place>> = (0..self.panels.len())
            .map(|index| inside.legend_place(self, index))
            .collect();
        let all_fit = places
            .iter()
            .zip(&self.panels)
            .all(|(place, panel)| place.is_some() || panel.entries().is_empty());
        if all_fit {
            inside.draw(self, &places)
        } else {
            // One legend outside makes room for all: frames stay of one width.
            let outside = Layout::new(self, true);
            let places: Vec<Option<Place>> = (0..self.panels.len())
                .map(|index| outside.outer_legend(self, index))
                .collect();
            outside.draw(self, &places)
        }
    }

    pub(crate) fn x_range(&self) -> [f64; 2] {
        let points = self.panels.iter().flat_map(|panel| &panel.series);
        let values = points.flat_map(|series| &series.points);
        let visible = values.filter(|point| point[1].is_finite());
        let markers = self.markers.iter().map(|marker| marker.x);
        let range = ticks::range_of(visible.map(|point| point[0]).chain(markers));
        ticks::sane(self.x_axis.range.or(range).unwrap_or([0.0, 1.0]))
    }

    pub(crate) fn frame_height(&self) -> f64 {
        let chosen = match self.panels.len() {
            0 | 1 => 320.0,
            2 => 210.0,
            _ => 165.0,
        };
        let wished = self.panel_height.filter(|height| height.is_finite());
        let tallest_legend = self
            .panels
            .iter()
            .map(|panel| legend::size(&panel.entries())[1])
            .fold(0.0, f64::max);
        wished
            .unwrap_or(chosen)
            .clamp(100.0, 2000.0)
            .max(tallest_legend)
    }

    pub(crate) fn description(&self) -> String {
        let panels = self.panels.iter().map(|panel| {
            let names: Vec<String> = panel.series.iter().map(|s| s.name.to_plain()).collect();
            let axis = RichText::markup(&panel.y_axis.name).to_plain();
            format!("{axis}: {}", names.join(", "))
        });
        let panels: Vec<String> = panels.collect();
        let x = RichText::markup(&self.x_axis.name).to_plain();
        format!("Line chart over {x}. {}.", panels.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_that_show_nothing_are_left_out() {
        let panel = |y: f64| {
            let points = vec![[0.0, y], [1.0, y]];
            Panel::new(Axis::new("y", "m")).with(Series::new("curve", points))
        };
        let chart = |panels: &[f64]| {
            let mut chart = Chart::new("chart", Axis::new("x", "s"));
            chart.panels = panels.iter().map(|y| panel(*y)).collect();
            chart.scene()
        };
        assert_eq!(chart(&[1.0, f64::NAN]), chart(&[1.0]));
        assert_ne!(chart(&[1.0, 2.0]), chart(&[1.0]));
        // Of nothing at all something is drawn.
        assert_ne!(chart(&[f64::NAN]), chart(&[]));
    }
}
