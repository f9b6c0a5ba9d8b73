//! The transverse section of a tooth and what is drawn of it, as points in millimetres on the drawing.
//!
//! Positions are (level, along): radius and angle from the centre line on a wheel, height over the datum line and
//! length on a rack. The centre line is vertical; the axis of a wheel is at the origin, the tooth above it.

use std::f64::consts::{FRAC_PI_2, PI};

use super::super::outline;
use super::super::words::millimetres;
use crate::geometry::{CylindricalGear, ProfilePoint};
use crate::plot::{Colour, Dash, LineStyle, Point, RichText, font};

/// Half of what is shown of the gear, in pitches: a tooth, its two spaces and the flanks beyond.
const REACH: f64 = 0.87;
/// How far the circles go on to the right of the gear, in modules.
const OVERHANG: f64 = 0.35;
/// Room around the labels to the right of that (px).
const LABEL_ROOM: f64 = 22.0;
/// Width of the frame (px).
pub(super) const FRAME_WIDTH: f64 = 620.0;
/// Font size of labels (px).
const LABEL_SIZE: f64 = 12.5;
/// Points along a circle.
const N_POINTS: usize = 60;

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

/// A tooth in the transverse plane.
pub(super) struct Section<'g> {
    gear: &'g CylindricalGear,
    levels: Vec<Level>,
    /// Normal module (m).
    module: f64,
    /// Angle or length from tooth to tooth.
    pitch: f64,
}

