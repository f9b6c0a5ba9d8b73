//! Whether all meshes have a place at one centre distance. \[theory:planetary-sets\] (2)

use super::error::SetError;
use super::train::{Mesh, Part, Train};
use crate::{GearPair, PairData};

/// Teeth that overlap by less than this, in modules of centre distance, are told by the pair itself.
const OVERLAP_TOLERANCE: f64 = 2e-3;
/// Meshes that stand further apart than this, in modules of centre distance, are not called coaxial.
const WIDEST_PLAY: f64 = 0.25;
/// Larger shifts are not proposed.
const LARGEST_SHIFT: f64 = 1.5;

/// Meshes that have no place at the centre distance of the set.
pub(super) fn not_coaxial(
    meshes: &[(Mesh, GearPair)],
    center_distance: f64,
    train: &Train,
) -> Vec<SetError> {
    looser_than(WIDEST_PLAY, meshes, center_distance, train)
}

/// Meshes whose teeth overlap at the centre distance of the set, or stand further apart than this (modules).
pub(super) fn looser_than(
    widest_play: f64,
    meshes: &[(Mesh, GearPair)],
    center_distance: f64,
    train: &Train,
) -> Vec<SetError> {
    let on_planet_axis = meshes.iter().filter(|(mesh, _)| !train.is_short(*mesh));
    let found: Vec<SetError> = on_planet_axis
        .enumerate()
        .filter_map(|(index, (mesh, pair))| {
            let module = pair.a.data().system.transverse_module();
            let outward = if mesh.is_internal() { -1.0 } else { 1.0 };
            let nominal = pair.nominal_center_distance?;
            let play_from = |distance: f64| outward * (center_distance - distance) / module;
            let play = play_from(nominal);
            // Thinned teeth have play even where the shifts alone would overlap; too thin ones always have.
            let real_play = pair.tight_center_distance.map_or(f64::INFINITY, play_from);
            let overlaps = play.max(real_play) < -OVERLAP_TOLERANCE;
            if !overlaps && play <= widest_play {
                return None;
            }
            let is_first = index == 0;
            Some(SetError::NotCoaxial {
                mesh: *mesh,
                is_first,
                center_distance,
                mesh_distance: nominal,
                is_overlap: overlaps,
                mending: mending(*mesh, is_first, pair, center_distance),
                teeth: (!is_first)
                    .then(|| teeth(*mesh, train, center_distance / module))
                    .flatten(),
            })
        })
        .collect();
    // A centre distance that does not even suit the first mesh says nothing about the others.
    let is_first = |error: &&SetError| matches!(error, SetError::NotCoaxial { is_first: true, .. });
    match found.iter().find(is_first) {
        Some(first) => vec![first.clone()],
        None => found,
    }
}

/// Teeth of the sun or ring with which the mesh needs no shifts; `distance` in modules.
fn teeth(mesh: Mesh, train: &Train, distance: f64) -> Option<u32> {
    let (_, planet) = mesh.central()?;
    let planet = f64::from(train.teeth(planet));
    let sign = if mesh.is_internal() { 1.0 } else { -1.0 };
    let teeth = (2.0 * distance + sign * planet).round();
    (teeth >= 1.0).then_some(teeth as u32)
}

/// The wheel and its shift with which the mesh has no play at this distance: the sun or ring; in the first mesh, whose
/// sun should stay as it is, the planet.
fn mending(
    mesh: Mesh,
    is_first: bool,
    pair: &GearPair,
    center_distance: f64,
) -> Option<(Part, f64)> {
    let data = PairData {
        center_distance: Some(center_distance),
        allow_interference: true,
    };
    let pair = GearPair::build(pair.a.clone(), pair.b.clone(), data).ok()?;
    let [a, b] = [&pair.a, &pair.b].map(|gear| gear.data().profile_shift);
    let sum = pair.shift_sum_without_play;
    let mending = match (mesh.is_internal(), is_first) {
        (true, _) => (mesh.b, sum + a),
        (false, true) => (mesh.b, sum - a),
        (false, false) => (mesh.a, sum - b),
    };
    (mending.1.abs() < LARGEST_SHIFT).then_some(mending)
}
