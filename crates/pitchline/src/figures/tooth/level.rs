//! Circles of a wheel and lines of a rack, with what their labels say.

use super::super::words::millimetres;
use crate::geometry::CylindricalGear;
use crate::pictures::{Colour, Dash, LineStyle, RichText};

/// A circle of a wheel or a line of a rack.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) name: &'static str,
    pub(super) symbol: &'static str,
    /// Radius or height (m).
    pub(super) at: f64,
    /// Diameter or height, as labelled (m).
    pub(super) value: f64,
    pub(super) style: LineStyle,
}

impl Level {
    /// Symbol and value, in one piece.
    pub(super) fn label(&self) -> RichText {
        if self.symbol.is_empty() {
            return RichText::markup(self.name);
        }
        let value = millimetres(self.value);
        RichText::markup(&format!("{}\u{a0}=\u{a0}{value}", self.symbol))
    }
}

/// All of a gear, the tip first.
pub(super) fn levels(gear: &CylindricalGear) -> Vec<Level> {
    let black = |width: f64, dash: Dash| LineStyle::new(Colour::BLACK).width(width).dash(dash);
    let tip_style = black(0.9, Dash::Solid);
    let root_style = LineStyle::new(Colour::GREY).width(0.9);
    let reference_style = black(1.1, Dash::DashDot);
    let form_style = LineStyle::new(Colour::VERMILION)
        .width(1.4)
        .dash(Dash::Dotted);
    let base_style = LineStyle::new(Colour::GREEN).width(1.4).dash(Dash::Dashed);
    let level = |name, symbol, at: f64, value: f64, style| Level {
        name,
        symbol,
        at,
        value,
        style,
    };
    match gear {
        CylindricalGear::Wheel(wheel) => {
            let circle =
                |name, symbol, radius: f64, style| level(name, symbol, radius, 2.0 * radius, style);
            vec![
                circle("tip circle", "d_{a}", wheel.tip_radius, tip_style),
                circle(
                    "reference circle",
                    "d",
                    wheel.reference_radius,
                    reference_style,
                ),
                circle("base circle", "d_{b}", wheel.base_radius, base_style),
                circle("form circle", "d_{Ff}", wheel.form_radius, form_style),
                circle("root circle", "d_{f}", wheel.root_radius, root_style),
            ]
        }
        CylindricalGear::Rack(rack) => vec![
            level(
                "tip line",
                "h_{a}",
                rack.tip_height,
                rack.tip_height,
                tip_style,
            ),
            level("datum line", "", 0.0, 0.0, reference_style),
            level(
                "form line",
                "h_{Ff}",
                -rack.form_depth,
                rack.form_depth,
                form_style,
            ),
            level(
                "root line",
                "h_{f}",
                -rack.root_depth,
                rack.root_depth,
                root_style,
            ),
        ],
    }
}
