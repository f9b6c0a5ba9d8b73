//! Whether an interface that is held keeps a body from moving, before any mesh is there.
//!
//! Points stand in the middle of the profile; what the mesh makes of it is looked at once more when the body is reduced.

use super::{FlankInterface, FlankMotions, InterfaceRequest};
use crate::geometry::{CylindricalGear, GearFlanks};

type Vector = [f64; 3];

/// Motions of the body that remain possible, of those that are free, in words; empty if it is held.
pub(super) fn left_free(
    gear: &CylindricalGear,
    interface: &InterfaceRequest,
    free: [bool; 6],
) -> Vec<&'static str> {
    const NAMES: [&str; 6] = [
        "translation along x",
        "translation along y",
        "translation along z",
        "rotation about x",
        "rotation about y",
        "rotation about z",
    ];
    if interface.has_center {
        return Vec::new();
    }
    let rows = rows(gear, interface);
    let is_free: Vec<usize> = (0..6).filter(|&motion| free[motion]).collect();
    let mut columns: Vec<Vec<f64>> = is_free
        .iter()
        .map(|&motion| rows.iter().map(|row| row[motion]).collect())
        .collect();
    // What a motion does to the points that no other motion does.
    let mut loose = Vec::new();
    for (k, &motion) in is_free.iter().enumerate() {
        let before = length(&columns[k]);
        for other in 0..k {
            let along = dot(&columns[k], &columns[other]);
            let shape = columns[other].clone();
            columns[k]
                .iter_mut()
                .zip(shape)
                .for_each(|(value, unit)| *value -= along * unit);
        }
        let left = length(&columns[k]);
        if left <= LEAST_SHARE * before || before <= f64::MIN_POSITIVE {
            loose.push(NAMES[motion]);
            columns[k].fill(0.0);
        } else {
            columns[k].iter_mut().for_each(|value| *value /= left);
        }
    }
    loose
}

/// Share of a motion that must be left: far above rounding, far below what a gear of any shape leaves.
const LEAST_SHARE: f64 = 1e-6;

/// What the six motions of the body do along each motion of the interface; turns by the size of the gear.
fn rows(gear: &CylindricalGear, interface: &InterfaceRequest) -> Vec<[f64; 6]> {
    let flanks = GearFlanks::plain(gear);
    let [root, tip] = flanks.domain.profile();
    let half_width = flanks.domain.half_width;
    let (profiles, widths, motions, can_turn) = match &interface.flanks {
        FlankInterface::None => return Vec::new(),
        FlankInterface::Joints { zones, motions } => {
            let zone = 2.0 * half_width / f64::from(*zones);
            let widths: Vec<f64> = (0..*zones)
                .map(|i| (f64::from(i) + 0.5) * zone - half_width)
                .collect();
            (vec![0.5 * (root + tip)], widths, *motions, true)
        }
        FlankInterface::Nodes {
            rows,
            columns,
            motions,
        } => (
            spread(*rows, [root, tip]),
            spread(*columns, [-half_width, half_width]),
            *motions,
            false,
        ),
    };
    let teeth: Vec<u32> = match &interface.teeth {
        Some(teeth) => teeth.clone(),
        None => (1..=flanks.teeth).collect(),
    };
    let mut rows = Vec::new();
    for tooth in teeth {
        for &side in &interface.sides {
            let Some(flank) = flanks.flank(tooth, side) else {
                continue;
            };
            for &profile in &profiles {
                for &width in &widths {
                    let at = flank.point(profile, width);
                    let directions = match motions {
                        FlankMotions::Normal => vec![at.normal],
                        _ => vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                    };
                    rows.extend(directions.iter().map(|d| along(at.point, *d, &flanks)));
                    if can_turn && motions == FlankMotions::All {
                        rows.extend((3..6).map(|motion| {
                            [0, 1, 2, 3, 4, 5].map(|m| f64::from(u8::from(m == motion)))
                        }));
                    }
                }
            }
        }
    }
    rows
}

/// Places between two ends; one is the middle.
fn spread(count: usize, [first, last]: [f64; 2]) -> Vec<f64> {
    match count {
        0 | 1 => vec![0.5 * (first + last)],
        _ => (0..count)
            .map(|i| first + (last - first) * i as f64 / (count - 1) as f64)
            .collect(),
    }
}

fn along([x, y, z]: Vector, [a, b, c]: Vector, flanks: &GearFlanks) -> [f64; 6] {
    let size = flanks.lever.max(flanks.domain.half_width);
    let turn = [y * c - z * b, z * a - x * c, x * b - y * a];
    [a, b, c, turn[0] / size, turn[1] / size, turn[2] / size]
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use crate::model::GearGeometry;

    fn gear(helix: &str) -> CylindricalGear {
        let model = format!(
            "[model]\nname = \"m\"\nschema = 1\n[gears.g]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\n\
             face_width = \"20 mm\"\n{helix}"
        );
        let (model, _) = Model::load(model.as_bytes());
        match model.expect("a sound model").gears.swap_remove(0).geometry {
            GearGeometry::Cylindrical(gear) => gear,
            GearGeometry::Pitch(_) => panic!("a cylindrical gear"),
        }
    }

    /// Normals of spur teeth lie in the plane of rotation: in mid width they hold what moves in it and no more.
    #[test]
    fn normals_of_spur_teeth_hold_the_plane() {
        let interface = InterfaceRequest::default();
        let left = left_free(&gear(""), &interface, [true; 6]);
        assert_eq!(
            left,
            [
                "translation along z",
                "rotation about x",
                "rotation about y"
            ]
        );
        let left = left_free(
            &gear("helix_angle = \"15 deg\"\nhand = \"left\"\n"),
            &interface,
            [true; 6],
        );
        // A screw slides along all its flanks.
        assert_eq!(left, ["rotation about z"]);
    }

    #[test]
    fn a_joint_with_all_motions_holds_a_body() {
        let mut interface = InterfaceRequest {
            teeth: Some(vec![3]),
            flanks: FlankInterface::Joints {
                zones: 1,
                motions: FlankMotions::All,
            },
            ..InterfaceRequest::default()
        };
        assert!(left_free(&gear(""), &interface, [true; 6]).is_empty());
        interface.flanks = FlankInterface::None;
        assert_eq!(left_free(&gear(""), &interface, [true; 6]).len(), 6);
        interface.has_center = true;
        assert!(left_free(&gear(""), &interface, [true; 6]).is_empty());
    }
}
