//! Names of what a planetary set makes in a machine.

use toml::de::DeValue;

use crate::geometry::planetary::{Mesh, Part, SetKind, Train};

/// Most planets of a set.
pub(crate) const MOST_PLANETS: usize = 24;

/// The names that start with that of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetNames<'n>(pub &'n str);

impl SetNames<'_> {
    /// A wheel; of planets the one with this index, which also is the name of its body.
    pub fn wheel(self, part: Part, index: usize) -> String {
        let Self(set) = self;
        match part.is_planet() {
            true => format!("{set}-{}-{}", part.name(), index + 1),
            false => format!("{set}-{}", part.name()),
        }
    }

    /// The joint, or what gives way, between the carrier and the planet with this index.
    pub fn pin(self, part: Part, index: usize) -> String {
        let pin = match part {
            Part::Planet2 => "pin_2",
            _ => "pin",
        };
        format!("{}-{pin}-{}", self.0, index + 1)
    }

    /// The mesh of the planet with this index.
    pub fn pair(self, mesh: Mesh, index: usize) -> String {
        format!("{}-{}-{}", self.0, mesh.name(), index + 1)
    }
}

/// All that a set makes.
#[derive(Debug)]
pub(super) struct MadeNames {
    pub bodies: Vec<String>,
    /// Joints and forces.
    pub pins: Vec<String>,
    pub wheels: Vec<String>,
    pub pairs: Vec<String>,
}

/// What a set that is part of the machine makes, `Some(None)` where its table is too wrong to tell; `None` of one that makes nothing.
pub(super) fn made(set: &str, table: &DeValue<'_>) -> Option<Option<MadeNames>> {
    let written = |key: &str| table.get(key).map(|value| value.get_ref());
    written("bodies")?;
    let kind = written("kind").and_then(|kind| kind.as_str());
    let kind = SetKind::ALL
        .into_iter()
        .find(|known| Some(known.name()) == kind);
    Some(kind.map(|kind| {
        let planets = match written("planets") {
            Some(DeValue::Integer(number)) => number.as_str().parse().ok(),
            _ => None,
        };
        let planets = planets.unwrap_or(MOST_PLANETS).min(MOST_PLANETS);
        let train = Train::new(kind, |part| u32::from(written(part.name()).is_some()));
        names(SetNames(set), &train, planets)
    }))
}

fn names(set: SetNames, train: &Train, planets: usize) -> MadeNames {
    let bodies = bodies(train.kind);
    let each = || 0..planets;
    let of_part = |part: Part| each().map(move |index| set.wheel(part, index));
    let wheels = train
        .parts()
        .into_iter()
        .flat_map(|part| match part.is_planet() {
            true => of_part(part).collect(),
            false => vec![set.wheel(part, 0)],
        });
    let meshes = train.meshes().into_iter();
    let pairs = meshes.flat_map(|mesh| each().map(move |index| set.pair(mesh, index)));
    MadeNames {
        bodies: bodies.iter().flat_map(|part| of_part(*part)).collect(),
        pins: bodies
            .iter()
            .flat_map(|part| each().map(move |index| set.pin(*part, index)))
            .collect(),
        wheels: wheels.collect(),
        pairs: pairs.collect(),
    }
}

/// The planets that are bodies of their own: two rims are one body.
pub(crate) fn bodies(kind: SetKind) -> &'static [Part] {
    match kind {
        SetKind::Ravigneaux => &[Part::Planet, Part::Planet2],
        SetKind::Simple | SetKind::Stepped | SetKind::Wolfrom => &[Part::Planet],
    }
}
