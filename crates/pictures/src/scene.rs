//! A picture as plain data: paths, circles and texts in pixels at 96 dpi, y downwards.

use super::colour::Colour;
use super::font;
use super::rectangle::Rectangle;
use super::rich_text::RichText;
use super::style::{LineStyle, Stroke};

/// A position: x, y.
pub type Point = [f64; 2];

/// A whole picture on white ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width (px at 96 dpi).
    pub width: f64,
    /// Height (px at 96 dpi).
    pub height: f64,
    /// What the picture shows, for readers who cannot see it.
    pub title: String,
    /// A sentence more on the same.
    pub description: String,
    /// What is drawn, the first one lowest.
    pub items: Vec<Item>,
}

/// One element of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Lines or an area.
    Path(Path),
    /// A circle, such as the mark of a point.
    Circle(Circle),
    /// A line of text.
    Text(Text),
    /// Elements that belong together.
    Group(Group),
}

/// Polylines with one look.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The polylines; arcs are flattened. Areas fill by the even-odd rule.
    pub runs: Vec<Vec<Point>>,
    /// Whether each polyline returns to its start.
    pub is_closed: bool,
    /// The line, if any.
    pub stroke: Option<Stroke>,
    /// The area, if any.
    pub fill: Option<Colour>,
}

/// A circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    /// Centre.
    pub centre: Point,
    /// Radius (px).
    pub radius: f64,
    /// The line, if any.
    pub stroke: Option<Stroke>,
    /// The area, if any.
    pub fill: Option<Colour>,
}

/// Where a text stands relative to its position, along the line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the position.
    Start,
    /// The text is centred on it.
    Middle,
    /// The text ends there.
    End,
}

/// Where a text stands relative to its position, across the line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// Letters stand on the position.
    Alphabetic,
    /// Capitals and digits are centred on it.
    Middle,
    /// Tall letters touch it from below.
    Top,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Position.
    pub position: Point,
    /// How it stands along the line.
    pub anchor: Anchor,
    /// How it stands across the line.
    pub baseline: Baseline,
    /// Font size (px).
    pub size: f64,
    /// Colour.
    pub colour: Colour,
    /// Turned by 90° to read upwards.
    pub is_turned: bool,
    /// Whether a white rim keeps it legible on lines.
    pub has_halo: bool,
    /// The words.
    pub content: RichText,
    /// What kind of text it is, as in `tick`, `axis-title`.
    pub class: &'static str,
}

/// Elements that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What kind of group it is, as in `axis`, `legend`.
    pub class: &'static str,
    /// Unit of an axis.
    pub unit: Option<String>,
    /// Nothing is drawn outside of this.
    pub clip: Option<Rectangle>,
    /// What is drawn, the first one lowest.
    pub items: Vec<Item>,
}

impl Path {
    /// Open polylines.
    pub fn lines(runs: Vec<Vec<Point>>, style: &LineStyle) -> Item {
        Item::Path(Self {
            runs,
            is_closed: false,
            stroke: style.stroke(),
            fill: None,
        })
    }

    /// One straight line.
    pub fn segment(start: Point, end: Point, style: &LineStyle) -> Item {
        Self::lines(vec![vec![start, end]], style)
    }

    /// A rectangle.
    pub fn rectangle(rectangle: Rectangle, style: &LineStyle) -> Item {
        let Rectangle {
            left,
            top,
            right,
            bottom,
        } = rectangle;
        Item::Path(Self {
            runs: vec![vec![
                [left, top],
                [right, top],
                [right, bottom],
                [left, bottom],
            ]],
            is_closed: true,
            stroke: style.stroke(),
            fill: style.fill,
        })
    }
}

impl Circle {
    /// A filled dot with a thin white rim, which keeps it visible on lines.
    pub fn dot(centre: Point, colour: Colour) -> Item {
        Item::Circle(Self {
            centre,
            radius: 3.0,
            stroke: LineStyle::new(Colour::WHITE).width(0.8).stroke(),
            fill: Some(colour),
        })
    }
}

impl Text {
    /// A black text that starts at `position`, on the baseline.
    pub fn new(position: Point, size: f64, content: impl Into<RichText>) -> Self {
        Self {
            position,
            anchor: Anchor::Start,
            baseline: Baseline::Alphabetic,
            size,
            colour: Colour::BLACK,
            is_turned: false,
            has_halo: false,
            content: content.into(),
            class: "text",
        }
    }

    /// Placed so relative to its position.
    pub fn placed(mut self, anchor: Anchor, baseline: Baseline) -> Self {
        self.anchor = anchor;
        self.baseline = baseline;
        self
    }

    /// Of this kind.
    pub fn class(mut self, class: &'static str) -> Self {
        self.class = class;
        self
    }

    /// In this colour.
    pub fn colour(mut self, colour: Colour) -> Self {
        self.colour = colour;
        self
    }

    /// With a white rim.
    pub fn halo(mut self) -> Self {
        self.has_halo = true;
        self
    }

    /// Reading upwards.
    pub fn turned(mut self) -> Self {
        self.is_turned = true;
        self
    }

    /// The position with the shift of the baseline applied: where letters stand.
    pub fn alphabetic_position(&self) -> Point {
        let shift = match self.baseline {
            Baseline::Alphabetic => 0.0,
            Baseline::Middle => 0.5 * font::CAPITAL_HEIGHT * self.size,
            Baseline::Top => font::ASCENT * self.size,
        };
        let [x, y] = self.position;
        if self.is_turned {
            [x + shift, y]
        } else {
            [x, y + shift]
        }
    }

    /// The box around the text as drawn.
    pub fn bounds(&self) -> Rectangle {
        let extent = font::extent(&self.content, self.size);
        let start = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * extent.width,
            Anchor::End => -extent.width,
        };
        let [x, y] = self.alphabetic_position();
        if self.is_turned {
            Rectangle {
                left: x - extent.above,
                right: x + extent.below,
                top: y - start - extent.width,
                bottom: y - start,
            }
        } else {
            Rectangle {
                left: x + start,
                right: x + start + extent.width,
                top: y - extent.above,
                bottom: y + extent.below,
            }
        }
    }
}

impl Group {
    /// An empty group of this kind.
    pub fn new(class: &'static str) -> Self {
        Self {
            class,
            ..Self::default()
        }
    }
}
