//! Technical drawings with one scale in both directions.

use std::f64::consts::TAU;

use serde::Serialize;

use super::arrow::{Arrow, HEAD};
use super::axes::{self, Axis, Scale};
use super::colour::Colour;
use super::label::{self, Obstacles, Request};
use super::legend::{self, Arrangement, Entry, Place};
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::scene::{Circle, Group, Item, Path, Point, Scene};
use super::shape::{Shape, Transform};
use super::style::LineStyle;
use super::ticks;
use super::title::{Heading, MARGIN};

/// Shortest side of the frame (px).
const SHORTEST_SIDE: f64 = 180.0;

/// A drawing to scale. All coordinates are in the unit of its axes, millimetres if not said otherwise; y is up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drawing {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// A sentence on what is drawn, for readers who cannot see it; the legend stands in for an empty one.
    pub description: String,
    /// The horizontal axis; its range limits what is shown.
    pub x_axis: Axis,
    /// The vertical axis; its range limits what is shown.
    pub y_axis: Axis,
    /// Whether pale lines stand at the ticks.
    pub has_grid: bool,
    /// Largest width and height of the frame (px).
    pub frame_size: [f64; 2],
    shapes: Vec<Styled>,
    points: Vec<Dot>,
    arrows: Vec<Arrow>,
    labels: Vec<Name>,
    legend: Vec<Entry>,
}

/// A shape and how it looks.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Styled {
    #[serde(flatten)]
    shape: Shape,
    style: LineStyle,
}

/// The mark of a place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Dot {
    point: Point,
    colour: Colour,
}

/// A label with its wish.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Name {
    point: Point,
    text: RichText,
    direction: f64,
}

impl Drawing {
    /// An empty drawing with axes x and y in millimetres.
    pub fn new(title: impl Into<RichText>) -> Self {
        Self {
            title: title.into(),
            subtitle: RichText::default(),
            description: String::new(),
            x_axis: Axis::new("x", "mm"),
            y_axis: Axis::new("y", "mm"),
            has_grid: true,
            frame_size: [620.0, 560.0],
            shapes: Vec::new(),
            points: Vec::new(),
            arrows: Vec::new(),
            labels: Vec::new(),
            legend: Vec::new(),
        }
    }

    /// Shows this part only: the corner with the smallest and that with the largest coordinates.
    pub fn set_view(&mut self, low: Point, high: Point) {
        self.x_axis.range = Some([low[0], high[0]]);
        self.y_axis.range = Some([low[1], high[1]]);
    }

    /// Adds an open line.
    pub fn add_polyline(&mut self, points: Vec<Point>, style: LineStyle) {
        let shape = Shape::Polyline {
            points,
            is_closed: false,
        };
        self.shapes.push(Styled { shape, style });
    }

    /// Adds a closed outline, filled if the style says so.
    pub fn add_polygon(&mut self, points: Vec<Point>, style: LineStyle) {
        let shape = Shape::Polyline {
            points,
            is_closed: true,
        };
        self.shapes.push(Styled { shape, style });
    }

    /// Adds a circle.
    pub fn add_circle(&mut self, centre: Point, radius: f64, style: LineStyle) {
        self.add_arc(centre, radius, 0.0, TAU, style);
    }

    /// Adds an arc from the angle `start` over `sweep` (rad, anticlockwise).
    pub fn add_arc(
        &mut self,
        centre: Point,
        radius: f64,
        start: f64,
        sweep: f64,
        style: LineStyle,
    ) {
        let shape = Shape::Arc {
            centre,
            radius,
            start,
            sweep,
        };
        self.shapes.push(Styled { shape, style });
    }

    /// Adds a dash-dot line.
    pub fn add_centre_line(&mut self, start: Point, end: Point) {
        self.add_polyline(vec![start, end], LineStyle::centre_line());
    }

    /// Adds a dot.
    pub fn add_point(&mut self, point: Point, colour: Colour) {
        self.points.push(Dot { point, colour });
    }

    /// Adds a name beside a place, up and right of it if there is room.
    pub fn add_label(&mut self, point: Point, text: impl Into<RichText>) {
        self.add_label_toward(point, text, TAU / 8.0);
    }

    /// Adds a name beside a place, in this direction (rad, anticlockwise from x) if there is room.
    pub fn add_label_toward(&mut self, point: Point, text: impl Into<RichText>, direction: f64) {
        self.labels.push(Name {
            point,
            text: text.into(),
            direction,
        });
    }

