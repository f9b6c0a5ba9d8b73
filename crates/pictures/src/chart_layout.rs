//! Where the parts of a chart stand, and how they are drawn there.

use super::axes::{self, Scale, TEXT_SIZE};
use super::chart::{Chart, Panel, Series};
use super::clip;
use super::colour::Colour;
use super::legend::{self, Arrangement, Place};
use super::marker;
use super::occupancy::Occupancy;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Anchor, Baseline, Circle, Group, Item, Path, Point, Scene, Text};
use super::style::LineStyle;
use super::ticks::Ticks;
use super::title::{Heading, MARGIN};

/// Distance of panels (px): their outermost tick labels stay apart.
const PANEL_GAP: f64 = 20.0;
/// Narrowest frame (px): holds a few tick labels.
const NARROWEST_FRAME: f64 = 240.0;
/// Narrowest frame as a share of the width wished for; beside a wide legend the picture grows instead.
const NARROWEST_SHARE: f64 = 0.68;

/// Where the parts of a chart stand.
pub(crate) struct Layout {
    width: f64,
    height: f64,
    heading: Heading,
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
    pub(crate) fn new(chart: &Chart, has_outer_legend: bool) -> Self {
        let frame_height = chart.frame_height();
        let y_ranges: Vec<[f64; 2]> = chart
            .panels
            .iter()
            .map(|panel| panel.y_range(frame_height))
            .collect();
        let steps = axes::vertical_steps(frame_height);
        let y_axes = chart.panels.iter().map(|panel| &panel.y_axis);
        let y_ticks: Vec<Ticks> = y_axes
            .zip(&y_ranges)
            .map(|(axis, range)| axis.ticks(*range, steps))
            .collect();
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
        let narrowest = (NARROWEST_SHARE * wished).max(NARROWEST_FRAME);
        let frame_width = (wished - left - legend_width - MARGIN).max(narrowest);
        let width = left + frame_width + legend_width + MARGIN;

        let heading = Heading::new(&chart.title, &chart.subtitle, width);
        let x_range = chart.x_range();
        let x_ticks = axes::horizontal_ticks_of(&chart.x_axis, x_range, frame_width);
        let x_title = chart.x_axis.title(&x_ticks, frame_width);
        let x_scale = Scale::new(x_range, [left, left + frame_width]);
        let has_marker_row = !marker::shown(&chart.markers, &x_scale).is_empty();
        let marker_row = if has_marker_row { marker::ROW } else { 0.0 };

        let mut top = MARGIN + heading.room() + marker_row;
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
            heading,
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

    pub(crate) fn legend_place(&self, chart: &Chart, index: usize) -> Option<Place> {
        let panel = &chart.panels[index];
        let entries = panel.entries();
        if entries.is_empty() {
            return None;
        }
        let frame = &self.frames[index];
        let mut curves: Vec<Vec<Point>> = panel
            .series
            .iter()
            .flat_map(|series| self.curve(series, index))
            .collect();
        if curves.is_empty() {
            let note = no_data(frame).bounds();
            curves.push(vec![[note.left, note.top], [note.right, note.bottom]]);
            curves.push(vec![[note.left, note.bottom], [note.right, note.top]]);
        }
        let markers: Vec<Vec<Point>> = marker::shown(&chart.markers, &self.x_scale)
            .iter()
            .map(|(x, _)| vec![[*x, frame.top], [*x, frame.bottom]])
            .collect();
        legend::free_place(
            frame,
            &entries,
            &Occupancy::new(*frame, &curves),
            &Occupancy::new(*frame, &markers),
        )
    }

    pub(crate) fn outer_legend(&self, chart: &Chart, index: usize) -> Option<Place> {
        let entries = chart.panels[index].entries();
        let [width, height] = legend::size(&entries);
        let frame = &self.frames[index];
        let place = Place {
            area: Rectangle::new(frame.right + 12.0, frame.top, width, height),
            arrangement: Arrangement::Column,
        };
        (!entries.is_empty()).then_some(place)
    }

    pub(crate) fn draw(&self, chart: &Chart, legends: &[Option<Place>]) -> Scene {
        let centre = self
            .frames
            .first()
            .map_or(0.5 * self.width, Rectangle::middle);
        let mut items = self.heading.draw(centre, self.width);
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
            items.push(self.draw_dots(panel, index));
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
        // Lines along the border keep their full width; lines cut by a given range end at the border.
        let overhang = if panel.y_axis.range.is_none() {
            1.5
        } else {
            0.5
        };
        group.clip = Some(frame.grown(overhang));
        let mut is_empty = true;
        for (i_series, series) in panel.series.iter().enumerate() {
            let style = panel.style_of(i_series);
            let runs = self.curve(series, index);
            is_empty &= runs.is_empty();
            group.items.push(Path::lines(runs, &style));
        }
        if is_empty {
            group.items.push(Item::Text(no_data(frame)));
        }
        Item::Group(group)
    }

    /// Dots of series that have them, and of points without neighbours, which no line shows. Not clipped: a dot on
    /// the border is drawn whole.
    fn draw_dots(&self, panel: &Panel, index: usize) -> Item {
        let frame = &self.frames[index];
        let mut group = Group::new("dots");
        for (i_series, series) in panel.series.iter().enumerate() {
            let colour = panel.style_of(i_series).colour;
            let runs = self.curve(series, index);
            let dotted = runs.iter().filter(|run| run.len() == 1 || series.has_dots);
            let visible = dotted.flatten().filter(|point| frame.contains(**point));
            group
                .items
                .extend(visible.map(|point| Circle::dot(*point, colour)));
        }
        Item::Group(group)
    }
}

/// What a panel without curves says.
fn no_data(frame: &Rectangle) -> Text {
    let centre = [
        0.5 * (frame.left + frame.right),
        0.5 * (frame.top + frame.bottom),
    ];
    Text::new(centre, TEXT_SIZE, "no data")
        .placed(Anchor::Middle, Baseline::Middle)
        .colour(Colour::GREY)
}
