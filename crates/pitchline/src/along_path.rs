//! What tables and pictures along the path of contact share: where they sample it, and how fast it is passed.

use crate::geometry::GearPair;

/// Number of steps along the path of contact.
const STEPS: usize = 100;

/// Distances along the line of action (m), from A to E in equal steps.
pub(crate) fn distances(mesh: &GearPair) -> Vec<f64> {
    let [start, end] = [mesh.path.a.distance, mesh.path.e.distance];
    (0..=STEPS)
        .map(|i| start + (end - start) * i as f64 / STEPS as f64)
        .collect()
}

/// Speed on the working circles (m/s) for an angular speed of `a`, or of the pinion where `a` is a rack (rad/s).
pub(crate) fn pitch_line_speed(mesh: &GearPair, speed: f64) -> f64 {
    let radius = mesh.working_radius[0]
        .or(mesh.working_radius[1])
        .unwrap_or(0.0);
    speed.abs() * radius
}