impl<'g> Section<'g> {
    pub(super) fn new(gear: &'g CylindricalGear) -> Self {
        let system = &gear.data().system;
        let pitch = match gear {
            CylindricalGear::Wheel(wheel) => 2.0 * PI / f64::from(wheel.data.teeth),
            CylindricalGear::Rack(_) => system.transverse_pitch(),
        };
        Self {
            gear,
            levels: levels(gear),
            module: system.module,
            pitch,
        }
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Position on the drawing (mm); growing `along` is to the left, as the angle grows anticlockwise.
    fn place(&self, level: f64, along: f64) -> Point {
        match self.gear {
            CylindricalGear::Wheel(_) => {
                let (sin, cos) = along.sin_cos();
                [-1e3 * level * sin, 1e3 * level * cos]
            }
            CylindricalGear::Rack(_) => [-1e3 * along, 1e3 * level],
        }
    }

    /// Outermost `along` shown of the gear. Few teeth leave no room for the neighbours: never more than 60° then.
    fn reach(&self) -> f64 {
        match self.gear {
            CylindricalGear::Wheel(_) => (REACH * self.pitch).min(PI / 3.0),
            CylindricalGear::Rack(_) => REACH * self.pitch,
        }
    }

    /// Levels of tip and root (m).
    fn tip_and_root(&self) -> [f64; 2] {
        match self.gear {
            CylindricalGear::Wheel(wheel) => [wheel.tip_radius, wheel.root_radius],
            CylindricalGear::Rack(rack) => [rack.tip_height, -rack.root_depth],
        }
    }

    /// 1 if the tip is above the root, −1 on an internal gear.
    fn upward(&self) -> f64 {
        let [tip, root] = self.tip_and_root();
        (tip - root).signum()
    }

    /// Direction from the body to the tip.
    pub(super) fn tip_direction(&self) -> f64 {
        FRAC_PI_2 * self.upward()
    }

    /// Level at which the drawn body ends (m).
    fn body_end(&self) -> f64 {
        let [_, root] = self.tip_and_root();
        let depth = 1.1 * self.module;
        let depth = match self.gear {
            CylindricalGear::Wheel(wheel) if wheel.is_internal() => wheel
                .data
                .rim
                .filter(|rim| *rim < 4.5 * self.module)
                .unwrap_or(depth),
            CylindricalGear::Wheel(wheel) => {
                let bore = wheel.data.bore_radius.unwrap_or(0.0);
                depth.min(root - bore)
            }
            CylindricalGear::Rack(_) => depth,
        };
        root - self.upward() * depth
    }

    /// The corners of what is shown (mm).
    pub(super) fn view(&self) -> [Point; 2] {
        let [tip, _] = self.tip_and_root();
        let reach = self.reach();
        let corners =
            [tip, self.body_end()].map(|level| [self.place(level, reach), self.place(level, 0.0)]);
        let all: Vec<Point> = corners.into_iter().flatten().collect();
        let low = |k: usize| all.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min);
        let high = |k: usize| all.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max);
        let module = 1e3 * self.module;
        let half = -low(0);
        let room = 0.35 * module;
        let right = half + OVERHANG * module;
        // The labels take their share of the width of the frame.
        let widths = self
            .levels
            .iter()
            .map(|level| font::extent(&level.label(), LABEL_SIZE).width);
        let widest = LABEL_ROOM + widths.fold(0.0, f64::max);
        let share = widest / (FRAME_WIDTH - widest).max(widest);
        [
            [-half - room, low(1) - room],
            [right + (right + half + room) * share, high(1) + room],
        ]
    }

    /// Where the label of a level stands best (rad): straight on, or aslant if a neighbour is near.
    pub(super) fn label_direction(&self, level: &Level) -> f64 {
        let is_near = |side: f64| {
            let distances = self.levels.iter().map(|other| side * (other.at - level.at));
            distances
                .into_iter()
                .any(|d| d > 0.0 && d < 0.3 * self.module)
        };
        match (is_near(1.0), is_near(-1.0)) {
            (true, false) => -0.5,
            (false, true) => 0.5,
            _ => 0.0,
        }
    }

    /// The line of a level from right to left, a little longer than the gear on the right.
    pub(super) fn line(&self, level: f64) -> Vec<Point> {
        let reach = self.reach();
        let overhang = match self.gear {
            CylindricalGear::Wheel(_) => OVERHANG * self.module / level,
            CylindricalGear::Rack(_) => OVERHANG * self.module,
        };
        self.curve(level, -reach - overhang, reach)
    }

    fn curve(&self, level: f64, from: f64, to: f64) -> Vec<Point> {
        let fraction = |i: usize| i as f64 / N_POINTS as f64;
        (0..=N_POINTS)
            .map(|i| self.place(level, from + (to - from) * fraction(i)))
            .collect()
    }

    /// The outline of all that is shown, cut at the reach.
    pub(super) fn outline(&self) -> Vec<Point> {
        let reach = self.reach();
        let points = outline::teeth(self.gear, -1, 1).into_iter();
        let along = |point: &Point| match self.gear {
            CylindricalGear::Wheel(_) => point[1].atan2(point[0]),
            CylindricalGear::Rack(_) => point[1],
        };
        points
            .filter(|point| along(point).abs() <= reach)
            .map(drawn)
            .collect()
    }

    /// The area of all that is shown.
    pub(super) fn body(&self) -> Vec<Point> {
        self.closed(self.outline(), self.reach())
    }

    /// The area of the tooth with half a space on both sides.
    pub(super) fn tooth_body(&self) -> Vec<Point> {
        let outline = outline::teeth(self.gear, 0, 0);
        self.closed(outline.into_iter().map(drawn).collect(), 0.5 * self.pitch)
    }

    fn closed(&self, mut outline: Vec<Point>, half: f64) -> Vec<Point> {
        outline.extend(self.curve(self.body_end(), half, -half));
        outline
    }

    /// The outside of a ring or the bore, where it is near.
    pub(super) fn border(&self) -> Option<Vec<Point>> {
        let wheel = self.gear.as_wheel()?;
        let end = if wheel.is_internal() {
            wheel.root_radius + wheel.data.rim?
        } else {
            wheel.data.bore_radius?
        };
        let is_near = (end - self.body_end()).abs() < 1e-6 * self.module;
        is_near.then(|| self.curve(end, self.reach(), -self.reach()))
    }

    /// Tip land and root land of the right half.
    pub(super) fn tooth_lands(&self) -> Vec<Vec<Point>> {
        let half = self.gear.half_outline(outline::POINTS_PER_CURVE);
        let [tip, root] = self.tip_and_root();
        let is_at = |level: f64, [x, y]: &Point| {
            let here = match self.gear {
                CylindricalGear::Wheel(_) => x.hypot(*y),
                CylindricalGear::Rack(_) => *x,
            };
            (here - level).abs() < 1e-9 * self.module.max(level.abs())
        };
        [tip, root]
            .into_iter()
            .map(|level| {
                let points = half.iter().copied();
                points.filter(|p| is_at(level, p)).map(drawn).collect()
            })
            .collect()
    }

    /// The involute, or the straight flank of a rack, from the form point to the tip.
    pub(super) fn flank(&self) -> Vec<Point> {
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let base = wheel.base_radius;
                let roll = |radius: f64| ((radius - base) * (radius + base)).max(0.0).sqrt();
                let [from, to] = [wheel.form_radius, wheel.generated_tip_radius].map(roll);
                let n = outline::POINTS_PER_CURVE;
                (0..=n)
                    .map(|i| base.hypot(from + (to - from) * i as f64 / n as f64))
                    .map(|radius| drawn(wheel.profile.flank(radius).cartesian()))
                    .collect()
            }
            CylindricalGear::Rack(rack) => [-rack.form_depth, rack.tip_height]
                .map(|height| drawn([height, 0.5 * rack.thickness_at(height)]))
                .to_vec(),
        }
    }

    pub(super) fn flank_name(&self) -> &'static str {
        match self.gear {
            CylindricalGear::Wheel(_) => "involute flank",
            CylindricalGear::Rack(_) => "straight flank",
        }
    }

    /// The fillet from the root land to the form point.
    pub(super) fn fillet(&self) -> Vec<Point> {
        let n = outline::POINTS_PER_CURVE;
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let point = |i: usize| wheel.profile.fillet.point(i as f64 / n as f64);
                (0..=n)
                    .map(|i| drawn(ProfilePoint::cartesian(&point(i))))
                    .collect()
            }
            // Between the middle of the root and the flank.
            CylindricalGear::Rack(rack) => {
                let points = rack.half_outline(n).into_iter();
                points.skip(1).take(n).map(drawn).collect()
            }
        }
    }

    /// Curves of the right flank and their mirror images.
    pub(super) fn both_sides(&self, curves: &[Vec<Point>]) -> Vec<Vec<Point>> {
        let mirrored = |curve: &Vec<Point>| curve.iter().map(|[x, y]| [-x, *y]).collect();
        let mirrors: Vec<Vec<Point>> = curves.iter().map(mirrored).collect();
        curves.iter().cloned().chain(mirrors).collect()
    }

    /// The tooth thickness on the reference circle or datum line: its arc on the drawing and its length (m).
    pub(super) fn thickness(&self) -> (Vec<Point>, f64) {
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let half = 0.5 * wheel.tooth_thickness / wheel.reference_radius;
                (
                    self.curve(wheel.reference_radius, half, -half),
                    wheel.tooth_thickness,
                )
            }
            CylindricalGear::Rack(rack) => {
                let half = 0.5 * rack.tooth_thickness;
                (self.curve(0.0, half, -half), rack.tooth_thickness)
            }
        }
    }
}

/// A point of the gear's frame (m) on the drawing (mm): the tooth on +x points up.
fn drawn([x, y]: Point) -> Point {
    [-1e3 * y, 1e3 * x]
}

fn levels(gear: &CylindricalGear) -> Vec<Level> {
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
