//! How far every wheel is turned in the assembled set.
//!
//! The first planet is at angle 0 and the first sun has its tooth 1 there; without that sun the planet has. Teeth stand
//! in the middle of spaces, with equal play on both sides. \[theory:planetary-sets\] (3), (4)

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
    /// Suns and rings, by `Part`.
    central: [f64; 6],
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
            central: [0.0; 6],
            planet: vec![0.0; angles.len()],
            planet_2: Vec::new(),
        };
        // Suns and rings that mesh with a planet, the first mesh first.
        let on = |rim: Part| -> Vec<Part> {
            let wheels = train.meshes().into_iter().filter_map(|mesh| mesh.central());
            let on_rim = wheels.filter(|(_, planet)| *planet == rim);
            on_rim.map(|(wheel, _)| wheel).collect()
        };
        let (first, second) = (on(Part::Planet), on(Part::Planet2));
        if let Some(wheel) = first.first() {
            if wheel.is_ring() {
                placed.turn_to_planet(train, *wheel, Part::Planet);
            }
            placed.planet = angles
                .iter()
                .map(|angle| placed.planet_turn(train, *wheel, Part::Planet, *angle))
                .collect();
        }
        if train.kind.has_stepped_planets() {
            placed.add_second_rim(train, second.first().copied());
        } else if train.kind == SetKind::Ravigneaux {
            placed.add_short_planets(train);
        }
        for wheel in first.iter().skip(1) {
            placed.turn_to_planet(train, *wheel, Part::Planet);
        }
        for wheel in second
            .iter()
            .skip(usize::from(train.kind.has_stepped_planets()))
        {
            placed.turn_to_planet(train, *wheel, Part::Planet2);
        }
        placed
    }

    /// Turn of a wheel; of the planet with this index.
    pub fn turn(&self, part: Part, index: usize) -> f64 {
        let of = |turns: &[f64]| turns.get(index).copied().unwrap_or(0.0);
        match part {
            Part::Planet => of(&self.planet),
            Part::Planet2 => of(&self.planet_2),
            _ => self.central[part.index()],
        }
    }

    /// Angle of the arm of the first of these planets.
    fn first_arm(&self, train: &Train, planet: Part) -> f64 {
        let arm = self.angles.first().copied().unwrap_or(0.0);
        let is_short = planet == Part::Planet2 && train.kind == SetKind::Ravigneaux;
        if is_short {
            arm + self.short_angle
        } else {
            arm
        }
    }

    /// Turns a sun or ring until it fits the first planet. (3)
    fn turn_to_planet(&mut self, train: &Train, wheel: Part, planet: Part) {
        let arm = self.first_arm(train, planet);
        let turn = self.turn(planet, 0);
        let z = train.teeth(planet);
        self.central[wheel.index()] = if wheel.is_ring() {
            // A tooth of the ring where the planet has a space: both count the same way.
            arm - TAU / f64::from(train.teeth(wheel)) * (tooth(z, arm, turn) - 0.5)
        } else {
            beside(train.teeth(wheel), arm, tooth(z, arm + PI, turn))
        };
    }

    /// A turn of the planet on the arm at `angle` with which it fits a sun or ring; whole teeth may be added. (3)
    fn planet_turn(&self, train: &Train, wheel: Part, planet: Part, angle: f64) -> f64 {
        let shown = tooth(train.teeth(wheel), angle, self.central[wheel.index()]);
        let z = train.teeth(planet);
        if wheel.is_ring() {
            angle - TAU / f64::from(z) * (shown + 0.5)
        } else {
            beside(z, angle + PI, shown)
        }
    }

    /// Turns each planet by whole teeth of its first rim until the second fits its wheel.
    fn add_second_rim(&mut self, train: &Train, wheel: Option<Part>) {
        self.planet_2 = self.planet.clone();
        let Some(wheel) = wheel else { return };
        self.turn_to_planet(train, wheel, Part::Planet2);
        let [z, z_2] = [Part::Planet, Part::Planet2].map(|part| f64::from(train.teeth(part)));
        for (index, angle) in self.angles.iter().enumerate() {
            let wanted = self.planet_turn(train, wheel, Part::Planet2, *angle);
            let misfit = |step: u32| {
                let turn = self.planet[index] + TAU * f64::from(step) / z;
                let off = (z_2 * (turn - wanted) / TAU).rem_euclid(1.0);
                off.min(1.0 - off)
            };
            let steps = 0..train.teeth(Part::Planet);
            let best = steps.min_by(|a, b| misfit(*a).total_cmp(&misfit(*b)));
            self.planet[index] += TAU * f64::from(best.unwrap_or(0)) / z;
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
