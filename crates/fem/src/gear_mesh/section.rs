//! Where the nodes of a section stand in the unrolled plane.

use std::f64::consts::{FRAC_PI_2, TAU};

use pitchline_geometry::{CylindricalGear, FlankSide, Ring};

use super::controls::{MeshControls, ring_depths};
use super::error::MeshError;
use super::outline::{Outline, graded};
use super::smooth::{Motion, Smoothing, edge_length};
use super::topology::{Border, Half, Topology};

/// A section with its places.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub outline: Outline,
    pub topology: Topology,
    /// Nodes (m).
    pub points: Vec<[f64; 2]>,
    /// Middles of the edges, on the exact curves (m).
    pub middles: Vec<[f64; 2]>,
    /// Profile parameters of the nodes on the flank (m).
    pub profile: Vec<f64>,
    /// Those of the middles of the edges between them (m).
    pub middle_profile: Vec<f64>,
}

impl Section {
    pub fn build(
        gear: &CylindricalGear,
        rings: &[Ring],
        controls: &MeshControls,
    ) -> Result<Self, MeshError> {
        controls.check()?;
        let outline = Outline::new(gear)?;
        controls.check_rings(&outline, rings)?;
        let topology = Topology::new(controls, rings.len());
        let draft = Draft {
            outline: &outline,
            controls,
            depths: ring_depths(&outline, rings),
        };
        let mut points = draft.points(&topology.half);
        draft.smooth(&topology.half, &mut points);
        draft.lower_rings(&topology.half, &mut points);
        points.resize(topology.n_nodes, [0.0; 2]);
        for (node, &image) in topology.mirror.iter().enumerate() {
            let [u, v] = points[node];
            points[image] = if image == node { [u, 0.0] } else { [u, -v] };
        }
        let middles = topology
            .edges
            .iter()
            .map(|edge| match edge.border {
                Some(Border::Flank(side, t)) => {
                    on_side(side, outline.flank_point(controls.flank_ratio(), t))
                }
                Some(Border::Root(side, t)) => on_side(side, outline.root_point(t)),
                _ => {
                    let [a, b] = edge.ends.map(|end| points[end]);
                    [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
                }
            })
            .collect();
        let profile_at =
            |line: f64| outline.flank_profile(controls.flank_ratio(), line / controls.flank as f64);
        let profile = (0..=controls.flank).map(|i| profile_at(i as f64)).collect();
        let middle_profile = (0..controls.flank)
            .map(|i| profile_at(i as f64 + 0.5))
            .collect();
        Ok(Self {
            outline,
            topology,
            points,
            middles,
            profile,
            middle_profile,
        })
    }
}

fn on_side(side: FlankSide, [u, v]: [f64; 2]) -> [f64; 2] {
    [u, side.sign() * v]
}

/// What the places of a half section follow from.
struct Draft<'a> {
    outline: &'a Outline,
    controls: &'a MeshControls,
    depths: Vec<f64>,
}

