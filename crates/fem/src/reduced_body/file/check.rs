//! Whether the parts of a reduced body fit each other.

use crate::{
    BodyError, CoordinateKind, FlankCompliance, FlankGrid, Motion, ReducedBody, Site, TurnProducts,
};

/// Entries of K and M may differ from those of the transposed by this share of the largest: rounding of the products that
/// make them stays well below.
const ASYMMETRY: f64 = 1e-9;

fn inconsistent(what: impl Into<String>) -> BodyError {
    BodyError::Inconsistent { what: what.into() }
}

/// An error where a condition does not hold.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), BodyError> {
    match holds {
        true => Ok(()),
        false => Err(inconsistent(what())),
    }
}

impl ReducedBody {
    /// Checks that sizes agree, numbers are finite, K and M symmetric, and nodes, teeth, points and partners exist.
    pub fn check_consistency(&self) -> Result<(), BodyError> {
        self.check_sizes()?;
        self.check_numbers()?;
        for (name, matrix) in [("stiffness", &self.stiffness), ("mass", &self.mass)] {
            ensure(is_symmetric(self.n(), matrix), || {
                format!("its {name} is not symmetric")
            })?;
        }
        self.check_origin()?;
        self.check_coordinates()?;
        self.check_interface()?;
        let recovery = &self.recovery;
        let nodes = recovery.nodes.iter().chain(&recovery.stress_nodes);
        self.check_nodes("recovery", nodes.copied())?;
        self.flanks
            .iter()
            .try_for_each(|grid| self.check_flank(grid))?;
        self.compliance
            .iter()
            .try_for_each(|c| self.check_compliance(c))
    }

    fn check_sizes(&self) -> Result<(), BodyError> {
        let n = self.n();
        let (nodes, stress_nodes) = (self.recovery.nodes.len(), self.recovery.stress_nodes.len());
        let n_modes = self.check.modes.len();
        let mut sizes = vec![
            ("stiffness", self.stiffness.len(), n * n),
            ("mass", self.mass.len(), n * n),
            (
                "rigid motions",
                self.rigid.len(),
                n * self.n_rigid_contained(),
            ),
            ("interface", self.interface.len(), self.motions.len() * n),
            ("places to recover", self.recovery.places.len(), nodes),
            (
                "displacements",
                self.recovery.displacements.len(),
                3 * nodes * n,
            ),
            (
                "stresses",
                self.recovery.stresses.len(),
                6 * stress_nodes * n,
            ),
            ("sums", self.moments.sums.len(), 3 * n),
            ("arms", self.moments.arms.len(), 9 * n),
            // None are known of a body in matrices of another program.
            (
                "pairs",
                self.moments.pairs.len(),
                if self.moments.pairs.is_empty() {
                    0
                } else {
                    9 * n * n
                },
            ),
            (
                "modal assurance",
                self.check.mac.len(),
                n_modes * self.check.n_reduced,
            ),
        ];
        if let Some(p) = &self.turn_products {
            let parts = [&p.gram, &p.gram_turned, &p.mass_turned, &p.stiffness_turned];
            sizes.extend(parts.map(|part| ("turn products", part.len(), n * n)));
        }
        for (name, given, needed) in sizes {
            ensure(given == needed, || {
                format!("its {name} have {given} entries where {needed} belong")
            })?;
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), BodyError> {
        let moments = &self.moments;
        let mut all: Vec<&[f64]> = vec![
            &self.stiffness,
            &self.mass,
            &self.rigid,
            &self.interface,
            &self.recovery.displacements,
            &self.recovery.stresses,
            self.recovery.places.as_flattened(),
            &moments.first,
            moments.second.as_flattened(),
            &moments.sums,
            &moments.arms,
            &moments.pairs,
            &self.check.mac,
        ];
        if let Some(compliance) = &self.compliance {
            all.push(&compliance.blocks);
            let points = compliance.points.iter();
            all.extend(points.flat_map(|point| [&point.place[..], &point.normal[..]]));
        }
        if let Some(TurnProducts {
            gram,
            gram_turned,
            mass_turned,
            stiffness_turned,
        }) = &self.turn_products
        {
            all.extend([&gram[..], gram_turned, mass_turned, stiffness_turned]);
        }
        all.extend(self.points.iter().map(|point| &point.place[..]));
        for grid in &self.flanks {
            let normals = grid.normals.as_flattened();
            all.extend([&grid.profile[..], &grid.width, normals]);
            let middles = grid.middles.iter();
            all.extend(middles.flat_map(|m| [&m.parameters[..], &m.normal]));
        }
        let frequency = |kind| match kind {
            CoordinateKind::Interface(_) => 0.0,
            CoordinateKind::HeldMode { frequency_hz }
            | CoordinateKind::Mode { frequency_hz }
            | CoordinateKind::Residual { frequency_hz } => frequency_hz,
        };
        let single = self.coordinates.iter().map(|c| frequency(c.kind));
        let modes = self.check.modes.iter();
        let single = single
            .chain(modes.flat_map(|m| {
                [
                    m.full_hz,
                    m.reduced_hz.unwrap_or(0.0),
                    m.mac,
                    m.static_error,
                ]
            }))
            .chain([moments.mass, self.origin.pitch]);
        let mut numbers = all.into_iter().flatten().copied().chain(single);
        ensure(numbers.all(f64::is_finite), || {
            "it holds numbers that are not finite".to_owned()
        })
    }

    fn check_origin(&self) -> Result<(), BodyError> {
        let origin = &self.origin;
        let counted = u64::from(origin.teeth) * u64::from(origin.sector_nodes);
        ensure(counted <= origin.n_nodes, || {
            "its sectors have more nodes than the body".to_owned()
        })?;
        ensure(!origin.is_cyclic || counted == origin.n_nodes, || {
            "it is cyclic, but its sectors do not make the body".to_owned()
        })
    }

    fn check_coordinates(&self) -> Result<(), BodyError> {
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            if let CoordinateKind::Interface(number) = coordinate.kind {
                ensure((number as usize) < self.motions.len(), || {
                    format!(
                        "coordinate {i} is motion {number} of the interface, which does not exist"
                    )
                })?;
            }
            let diameter = coordinate.nodal_diameter;
            ensure(diameter.is_none_or(|d| d <= self.origin.teeth / 2), || {
                format!("coordinate {i} has more nodal diameters than half of the teeth")
            })?;
            let Some(partner) = coordinate.partner else {
                continue;
            };
            let fits = self.coordinates.get(partner as usize).is_some_and(|other| {
                other.partner == Some(i as u32) && other.nodal_diameter == diameter
            });
            ensure(fits, || {
                format!("coordinate {i} and its partner {partner} do not fit")
            })?;
        }
        Ok(())
    }

