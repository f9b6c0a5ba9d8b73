//! A pair placed in the plane: the pinion's axis at the origin, the pitch point on +x. The flanks come from the
//! profiles of the wheels as points and tangents; no formula of the mesh is used.

use pitchline_geometry::{CylindricalGear, GearPair, ProfilePoint, Wheel};

use crate::numeric::{cross, dot, turn};

/// A flank in contact: place, outward normal, and how far the wheel is turned (a rack: shifted).
#[derive(Debug, Clone, Copy)]
pub struct Touch {
    pub point: [f64; 2],
    pub normal: [f64; 2],
    pub position: f64,
}

pub fn cartesian(radius: f64, angle: f64) -> [f64; 2] {
    ProfilePoint { radius, angle }.cartesian()
}

/// Right flank of tooth 1 at a roll angle: a point, smooth down to the base circle.
pub fn flank(wheel: &Wheel, roll: f64) -> [f64; 2] {
    wheel
        .profile
        .flank(wheel.base_radius * roll.hypot(1.0))
        .cartesian()
}

/// Outward unit normal of the right flank, from central differences along it.
pub fn normal(wheel: &Wheel, roll: f64) -> [f64; 2] {
    let h = 1e-3 * roll.min(1.0);
    let difference = |h: f64| {
        let [p, q] = [flank(wheel, roll + h), flank(wheel, roll - h)];
        [(p[0] - q[0]) / (2.0 * h), (p[1] - q[1]) / (2.0 * h)]
    };
    let ([u, v], [p, q]) = (difference(h), difference(0.5 * h));
    let along = [(4.0 * p - u) / 3.0, (4.0 * q - v) / 3.0];
    let length = along[0].hypot(along[1]);
    // Away from the centre line of the tooth: to larger angles.
    let mut normal = [-along[1] / length, along[0] / length];
    let point = flank(wheel, roll);
    if cross(point, normal) < 0.0 {
        normal = [-normal[0], -normal[1]];
    }
    normal
}

/// Turns a wheel about the axis at `center` until the flank's normal passes `pitch_point` and points along `toward`.
///
/// `zero` is the direction of tooth 1 at position 0; a mirrored flank is the left one.
fn place(
    wheel: &Wheel,
    roll: f64,
    mirror: bool,
    center: [f64; 2],
    pitch_point: [f64; 2],
    toward: f64,
    zero: f64,
) -> Touch {
    let flip = |[x, y]: [f64; 2]| if mirror { [x, -y] } else { [x, y] };
    let point = flip(flank(wheel, roll));
    let direction = flip(normal(wheel, roll));
    let arm = pitch_point[0] - center[0];
    // cross(pitch point, normal) = cross(point, normal): sin of the normal's direction is known.
    let sine = (cross(point, direction) / arm).clamp(-1.0, 1.0);
    let wanted = if toward > 0.0 {
        sine.asin()
    } else {
        std::f64::consts::PI - sine.asin()
    };
    let angle = wanted - direction[1].atan2(direction[0]);
    let [x, y] = turn(point, angle);
    let position = (angle - zero + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU)
        - std::f64::consts::PI;
    Touch {
        point: [x + center[0], y + center[1]],
        normal: turn(direction, angle),
        position,
    }
}

/// Both flanks where the pinion's right flank touches its mate at these roll angles.
///
/// Positions are counted so that teeth of both move to +y at the pitch point when they grow.
pub fn touch(pair: &GearPair, rolls: [Option<f64>; 2]) -> [Touch; 2] {
    let pinion = pair.a.as_wheel().unwrap();
    let working = pair.working_radius[0].unwrap();
    let pitch_point = [working, 0.0];
    let first = place(
        pinion,
        rolls[0].unwrap(),
        false,
        [0.0; 2],
        pitch_point,
        1.0,
        0.0,
    );
    let second = match &pair.b {
        CylindricalGear::Wheel(ring) if ring.is_internal() => place(
            ring,
            rolls[1].unwrap(),
            true,
            [-pair.center_distance, 0.0],
            pitch_point,
            -1.0,
            0.0,
        ),
        CylindricalGear::Wheel(wheel) => {
            let pi = std::f64::consts::PI;
            let mut touch = place(
                wheel,
                rolls[1].unwrap(),
                false,
                [pair.center_distance, 0.0],
                pitch_point,
                -1.0,
                pi,
            );
            touch.position = -touch.position;
            touch
        }
        CylindricalGear::Rack(rack) => {
            // Last three points of the outline: flank at the form line, flank at the tip, middle of the tip.
            let outline = rack.half_outline(8);
            let [low, high] = [outline[outline.len() - 3], outline[outline.len() - 2]];
            let slope = (high[1] - low[1]) / (high[0] - low[0]);
            let height = pair.center_distance - first.point[0];
            let half = low[1] + slope * (height - low[0]);
            let length = slope.hypot(1.0);
            // Turned by 180°: its tip points to −x, its right flank looks to −y.
            Touch {
                point: [pair.center_distance - height, first.point[1]],
                normal: [slope / length, -1.0 / length],
                position: first.point[1] + half,
            }
        }
    };
    [first, second]
}

/// Position of the mate's tooth that the pinion's right flank touches, brought to where the pinion's tooth is at 0.
pub fn mate_ahead(pair: &GearPair, [first, second]: [Touch; 2]) -> f64 {
    let follows = match pair.ratio {
        Some(ratio) => first.position / ratio,
        None => first.position * pair.working_radius[0].unwrap(),
    };
    second.position - follows
}

/// How far the normals are from opposite, and the points from each other.
pub fn mismatch([first, second]: [Touch; 2]) -> (f64, f64) {
    let apart = crate::numeric::distance(first.point, second.point);
    (1.0 + dot(first.normal, second.normal), apart)
}

/// Roll angles of points spread over the path of contact, away from the base circles where differences fail.
pub fn contacts(pair: &GearPair) -> Vec<(f64, [Option<f64>; 2])> {
    let [start, end] = [pair.path.a, pair.path.e];
    let between = |f: f64| {
        let roll =
            |i: usize| Some(start.roll_angle[i]? + f * (end.roll_angle[i]? - start.roll_angle[i]?));
        (
            start.distance + f * (end.distance - start.distance),
            [roll(0), roll(1)],
        )
    };
    let is_regular = |roll: &[Option<f64>; 2]| roll.iter().flatten().all(|roll| *roll > 0.02);
    [0.0, 0.2, 0.5, 0.8, 1.0]
        .map(between)
        .into_iter()
        .filter(|(_, rolls)| is_regular(rolls))
        .collect()
}

/// The wheels of a pair, racks left out.
pub fn wheels(pair: &GearPair) -> impl Iterator<Item = &Wheel> {
    [&pair.a, &pair.b]
        .into_iter()
        .filter_map(CylindricalGear::as_wheel)
}
