//! How far every wheel is turned in the assembled set.
//!
//! The first planet is at angle 0 and the first sun has its tooth 1 there; teeth stand in the middle of spaces, with
//! equal play on both sides. \[theory:planetary-sets\] (3), (4)

use std::f64::consts::{PI, TAU};

use super::train::{Part, SetKind, Train};

/// Turns of all wheels about their own axes, in the frame of the carrier (rad). Tooth 1 of a wheel points there.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// Angles of the planets' axes about the common axis.
    pub angles: Vec<f64>,
    /// Angle from a planet's arm to that of its short planet; 0 without short planets.
    pub short_angle: f64,
    /// Direction from a long planet to its short one, from the arm of the long one.
    short_direction: f64,
    sun: f64,
    sun_2: f64,
    ring: f64,
    ring_2: f64,
    planet: Vec<f64>,
    planet_2: Vec<f64>,
}

impl Placement {
    /// Places planets at these angles; they must be multiples of a turn over the number of steps. `short` holds the
    /// angles of the short planets of a Ravigneaux set: of their arms and from long to short planet.
    pub(super) fn new(train: &Train, angles: &[f64], short: [f64; 2]) -> Self {
        let mut placed = Self {
            angles: angles.to_vec(),
            short_angle: short[0],
            short_direction: short[1],
            sun: 0.0,
            sun_2: 0.0,
            ring: 0.0,
            ring_2: 0.0,
            planet: Vec::new(),
            planet_2: Vec::new(),
        };
        for angle in angles {
            let turn = beside(
                train.teeth(Part::Planet),
                angle + PI,
                tooth(train.teeth(Part::Sun), *angle, placed.sun),
            );
            placed.planet.push(turn);
        }
        match train.kind {
            SetKind::Simple => placed.ring = placed.ring_around(train, Part::Planet, Part::Ring),
            SetKind::Stepped => placed.add_second_rim(train, Part::Ring),
            SetKind::Wolfrom => {
                placed.ring = placed.ring_around(train, Part::Planet, Part::Ring);
                placed.add_second_rim(train, Part::Ring2);
            }
            SetKind::Ravigneaux => {
                placed.ring = placed.ring_around(train, Part::Planet, Part::Ring);
                placed.add_short_planets(train);
            }
        }
        placed
    }

    /// Turn of a wheel; of the planet with this index.
    pub fn turn(&self, part: Part, index: usize) -> f64 {
        let of = |turns: &[f64]| turns.get(index).copied().unwrap_or(0.0);
        match part {
            Part::Sun => self.sun,
            Part::Sun2 => self.sun_2,
            Part::Ring => self.ring,
            Part::Ring2 => self.ring_2,
            Part::Planet => of(&self.planet),
            Part::Planet2 => of(&self.planet_2),
        }
    }

    /// The ring that fits around the first planet.
    fn ring_around(&self, train: &Train, planet: Part, ring: Part) -> f64 {
        let angle = self.angles.first().copied().unwrap_or(0.0);
        let at_planet = tooth(train.teeth(planet), angle, self.turn(planet, 0));
        // A tooth of the ring where the planet has a space: both count the same way.
        angle - TAU / f64::from(train.teeth(ring)) * (at_planet - 0.5)
    }

    /// Turns each planet by whole teeth of its first rim until the second fits its ring.
    fn add_second_rim(&mut self, train: &Train, ring: Part) {
        self.planet_2 = self.planet.clone();
        let turn = self.ring_around(train, Part::Planet2, ring);
        if ring == Part::Ring {
            self.ring = turn;
        } else {
            self.ring_2 = turn;
        }
        let z = train.teeth(Part::Planet);
        for (index, angle) in self.angles.iter().enumerate() {
            let at_ring = tooth(train.teeth(ring), *angle, turn);
            let misfit = |step: u32| {
                let turn = self.planet[index] + TAU * f64::from(step) / f64::from(z);
                let at_planet = tooth(train.teeth(Part::Planet2), *angle, turn);
                let off = (at_planet - at_ring - 0.5).rem_euclid(1.0);
                off.min(1.0 - off)
            };
            let best = (0..z).min_by(|a, b| misfit(*a).total_cmp(&misfit(*b)));
            self.planet[index] += TAU * f64::from(best.unwrap_or(0)) / f64::from(z);
            self.planet_2[index] = self.planet[index];
        }
    }

    fn add_short_planets(&mut self, train: &Train) {
        let [long, short] = [Part::Planet, Part::Planet2].map(|part| train.teeth(part));
        for (index, angle) in self.angles.iter().enumerate() {
            let toward = angle + self.short_direction;
            let turn = beside(short, toward + PI, tooth(long, toward, self.planet[index]));
            self.planet_2.push(turn);
        }
        let angle = self.angles.first().copied().unwrap_or(0.0) + self.short_angle;
        let at_short = tooth(short, angle + PI, self.turn(Part::Planet2, 0));
        self.sun_2 = beside(train.teeth(Part::Sun2), angle, at_short);
    }
}

/// Which tooth of a wheel stands in a direction, as a number: whole on a tooth, half on a space.
fn tooth(teeth: u32, direction: f64, turn: f64) -> f64 {
    f64::from(teeth) * (direction - turn) / TAU
}

/// Turn of an external wheel whose mate, in `direction`, shows it `mate` of its own teeth: the two add up to a half.
fn beside(teeth: u32, direction: f64, mate: f64) -> f64 {
    direction - TAU / f64::from(teeth) * (0.5 - mate)
}
