//! The angles of the planets, and why they cannot be had. \[theory:planetary-sets\] (8)

use std::f64::consts::TAU;

use super::alternatives::Alternative;
use super::assembly::nearest_positions;
use super::error::SetError;
use super::room::{Bodies, equal};
use super::set::Spacing;

/// A planet's angle may miss its place by this part of a step: what rounding in a model file leaves.
const ANGLE_TOLERANCE: f64 = 0.02;

/// Where planets can stand.
pub(super) struct Places<'b> {
    pub steps: u64,
    pub planets: u32,
    pub bodies: &'b Bodies,
}

/// Why planets do not stand as they should.
pub(super) enum Refusal {
    /// An angle that does not fit.
    Angle(SetError),
    /// Planets at equal angles do not fit.
    Equal {
        planets: u32,
        steps: u64,
        nearest: Option<Vec<f64>>,
        other_planets: Vec<u32>,
    },
}

impl Refusal {
    pub fn into_error(self, alternatives: impl Fn() -> Vec<Alternative>) -> SetError {
        match self {
            Self::Angle(error) => error,
            Self::Equal {
                planets,
                steps,
                nearest,
                other_planets,
            } => SetError::CannotAssemble {
                planets,
                steps,
                nearest,
                other_planets,
                alternatives: alternatives(),
            },
        }
    }
}

impl Places<'_> {
    /// The angles of the planets. \[theory:planetary-sets\] (8)
    pub fn angles(&self, spacing: &Spacing) -> Result<Vec<f64>, Refusal> {
        match spacing {
            Spacing::Angles(angles) => self.snapped(angles).map_err(Refusal::Angle),
            _ if self.fits(self.planets) => Ok(equal(self.planets)),
            Spacing::Equal => Err(self.refusal()),
            Spacing::Nearest => self.nearest().ok_or_else(|| self.refusal()),
        }
    }

    /// Whether this many equally spaced planets fit the teeth.
    fn fits(&self, planets: u32) -> bool {
        self.steps.is_multiple_of(planets.into())
    }

    fn nearest(&self) -> Option<Vec<f64>> {
        let places = nearest_positions(self.steps, self.planets)?;
        let step = TAU / self.steps as f64;
        Some(places.iter().map(|k| *k as f64 * step).collect())
    }

    fn refusal(&self) -> Refusal {
        let has_room =
            |angles: &Vec<f64>| self.planets < 2 || self.bodies.clearance(angles).0 > 0.0;
        Refusal::Equal {
            planets: self.planets,
            steps: self.steps,
            nearest: self.nearest().filter(has_room),
            other_planets: (2..=8)
                .filter(|n| self.fits(*n) && self.bodies.has_room(*n))
                .collect(),
        }
    }

    /// Given angles on the places that they mean, or the first that means none.
    fn snapped(&self, angles: &[f64]) -> Result<Vec<f64>, SetError> {
        if self.steps == 0 {
            return Ok(angles.to_vec());
        }
        let step = TAU / self.steps as f64;
        let places: Vec<f64> = angles
            .iter()
            .map(|angle| (angle / step).round() * step)
            .collect();
        let is_off = |i: &usize| (angles[*i] - places[*i]).abs() > ANGLE_TOLERANCE * step;
        let Some(index) = (0..angles.len()).find(is_off) else {
            return Ok(places);
        };
        let ends = places.iter().skip(1).copied().chain([TAU]);
        let gaps = places.iter().zip(ends).map(|(from, to)| to - from);
        Err(SetError::WrongAngle {
            index,
            angle: angles[index],
            nearest: places[index],
            step,
            gaps: gaps.collect(),
        })
    }
}
