//! A planetary set of real gears: its meshes at one centre distance, its planets in their places.

use std::f64::consts::TAU;

use super::alternatives::alternatives;
use super::assembly::{nearest_positions, position_steps};
use super::error::SetError;
use super::phase::{lags, ring_to_sun_lag};
use super::placement::Placement;
use super::room::{Bodies, equal, triangle};
use super::train::{Mesh, Part, SetKind, Train};
use crate::{CylindricalGear, GearKind, GearPair, PairData, Wheel};

/// Teeth that overlap by less than this, in modules of centre distance, are told by the pair itself.
const OVERLAP_TOLERANCE: f64 = 2e-3;
/// Meshes that stand further apart than this, in modules of centre distance, are not called coaxial.
const WIDEST_PLAY: f64 = 0.25;
/// A planet's angle may miss its place by this part of a step: what rounding in a model file leaves.
const ANGLE_TOLERANCE: f64 = 0.02;
/// No more alternatives are shown.
const MOST_ALTERNATIVES: usize = 3;

/// Where the planets shall stand.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Spacing {
    /// At equal angles.
    #[default]
    Equal,
    /// As equal as the teeth allow.
    Nearest,
    /// At these angles from the first planet, the first of them 0 (rad).
    Angles(Vec<f64>),
}

/// What a designer gives for a set besides its gears.
#[derive(Debug, Clone, PartialEq)]
pub struct SetData {
    /// Number of planets; of long planets in a Ravigneaux set.
    pub planets: u32,
    /// Where they stand.
    pub spacing: Spacing,
    /// Distance of the planets' axes from the common axis (m); that of the mesh sun–planet without play if not given.
    pub center_distance: Option<f64>,
    /// Whether interference is a warning rather than an error.
    pub allow_interference: bool,
}

/// A set with everything that follows.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanetarySet {
    /// Kind and teeth.
    pub train: Train,
    /// Number of planets.
    pub planets: u32,
    /// Distance of the planets' axes from the common axis (m).
    pub center_distance: f64,
    /// The same of the short planets of a Ravigneaux set.
    pub short_center_distance: Option<f64>,
    /// All meshes, in the order of [`SetKind::meshes`].
    pub meshes: Vec<(Mesh, GearPair)>,
    /// Number of places on a turn at which a planet fits.
    pub position_steps: u64,
    /// Where the wheels stand.
    pub placement: Placement,
    /// Least distance of the tip circles of neighbouring planets (m); `None` for one planet.
    pub planet_clearance: Option<f64>,
    /// Largest distance of two meshes' centre distances without play (m).
    pub coaxiality_mismatch: f64,
}

