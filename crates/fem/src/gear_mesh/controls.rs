//! How fine a gear is meshed: numbers of elements and their grading, from one word or one by one.

use pitchline_geometry::{Blank, CylindricalGear, Ring};

use super::error::MeshError;
use super::outline::Outline;
use super::plane::Plane;

/// How fine, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MeshSize {
    /// First looks, and frequencies within two per cent.
    Coarse,
    /// Deflections and modes.
    Medium,
    /// Stresses in the root.
    Fine,
}

impl MeshSize {
    /// All sizes, from the coarsest.
    pub const ALL: [Self; 3] = [Self::Coarse, Self::Medium, Self::Fine];
}

/// How the elements change in size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grading {
    /// Length of the element at the tip over that at the root, along the flank.
    pub flank: f64,
    /// Width of the elements in the middle of the face over those at its ends, as the limit of many elements.
    pub width: f64,
    /// Height of a row of the rim over that of the row before it, from the teeth to the seat; heights as seen in the
    /// unrolled plane, where the elements of a wheel do not become narrower towards the axis.
    pub rim: f64,
}

/// Numbers of elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshControls {
    /// Along the flank, from the root to the tip.
    pub flank: usize,
    /// Along the root, from the flank to the middle of the space.
    pub root: usize,
    /// In the layer under flank and root, whose lines follow them.
    pub layer: usize,
    /// Across the tooth; even, and more than two layers.
    pub across: usize,
    /// Over the face width; a web puts a line at each of its sides, which may add some.
    pub width: usize,
    /// Through the rim, below the layer.
    pub rim: usize,
    /// Through the web, if there is one.
    pub web: usize,
    /// Through the hub, if there is one.
    pub hub: usize,
    /// How they change in size.
    pub grading: Grading,
}

/// What a word means, before the gear is known.
struct Word {
    flank: usize,
    /// Least and greatest number along the root, and the length of its elements over the module.
    root: ([usize; 2], f64),
    layer: usize,
    across: usize,
    /// Width of an element over the module, least and greatest number.
    width: (f64, [usize; 2]),
    /// Height of the first row of the rim over its breadth, and greatest growth from row to row.
    rim: (f64, f64),
    /// Height over breadth of the elements of web and hub.
    stretch: f64,
}

impl Word {
    fn of(size: MeshSize) -> Self {
        match size {
            MeshSize::Coarse => Self {
                flank: 4,
                root: ([4, 8], 0.25),
                layer: 1,
                across: 4,
                width: (2.0, [2, 10]),
                rim: (1.5, 1.6),
                stretch: 16.0,
            },
            MeshSize::Medium => Self {
                flank: 8,
                root: ([6, 12], 0.17),
                layer: 2,
                across: 6,
                width: (0.84, [4, 20]),
                rim: (1.25, 1.5),
                stretch: 10.0,
            },
            MeshSize::Fine => Self {
                flank: 11,
                root: ([9, 18], 0.11),
                layer: 3,
                across: 10,
                width: (0.6, [6, 30]),
                rim: (1.0, 1.4),
                stretch: 8.0,
            },
        }
    }
}

/// The most elements in one direction.
const MOST: usize = 500;
/// The most rows that a word gives rim, web or hub; more are a matter of the user.
const MOST_ROWS: f64 = 24.0;
/// The most that the section of a helical wheel turns within an element (rad): its straight edges then lie inside the
/// helix by 0.03 % of their radius on the average, twice that of the volume.
const LARGEST_TURN: f64 = 0.045;
/// The most elements over the width for the sake of that.
const MOST_BY_TURN: f64 = 60.0;
/// A row flatter than this part of its breadth is refused.
const FLATTEST: f64 = 0.05;

impl MeshControls {
    /// The numbers that a word means for a gear.
    ///
    /// Those of the tooth are the same for all gears. The long roots of undercut teeth get more elements. The width is divided by the module; rim, web and hub get as
    /// many rows as keep their elements from growing or stretching too far. A blank that does not fit its gear is
    /// refused later, by the mesher.
    pub fn of(size: MeshSize, gear: &CylindricalGear, blank: &Blank) -> Self {
        let word = Word::of(size);
        let data = gear.data();
        let (step, [least, most]) = word.width;
        let turn = Plane::new(gear).turn(data.face_width);
        let width = (data.face_width / (step * data.system.module)).round() as usize;
        let least = least.max((turn / LARGEST_TURN).ceil().min(MOST_BY_TURN) as usize);
        let mut controls = Self {
            flank: word.flank,
            root: word.root.0[0],
            layer: word.layer,
            across: word.across,
            width: width.clamp(least, most.max(least)),
            rim: 1,
            web: 1,
            hub: 1,
            grading: Grading {
                flank: 1.0,
                width: 1.0,
                rim: 1.0,
            },
        };
        let (Ok(outline), Ok(rings)) = (Outline::new(gear), blank.rings(gear)) else {
            return controls;
        };
        let ([fewest, most], step) = word.root;
        let by_length = outline.root_length() / (step * data.system.module);
        controls.root = (by_length.ceil() as usize).clamp(fewest, most);
        let depths = ring_depths(&outline, &rings);
        let breadth = controls.breadth(&outline);
        let rows = |depth: f64, height: f64| (depth / height).ceil().clamp(1.0, MOST_ROWS);
        let (first, growth) = word.rim;
        let depth = depths[0] - outline.layer_depth(&controls, depths[0]);
        controls.rim = growing_rows(depth, first * breadth, growth);
        controls.grading.rim = growth_of_rows(depth, first * breadth, controls.rim);
        if let Some(&depth) = depths.get(1) {
            controls.web = rows(depth, word.stretch * breadth) as usize;
        }
        if let Some(&depth) = depths.get(2) {
            controls.hub = rows(depth, word.stretch * breadth) as usize;
        }
        controls
    }

