//! A gear of equal sectors: one is computed for all.
//!
//! Displacements that are the same on all sectors but for a phase, u_s = Re(a e^{inθs}) in the axes of each sector, do not mix with
//! those of another nodal diameter n. One sector is condensed to its two cuts and the centre, once; each harmonic n ties
//! these together and leaves a small Hermitian problem. \[theory:cyclic-symmetry\], \[thomas1979\]
//!
//! ```text
//! Sector, Material, CyclicSupport ──build──▶ CyclicBody { sector condensed, Harmonic 0 … z/2 }
//!                                              ├─ solve ────────────▶ deflections under loads on any teeth
//!                                              ├─ flank_compliance ─▶ FlankCompliance
//!                                              └─ modes ────────────▶ CyclicModes, counted
//! ```
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | z | `teeth` | 1 |
//! | n | `Harmonic::number` | 1 |
//! | θ = 2π/z | a turn by one pitch | rad |
//! | S | `Condensed::schur` | N/m |
//! | T_n | `Ties` | 1 |
//! | R | `RigidField` | kg^(−1/2) |

mod along_teeth;
mod boundary;
mod compliance;
mod condensed;
mod count;
mod effort;
mod fields;
mod flexibility;
mod harmonic;
mod lanczos;
mod layout;
mod modes;
mod parts;
mod rigid;
mod search;
mod statics;
mod support;

pub use effort::CyclicEffort;
pub(crate) use effort::{Work, sparse_product};
pub(crate) use fields::{add_scaled, inner};
pub use modes::{CyclicMode, CyclicModes, WholeShape};
pub use statics::CyclicDeflection;
pub use support::CyclicSupport;

use std::sync::atomic::Ordering;

use pitchline_algebra::Fourier;
use rayon::prelude::*;

use crate::{DofMap, Error, FeModel, Material, Mesh, Sector, Support};
use boundary::Boundary;
use condensed::Condensed;
use effort::Counters;
use flexibility::{Job, flexibility};
use harmonic::Harmonic;
use layout::Layout;

/// A gear as one condensed sector and its harmonics. Nodes are numbered as in [`Sector::whole`].
#[derive(Debug)]
pub struct CyclicBody {
    model: FeModel,
    seat: &'static str,
    support: CyclicSupport,
    layout: Layout,
    condensed: Condensed,
    harmonics: Vec<Harmonic>,
    /// Along the teeth.
    fourier: Fourier,
    counters: Counters,
}

impl CyclicBody {
    /// Condenses a sector, ties it to itself for each harmonic and factorises these. A gear that does not consist of equal
    /// sectors is refused, and one that would take more memory than allowed (bytes) before any is taken.
    pub fn build(
        sector: &Sector,
        material: Material,
        support: &CyclicSupport,
        memory_limit: Option<u64>,
    ) -> Result<Self, Error> {
        support.check(sector)?;
        let on_sector = support.on(&sector.mesh, sector.seat())?;
        let model = FeModel::build(sector.mesh.clone(), material, on_sector)?;
        let layout = Layout::new(sector);
        let boundary = Boundary::new(sector, &model.dof_map, layout.phase(1, 1));
        if let Some(limit) = memory_limit {
            let factor = model.analyse(memory_limit)?.estimate().bytes;
            check_memory(factor, &boundary, layout.teeth(), limit)?;
        }
        let condensed = Condensed::new(&model.stiffness, &model.groups(), boundary, true)?;
        let harmonics = (0..=layout.teeth() / 2)
            .into_par_iter()
            .map(|number| Harmonic::new(number, &layout, support, &model, &condensed))
            .collect::<Result<Vec<_>, _>>()?;
        let dense: u64 = harmonics.iter().map(Harmonic::factor_operations).sum();
        let counters = Counters::default();
        counters.add(Work::Dense, dense);
        Ok(Self {
            model,
            seat: sector.seat(),
            support: *support,
            fourier: Fourier::new(layout.teeth()),
            layout,
            condensed,
            harmonics,
            counters,
        })
    }

    /// Number of teeth.
    pub fn teeth(&self) -> u32 {
        self.layout.teeth() as u32
    }

