//! Natural modes of a gear of equal sectors, each with its nodal diameter.

use std::f64::consts::TAU;

use pitchline_algebra::{Complex, Observer};
use rayon::prelude::*;

use super::CyclicBody;
use super::effort::{Work, sparse_product};
use super::fields::{inner, scale};
use super::harmonic::Harmonic;
use super::search::{Found, Survey};
use crate::{DofMap, Error, Mode, ModeRange, Modes};

/// A mode of one nodal diameter: u_s = Re(a e^{inθs}) in the axes of sector s. But for n = 0 and n = z/2 there are two of its frequency, and
/// a · i stands for the other.
#[derive(Debug, Clone, PartialEq)]
pub struct CyclicMode {
    /// n.
    pub nodal_diameter: u32,
    /// Frequency (Hz); zero for a rigid motion.
    pub frequency_hz: f64,
    /// a over the unknowns of the sector, real parts, then imaginary parts; scaled to unit mass of the whole gear, its largest entry
    /// real and positive.
    pub shape: Vec<f64>,
    /// ‖K a − ω² M a‖ / (ω² ‖M a‖) with cuts joined; of a rigid motion 0.
    pub residual: f64,
    /// Real modes that it stands for: 1 or 2.
    pub multiplicity: u32,
}

/// Modes of a gear, none left out, by rising frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct CyclicModes {
    /// Motions of the whole body.
    pub rigid: Vec<CyclicMode>,
    /// Modes that deform it.
    pub elastic: Vec<CyclicMode>,
    /// Frequency (Hz) at which modes were counted in all harmonics, with the number of real ones below, rigid ones among them. None where
    /// every mode of the body was found.
    pub count: Option<(f64, usize)>,
}

/// A real shape of the whole gear.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeShape {
    /// Displacements of the nodes in the axes of the body.
    pub displacements: Vec<[f64; 3]>,
    /// Motion of the centre, if there is one.
    pub centre: Option<[f64; 6]>,
}

impl WholeShape {
    /// The same over the unknowns of the whole gear.
    pub(crate) fn unknowns(&self, map: &DofMap) -> Vec<f64> {
        let mut q = vec![0.0; map.n_unknowns()];
        let mut set = |unknown: Option<u32>, value: f64| {
            if let Some(unknown) = unknown {
                q[unknown as usize] = value;
            }
        };
        for (node, u) in self.displacements.iter().enumerate() {
            for (unknown, u) in map.node_unknowns(node).into_iter().zip(*u) {
                set(unknown, u);
            }
        }
        if let (Some(motion), false) = (self.centre, map.centres().is_empty()) {
            for (unknown, value) in map.centre_unknowns(0).into_iter().zip(motion) {
                set(unknown, value);
            }
        }
        q
    }
}

impl CyclicBody {
    /// Natural modes: the lowest, so many real ones (one more where a doublet would be cut in two), or all of a band.
    pub fn modes(
        &self,
        range: ModeRange,
        observer: &mut Observer<'_>,
    ) -> Result<CyclicModes, Error> {
        let mut survey = Survey::new(self);
        let (found, low) = match range {
            ModeRange::Lowest(wanted) => (survey.lowest(wanted, observer)?, 0.0),
            ModeRange::Band { low_hz, high_hz } => {
                if !(low_hz >= 0.0 && low_hz < high_hz && high_hz.is_finite()) {
                    return Err(Error::Band { low_hz, high_hz });
                }
                let high = (TAU * high_hz).powi(2);
                (survey.below(high, observer)?, (TAU * low_hz).powi(2))
            }
        };
        let elastic: Vec<CyclicMode> = found
            .par_iter()
            .filter(|found| found.value >= low)
            .map(|found| self.elastic_mode(&survey, found))
            .collect();
        let is_at_zero = low <= 0.0;
        Ok(CyclicModes {
            rigid: match is_at_zero {
                true => self.rigid_modes(),
                false => Vec::new(),
            },
            elastic,
            count: survey
                .count
                .map(|(shift, below)| (shift.sqrt() / TAU, below)),
        })
    }

    fn elastic_mode(&self, survey: &Survey<'_>, found: &Found) -> CyclicMode {
        let harmonic = &self.harmonics[found.harmonic];
        let shape = survey.vector(found);
        let times = sparse_product(&self.model.stiffness, 2) + sparse_product(&self.model.mass, 2);
        self.count(Work::Sector, times);
        CyclicMode {
            residual: self.residual(harmonic, &shape, found.value),
            ..self.mode(harmonic, shape, found.value.sqrt() / TAU)
        }
    }

    fn rigid_modes(&self) -> Vec<CyclicMode> {
        let fields = self
            .harmonics
            .iter()
            .flat_map(|h| h.rigid.iter().map(move |r| (h, r)));
        fields
            .map(|(harmonic, rigid)| self.mode(harmonic, rigid.field.clone(), 0.0))
            .collect()
    }

