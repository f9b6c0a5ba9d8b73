//! The outline of one tooth as named curves, for tables and drawings of other programs.

mod dxf;

pub(crate) use dxf::dxf;

use crate::geometry::{CylindricalGear, Deviations, FlankSide};
use crate::model::Gear;

/// Points on each curve.
const POINTS: usize = 40;

/// One curve of the outline, named after the part of the tooth: root, fillet, flank or tip.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    pub part: &'static str,
    /// In the frame of the gear, tooth 1 on +x (m).
    pub points: Vec<[f64; 2]>,
}

/// The parts of a tooth in the transverse plane in the middle of the face, in the sense of growing angle: from the
/// middle of one root to the middle of the next. Flanks are those with their modifications.
pub(crate) fn tooth_form(gear: &Gear<CylindricalGear>) -> Vec<Curve> {
    let half = gear.geometry.half_outline(POINTS);
    let root_points = match &gear.geometry {
        CylindricalGear::Wheel(_) => POINTS.div_ceil(2),
        CylindricalGear::Rack(_) => 2,
    };
    let fillet_end = match &gear.geometry {
        CylindricalGear::Wheel(_) => root_points + POINTS - 1,
        CylindricalGear::Rack(_) => POINTS + 1,
    };
    let flank_end = match &gear.geometry {
        CylindricalGear::Wheel(_) => fillet_end + POINTS - 1,
        CylindricalGear::Rack(_) => fillet_end + 1,
    };
    let part = |from: usize, to: usize| half.get(from..to).unwrap_or_default().to_vec();
    let (root, fillet) = (part(0, root_points), part(root_points - 1, fillet_end));
    let tip = part(flank_end - 1, half.len());
    let mirrored = |points: &[[f64; 2]]| points.iter().map(|[x, y]| [*x, -y]).collect();
    let reversed = |points: &[[f64; 2]]| points.iter().rev().copied().collect();
    let flank = |side: FlankSide| flank_points(gear, side);
    let mut top: Vec<[f64; 2]> = mirrored(&tip);
    top.extend(tip.iter().rev().skip(1));
    let curve = |part, points| Curve { part, points };
    let mut curves = vec![
        curve("root", mirrored(&root)),
        curve("fillet", mirrored(&fillet)),
        curve("flank", flank(FlankSide::Left)),
        curve("tip", top),
        curve("flank", reversed(&flank(FlankSide::Right))),
        curve("fillet", reversed(&fillet)),
        curve("root", reversed(&root)),
    ];
    // Modified flanks end beside the corners of the other curves: these follow them.
    for (neighbour, flank) in [(1, 2), (3, 2), (3, 4), (5, 4)] {
        let is_before = neighbour < flank;
        let points = &curves[flank].points;
        let end = if is_before {
            points.first()
        } else {
            points.last()
        }
        .copied();
        let points = &mut curves[neighbour].points;
        let corner = if is_before {
            points.last_mut()
        } else {
            points.first_mut()
        };
        if let (Some(end), Some(corner)) = (end, corner) {
            *corner = end;
        }
    }
    curves
}

/// From root to tip.
fn flank_points(gear: &Gear<CylindricalGear>, side: FlankSide) -> Vec<[f64; 2]> {
    let mut data = gear.flanks.clone();
    data.deviations = Deviations::default();
    let Some(flank) = data.flanks(&gear.geometry).flank(1, side) else {
        return Vec::new();
    };
    let [root, tip] = [flank.domain.root, flank.domain.tip];
    (0..POINTS)
        .map(|i| {
            let s = root + (tip - root) * i as f64 / (POINTS - 1) as f64;
            let [x, y, _] = flank.point(s, 0.0).point;
            [x, y]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    fn gears(modifications: &str) -> Vec<Gear<CylindricalGear>> {
        let gear = |name: &str, kind: &str| {
            format!(
                "[gears.{name}]\nkind = \"{kind}\"\nteeth = 40\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
                 helix_angle = \"10 deg\"\nhand = \"left\"\nmodifications = [{modifications}]\n"
            )
        };
        let source = format!(
            "[model]\nname = \"m\"\nschema = 1\n{}{}{}",
            gear("a", "external"),
            gear("b", "internal"),
            gear("c", "rack")
        );
        let (model, diagnostics) = Model::load(source.as_bytes());
        let gears = model.unwrap_or_else(|| panic!("{diagnostics:#?}")).gears;
        gears.iter().filter_map(Gear::cylindrical).collect()
    }

    #[test]
    fn curves_join_to_one_outline() {
        let relieved = gears("{ kind = \"profile-slope\", amount = \"40 um\" }");
        for gear in gears("").into_iter().chain(relieved) {
            let form = tooth_form(&gear);
            assert_eq!(form.len(), 7);
            for pair in form.windows(2) {
                let (Some(end), Some(start)) = (pair[0].points.last(), pair[1].points.first())
                else {
                    panic!("{}: an empty curve", gear.name);
                };
                let gap = (end[0] - start[0]).hypot(end[1] - start[1]);
                assert!(
                    gap < 1e-9,
                    "{}: {} to {}: {gap}",
                    gear.name,
                    pair[0].part,
                    pair[1].part
                );
            }
        }
    }

    #[test]
    fn reliefs_are_in_the_form() {
        let relieved = gears("{ kind = \"profile-slope\", amount = \"40 um\" }");
        for (plain, relieved) in gears("").iter().zip(&relieved) {
            let last = |gear: &Gear<CylindricalGear>| tooth_form(gear)[2].points[POINTS - 1];
            let [a, b] = [last(plain), last(relieved)];
            // Half the slope is missing at the tip, along the normal: across the axis of the tooth by 1/cos of less.
            let moved = (a[0] - b[0]).hypot(a[1] - b[1]);
            assert!((19e-6..21e-6).contains(&moved), "{}: {moved}", plain.name);
        }
    }
}