impl Draft<'_> {
    /// Places before smoothing: each sheet between its borders.
    fn points(&self, half: &Half) -> Vec<[f64; 2]> {
        let mut points = vec![[0.0; 2]; half.n_nodes];
        self.draw_foot_and_layer(half, &mut points);
        self.draw_tooth(half, &mut points);
        self.draw_rim(half, &mut points);
        points
    }

    /// The line from the centre over the inner point to the foot of the flank, and the layer under the root.
    fn draw_foot_and_layer(&self, half: &Half, points: &mut [[f64; 2]]) {
        let MeshControls {
            layer: n_deep,
            root: n_root,
            ..
        } = *self.controls;
        let core = self.controls.core();
        let foot = self.outline.flank_point(1.0, 0.0);
        let depth = self.outline.layer_depth(self.controls, self.depths[0]);
        let inner_v = foot[1] * core as f64 / (core + n_deep) as f64;
        // No lower than half way to the inside of a thin rim.
        let room = |u: f64| 0.5 * (u + self.depths[0]);
        let inner = [foot[0] - (0.35 * depth).min(room(foot[0])), inner_v];
        for i in 0..core {
            let part = i as f64 / core as f64;
            points[half.tooth.at(0, i)] = [inner[0] + 0.1 * depth * (1.0 - part), part * inner_v];
        }
        let thickness = (inner[0] - foot[0]).hypot(inner[1] - foot[1]);
        for along in 0..=n_root {
            let t = along as f64 / n_root as f64;
            let outer = self.outline.root_point(t);
            let normal = self.outline.root_inward(t);
            let downward = (-normal[0]).max(f64::MIN_POSITIVE);
            let reach = (thickness + t * (depth - thickness)).min(room(outer[0]) / downward);
            let end = if along == 0 {
                inner
            } else {
                [outer[0] + reach * normal[0], outer[1] + reach * normal[1]]
            };
            for deep in 0..=n_deep {
                let part = deep as f64 / n_deep as f64;
                points[half.layer.at(along, deep)] = [0, 1].map(|k| {
                    if deep == 0 {
                        outer[k]
                    } else {
                        outer[k] + part * (end[k] - outer[k])
                    }
                });
            }
        }
    }

    fn draw_tooth(&self, half: &Half, points: &mut [[f64; 2]]) {
        let n = self.controls.flank;
        let grading = self.controls.flank_ratio();
        let outer = half.tooth.breadth - 1;
        let tip = self.outline.flank_point(grading, 1.0);
        let foot = self.outline.flank_point(grading, 0.0);
        for row in 1..=n {
            let flank = self.outline.flank_point(grading, row as f64 / n as f64);
            let t = if row == n {
                1.0
            } else {
                (flank[0] - foot[0]) / (tip[0] - foot[0])
            };
            for i in 0..=outer {
                let part = i as f64 / outer as f64;
                let below = points[half.tooth.at(0, i)];
                let above = [tip[0], part * tip[1]];
                points[half.tooth.at(row, i)] = [0, 1].map(|k| {
                    // Between foot line and tip, and as far from that as the flank is from its chord.
                    let bulge = flank[k] - (1.0 - t) * foot[k] - t * tip[k];
                    (1.0 - t) * below[k] + t * above[k] + part * bulge
                });
            }
            points[half.tooth.at(row, outer)] = flank;
        }
    }

    fn draw_rim(&self, half: &Half, points: &mut [[f64; 2]]) {
        let rows = self.controls.rim;
        let columns = half.body.breadth - 1;
        let ratio = self.controls.grading.rim.powi(rows as i32);
        for i in 0..=columns {
            let above = points[half.body.at(0, i)];
            let below = [
                -self.depths[0],
                self.outline.plane.half_pitch * i as f64 / columns as f64,
            ];
            for row in 1..=rows {
                let t = graded(ratio, row as f64 / rows as f64);
                points[half.body.at(row, i)] = if row == rows {
                    below
                } else {
                    [0, 1].map(|k| above[k] + t * (below[k] - above[k]))
                };
            }
        }
    }

    fn smooth(&self, half: &Half, points: &mut [[f64; 2]]) {
        let quads: Vec<[usize; 4]> = half
            .quads
            .iter()
            .filter(|(_, ring)| *ring == 0)
            .map(|(corners, _)| *corners)
            .collect();
        let lengths: Vec<[f64; 2]> = quads
            .iter()
            .enumerate()
            .map(|(index, quad)| self.wanted_lengths(half, index, quad, points))
            .collect();
        let motions = self.motions(half);
        let mut angles = vec![FRAC_PI_2; half.n_nodes];
        angles[half.tooth.at(0, self.controls.core())] = TAU / 5.0;
        Smoothing {
            quads: &quads,
            motions: &motions,
            angles: &angles,
            lengths: &lengths,
        }
        .run(points);
    }

    /// The proportions of the draft, but below the layer all columns equally broad.
    fn wanted_lengths(
        &self,
        half: &Half,
        index: usize,
        quad: &[usize; 4],
        points: &[[f64; 2]],
    ) -> [f64; 2] {
        let mean = |i: usize| {
            let sum = edge_length(quad, points, i) + edge_length(quad, points, i + 2);
            (0.5 * sum).max(f64::MIN_POSITIVE)
        };
        let breadth = if index < half.first_of_body {
            mean(1)
        } else {
            self.controls.breadth(self.outline)
        };
        [mean(0), breadth]
    }

    /// Nodes slide on the lines of symmetry and on the inside of the rim; those of the profile stay.
    fn motions(&self, half: &Half) -> Vec<Motion> {
        let mut motions = vec![Motion::Free; half.n_nodes];
        let (flank, root, rim) = (self.controls.flank, self.controls.root, self.controls.rim);
        let outer = half.tooth.breadth - 1;
        let last = half.body.breadth - 1;
        for row in 0..flank {
            motions[half.tooth.at(row, 0)] = Motion::First;
            motions[half.tooth.at(row, outer)] = Motion::Fixed;
        }
        for i in 0..=outer {
            motions[half.tooth.at(flank, i)] = Motion::Fixed;
        }
        for along in 0..=root {
            motions[half.layer.at(along, 0)] = Motion::Fixed;
        }
        for deep in 1..=self.controls.layer {
            motions[half.layer.at(root, deep)] = Motion::First;
        }
        for row in 1..=rim {
            motions[half.body.at(row, 0)] = Motion::First;
            motions[half.body.at(row, last)] = Motion::First;
        }
        for i in 1..last {
            motions[half.body.at(rim, i)] = Motion::Second;
        }
        for i in [0, last] {
            motions[half.body.at(rim, i)] = Motion::Fixed;
        }
        motions
    }

    /// Web and hub continue the columns of the rim straight to the seat.
    fn lower_rings(&self, half: &Half, points: &mut [[f64; 2]]) {
        let mut top = self.controls.rim;
        let mut level = -self.depths[0];
        for (&depth, rows) in self.depths.iter().zip(self.controls.rows()).skip(1) {
            for row in 1..=rows {
                let u = level - depth * row as f64 / rows as f64;
                for i in 0..half.body.breadth {
                    let above = points[half.body.at(self.controls.rim, i)];
                    points[half.body.at(top + row, i)] = [u, above[1]];
                }
            }
            top += rows;
            level -= depth;
        }
    }
}
