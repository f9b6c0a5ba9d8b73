//! The interface on one sector: the loads of one tooth, the same on all, and those of the centre.

use pitchline_algebra::Complex;

use super::ShapeNumber;
use super::dual::HarmonicBasis;
use crate::cyclic::{CyclicBody, Work};
use crate::{Error, Interface, LoadCase, Mesh};

const REFUSED: &str = "the interface is not the same on every tooth";

/// A load on the centre in a harmonic: the coordinate of its real part and, across the axis, that of its imaginary part.
struct CentreLoad {
    harmonic: usize,
    /// Motions of the centre with their amplitudes.
    parts: Vec<(usize, Complex)>,
    coordinates: Vec<usize>,
}

/// Loads on the unknowns of the sector.
pub struct SectorPatterns {
    /// Of tooth 1, one after another.
    teeth: Vec<Vec<f64>>,
    /// `on_teeth[k][s]`: coordinate of the interface of load k on tooth 1 + s.
    on_teeth: Vec<Vec<usize>>,
    centre: Vec<CentreLoad>,
}

impl SectorPatterns {
    pub fn of(body: &CyclicBody, whole: &Mesh, interface: &Interface) -> Result<Self, Error> {
        let refused = || Error::NotCyclic { what: REFUSED };
        let patterns = interface.tooth_patterns(whole).ok_or_else(refused)?;
        // The forces on each tooth were turned to those of the first.
        let forces = interface.coordinates.iter().map(|c| c.pattern.nodes.len());
        body.count(Work::Teeth, 4 * forces.sum::<usize>() as u64);
        let teeth = patterns
            .on_teeth
            .iter()
            .map(|on_teeth| {
                let first = on_teeth.first().ok_or_else(refused)?;
                body.on_sector(&interface.coordinates[*first].pattern)
            })
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(Self {
            teeth,
            on_teeth: patterns.on_teeth,
            centre: centre_loads(interface, &patterns.on_centre).ok_or_else(refused)?,
        })
    }

    /// Loads of a tooth.
    pub fn n_teeth(&self) -> usize {
        self.teeth.len()
    }

    /// Real columns of the interface over the whole gear.
    pub fn n(&self, body: &CyclicBody) -> usize {
        let centre: usize = self.centre.iter().map(|load| load.coordinates.len()).sum();
        self.teeth.len() * body.teeth() as usize + centre
    }

    /// Loads of a harmonic, as real and imaginary parts over the unknowns of the sector: those of a tooth, then those of the
    /// centre.
    pub fn of_harmonic(&self, body: &CyclicBody, harmonic: usize) -> Vec<f64> {
        let map = &body.sector().dof_map;
        let n = map.n_unknowns();
        let mut loads = Vec::new();
        for pattern in &self.teeth {
            loads.extend_from_slice(pattern);
            loads.resize(loads.len() + n, 0.0);
        }
        for load in self.centre.iter().filter(|load| load.harmonic == harmonic) {
            let start = loads.len();
            loads.resize(start + 2 * n, 0.0);
            let unknowns = map.centre_unknowns(0);
            for &(motion, part) in &load.parts {
                if let Some(unknown) = unknowns[motion] {
                    loads[start + unknown as usize] += part.re;
                    loads[start + n + unknown as usize] += part.im;
                }
            }
        }
        loads
    }

    /// Motions of the interface from the coordinates, a row for each, by columns.
    pub fn rows(
        &self,
        body: &CyclicBody,
        n_rows: usize,
        shapes: &[ShapeNumber],
        bases: &[HarmonicBasis],
        n_columns: usize,
    ) -> Vec<f64> {
        let mut rows = vec![0.0; n_rows * n_columns];
        body.count(Work::Coordinates, rows.len() as u64);
        let map = &body.sector().dof_map;
        let unknowns = match map.centres().is_empty() {
            true => [None; 6],
            false => map.centre_unknowns(0),
        };
        for number in shapes {
            let basis = &bases[number.basis];
            let shape = basis.shape(number.shape);
            body.count(Work::Sector, (self.teeth.len() * shape.len()) as u64);
            let mut put = |row: usize, motion: Complex| {
                rows[row + n_rows * number.coordinates.0] = motion.re;
                if let Some(second) = number.coordinates.1 {
                    // Re(i · motion).
                    rows[row + n_rows * second] = -motion.im;
                }
            };
            for (pattern, on_teeth) in self.teeth.iter().zip(&self.on_teeth) {
                let motion = applied(pattern, shape);
                for (sector, &row) in on_teeth.iter().enumerate() {
                    put(row, motion * body.phase(basis.harmonic, sector));
                }
            }
            for load in &self.centre {
                for (&(motion, _), &row) in load.parts.iter().zip(&load.coordinates) {
                    if let Some(unknown) = unknowns[motion] {
                        let (re, im) = shape.split_at(shape.len() / 2);
                        put(
                            row,
                            Complex::new(re[unknown as usize], im[unknown as usize]),
                        );
                    }
                }
            }
        }
        rows
    }
}

/// Pᵀ a of a real pattern.
fn applied(pattern: &[f64], shape: &[f64]) -> Complex {
    let dot = |part: &[f64]| -> f64 { pattern.iter().zip(part).map(|(p, a)| p * a).sum() };
    let (re, im) = shape.split_at(pattern.len());
    Complex::new(dot(re), dot(im))
}

/// Loads of the centre by harmonics; none if those across the axis are not there in both directions.
/// \[theory:cyclic-symmetry\] (5)
fn centre_loads(interface: &Interface, on_centre: &[usize]) -> Option<Vec<CentreLoad>> {
    let mut coordinates = [None; 6];
    for &number in on_centre {
        let motion = single_motion(&interface.coordinates[number].pattern)?;
        if coordinates[motion].replace(number).is_some() {
            return None;
        }
    }
    let one = Complex::new(1.0, 0.0);
    let mut loads = Vec::new();
    for motion in [2, 5] {
        if let Some(number) = coordinates[motion] {
            loads.push(CentreLoad {
                harmonic: 0,
                parts: vec![(motion, one)],
                coordinates: vec![number],
            });
        }
    }
    for motion in [0, 3] {
        match (coordinates[motion], coordinates[motion + 1]) {
            (Some(x), Some(y)) => loads.push(CentreLoad {
                harmonic: 1,
                parts: vec![(motion, one), (motion + 1, Complex::new(0.0, 1.0))],
                coordinates: vec![x, y],
            }),
            (None, None) => {}
            _ => return None,
        }
    }
    Some(loads)
}

/// The one motion of the one centre that a pattern loads with 1.
fn single_motion(pattern: &LoadCase) -> Option<usize> {
    if !pattern.nodes.is_empty() || pattern.centres.len() != 1 {
        return None;
    }
    let wrench = pattern.centres.get(&0)?;
    let mut loaded = (0..6).filter(|&motion| wrench[motion].abs() > 0.0);
    let motion = loaded.next()?;
    let is_unit = (wrench[motion] - 1.0).abs() <= f64::EPSILON;
    (loaded.next().is_none() && is_unit).then_some(motion)
}