    /// Fits the growth of the rows of the rim to their number: from a first row as a word has it to the seat.
    pub fn fit_rim(&mut self, size: MeshSize, gear: &CylindricalGear, blank: &Blank) {
        let (Ok(outline), Ok(rings)) = (Outline::new(gear), blank.rings(gear)) else {
            return;
        };
        let Some(&depth) = ring_depths(&outline, &rings).first() else {
            return;
        };
        let depth = depth - outline.layer_depth(self, depth);
        let first = Word::of(size).rim.0 * self.breadth(&outline);
        self.grading.rim = growth_of_rows(depth, first, self.rim);
    }

    /// Half the elements across the tooth that lie between the layers.
    pub(super) fn core(&self) -> usize {
        (self.across / 2).saturating_sub(self.layer)
    }

    /// How much faster lengths grow along the flank at its tip than at its root, so that the last element is
    /// `grading.flank` times as long as the first.
    pub(super) fn flank_ratio(&self) -> f64 {
        let n = self.flank as f64;
        if self.flank < 2 {
            1.0
        } else {
            self.grading.flank.powf(n / (n - 1.0))
        }
    }

    /// Columns of elements below half a pitch.
    pub(super) fn columns(&self) -> usize {
        self.core() + self.root
    }

    /// Breadth of a column below the teeth in the unrolled plane (m).
    pub(super) fn breadth(&self, outline: &Outline) -> f64 {
        outline.plane.half_pitch / self.columns().max(1) as f64
    }

    pub(super) fn check(&self) -> Result<(), MeshError> {
        let counts = [
            ("flank", self.flank),
            ("root", self.root),
            ("layer", self.layer),
            ("across", self.across),
            ("width", self.width),
            ("rim", self.rim),
            ("web", self.web),
            ("hub", self.hub),
        ];
        for (control, count) in counts {
            if !(1..=MOST).contains(&count) {
                return Err(MeshError::Control {
                    control,
                    value: count as f64,
                    least: 1.0,
                    greatest: MOST as f64,
                });
            }
        }
        let gradings = [
            ("grading.flank", self.grading.flank),
            ("grading.width", self.grading.width),
            ("grading.rim", self.grading.rim),
        ];
        for (control, value) in gradings {
            if !(0.05..=20.0).contains(&value) {
                return Err(MeshError::Control {
                    control,
                    value,
                    least: 0.05,
                    greatest: 20.0,
                });
            }
        }
        if self.across % 2 == 1 || self.core() == 0 {
            return Err(MeshError::Across {
                across: self.across,
                layer: self.layer,
                least: 2 * self.layer + 2,
            });
        }
        Ok(())
    }

    /// Refuses rings whose rows would be flat beyond use.
    pub(super) fn check_rings(&self, outline: &Outline, rings: &[Ring]) -> Result<(), MeshError> {
        let breadth = self.breadth(outline);
        let depths = ring_depths(outline, rings);
        for ((ring, depth), rows) in rings.iter().zip(depths).zip(self.rows()) {
            let rows = if ring.kind == pitchline_geometry::RingKind::Rim {
                rows + self.layer
            } else {
                rows
            };
            if depth < FLATTEST * breadth * rows as f64 {
                let thickness = (ring.from - ring.to).abs();
                return Err(MeshError::RingTooThin {
                    ring: ring.kind,
                    thickness,
                    rows,
                    breadth,
                    least: thickness * FLATTEST * breadth * rows as f64 / depth,
                });
            }
        }
        Ok(())
    }

    /// Rows of elements of the rings below the layer, in the order of rim, web, hub.
    pub(super) fn rows(&self) -> [usize; 3] {
        [self.rim, self.web, self.hub]
    }
}

/// Heights of the rings in the unrolled plane (m).
pub(super) fn ring_depths(outline: &Outline, rings: &[Ring]) -> Vec<f64> {
    rings
        .iter()
        .map(|ring| outline.plane.level(ring.from) - outline.plane.level(ring.to))
        .collect()
}

/// Height of rows that grow from the first one.
fn reach(first: f64, rows: usize, growth: f64) -> f64 {
    (0..rows).map(|row| first * growth.powi(row as i32)).sum()
}

/// Number of rows: as few as reach `depth` without growing faster.
fn growing_rows(depth: f64, first: f64, most_growth: f64) -> usize {
    (1..MOST_ROWS as usize)
        .find(|&rows| reach(first, rows, most_growth) >= depth)
        .unwrap_or(MOST_ROWS as usize)
}

/// The growth at which so many rows just reach the depth; flat rows of a thin rim stay equal.
fn growth_of_rows(depth: f64, first: f64, rows: usize) -> f64 {
    let (mut low, mut high) = (1.0, 20.0);
    if reach(first, rows, low) >= depth {
        return 1.0;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if reach(first, rows, middle) < depth {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}
