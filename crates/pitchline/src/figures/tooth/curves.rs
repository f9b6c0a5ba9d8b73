//! The curves and areas of a tooth, as points in millimetres on the drawing.

use super::super::outline;
use super::section::Section;
use crate::geometry::{CylindricalGear, ProfilePoint};
use crate::pictures::Point;

impl Section<'_> {
    /// The outline of all that is shown, cut at the reach.
    pub(super) fn outline(&self) -> Vec<Point> {
        let reach = self.reach();
        let along = |point: Point| match self.gear {
            CylindricalGear::Wheel(_) => point[1].atan2(point[0]),
            CylindricalGear::Rack(_) => point[1],
        };
        let mut cut = Vec::new();
        for pair in outline::teeth(self.gear, -1, 1).windows(2) {
            let [start, end] = [pair[0], pair[1]];
            let [from, to] = [along(start), along(end)];
            for limit in [-reach, reach] {
                if from.min(to) < limit && limit < from.max(to) {
                    let t = (limit - from) / (to - from);
                    cut.push([0, 1].map(|k| start[k] + t * (end[k] - start[k])));
                }
            }
            if to.abs() <= reach {
                cut.push(end);
            }
        }
        cut.into_iter().map(drawn).collect()
    }

    /// The area of all that is shown.
    pub(super) fn body(&self) -> Vec<Point> {
        self.closed(self.outline(), self.reach())
    }

    /// The area of the tooth with half a space on both sides.
    pub(super) fn tooth_body(&self) -> Vec<Point> {
        let outline = outline::teeth(self.gear, 0, 0);
        self.closed(outline.into_iter().map(drawn).collect(), 0.5 * self.pitch)
    }

    fn closed(&self, mut outline: Vec<Point>, half: f64) -> Vec<Point> {
        outline.extend(self.curve(self.body_end(), half, -half));
        outline
    }

    /// The outside of a ring or the bore, where it is near.
    pub(super) fn border(&self) -> Option<Vec<Point>> {
        let wheel = self.gear.as_wheel()?;
        let end = if wheel.is_internal() {
            wheel.root_radius + wheel.data.rim?
        } else {
            wheel.data.bore_radius?
        };
        let is_near = (end - self.body_end()).abs() < 1e-6 * self.module;
        is_near.then(|| self.curve(end, self.reach(), -self.reach()))
    }

    /// Tip land and root land of the right half.
    pub(super) fn tooth_lands(&self) -> Vec<Vec<Point>> {
        let half = self.gear.half_outline(outline::POINTS_PER_CURVE);
        let [tip, root] = self.tip_and_root();
        let is_at = |level: f64, [x, y]: &Point| {
            let here = match self.gear {
                CylindricalGear::Wheel(_) => x.hypot(*y),
                CylindricalGear::Rack(_) => *x,
            };
            (here - level).abs() < 1e-9 * self.module.max(level.abs())
        };
        [tip, root]
            .into_iter()
            .map(|level| {
                let points = half.iter().copied();
                points.filter(|p| is_at(level, p)).map(drawn).collect()
            })
            .collect()
    }

    /// The involute, or the straight flank of a rack, from the form point to the tip.
    pub(super) fn flank(&self) -> Vec<Point> {
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let base = wheel.base_radius;
                let roll = |radius: f64| ((radius - base) * (radius + base)).max(0.0).sqrt();
                let [from, to] = [wheel.form_radius, wheel.generated_tip_radius].map(roll);
                let n = outline::POINTS_PER_CURVE;
                (0..=n)
                    .map(|i| base.hypot(from + (to - from) * i as f64 / n as f64))
                    .map(|radius| drawn(wheel.profile.flank(radius).cartesian()))
                    .collect()
            }
            CylindricalGear::Rack(rack) => [-rack.form_depth, rack.tip_height]
                .map(|height| drawn([height, 0.5 * rack.thickness_at(height)]))
                .to_vec(),
        }
    }

    pub(super) fn flank_name(&self) -> &'static str {
        match self.gear {
            CylindricalGear::Wheel(_) => "involute flank",
            CylindricalGear::Rack(_) => "straight flank",
        }
    }

    /// The fillet from the root land to the form point.
    pub(super) fn fillet(&self) -> Vec<Point> {
        let n = outline::POINTS_PER_CURVE;
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let point = |i: usize| wheel.profile.fillet.point(i as f64 / n as f64);
                (0..=n)
                    .map(|i| drawn(ProfilePoint::cartesian(&point(i))))
                    .collect()
            }
            // Between the middle of the root and the flank.
            CylindricalGear::Rack(rack) => {
                let points = rack.half_outline(n).into_iter();
                points.skip(1).take(n).map(drawn).collect()
            }
        }
    }

    /// Curves of the right flank and their mirror images.
    pub(super) fn both_sides(&self, curves: &[Vec<Point>]) -> Vec<Vec<Point>> {
        let mirrored = |curve: &Vec<Point>| curve.iter().map(|[x, y]| [-x, *y]).collect();
        let mirrors: Vec<Vec<Point>> = curves.iter().map(mirrored).collect();
        curves.iter().cloned().chain(mirrors).collect()
    }

    /// The tooth thickness on the reference circle or datum line: its arc on the drawing and its length (m).
    pub(super) fn thickness(&self) -> (Vec<Point>, f64) {
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let half = 0.5 * wheel.tooth_thickness / wheel.reference_radius;
                (
                    self.curve(wheel.reference_radius, half, -half),
                    wheel.tooth_thickness,
                )
            }
            CylindricalGear::Rack(rack) => {
                let half = 0.5 * rack.tooth_thickness;
                (self.curve(0.0, half, -half), rack.tooth_thickness)
            }
        }
    }
}

/// A point of the gear's frame (m) on the drawing (mm): the tooth on +x points up.
fn drawn([x, y]: Point) -> Point {
    [-1e3 * y, 1e3 * x]
}