impl PlanetarySet {
    /// Derives the set from the gears that `gear` names, or says all that is wrong.
    pub fn build<'g>(
        kind: SetKind,
        gear: impl Fn(Part) -> &'g CylindricalGear,
        data: &SetData,
    ) -> Result<Self, Vec<SetError>> {
        let wheels = wheels(kind, &gear)?;
        let train = Train::new(kind, |part| gear(part).data().teeth);
        let (center_distance, meshes) = meshes(kind, &gear, data)?;
        let mut errors = not_coaxial(&meshes, center_distance, &train);
        let triangle = match kind {
            SetKind::Ravigneaux => triangle(&meshes, center_distance).map(Some),
            _ => Ok(None),
        };
        let triangle = triangle.unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let planets = data.planets.max(1);
        let steps = position_steps(&train);
        let bodies = Bodies {
            center_distance,
            triangle,
            tips: [Part::Planet, Part::Planet2].map(|part| wheels(part).map(|w| w.tip_radius)),
            sun_2: wheels(Part::Sun2).map(|w| w.tip_radius),
        };
        let modules =
            [0, meshes.len() - 1].map(|i| meshes[i].1.a.data().system.transverse_module());
        let angles = match positions(&train, planets, steps, &data.spacing, modules, &bodies) {
            Ok(angles) => angles,
            Err(error) => {
                // Where the teeth must change anyway, or there is no room, this is not yet the question.
                if errors.is_empty() && bodies.has_room(planets) {
                    errors.push(error);
                }
                equal(planets)
            }
        };
        errors.extend(bodies.touching(&angles, steps));
        if !errors.is_empty() {
            return Err(errors);
        }
        let distances = meshes
            .iter()
            .filter(|(mesh, _)| mesh.a != Part::Sun2 && !mesh.b.is_planet() || mesh.a == Part::Sun)
            .filter_map(|(_, pair)| pair.nominal_center_distance);
        let (low, high) = distances.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), a| {
            (low.min(a), high.max(a))
        });
        Ok(Self {
            train,
            planets,
            center_distance,
            short_center_distance: triangle.map(|triangle| triangle.short),
            position_steps: steps,
            planet_clearance: (planets > 1).then(|| bodies.clearance(&angles).0),
            placement: Placement::new(
                &train,
                &angles,
                triangle.map_or([0.0, 0.0], |t| [t.angle, t.direction]),
            ),
            coaxiality_mismatch: (high - low).max(0.0),
            meshes,
        })
    }

    /// The pair of a mesh.
    pub fn pair(&self, mesh: Mesh) -> Option<&GearPair> {
        let found = self.meshes.iter().find(|(known, _)| *known == mesh);
        found.map(|(_, pair)| pair)
    }

    /// Lags of a mesh, one for each planet. `sign:lag`
    pub fn lags(&self, mesh: Mesh) -> Vec<f64> {
        lags(&self.train, mesh, &self.placement.angles)
    }

    /// Lag of the mesh planet–ring behind the mesh sun–planet of the same planet.
    pub fn ring_to_sun_lag(&self) -> Option<f64> {
        let sun = self.pair(Mesh {
            a: Part::Sun,
            b: Part::Planet,
        })?;
        let ring = self.pair(Mesh {
            a: Part::Planet,
            b: Part::Ring,
        })?;
        ring_to_sun_lag(&self.train, sun, ring)
    }

    /// Axis of a wheel; of the planet with this index (m).
    pub fn axis(&self, part: Part, index: usize) -> [f64; 2] {
        let angle = self.placement.angles.get(index).copied().unwrap_or(0.0);
        let (radius, angle) = match (part, self.short_center_distance) {
            (Part::Planet2, Some(short)) => (short, angle + self.placement.short_angle),
            (Part::Planet | Part::Planet2, _) => (self.center_distance, angle),
            _ => (0.0, 0.0),
        };
        [radius * angle.cos(), radius * angle.sin()]
    }
}

/// The wheels by their part, or those of the wrong kind.
fn wheels<'g>(
    kind: SetKind,
    gear: &impl Fn(Part) -> &'g CylindricalGear,
) -> Result<impl Fn(Part) -> Option<&'g Wheel>, Vec<SetError>> {
    let errors: Vec<SetError> = kind
        .parts()
        .iter()
        .filter_map(|part| {
            let found = gear(*part).data().kind;
            let wanted = if part.is_ring() {
                GearKind::Internal
            } else {
                GearKind::External
            };
            (found != wanted).then_some(SetError::WrongKind { part: *part, found })
        })
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let has = move |part: Part| kind.parts().contains(&part);
    let list: Vec<(Part, &Wheel)> = kind
        .parts()
        .iter()
        .filter_map(|part| Some((*part, gear(*part).as_wheel()?)))
        .collect();
    Ok(move |part| {
        let found = list.iter().find(|(known, _)| *known == part);
        found.filter(|_| has(part)).map(|(_, wheel)| *wheel)
    })
}

/// The centre distance of the set and all its pairs. Short planets have their own centre distances.
#[allow(clippy::type_complexity, reason = "two results of one step")]
fn meshes<'g>(
    kind: SetKind,
    gear: &impl Fn(Part) -> &'g CylindricalGear,
    data: &SetData,
) -> Result<(f64, Vec<(Mesh, GearPair)>), Vec<SetError>> {
    let build = |mesh: &Mesh, center_distance: Option<f64>| {
        GearPair::build(
            gear(mesh.a).clone(),
            gear(mesh.b).clone(),
            PairData {
                center_distance,
                allow_interference: data.allow_interference,
            },
        )
        .map(|pair| (*mesh, pair))
        .map_err(|error| SetError::Mesh {
            mesh: *mesh,
            error: Box::new(error),
        })
    };
    let [first, others @ ..] = kind.meshes() else {
        return Err(Vec::new());
    };
    let sun = build(first, data.center_distance).map_err(|error| vec![error])?;
    let center_distance = sun.1.center_distance;
    let mut found = vec![sun];
    let mut errors = Vec::new();
    for mesh in others {
        let is_short = mesh.b == Part::Planet2;
        match build(mesh, (!is_short).then_some(center_distance)) {
            Ok(pair) => found.push(pair),
            // Too near or too far for any line of action: say where the mesh belongs instead.
            Err(error) => match build(mesh, None) {
                Ok(pair) => found.push(pair),
                Err(_) => errors.push(error),
            },
        }
    }
    if errors.is_empty() {
        Ok((center_distance, found))
    } else {
        Err(errors)
    }
}

