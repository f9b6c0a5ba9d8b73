//! Line charts: one panel or several above each other, with a common x axis.

use super::axes::{self, Axis, LINE_SPACING, Scale, TEXT_SIZE};
use super::clip;
use super::colour::Colour;
use super::legend::{self, Entry};
use super::marker::{self, Marker};
use super::occupancy::Occupancy;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Circle, Group, Item, Path, Point, Scene, Text};
use super::style::LineStyle;
use super::ticks::{self, Ticks};

/// Font size of titles (px).
pub(crate) const TITLE_SIZE: f64 = 15.0;
/// White border of a picture (px).
pub(crate) const MARGIN: f64 = 14.0;
/// Distance of panels (px): their outermost tick labels stay apart.
const PANEL_GAP: f64 = 20.0;
/// Narrowest frame (px): holds a few tick labels.
const NARROWEST_FRAME: f64 = 240.0;

/// A chart of one or several panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Title; may be empty.
    pub title: RichText,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The vertical axis.
    pub y_axis: Axis,
    /// The curves.
    pub series: Vec<Series>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
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

    fn entries(&self) -> Vec<Entry> {
        let styled = self.series.iter().enumerate();
        styled
            .filter(|(_, series)| !series.name.is_empty())
            .map(|(index, series)| Entry {
                name: series.name.clone(),
                style: self.style_of(index),
                is_point: false,
            })
            .collect()
    }

    fn style_of(&self, index: usize) -> LineStyle {
        let given = self.series.get(index).and_then(|series| series.style);
        given.unwrap_or_else(|| LineStyle::series(index))
    }

    fn y_range(&self, height: f64) -> [f64; 2] {
        match self.y_axis.range {
            Some(range) => ticks::sane(range),
            None => {
                let values = self.series.iter().flat_map(|series| &series.points);
                let visible = values.filter(|point| point[0].is_finite());
                let range = ticks::range_of(visible.map(|point| point[1]));
                ticks::rounded(range.unwrap_or([0.0, 1.0]), axes::vertical_steps(height))
            }
        }
    }
}

