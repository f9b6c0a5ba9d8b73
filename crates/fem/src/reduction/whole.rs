//! Reduction of a whole body.

use pitchline_algebra::{Observer, Phase, tell};

use super::flank::flank_points_of_tooth;
use super::flexibility::{Flexibility, Patterns};
use super::{
    Teeth, check, craig_bampton, dual, flank_compliance, nodal_diameter, recovery, turn_products,
};
use crate::{
    Error, FeModel, FlankCompliance, Interface, MassMoments, Mode, ModeChoice, Modes, Origin,
    ReducedBody, ReductionKind, ReductionOptions,
};

impl FeModel {
    /// Reduces the body to the motions of an interface and modes, or to modes and what loads on the interface add to
    /// them. \[theory:reduction\]
    pub fn reduce(
        &self,
        interface: &Interface,
        options: &ReductionOptions,
        observer: &mut Observer<'_>,
    ) -> Result<ReducedBody, Error> {
        self.reduce_knowing(interface, options, None, observer)
    }

    /// The same where modes of the body as it is supported are known: those of a gear of equal sectors are found much faster by one
    /// of them. Too few are as good as none.
    pub fn reduce_knowing(
        &self,
        interface: &Interface,
        options: &ReductionOptions,
        known: Option<&Modes>,
        observer: &mut Observer<'_>,
    ) -> Result<ReducedBody, Error> {
        options.check()?;
        let patterns = Patterns::of(self, interface)?;
        if let Some(coordinate) = patterns.empty() {
            return Err(Error::MotionNotFree {
                point: interface.name(coordinate),
                motion: "at all".into(),
                why: "nothing there is free to move",
                remedy: "leave it out, or free its nodes",
            });
        }
        let teeth = Teeth::of(&self.mesh);
        self.check_memory(interface, &teeth, options)?;
        tell(observer, Phase::Factorising, 0, 1)?;
        let flexibility = Flexibility::new(self, options.memory_limit)?;
        tell(observer, Phase::Solving, 0, 1)?;
        let compliance = flank_compliance::of(&flexibility, &teeth, options.compliance)?;
        let (mut basis, compared) = match options.kind {
            ReductionKind::DualCraigBampton => {
                let (basis, modes) =
                    dual::basis(self, &flexibility, interface, &patterns, options, observer)?;
                (basis, Some(modes))
            }
            ReductionKind::CraigBampton | ReductionKind::StaticModes => {
                let basis = craig_bampton::basis(
                    self,
                    &flexibility,
                    interface,
                    &patterns,
                    options,
                    observer,
                )?;
                (basis, known.and_then(|modes| enough(modes, options)))
            }
        };
        let n_rigid = flexibility.n_rigid();
        drop(flexibility);
        let check =
            check::against_full(self, &basis, n_rigid, compared, &teeth, options, observer)?;
        nodal_diameter::tell(self, &teeth, &mut basis)?;
        let n = self.dof_map.n_unknowns();
        let interface_rows = match options.kind {
            ReductionKind::DualCraigBampton => patterns.motions(n, &basis.shapes),
            // By construction, without rounding.
            ReductionKind::CraigBampton | ReductionKind::StaticModes => {
                unit_rows(interface.n(), basis.coordinates.len())
            }
        };
        Ok(ReducedBody {
            origin: Origin {
                kind: options.kind,
                n_unknowns: n as u64,
                n_nodes: self.mesh.nodes.len() as u64,
                teeth: teeth.number(),
                pitch: teeth.angle(Some(2)),
                sector_nodes: match teeth.are_held_alike(&self.dof_map) {
                    true => teeth.sector_nodes().unwrap_or(0),
                    false => 0,
                },
                is_cyclic: false,
                n_rigid: n_rigid as u32,
                n_dropped: basis.n_dropped as u32,
            },
            points: interface.points.clone(),
            motions: interface
                .coordinates
                .iter()
                .map(|c| (c.point as u32, c.motion))
                .collect(),
            interface: interface_rows,
            recovery: recovery::rows(self, &basis.shapes, options)?,
            flanks: self.mesh.flanks.clone(),
            moments: self.moments(&basis.shapes)?,
            compliance,
            turn_products: match options.turns {
                true => turn_products::of(self, &teeth, &basis.shapes)?,
                false => None,
            },
            check,
            coordinates: basis.coordinates,
            stiffness: basis.stiffness,
            mass: basis.mass,
            rigid: basis.rigid,
        })
    }

    /// Sums over the mass with shapes over the unknowns. \[theory:reduction\] (16)
    fn moments(&self, shapes: &[f64]) -> Result<MassMoments, Error> {
        let n = self.dof_map.n_unknowns().max(1);
        MassMoments::of_blocks(&self.mesh, &self.material, shapes.len() / n, |some| {
            let shapes = shapes[n * some.start..n * some.end].chunks(n);
            let nodes = shapes.map(|shape| self.dof_map.expand(shape));
            let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
            Ok(nodes
                .iter()
                .flat_map(|u| u.as_flattened())
                .copied()
                .collect())
        })
    }

    /// Refuses before anything is computed: two arrays of all shapes and the flank compliance beside the factors.
    fn check_memory(
        &self,
        interface: &Interface,
        teeth: &Teeth,
        options: &ReductionOptions,
    ) -> Result<(), Error> {
        let Some(limit) = options.memory_limit else {
            return Ok(());
        };
        let modes = match options.modes {
            ModeChoice::Count(count) => count,
            ModeChoice::Fill(all) => all.saturating_sub(interface.n()),
            // Not known before.
            ModeChoice::UpTo(_) => 0,
        };
        let shapes = interface.n().saturating_add(modes) as u64;
        let arrays = shapes
            .saturating_mul(16)
            .saturating_mul(self.dof_map.n_unknowns() as u64);
        // One factor for statics, one for modes or their count.
        let factors = 2 * self.analyse(options.memory_limit)?.estimate().bytes;
        let z = teeth.number() as usize;
        let blocks = match teeth.are_held_alike(&self.dof_map) {
            true => z,
            false => z.saturating_mul(z),
        };
        let points = flank_points_of_tooth(&self.mesh);
        let compliance = FlankCompliance::bytes(points, options.compliance, blocks);
        let bytes = arrays.saturating_add(factors).saturating_add(compliance);
        match bytes > limit {
            true => Err(pitchline_algebra::Error::Memory {
                what: "the reduction",
                bytes,
                limit,
            }
            .into()),
            false => Ok(()),
        }
    }
}

/// Modes to compare with, and one more, so that a doublet at the end is seen as one.
fn enough(modes: &Modes, options: &ReductionOptions) -> Option<Vec<Mode>> {
    let some = modes.elastic.get(..options.compare + 1)?;
    Some(some.to_vec())
}

/// The first rows of a unit matrix.
fn unit_rows(rows: usize, columns: usize) -> Vec<f64> {
    let mut matrix = vec![0.0; rows * columns];
    for i in 0..rows.min(columns) {
        matrix[i * (rows + 1)] = 1.0;
    }
    matrix
}
