//! How lines and areas look.

use serde::Serialize;

use super::colour::Colour;

/// Pattern of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dash {
    /// Unbroken.
    #[default]
    Solid,
    /// Long dashes.
    Dashed,
    /// Short dashes.
    Dotted,
    /// Long dash, dot: centre and pitch lines.
    DashDot,
}

impl Dash {
    /// Lengths of dash and gap in pixels; empty for an unbroken line.
    pub fn pattern(self) -> &'static [f64] {
        match self {
            Self::Solid => &[],
            Self::Dashed => &[6.0, 3.5],
            Self::Dotted => &[1.8, 2.6],
            Self::DashDot => &[11.0, 3.0, 2.0, 3.0],
        }
    }
}

/// The line of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub colour: Colour,
    /// Width (px).
    pub width: f64,
    /// Pattern.
    pub dash: Dash,
}

impl Stroke {
    /// The white rim around a text that stands on lines.
    pub const HALO: Self = Self {
        colour: Colour::WHITE,
        width: 3.0,
        dash: Dash::Solid,
    };
}

/// Line and fill of a shape or a series. A width of 0 draws no line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LineStyle {
    /// Colour of the line.
    pub colour: Colour,
    /// Width (px).
    pub width: f64,
    /// Pattern.
    pub dash: Dash,
    /// Colour of the area, if it is filled.
    pub fill: Option<Colour>,
}

impl LineStyle {
    /// An unbroken line of the usual weight.
    pub const fn new(colour: Colour) -> Self {
        Self {
            colour,
            width: 1.6,
            dash: Dash::Solid,
            fill: None,
        }
    }

    /// The style for the series with this index: colours first, then other patterns, so that none looks like another
    /// among the first 28.
    pub fn series(index: usize) -> Self {
        let n_colours = Colour::PALETTE.len();
        let dashes = [Dash::Solid, Dash::Dashed, Dash::DashDot, Dash::Dotted];
        Self::new(Colour::PALETTE[index % n_colours])
            .dash(dashes[(index / n_colours) % dashes.len()])
    }

    /// Centre line: thin, dash-dot, grey.
    pub const fn centre_line() -> Self {
        Self::new(Colour::GREY).width(0.9).dash(Dash::DashDot)
    }

    /// Thin line for dimensions, leaders and helper lines.
    pub const fn thin(colour: Colour) -> Self {
        Self::new(colour).width(0.9)
    }

    /// With this width (px).
    pub const fn width(mut self, width: f64) -> Self {
        self.width = width;
        self
    }

    /// With this pattern.
    pub const fn dash(mut self, dash: Dash) -> Self {
        self.dash = dash;
        self
    }

    /// With a filled area.
    pub const fn fill(mut self, colour: Colour) -> Self {
        self.fill = Some(colour);
        self
    }

    /// The line alone, if it has one.
    pub fn stroke(&self) -> Option<Stroke> {
        (self.width > 0.0).then_some(Stroke {
            colour: self.colour,
            width: self.width,
            dash: self.dash,
        })
    }
}