    /// The sector with both cuts free.
    pub fn sector(&self) -> &FeModel {
        &self.model
    }

    /// Nodes that a sector owns: node k of tooth 1 is node k + s · `sector_nodes` of tooth 1 + s.
    pub fn sector_nodes(&self) -> u32 {
        self.layout.n_own() as u32
    }

    /// Unknowns of the whole gear.
    pub fn n_unknowns(&self) -> usize {
        let boundary = &self.condensed.boundary;
        let centre = boundary.n() - 2 * boundary.n_cut;
        self.teeth() as usize * (self.model.dof_map.n_unknowns() - boundary.n_cut - centre) + centre
    }

    /// The same support for the mesh of the whole gear.
    pub fn whole_support(&self, whole: &Mesh) -> Result<Support, Error> {
        self.support.on(whole, self.seat)
    }

    /// Which motions of the whole gear are unknown.
    pub fn whole_dof_map(&self, whole: &Mesh) -> Result<DofMap, Error> {
        let Support { ties, centres } = self.whole_support(whole)?;
        DofMap::build(&whole.nodes, ties, centres)
    }

    /// Motions of the whole body that the support leaves free, as real ones.
    pub fn n_rigid(&self) -> usize {
        let count = |h: &Harmonic| h.shapes * h.n_rigid();
        self.harmonics.iter().map(count).sum()
    }

    /// Real fields of each complex one of a nodal diameter: 2, or 1 for 0 and half the number of teeth.
    pub fn multiplicity(&self, nodal_diameter: u32) -> Result<u32, Error> {
        Ok(self.harmonic(nodal_diameter)?.shapes as u32)
    }

    /// Static answers G f to loads of one nodal diameter: fields over the unknowns of [`Self::sector`] (all real parts, then all
    /// imaginary parts), one after another. A load on a cut stands on either side of it, not on both; answers are on both.
    /// Where supports leave motions of the whole body free, loads are balanced by inertia and these motions are left out.
    /// \[theory:cyclic-symmetry\] (15)
    pub fn flexibility(&self, nodal_diameter: u32, loads: &[f64]) -> Result<Vec<f64>, Error> {
        let harmonic = self.harmonic(nodal_diameter)?;
        let length = 2 * self.condensed.n();
        if !loads.len().is_multiple_of(length.max(1)) {
            return Err(Error::Count {
                what: "loads on the unknowns of a sector",
                given: loads.len(),
                needed: loads.len().next_multiple_of(length),
            });
        }
        let job = Job {
            harmonic,
            loads: loads.to_vec(),
        };
        let columns = loads.len() / length.max(1);
        self.count(Work::Dense, harmonic.solve_operations(columns));
        let answers = flexibility(&self.condensed, &[job])?;
        Ok(answers.into_iter().next().unwrap_or_default())
    }

    fn harmonic(&self, nodal_diameter: u32) -> Result<&Harmonic, Error> {
        let harmonic = self.harmonics.get(nodal_diameter as usize);
        harmonic.ok_or(Error::NodalDiameter {
            asked: nodal_diameter,
            teeth: self.teeth(),
        })
    }

    /// What has been computed so far.
    pub fn effort(&self) -> CyclicEffort {
        let factors = self.harmonics.len() as u64;
        self.counters.effort(self.condensed.solves(), factors)
    }

    /// Solutions with other matrices than the stiffness.
    fn count_solves(&self, solves: u64) {
        let other = &self.counters.other_solves;
        other.fetch_add(solves, Ordering::Relaxed);
    }

    pub(crate) fn count(&self, work: Work, operations: u64) {
        self.counters.add(work, operations);
    }
}

/// The factor of the sector, S, and a factor for each harmonic.
fn check_memory(factor: u64, boundary: &Boundary, teeth: usize, limit: u64) -> Result<(), Error> {
    let (n, cut) = (boundary.n() as u64, boundary.n_cut as u64 + 2);
    let bytes = factor + 16 * n * n + 16 * cut * cut * (teeth as u64 / 2 + 2);
    if bytes <= limit {
        return Ok(());
    }
    Err(pitchline_algebra::Error::Memory {
        what: "the harmonics of the gear",
        bytes,
        limit,
    }
    .into())
}
