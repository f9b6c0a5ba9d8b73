//! Room for the planets: neighbours, long and short planets, the small sun. \[theory:planetary-sets\] (11)

use std::f64::consts::TAU;

use super::error::SetError;
use super::train::{Mesh, Part};
use crate::GearPair;

/// Long and short planet and the common axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    /// Distance of the short planet from the common axis (m).
    pub short: f64,
    /// Angle from the arm of the long planet to that of the short one (rad).
    pub angle: f64,
    /// Direction from long to short planet, from the arm of the long one (rad).
    pub direction: f64,
}

/// The triangle that the centre distances of the meshes make.
pub(super) fn triangle(meshes: &[(Mesh, GearPair)], long: f64) -> Result<Triangle, SetError> {
    let distance = |a: Part| {
        let found = meshes
            .iter()
            .find(|(mesh, _)| mesh.a == a && mesh.b == Part::Planet2);
        found.map_or(f64::NAN, |(_, pair)| pair.center_distance)
    };
    let (short, between) = (distance(Part::Sun2), distance(Part::Planet));
    let cos = (long * long + short * short - between * between) / (2.0 * long * short);
    if cos.is_nan() || cos.abs() >= 1.0 {
        return Err(SetError::NoTriangle {
            sides: [long, short, between],
        });
    }
    let angle = cos.acos();
    let direction = (short * angle.sin()).atan2(short * angle.cos() - long);
    Ok(Triangle {
        short,
        angle,
        direction,
    })
}

/// What decides whether neighbours touch.
pub(super) struct Bodies {
    pub center_distance: f64,
    pub triangle: Option<Triangle>,
    /// Tip radii of planet and planet_2.
    pub tips: [Option<f64>; 2],
    /// Tip radius of the second sun.
    pub sun_2: Option<f64>,
}

impl Bodies {
    /// Least distance of the tip circles of neighbours, and whose they are. \[theory:planetary-sets\] (11)
    pub fn clearance(&self, angles: &[f64]) -> (f64, [Part; 2]) {
        let mut least = (f64::INFINITY, [Part::Planet; 2]);
        let mut consider = |distance: f64, radii: Option<f64>, parts: [Part; 2]| {
            if let Some(radii) = radii
                && distance - radii < least.0
            {
                least = (distance - radii, parts);
            }
        };
        let [planet, planet_2] = self.tips;
        for (i, angle) in angles.iter().enumerate() {
            let next = angles.get(i + 1).copied().unwrap_or(angles[0] + TAU);
            let gap = (next - angle).min(TAU - (next - angle));
            let chord = 2.0 * (0.5 * gap).sin();
            let pair = |tip: Option<f64>| tip.map(|tip| 2.0 * tip);
            consider(
                self.center_distance * chord,
                pair(planet),
                [Part::Planet; 2],
            );
            let Some(triangle) = self.triangle else {
                consider(
                    self.center_distance * chord,
                    pair(planet_2),
                    [Part::Planet2; 2],
                );
                continue;
            };
            consider(triangle.short * chord, pair(planet_2), [Part::Planet2; 2]);
            // A short planet and the long one of its neighbour.
            let apart = next - angle - triangle.angle;
            let [a, b] = [self.center_distance, triangle.short];
            let distance = (a * a + b * b - 2.0 * a * b * apart.cos()).max(0.0).sqrt();
            let radii = planet.zip(planet_2).map(|(long, short)| long + short);
            consider(distance, radii, [Part::Planet, Part::Planet2]);
        }
        least
    }

    /// Whether this many equally spaced planets do not touch.
    pub fn has_room(&self, planets: u32) -> bool {
        planets < 2 || self.clearance(&equal(planets)).0 > 0.0
    }

    /// All that touches.
    pub fn touching(&self, angles: &[f64], steps: u64) -> Vec<SetError> {
        let mut errors = Vec::new();
        let planets = angles.len() as u32;
        let (clearance, parts) = self.clearance(angles);
        if planets > 1 && clearance <= 0.0 {
            let fitting = |is_right: &dyn Fn(u32) -> bool| {
                (1..=planets)
                    .rev()
                    .find(|n| self.has_room(*n) && is_right(*n))
            };
            errors.push(SetError::PlanetsTouch {
                parts,
                planets,
                overlap: -clearance,
                largest: fitting(&|_| true).unwrap_or(1),
                largest_assembled: fitting(&|n| steps.is_multiple_of(n.into())).unwrap_or(0),
            });
        }
        // In its own plane the small sun stands beside the long planets too.
        if let (Some(_), Some(sun), Some(long)) = (self.triangle, self.sun_2, self.tips[0]) {
            let overlap = sun + long - self.center_distance;
            if overlap > 0.0 {
                errors.push(SetError::LongPlanetTouchesSun { overlap });
            }
        }
        errors
    }
}

/// Equal angles.
pub(super) fn equal(planets: u32) -> Vec<f64> {
    (0..planets)
        .map(|j| TAU * f64::from(j) / f64::from(planets))
        .collect()
}
