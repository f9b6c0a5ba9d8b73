//! A planetary set of real gears: its meshes at one centre distance, its planets in their places.

use super::alternatives::Refused;
use super::assembly::position_steps;
use super::coaxial::not_coaxial;
use super::error::SetError;
use super::phase::{lags, ring_to_sun_lag};
use super::placement::Placement;
use super::places::Places;
use super::room::{Bodies, equal, triangle};
use super::train::{Mesh, Part, SetKind, Train};
use crate::{CylindricalData, CylindricalGear, GearKind, GearPair, PairData};

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
    /// Distance of the planets' axes from the common axis (m); that of the first mesh without play if not given.
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
    /// All meshes, in the order of [`Train::meshes`].
    pub meshes: Vec<(Mesh, GearPair)>,
    /// Number of places on a turn at which a planet fits; 0 where it fits everywhere.
    pub position_steps: u64,
    /// Where the wheels stand.
    pub placement: Placement,
    /// Least distance of the tip circles of neighbouring planets (m); `None` for one planet.
    pub planet_clearance: Option<f64>,
    /// Largest distance of two meshes' centre distances without play (m).
    pub coaxiality_mismatch: f64,
}

impl PlanetarySet {
    /// Derives the set from the gears that `gear` names, or says all that is wrong. A wheel that the kind can be
    /// without may be missing.
    pub fn build<'g>(
        kind: SetKind,
        gear: impl Fn(Part) -> Option<&'g CylindricalGear>,
        data: &SetData,
    ) -> Result<Self, Vec<SetError>> {
        Self::build_with(kind, &gear, data, true)
    }

    /// The same without looking for sets that can be assembled.
    pub(super) fn build_without_advice<'g>(
        kind: SetKind,
        gear: impl Fn(Part) -> Option<&'g CylindricalGear>,
        data: &SetData,
    ) -> Result<Self, Vec<SetError>> {
        Self::build_with(kind, &gear, data, false)
    }

    fn build_with<'g>(
        kind: SetKind,
        gear: &impl Fn(Part) -> Option<&'g CylindricalGear>,
        data: &SetData,
        has_advice: bool,
    ) -> Result<Self, Vec<SetError>> {
        let gears = gears(kind, gear)?;
        let train = Train::new(kind, |part| of(&gears, part).map_or(0, |g| g.data().teeth));
        let (center_distance, meshes) = meshes(&train, &gears, data)?;
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
        let tip = |part| Some(of(&gears, part)?.as_wheel()?.tip_radius);
        let bodies = Bodies {
            center_distance,
            triangle,
            tips: [Part::Planet, Part::Planet2].map(tip),
            sun_2: tip(Part::Sun2),
        };
        let places = Places {
            steps: position_steps(&train),
            planets,
            bodies: &bodies,
        };
        let advice = || {
            if !has_advice {
                return Vec::new();
            }
            let data_of: Vec<(Part, CylindricalData)> = gears
                .iter()
                .map(|(part, gear)| (*part, *gear.data()))
                .collect();
            let pairs: Vec<GearPair> = meshes.iter().map(|(_, pair)| pair.clone()).collect();
            let module = |index: usize| pairs[index].a.data().system.transverse_module();
            let refused = Refused {
                train,
                gears: &data_of,
                data,
                meshes: &pairs,
                modules: [module(0), module(pairs.len() - 1)],
            };
            refused.alternatives()
        };
        let angles = match places.angles(&data.spacing) {
            Ok(angles) => angles,
            Err(refusal) => {
                // Where the teeth must change anyway, or there is no room, this is not yet the question.
                if errors.is_empty() && bodies.has_room(planets) {
                    errors.push(refusal.into_error(advice));
                }
                equal(planets)
            }
        };
        errors.extend(bodies.touching(&angles, places.steps));
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            train,
            planets,
            center_distance,
            short_center_distance: triangle.map(|triangle| triangle.short),
            position_steps: places.steps,
            planet_clearance: (planets > 1).then(|| bodies.clearance(&angles).0),
            placement: Placement::new(
                &train,
                &angles,
                triangle.map_or([0.0, 0.0], |t| [t.angle, t.direction]),
            ),
            coaxiality_mismatch: mismatch(&train, &meshes),
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

    /// Lag of the mesh of a ring behind the mesh of the sun on the same rim of the same planet.
    pub fn ring_to_sun_lag(&self) -> Option<f64> {
        let rim = |planet| {
            let on = |is_ring: bool| {
                let mut meshes = self.meshes.iter();
                let found = meshes.find(|(mesh, _)| {
                    mesh.central()
                        .is_some_and(|(wheel, rim)| rim == planet && wheel.is_ring() == is_ring)
                });
                found.map(|(_, pair)| pair)
            };
            on(false).zip(on(true))
        };
        let (sun, ring) = [Part::Planet, Part::Planet2].into_iter().find_map(rim)?;
        ring_to_sun_lag(sun, ring)
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

/// The gears of a set by their part.
type Gears<'g> = Vec<(Part, &'g CylindricalGear)>;

fn of<'g>(gears: &Gears<'g>, part: Part) -> Option<&'g CylindricalGear> {
    let found = gears.iter().find(|(known, _)| *known == part);
    found.map(|(_, gear)| *gear)
}