    fn check_interface(&self) -> Result<(), BodyError> {
        for point in &self.points {
            let name = &point.name;
            if let Site::Node(node) | Site::Auxiliary(node) = point.site {
                self.check_nodes(name, [node].into_iter())?;
            }
            if let Site::Flank { zone, zones, .. } = point.site {
                ensure(zone < zones, || format!("{name} is zone {zone} of {zones}"))?;
            }
            if let Some(tooth) = point.tooth {
                self.check_tooth(name, tooth)?;
            }
        }
        for (i, (point, motion)) in self.motions.iter().enumerate() {
            let exists = (*point as usize) < self.points.len();
            ensure(exists, || {
                format!("motion {i} belongs to point {point}, which does not exist")
            })?;
            let (axis, direction) = match motion {
                Motion::Along(axis) | Motion::About(axis) => (*axis, [0.0; 3]),
                Motion::Direction(direction) => (0, *direction),
            };
            let is_sound = axis < 3 && direction.iter().all(|d| d.is_finite());
            ensure(is_sound, || {
                format!("motion {i} of the interface has no direction")
            })?;
        }
        Ok(())
    }

    fn check_flank(&self, grid: &FlankGrid) -> Result<(), BodyError> {
        let name = format!("a flank of tooth {}", grid.tooth);
        self.check_tooth(&name, grid.tooth)?;
        self.check_nodes(&name, grid.all_nodes())?;
        let fits = grid.n_profile.checked_mul(grid.n_width) == Some(grid.nodes.len())
            && grid.profile.len() == grid.n_profile
            && grid.width.len() == grid.n_width
            && grid.normals.len() == grid.nodes.len();
        ensure(fits, || {
            format!("the grid of {name} has other sizes than its nodes")
        })?;
        // Between corners, and in the order in which they are looked for.
        let lines = [grid.n_profile, grid.n_width].map(|lines| 2 * lines as u64);
        let is_between = |[i, j]: [u32; 2]| {
            (i % 2 + j % 2) == 1 && u64::from(i) + 1 < lines[0] && u64::from(j) + 1 < lines[1]
        };
        let places = || grid.middles.iter().map(|middle| middle.half_lines);
        ensure(
            places().all(is_between) && places().is_sorted_by(|a, b| a < b),
            || format!("nodes between the corners of {name} are not where they should be"),
        )
    }

    fn check_compliance(&self, compliance: &FlankCompliance) -> Result<(), BodyError> {
        ensure(compliance.teeth == self.origin.teeth, || {
            "its flank compliance is for another number of teeth".to_owned()
        })?;
        let nodes = compliance.points.iter().map(|point| point.node);
        self.check_nodes("flank compliance", nodes)?;
        let (z, k) = (compliance.teeth as usize, compliance.n());
        let per_tooth = k.checked_mul(k).and_then(|size| size.checked_mul(z));
        let given = Some(compliance.blocks.len());
        let for_all = per_tooth.and_then(|size| size.checked_mul(z));
        ensure(given == per_tooth || given == for_all, || {
            "its flank compliance has another number of entries than its points ask for".to_owned()
        })
    }

    fn check_tooth(&self, name: &str, tooth: u32) -> Result<(), BodyError> {
        let teeth = self.origin.teeth;
        ensure((1..=teeth).contains(&tooth), || {
            format!("{name} is on tooth {tooth} of {teeth}")
        })
    }

    fn check_nodes(
        &self,
        name: &str,
        mut nodes: impl Iterator<Item = u32>,
    ) -> Result<(), BodyError> {
        let n_nodes = self.origin.n_nodes;
        match nodes.find(|&node| u64::from(node) >= n_nodes) {
            None => Ok(()),
            Some(node) => Err(inconsistent(format!(
                "{name} names node {node} of {n_nodes}"
            ))),
        }
    }
}

fn is_symmetric(n: usize, matrix: &[f64]) -> bool {
    let largest = matrix.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let differs = |at: usize| {
        let (i, j) = (at % n, at / n);
        i < j && (matrix[at] - matrix[j + n * i]).abs() > ASYMMETRY * largest
    };
    !(0..matrix.len()).any(differs)
}