    /// Adds a dot with its name.
    pub fn add_named_point(&mut self, point: Point, colour: Colour, text: impl Into<RichText>) {
        self.add_point(point, colour);
        self.add_label(point, text);
    }

    /// Adds a dimension: a line with an arrow at both ends and a name at its middle.
    pub fn add_dimension(&mut self, start: Point, end: Point, text: impl Into<RichText>) {
        self.add_polyline(vec![start, end], LineStyle::thin(Colour::BLACK));
        for (tip, from) in [(start, end), (end, start)] {
            self.arrows.push(Arrow {
                tip,
                from,
                colour: Colour::BLACK,
                // Two heads must fit.
                least: 2.0 * HEAD,
            });
        }
        let middle = [0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1])];
        self.add_label(middle, text);
    }

    /// Adds a line with an arrow at its end.
    pub fn add_arrow(&mut self, points: Vec<Point>, style: LineStyle) {
        if let [.., from, tip] = points[..] {
            self.arrows.push(Arrow {
                tip,
                from,
                colour: style.colour,
                least: 0.0,
            });
        }
        self.add_polyline(points, style);
    }

    /// Adds a line to the legend: a sample of the style and what it stands for.
    pub fn add_legend(&mut self, text: impl Into<RichText>, style: LineStyle) {
        self.legend.push(Entry {
            name: text.into(),
            style,
            is_point: false,
        });
    }

    /// Adds a dot to the legend.
    pub fn add_legend_point(&mut self, text: impl Into<RichText>, colour: Colour) {
        self.legend.push(Entry {
            name: text.into(),
            style: LineStyle::new(colour),
            is_point: true,
        });
    }

    /// The drawing as paths and texts.
    pub(crate) fn scene(&self) -> Scene {
        let [x_range, y_range] = self.ranges();
        let [frame_width, frame_height] = [x_range, y_range].map(|[low, high]| high - low);
        let limits = self.frame_size.map(|side| {
            if side.is_finite() {
                side.clamp(240.0, 4000.0)
            } else {
                600.0
            }
        });
        let scale = (limits[0] / frame_width).min(limits[1] / frame_height);
        let [frame_width, frame_height] = [frame_width * scale, frame_height * scale];

        let [x_ticks, y_ticks] =
            axes::square_ticks([x_range, y_range], [frame_width, frame_height]);
        let y_title = self.y_axis.title(&y_ticks, frame_height);
        let widest = axes::widest(&y_ticks);
        let left = MARGIN + axes::vertical_room(widest, y_title.len());
        let entries = &self.legend;
        let [legend_width, legend_height] = legend::size(entries);
        let right = if entries.is_empty() {
            24.0
        } else {
            14.0 + legend_width
        };
        let width = left + frame_width + right + MARGIN;
        let heading = Heading::new(&self.title, &self.subtitle, width);
        let top = MARGIN + heading.room();
        let frame = Rectangle::new(left, top, frame_width, frame_height);

        let x_scale = Scale::new(x_range, [frame.left, frame.right]);
        let y_scale = Scale::new(y_range, [frame.bottom, frame.top]);
        let x_title = self.x_axis.title(&x_ticks, frame_width);
        let transform = Transform {
            origin: [
                frame.left - scale * x_range[0],
                frame.bottom + scale * y_range[0],
            ],
            scale,
        };

        let mut items = heading.draw(frame.middle(), width);
        if self.has_grid {
            let (x, y) = ((&x_scale, &x_ticks), (&y_scale, &y_ticks));
            items.push(axes::grid(&frame, x, y));
        }
        items.push(self.draw_shapes(&transform, &frame));
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
        let (labels, lost) = self.draw_labels(&transform, &frame);
        items.push(labels);
        if !entries.is_empty() {
            let place = Place {
                area: Rectangle::new(frame.right + 14.0, frame.top, legend_width, legend_height),
                arrangement: Arrangement::Column,
            };
            items.push(legend::draw(entries, &place));
        }
        let bottom = frame.bottom + axes::horizontal_room(x_title.len());
        Scene {
            width,
            height: bottom.max(frame.top + legend_height) + MARGIN,
            title: self.title.to_plain(),
            description: self.description(&lost),
            items,
        }
    }

    /// What is shown: the ranges of the axes or else all that was added; widened where the frame would be too slim.
    fn ranges(&self) -> [[f64; 2]; 2] {
        let shapes = self.shapes.iter().flat_map(|styled| styled.shape.corners());
        let points = self.points.iter().map(|dot| dot.point);
        let all: Vec<Point> = shapes.chain(points).collect();
        let range = |axis: &Axis, index: usize| {
            let given = axis.range.map(ticks::sane);
            given.unwrap_or_else(|| {
                let data = ticks::range_of(all.iter().map(|point| point[index]));
                let [low, high] = ticks::sane(data.unwrap_or([0.0, 1.0]));
                let room = 0.05 * (high - low);
                [low - room, high + room]
            })
        };
        let mut ranges = [range(&self.x_axis, 0), range(&self.y_axis, 1)];
        let longest = ranges
            .iter()
            .map(|[low, high]| high - low)
            .fold(0.0, f64::max);
        let least = longest * SHORTEST_SIDE / self.frame_size[0].min(self.frame_size[1]).max(240.0);
        for [low, high] in &mut ranges {
            let missing = 0.5 * (least - (*high - *low)).max(0.0);
            *low -= missing;
            *high += missing;
        }
        ranges
    }

    fn draw_shapes(&self, transform: &Transform, frame: &Rectangle) -> Item {
        let mut group = Group::new("data");
        group.clip = Some(*frame);
        for Styled { shape, style } in &self.shapes {
            group.items.extend(shape.draw(style, transform, frame));
        }
        for arrow in &self.arrows {
            group.items.extend(arrow.draw(transform));
        }
        Item::Group(group)
    }

    /// Dots within the frame, as they stand on the page.
    fn visible_dots(&self, transform: &Transform, frame: &Rectangle) -> Vec<Dot> {
        let mapped = self.points.iter().map(|dot| Dot {
            point: transform.map(dot.point),
            colour: dot.colour,
        });
        mapped.filter(|dot| frame.contains(dot.point)).collect()
    }

    /// Names with their leaders and, above these, the dots; and the names that found no room.
    fn draw_labels(&self, transform: &Transform, frame: &Rectangle) -> (Item, Vec<String>) {
        let visible =
            |(name, point): &(&Name, Point)| !name.text.is_empty() && frame.contains(*point);
        let names: Vec<(&Name, Point)> = self
            .labels
            .iter()
            .map(|name| (name, transform.map(name.point)))
            .filter(visible)
            .collect();
        let requests: Vec<Request> = names
            .iter()
            .map(|(name, point)| Request {
                point: *point,
                text: name.text.clone(),
                // The page has y downwards.
                direction: -name.direction,
            })
            .collect();
        let dots = self.visible_dots(transform, frame);
        let shapes = self.shapes.iter();
        let obstacles = Obstacles {
            boxes: Vec::new(),
            points: dots.iter().map(|dot| dot.point).collect(),
            lines: shapes
                .flat_map(|styled| styled.shape.lines(transform, frame))
                .collect(),
        };
        let placed = label::place(&requests, &obstacles, &frame.grown(-4.0));
        let lost = requests
            .iter()
            .zip(&placed)
            .filter(|(_, label)| label.is_none());
        let lost = lost.map(|(request, _)| request.text.to_plain()).collect();

        let mut group = Group::new("labels");
        let leaders = placed.iter().flatten().filter_map(|label| label.leader);
        let leaders: Vec<Vec<Point>> = leaders.map(|leader| leader.to_vec()).collect();
        // A white rim lets leaders stand out from the lines they cross.
        let rim = LineStyle::new(Colour::WHITE).width(2.6);
        group.items.push(Path::lines(leaders.clone(), &rim));
        let thin = LineStyle::thin(Colour::BLACK);
        group.items.push(Path::lines(leaders, &thin));
        let dots = dots.into_iter();
        group
            .items
            .extend(dots.map(|dot| Circle::dot(dot.point, dot.colour)));
        let texts = placed
            .into_iter()
            .flatten()
            .map(|label| Item::Text(label.text));
        group.items.extend(texts);
        (Item::Group(group), lost)
    }

    fn description(&self, lost: &[String]) -> String {
        let shown: Vec<String> = self
            .legend
            .iter()
            .map(|entry| entry.name.to_plain())
            .collect();
        let mut description = if self.description.is_empty() {
            format!("Drawing to scale. {}", shown.join(", "))
        } else {
            self.description.clone()
        };
        if !lost.is_empty() {
            description.push_str(" Without room for their names: ");
            description.push_str(&lost.join(", "));
        }
        description
    }
}