/// Meshes that have no place at the centre distance of the set. \[theory:planetary-sets\] (2)
fn not_coaxial(meshes: &[(Mesh, GearPair)], center_distance: f64, train: &Train) -> Vec<SetError> {
    let on_planet_axis = meshes.iter().filter(|(mesh, _)| mesh.b != Part::Planet2);
    let found: Vec<SetError> = on_planet_axis
        .filter_map(|(mesh, pair)| {
            let module = pair.a.data().system.transverse_module();
            let outward = if mesh.is_internal() { -1.0 } else { 1.0 };
            let nominal = pair.nominal_center_distance?;
            let play_from = |distance: f64| outward * (center_distance - distance) / module;
            let play = play_from(nominal);
            // Thinned teeth have play even where the shifts alone would overlap; too thin ones always have.
            let real_play = pair.tight_center_distance.map_or(f64::INFINITY, play_from);
            let overlaps = play.max(real_play) < -OVERLAP_TOLERANCE;
            if !overlaps && play <= WIDEST_PLAY {
                return None;
            }
            Some(SetError::NotCoaxial {
                mesh: *mesh,
                center_distance,
                mesh_distance: nominal,
                is_overlap: overlaps,
                mending: mending(*mesh, pair, center_distance),
                teeth: mesh.is_internal().then(|| {
                    let planet = f64::from(train.teeth(mesh.a));
                    (planet + 2.0 * center_distance / module).round() as u32
                }),
            })
        })
        .collect();
    // A centre distance that does not even suit the sun says nothing about the rings.
    let is_of_sun = |error: &SetError| matches!(error, SetError::NotCoaxial { mesh, .. } if !mesh.is_internal());
    match found.iter().position(is_of_sun) {
        Some(index) => vec![found[index].clone()],
        None => found,
    }
}

/// The shift of the ring with which the mesh has no play at this distance.
fn mending(mesh: Mesh, pair: &GearPair, center_distance: f64) -> Option<(Part, f64)> {
    if !mesh.is_internal() {
        return None;
    }
    let data = PairData {
        center_distance: Some(center_distance),
        allow_interference: true,
    };
    let pair = GearPair::build(pair.a.clone(), pair.b.clone(), data).ok()?;
    let shift = pair.shift_sum_without_play + pair.a.data().profile_shift;
    (shift.abs() < 1.5).then_some((mesh.b, shift))
}

/// Given angles on the places that they mean, or the first that means none.
fn snapped(angles: &[f64], step: f64) -> Result<Vec<f64>, SetError> {
    let places: Vec<f64> = angles
        .iter()
        .map(|angle| (angle / step).round() * step)
        .collect();
    let is_off = |i: &usize| (angles[*i] - places[*i]).abs() > ANGLE_TOLERANCE * step;
    let Some(index) = (0..angles.len()).find(is_off) else {
        return Ok(places);
    };
    let ends = places.iter().skip(1).copied().chain([TAU]);
    Err(SetError::WrongAngle {
        index,
        angle: angles[index],
        nearest: places[index],
        step,
        gaps: places
            .iter()
            .zip(ends)
            .map(|(from, to)| to - from)
            .collect(),
    })
}

/// The angles of the planets. \[theory:planetary-sets\] (8)
fn positions(
    train: &Train,
    planets: u32,
    steps: u64,
    spacing: &Spacing,
    modules: [f64; 2],
    bodies: &Bodies,
) -> Result<Vec<f64>, SetError> {
    let step = TAU / steps as f64;
    let nearest = || {
        let places = nearest_positions(steps, planets)?;
        Some(places.iter().map(|k| *k as f64 * step).collect::<Vec<_>>())
    };
    let has_room = |angles: &Vec<f64>| planets < 2 || bodies.clearance(angles).0 > 0.0;
    let refusal = || SetError::CannotAssemble {
        planets,
        steps,
        nearest: nearest().filter(has_room),
        other_planets: (2..=8)
            .filter(|n| steps.is_multiple_of(u64::from(*n)) && bodies.has_room(*n))
            .collect(),
        alternatives: alternatives(train, planets, modules, MOST_ALTERNATIVES),
    };
    match spacing {
        Spacing::Equal if steps.is_multiple_of(planets.into()) => Ok(equal(planets)),
        Spacing::Equal => Err(refusal()),
        Spacing::Nearest => nearest().ok_or_else(refusal),
        Spacing::Angles(angles) => snapped(angles, step),
    }
}
