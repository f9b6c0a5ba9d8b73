//! Which part of the plane the picture of a mesh shows.

use std::f64::consts::TAU;

use super::position::{Placement, Position};
use crate::geometry::{CylindricalGear, GearPair, Wheel};
use crate::pictures::Point;

/// Least width of the picture, in pitches: three to four teeth of each wheel.
const WIDTH: f64 = 3.3;
/// Height over width.
const SHAPE: f64 = 0.70;
/// Base tangent points are shown if they are not farther from the pitch point than this share of the width: the
/// pitch point stays near the middle.
const FARTHEST: f64 = 0.58;
/// Room around what must be seen, in modules.
const ROOM: f64 = 0.9;

/// The part of the plane that is shown, in millimetres from the pitch point, line of centres upwards.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) low: Point,
    pub(super) high: Point,
    /// Normal module (mm).
    pub(super) module: f64,
    pitch_point: Point,
}

impl View {
    pub(super) fn new(mesh: &GearPair, position: &Position) -> Self {
        let system = &mesh.a.data().system;
        let mut view = Self {
            low: [0.0; 2],
            high: [0.0; 2],
            module: 1e3 * system.module,
            pitch_point: position.point(mesh.path.c.distance),
        };
        let shown: Vec<Point> = shown_distances(mesh)
            .into_iter()
            .map(|distance| view.map(position.point(distance)))
            .collect();
        let range = |index: usize| {
            let values = shown.iter().map(move |point| point[index]);
            [
                values.clone().fold(0.0, f64::min),
                values.fold(0.0, f64::max),
            ]
        };
        let room = ROOM * view.module;
        let [[left, right], [bottom, top]] = [range(0), range(1)];
        let width = (right - left + 2.0 * room).max(1e3 * WIDTH * system.transverse_pitch());
        let height = (top - bottom + 2.0 * room).max(SHAPE * width);
        // As near to the pitch point as what must be seen allows.
        let middle = |low: f64, high: f64, size: f64| {
            0.0_f64
                .max(high + room - 0.5 * size)
                .min(low - room + 0.5 * size)
        };
        let [x, y] = [middle(left, right, width), middle(bottom, top, height)];
        view.low = [x - 0.5 * width, y - 0.5 * height];
        view.high = [x + 0.5 * width, y + 0.5 * height];
        view
    }

    /// A point of the plane of the pair (m) on the drawing (mm).
    pub(super) fn map(&self, [x, y]: Point) -> Point {
        let [x, y] = [x - self.pitch_point[0], y - self.pitch_point[1]];
        [-1e3 * y, 1e3 * x]
    }

    pub(super) fn contains(&self, [x, y]: Point) -> bool {
        (self.low[0]..=self.high[0]).contains(&x) && (self.low[1]..=self.high[1]).contains(&y)
    }

    /// The first and last tooth to draw.
    pub(super) fn teeth(&self, gear: &CylindricalGear, placement: &Placement) -> [i64; 2] {
        let half_diagonal = 0.5e-3 * (self.high[0] - self.low[0]).hypot(self.high[1] - self.low[1]);
        let middle = [0, 1].map(|k| 0.5e-3 * (self.low[k] + self.high[k]));
        // Back from the drawing to the plane of the pair.
        let middle = [
            self.pitch_point[0] + middle[1],
            self.pitch_point[1] - middle[0],
        ];
        let from_centre = [
            middle[0] - placement.centre[0],
            middle[1] - placement.centre[1],
        ];
        let (here, around, limit) = match gear {
            CylindricalGear::Wheel(wheel) => {
                let pitch = TAU / f64::from(wheel.data.teeth);
                let angle = from_centre[1].atan2(from_centre[0]) - placement.turn;
                let sight = half_diagonal / wheel.tip_radius.min(wheel.root_radius);
                let around = if sight < 0.5 {
                    1.2 * sight / pitch
                } else {
                    f64::INFINITY
                };
                (angle / pitch, around, i64::from(wheel.data.teeth))
            }
            CylindricalGear::Rack(rack) => {
                let pitch = rack.data.system.transverse_pitch();
                (-from_centre[1] / pitch, half_diagonal / pitch, i64::MAX)
            }
        };
        let around = around.ceil().min(2000.0) as i64 + 1;
        let first = here.round() as i64 - around;
        let count = (2 * around + 1).min(limit);
        [first, first + count - 1]
    }

    /// How much of a body without known thickness is drawn (m).
    pub(super) fn body_thickness(&self) -> f64 {
        2.0e-3 * (self.high[1] - self.low[1])
    }

    /// Length of the arrows of motion (mm), which stand on the line of centres: their heads must be seen.
    pub(super) fn arrow_length(&self) -> f64 {
        let to_border = self.high[0].min(-self.low[0]);
        (0.2 * (self.high[0] - self.low[0])).min(1.8 * to_border)
    }

    /// Radius of the arrow of motion (mm): in the body, near its root, within the picture.
    pub(super) fn arrow_radius(&self, wheel: &Wheel) -> f64 {
        let root = 1e3 * wheel.root_radius;
        if wheel.is_internal() {
            let rim = wheel.data.rim.map_or(f64::INFINITY, |rim| 1e3 * rim);
            root + (0.4 * self.module).min(0.5 * rim)
        } else {
            let bore = 1e3 * wheel.data.bore_radius.unwrap_or(0.0);
            (root - 0.5 * self.module).max(0.5 * (root + bore))
        }
    }

    /// Whether a base circle passes the picture.
    pub(super) fn shows_base(&self, mesh: &GearPair) -> bool {
        let below = 1e-3 * self.low[1].min(-self.high[1]);
        let wheels = [&mesh.a, &mesh.b].into_iter().zip(mesh.working_radius);
        wheels
            .filter_map(|(gear, radius)| Some((gear.as_wheel()?, radius?)))
            .any(|(wheel, radius)| wheel.base_radius - radius > below)
    }
}

/// The base tangent points with their names and distances along the line of action (m).
pub(super) fn tangent_points(mesh: &GearPair) -> Vec<(&'static str, f64)> {
    let Some(between) = mesh.path.between_tangents else {
        let name = if mesh.is_swapped() { "T_{2}" } else { "T_{1}" };
        return vec![(name, 0.0)];
    };
    // The ring's tangent point lies before that of the pinion.
    let is_backward = mesh.is_internal() && !mesh.is_swapped();
    let second = if is_backward { -between } else { between };
    vec![("T_{1}", 0.0), ("T_{2}", second)]
}

/// Path of contact, pitch point, and the tangent points that leave the rest large and in the middle.
fn shown_distances(mesh: &GearPair) -> Vec<f64> {
    let path = &mesh.path;
    let system = &mesh.a.data().system;
    let room = ROOM * system.module;
    let width = (WIDTH * system.transverse_pitch()).max(path.length() + 2.0 * room);
    let is_near = |distance: &f64| {
        let across = (distance - path.c.distance).abs() * mesh.working_pressure_angle.cos();
        across + room <= FARTHEST * width
    };
    let tangents = tangent_points(mesh).into_iter().map(|(_, d)| d);
    let points = path.named().map(|(_, point)| point.distance);
    points.into_iter().chain(tangents.filter(is_near)).collect()
}