impl Chart {
    /// An empty chart.
    pub fn new(title: impl Into<RichText>, x_axis: Axis) -> Self {
        Self {
            title: title.into(),
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

    /// The chart as paths and texts.
    pub fn render(&self) -> Scene {
        let inside = Layout::new(self, false);
        let places: Vec<Option<Rectangle>> = (0..self.panels.len())
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
            let places: Vec<Option<Rectangle>> = (0..self.panels.len())
                .map(|index| outside.outer_legend(self, index))
                .collect();
            outside.draw(self, &places)
        }
    }

    fn x_range(&self) -> [f64; 2] {
        let points = self.panels.iter().flat_map(|panel| &panel.series);
        let values = points.flat_map(|series| &series.points);
        let visible = values.filter(|point| point[1].is_finite());
        let markers = self.markers.iter().map(|marker| marker.x);
        let range = ticks::range_of(visible.map(|point| point[0]).chain(markers));
        ticks::sane(self.x_axis.range.or(range).unwrap_or([0.0, 1.0]))
    }

    fn frame_height(&self) -> f64 {
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

    fn description(&self) -> String {
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

/// Where the parts of a chart stand.
struct Layout {
    width: f64,
    height: f64,
    title: Vec<RichText>,
    frames: Vec<Rectangle>,
    x_scale: Scale,
    x_ticks: Ticks,
    x_title: Vec<RichText>,
    y_scales: Vec<Scale>,
    y_ticks: Vec<Ticks>,
    y_titles: Vec<Vec<RichText>>,
    widest: f64,
}

impl Layout {
    fn new(chart: &Chart, has_outer_legend: bool) -> Self {
        let frame_height = chart.frame_height();
        let y_ranges: Vec<[f64; 2]> = chart
            .panels
            .iter()
            .map(|panel| panel.y_range(frame_height))
            .collect();
        let steps = axes::vertical_steps(frame_height);
        let y_ticks: Vec<Ticks> = y_ranges.iter().map(|r| ticks::ticks(*r, steps)).collect();
        let y_titles: Vec<Vec<RichText>> = chart
            .panels
            .iter()
            .zip(&y_ticks)
            .map(|(panel, ticks)| panel.y_axis.title(ticks, frame_height))
            .collect();
        let widest = y_ticks.iter().map(axes::widest).fold(0.0, f64::max);
        let n_lines = y_titles.iter().map(Vec::len).max().unwrap_or(1);
        let left = MARGIN + axes::vertical_room(widest, n_lines);

        let legend_width = if has_outer_legend {
            let widths = chart.panels.iter().map(|p| legend::size(&p.entries())[0]);
            widths.fold(0.0, f64::max) + 12.0
        } else {
            // Half of a tick label may stand out over the end of the frame.
            24.0
        };
        let wished = if chart.width.is_finite() {
            chart.width.clamp(200.0, 4000.0)
        } else {
            760.0
        };
        let frame_width = (wished - left - legend_width - MARGIN).max(NARROWEST_FRAME);
        let width = left + frame_width + legend_width + MARGIN;

        let title = title_lines(&chart.title, width);
        let x_range = chart.x_range();
        let x_ticks = axes::horizontal_ticks(x_range, frame_width);
        let x_title = chart.x_axis.title(&x_ticks, frame_width);
        let x_scale = Scale::new(x_range, [left, left + frame_width]);
        let has_marker_row = !marker::shown(&chart.markers, &x_scale).is_empty();
        let marker_row = if has_marker_row { marker::ROW } else { 0.0 };

        let mut top = MARGIN + title_room(&title) + marker_row;
        let mut frames = Vec::new();
        for _ in &chart.panels {
            frames.push(Rectangle::new(left, top, frame_width, frame_height));
            top += frame_height + PANEL_GAP;
        }
        let bottom = frames.last().map_or(top, |frame| frame.bottom);
        let y_scales = y_ranges
            .iter()
            .zip(&frames)
            .map(|(range, frame)| Scale::new(*range, [frame.bottom, frame.top]))
            .collect();
        Self {
            width,
            height: bottom + axes::horizontal_room(x_title.len()) + MARGIN,
            title,
            frames,
            x_scale,
            x_ticks,
            x_title,
            y_scales,
            y_ticks,
            y_titles,
            widest,
        }
    }

    /// The curve on the page, cut a little outside of the frame, where the clip hides the cut.
    fn curve(&self, series: &Series, index: usize) -> Vec<Vec<Point>> {
        let page: Vec<Point> = series
            .points
            .iter()
            .map(|point| {
                [
                    self.x_scale.map(point[0]),
                    self.y_scales[index].map(point[1]),
                ]
            })
            .collect();
        let runs = clip::clipped(&page, &self.frames[index].grown(10.0));
        runs.iter().map(|run| clip::thinned(run)).collect()
    }

    fn legend_place(&self, chart: &Chart, index: usize) -> Option<Rectangle> {
        let panel = &chart.panels[index];
        let entries = panel.entries();
        if entries.is_empty() {
            return None;
        }
        let frame = &self.frames[index];
        let curves: Vec<Vec<Point>> = panel
            .series
            .iter()
            .flat_map(|series| self.curve(series, index))
            .collect();
        let markers: Vec<Vec<Point>> = marker::shown(&chart.markers, &self.x_scale)
            .iter()
            .map(|(x, _)| vec![[*x, frame.top], [*x, frame.bottom]])
            .collect();
        legend::free_place(
            frame,
            legend::size(&entries),
            &Occupancy::new(*frame, &curves),
            &Occupancy::new(*frame, &markers),
        )
    }

    fn outer_legend(&self, chart: &Chart, index: usize) -> Option<Rectangle> {
        let entries = chart.panels[index].entries();
        let [width, height] = legend::size(&entries);
        let frame = &self.frames[index];
        let place = Rectangle::new(frame.right + 12.0, frame.top, width, height);
        (!entries.is_empty()).then_some(place)
    }

    fn draw(&self, chart: &Chart, legends: &[Option<Rectangle>]) -> Scene {
        let mut items = draw_title(&self.title, self.width);
        let markers = marker::shown(&chart.markers, &self.x_scale);
        for (index, panel) in chart.panels.iter().enumerate() {
            let frame = &self.frames[index];
            let (scale, ticks) = (&self.y_scales[index], &self.y_ticks[index]);
            items.push(axes::grid(
                frame,
                (&self.x_scale, &self.x_ticks),
                (scale, ticks),
            ));
            if scale.shows(0.0) {
                let zero = scale.map(0.0);
                let line = LineStyle::new(Colour::GREY).width(0.8);
                items.push(Path::segment(
                    [frame.left, zero],
                    [frame.right, zero],
                    &line,
                ));
            }
            items.push(marker::lines(&markers, frame));
            items.push(self.draw_curves(panel, index));
            items.push(axes::border(frame));
            let title = &self.y_titles[index];
            items.push(axes::vertical(
                frame,
                scale,
                &panel.y_axis,
                ticks,
                title,
                self.widest,
            ));
            if let Some(place) = legends.get(index).copied().flatten() {
                items.push(legend::draw(&panel.entries(), &place));
            }
        }
        if let (Some(first), Some(last)) = (self.frames.first(), self.frames.last()) {
            items.push(marker::labels(&markers, first));
            items.push(axes::horizontal(
                last,
                &self.x_scale,
                &chart.x_axis,
                &self.x_ticks,
                &self.x_title,
            ));
        }
        Scene {
            width: self.width,
            height: self.height,
            title: chart.title.to_plain(),
            description: chart.description(),
            items,
        }
    }

    fn draw_curves(&self, panel: &Panel, index: usize) -> Item {
        let frame = &self.frames[index];
        let mut group = Group::new("data");
        // Lines along the border keep their full width.
        group.clip = Some(frame.grown(1.5));
        let mut is_empty = true;
        for (i_series, series) in panel.series.iter().enumerate() {
            let style = panel.style_of(i_series);
            let runs = self.curve(series, index);
            is_empty &= runs.is_empty();
            let lone = runs.iter().filter(|run| run.len() == 1 || series.has_dots);
            let dots: Vec<Item> = lone
                .flatten()
                .map(|point| Circle::dot(*point, style.colour))
                .collect();
            group.items.push(Path::lines(runs, &style));
            group.items.extend(dots);
        }
        if is_empty {
            let centre = [
                0.5 * (frame.left + frame.right),
                0.5 * (frame.top + frame.bottom),
            ];
            let note = Text::new(centre, TEXT_SIZE, "no data")
                .placed(Anchor::Middle, Baseline::Middle)
                .colour(Colour::GREY);
            group.items.push(Item::Text(note));
        }
        Item::Group(group)
    }
}

/// The title in at most two lines.
pub(crate) fn title_lines(title: &RichText, width: f64) -> Vec<RichText> {
    if title.is_empty() {
        return Vec::new();
    }
    title.wrapped(TITLE_SIZE, width - 2.0 * MARGIN, 2)
}

/// Height of the title with the space below (px).
pub(crate) fn title_room(lines: &[RichText]) -> f64 {
    if lines.is_empty() {
        return 6.0;
    }
    TITLE_SIZE * LINE_SPACING * lines.len() as f64 + 8.0
}

/// The title, centred on the picture.
pub(crate) fn draw_title(lines: &[RichText], width: f64) -> Vec<Item> {
    let draw = |(i_line, line): (usize, &RichText)| {
        let top = MARGIN + i_line as f64 * TITLE_SIZE * LINE_SPACING;
        let text = Text::new([0.5 * width, top], TITLE_SIZE, line.clone());
        Item::Text(text.placed(Anchor::Middle, Baseline::Top).class("title"))
    };
    lines.iter().enumerate().map(draw).collect()
}
