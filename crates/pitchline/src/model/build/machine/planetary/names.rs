//! Names that a set takes.

use super::super::Reading;
use crate::input::Section;
use crate::input::set_names::{SetNames, bodies};
use crate::model::Planetary;

/// Refuses a set one of whose bodies, joints, forces, wheels or pairs has the name of another.
pub(super) fn refuse_taken(
    (what, section): (&str, &Section),
    (root, set): (&Section, &Planetary),
    reading: &mut Reading,
) -> Option<()> {
    let names = SetNames(&set.name);
    let train = &set.geometry.train;
    let count = set.geometry.placement.angles.len();
    let of_parts = |parts: &[crate::geometry::planetary::Part]| -> Vec<String> {
        let each = parts.iter().flat_map(|part| (0..count).map(|i| (*part, i)));
        each.map(|(part, i)| names.wheel(part, i)).collect()
    };
    let planets = of_parts(bodies(train.kind));
    let wheels = of_parts(&train.parts());
    let has = |key: &str, name: &String| root.entries(key).any(|(known, ..)| known == name);
    let of_bodies = ["bodies", "shafts", "joints", "forces", "bearings"];
    let taken = of_bodies
        .into_iter()
        .flat_map(|key| planets.iter().map(move |name| (key, name)))
        .chain(wheels.iter().map(|name| ("wheels", name)))
        .find(|(key, name)| has(key, name));
    let meshes = set.geometry.meshes.iter();
    let mut pairs = meshes.flat_map(|(mesh, _)| (0..count).map(|i| names.pair(*mesh, i)));
    let pair = pairs.find(|name| reading.pairs.iter().any(|pair| pair.name == *name));
    let taken = taken.map(|(key, name)| (key, name.clone()));
    let Some((key, name)) = taken.or(pair.map(|name| ("pairs", name))) else {
        return Some(());
    };
    reading.refuse(
        "duplicate-name",
        (section.span(), "it makes one of this name"),
        format!("{what} makes `{name}`, and there is one in `{key}` already"),
        "remove the other: the set makes it; or give it another name",
    )
}
