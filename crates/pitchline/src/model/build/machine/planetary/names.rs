//! Names that a set takes.

use super::super::Reading;
use crate::geometry::planetary::Part;
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
    let of_parts = |parts: &[Part], name: &dyn Fn(Part, usize) -> String| -> Vec<String> {
        let each = parts.iter().flat_map(|part| (0..count).map(|i| (*part, i)));
        each.map(|(part, i)| name(part, i)).collect()
    };
    let planets = bodies(train.kind);
    let new_bodies = of_parts(planets, &|part, i| names.wheel(part, i));
    let pins = of_parts(planets, &|part, i| names.pin(part, i));
    let wheels = of_parts(&train.parts(), &|part, i| names.wheel(part, i));
    let lists = [
        ("bodies", &new_bodies),
        ("shafts", &new_bodies),
        ("joints", &pins),
        ("forces", &pins),
        ("bearings", &pins),
        ("wheels", &wheels),
    ];
    let taken = lists.into_iter().find_map(|(key, new)| {
        let mut known = root.entries(key);
        let (name, ..) = known.find(|(name, ..)| new.iter().any(|new| new == name))?;
        Some((key, name.to_owned()))
    });
    let meshes = set.geometry.meshes.iter();
    let mut pairs = meshes.flat_map(|(mesh, _)| (0..count).map(|i| names.pair(*mesh, i)));
    let pair = pairs.find(|name| reading.pairs.iter().any(|pair| pair.name == *name));
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