    /// Scales a shape with aᴴ M a = 1 to unit mass of the whole gear and fixes its phase.
    fn mode(&self, harmonic: &Harmonic, mut shape: Vec<f64>, frequency_hz: f64) -> CyclicMode {
        let n = self.condensed.n();
        let (re, im) = shape.split_at(n);
        let largest = (0..n).fold((0.0, Complex::new(1.0, 0.0)), |best, i| {
            let value = Complex::new(re[i], im[i]);
            if value.norm() > best.0 {
                (value.norm(), value)
            } else {
                best
            }
        });
        let turn = largest.1.conj() / largest.1.norm();
        let (re, im) = shape.split_at_mut(n);
        for (re, im) in re.iter_mut().zip(im) {
            let turned = turn * Complex::new(*re, *im);
            (*re, *im) = (turned.re, turned.im);
        }
        // [theory:cyclic-symmetry] (4)
        let sectors = f64::from(self.teeth()) / harmonic.shapes as f64;
        scale(&mut shape, sectors.sqrt().recip());
        CyclicMode {
            nodal_diameter: harmonic.number as u32,
            frequency_hz,
            shape,
            residual: 0.0,
            multiplicity: harmonic.shapes as u32,
        }
    }

    fn residual(&self, harmonic: &Harmonic, shape: &[f64], value: f64) -> f64 {
        let (mut kx, mut mx) = (vec![0.0; shape.len()], vec![0.0; shape.len()]);
        self.model.stiffness.multiply_many(shape, &mut kx);
        self.model.mass.multiply_many(shape, &mut mx);
        kx.iter_mut().zip(&mx).for_each(|(k, m)| *k -= value * m);
        self.joined_norm(harmonic, &kx) / (value * self.joined_norm(harmonic, &mx))
    }

    /// Length of forces over the unknowns of a harmonic, both sides of a cut added up.
    fn joined_norm(&self, harmonic: &Harmonic, forces: &[f64]) -> f64 {
        let inside = self.condensed.interior_part(forces);
        let mut joined = vec![Complex::new(0.0, 0.0); harmonic.ties.n()];
        let boundary = self.condensed.boundary_part(forces);
        harmonic.ties.fold(&boundary, &mut joined);
        let on_boundary: f64 = joined.iter().map(|f| f.norm_sqr()).sum();
        (inner(&inside, &inside).re + on_boundary).sqrt()
    }

    /// Modes as those of the whole gear: a doublet is two.
    pub fn whole_modes(&self, modes: &CyclicModes, map: &DofMap) -> Result<Modes, Error> {
        let as_real = |mode: &CyclicMode, rigid_share: f64| -> Result<Vec<Mode>, Error> {
            let shapes = self.expand(mode)?.into_iter();
            Ok(shapes
                .map(|shape| Mode {
                    frequency_hz: mode.frequency_hz,
                    shape: shape.unknowns(map),
                    residual: mode.residual,
                    rigid_share,
                })
                .collect())
        };
        let all = |modes: &[CyclicMode], share: f64| -> Result<Vec<Mode>, Error> {
            let real: Result<Vec<_>, Error> = modes.iter().map(|m| as_real(m, share)).collect();
            Ok(real?.into_iter().flatten().collect())
        };
        Ok(Modes {
            rigid: all(&modes.rigid, 1.0)?,
            elastic: all(&modes.elastic, 0.0)?,
            free_motions: Vec::new(),
            counts: modes.count.into_iter().collect(),
        })
    }

    /// The real shapes of a mode on the whole gear: that of a, and that of i · a if they are two.
    pub fn expand(&self, mode: &CyclicMode) -> Result<Vec<WholeShape>, Error> {
        let map = &self.model.dof_map;
        let n = map.n_unknowns();
        if mode.shape.len() != 2 * n {
            return Err(Error::Count {
                what: "real and imaginary parts of the shape of a sector",
                given: mode.shape.len(),
                needed: 2 * n,
            });
        }
        let harmonic = self.harmonic(mode.nodal_diameter)?;
        let (re, im) = mode.shape.split_at(n);
        let mut parts = vec![Complex::new(1.0, 0.0)];
        if harmonic.shapes == 2 {
            parts.push(Complex::new(0.0, 1.0));
        }
        self.count(
            Work::Teeth,
            (10 * parts.len() * self.layout.n_whole()) as u64,
        );
        let displacement = |node: u32, part: &[f64]| map.displacement(node as usize, part);
        Ok(parts
            .into_iter()
            .map(|part| {
                let mut displacements = Vec::with_capacity(self.layout.n_whole());
                for sector in 0..self.layout.teeth() {
                    let phase = part * self.layout.phase(harmonic.number, sector);
                    displacements.extend(self.layout.owned().iter().map(|&node| {
                        let (a, b) = (displacement(node, re), displacement(node, im));
                        let u = [0, 1, 2].map(|i| phase.re * a[i] - phase.im * b[i]);
                        self.layout.to_body(sector, u)
                    }));
                }
                let centre = (!map.centres().is_empty()).then(|| {
                    map.centre_unknowns(0).map(|unknown| {
                        unknown.map_or(0.0, |u| part.re * re[u as usize] - part.im * im[u as usize])
                    })
                });
                WholeShape {
                    displacements,
                    centre,
                }
            })
            .collect())
    }
}