/// The gears of a set, or what is wrong with them: missing, or of the wrong kind.
fn gears<'g>(
    kind: SetKind,
    gear: &impl Fn(Part) -> Option<&'g CylindricalGear>,
) -> Result<Gears<'g>, Vec<SetError>> {
    let parts = kind.parts().iter();
    let gears: Gears = parts
        .filter_map(|part| Some((*part, gear(*part)?)))
        .collect();
    let has = |part: &Part| of(&gears, *part).is_some();
    let required = kind.parts().iter().filter(|part| !kind.is_optional(**part));
    let mut errors: Vec<SetError> = required
        .filter(|part| !has(part))
        .map(|part| SetError::Missing { parts: vec![*part] })
        .collect();
    let either = vec![Part::Ring, Part::Sun2];
    if kind == SetKind::Stepped && !either.iter().any(has) {
        errors.push(SetError::Missing { parts: either });
    }
    errors.extend(gears.iter().filter_map(|(part, gear)| {
        let found = gear.data().kind;
        let wanted = if part.is_ring() {
            GearKind::Internal
        } else {
            GearKind::External
        };
        (found != wanted).then_some(SetError::WrongKind { part: *part, found })
    }));
    if errors.is_empty() {
        Ok(gears)
    } else {
        Err(errors)
    }
}

/// The centre distance of the set and all its pairs. Short planets have their own centre distances.
#[allow(clippy::type_complexity, reason = "two results of one step")]
fn meshes(
    train: &Train,
    gears: &Gears,
    data: &SetData,
) -> Result<(f64, Vec<(Mesh, GearPair)>), Vec<SetError>> {
    let build = |mesh: &Mesh, center_distance: Option<f64>| {
        let missing = |part| SetError::Missing { parts: vec![part] };
        let [a, b] = [mesh.a, mesh.b].map(|part| of(gears, part).ok_or(missing(part)));
        let data = PairData {
            center_distance,
            allow_interference: data.allow_interference,
        };
        let pair = GearPair::build(a?.clone(), b?.clone(), data);
        pair.map(|pair| (*mesh, pair))
            .map_err(|error| SetError::Mesh {
                mesh: *mesh,
                error: Box::new(error),
            })
    };
    let list = train.meshes();
    let [first, others @ ..] = &list[..] else {
        return Err(Vec::new());
    };
    let first = build(first, data.center_distance).map_err(|error| vec![error])?;
    let center_distance = first.1.center_distance;
    let mut found = vec![first];
    let mut errors = Vec::new();
    for mesh in others {
        match build(mesh, (!train.is_short(*mesh)).then_some(center_distance)) {
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

/// Largest distance of two meshes' centre distances without play (m).
fn mismatch(train: &Train, meshes: &[(Mesh, GearPair)]) -> f64 {
    let on_axis = meshes.iter().filter(|(mesh, _)| !train.is_short(*mesh));
    let distances = on_axis.filter_map(|(_, pair)| pair.nominal_center_distance);
    let (low, high) = distances.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), a| {
        (low.min(a), high.max(a))
    });
    (high - low).max(0.0)
}
