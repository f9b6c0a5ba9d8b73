//! Deflections of the whole gear under loads on any of its teeth.
//!
//! Loads are condensed sector by sector, split into harmonics on the boundary alone, answered there, and summed there again:
//! a sector costs one solution where it is loaded and one where it is looked at. \[theory:cyclic-symmetry\] (10), (11), (12)

use std::collections::BTreeMap;

use pitchline_algebra::Complex;
use rayon::prelude::*;

use super::CyclicBody;
use super::condensed::Reduced;
use super::fields::inner;
use super::harmonic::{Harmonic, HarmonicLoads};
use crate::{Error, LoadCase};

/// Sectors solved at a time: enough to share the factor, few enough for the memory that is needed besides.
const TOGETHER: usize = 128;

/// How a gear of equal sectors deflects under one load case. Where supports leave motions of the whole body free, the loads are
/// balanced by the inertia of the body as it accelerates, and its motion as a whole is left out.
#[derive(Debug, Clone, PartialEq)]
pub struct CyclicDeflection {
    /// Nodes of the whole gear.
    pub nodes: Vec<u32>,
    /// Their displacements in the axes of the body (m).
    pub displacements: Vec<[f64; 3]>,
    /// Motion of the centre along (m) and about (rad) x, y, z, if there is one.
    pub centre: Option<[f64; 6]>,
}

/// A loaded sector.
struct Column {
    case: usize,
    sector: usize,
}

/// Nodes that are looked at on a sector: place in the answer, and node of the sector.
struct View {
    sector: usize,
    nodes: Vec<(usize, usize)>,
}

/// Loads of some cases with what they do while boundaries are held still.
struct Held {
    columns: Vec<Column>,
    loads: Vec<f64>,
    reduced: Reduced,
}

impl CyclicBody {
    /// Deflections under each load case, at some nodes or, without a choice, at all.
    pub fn solve(
        &self,
        cases: &[LoadCase],
        nodes: Option<&[u32]>,
    ) -> Result<Vec<CyclicDeflection>, Error> {
        let all: Vec<u32>;
        let nodes = match nodes {
            Some(nodes) => nodes,
            None => {
                all = (0..self.layout.n_whole() as u32).collect();
                &all
            }
        };
        let views = self.views(nodes)?;
        let mut deflections = Vec::with_capacity(cases.len());
        for some in cases.chunks(TOGETHER) {
            deflections.extend(self.solve_together(some, nodes, &views)?);
        }
        Ok(deflections)
    }

    fn views(&self, nodes: &[u32]) -> Result<Vec<View>, Error> {
        let mut views: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for (place, &node) in nodes.iter().enumerate() {
            let (sector, node) = self.layout.find(node)?;
            views.entry(sector).or_default().push((place, node));
        }
        let views = views.into_iter();
        Ok(views
            .map(|(sector, nodes)| View { sector, nodes })
            .collect())
    }

    fn solve_together(
        &self,
        cases: &[LoadCase],
        nodes: &[u32],
        views: &[View],
    ) -> Result<Vec<CyclicDeflection>, Error> {
        let held = self.held(cases)?;
        let answers = self
            .harmonics
            .par_iter()
            .map(|harmonic| {
                let mut loads = self.on_harmonic(harmonic, cases, &held);
                harmonic.answer(&mut loads)?;
                self.count_operations(harmonic.solve_operations(cases.len()));
                Ok(loads)
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let mut deflections: Vec<CyclicDeflection> = (0..cases.len())
            .map(|case| CyclicDeflection {
                nodes: nodes.to_vec(),
                displacements: vec![[0.0; 3]; nodes.len()],
                centre: self.centre(&answers, case),
            })
            .collect();
        let pairs: Vec<(usize, &View)> = (0..cases.len())
            .flat_map(|case| views.iter().map(move |view| (case, view)))
            .collect();
        for some in pairs.chunks(TOGETHER) {
            self.recover(some, &held, &answers, &mut deflections)?;
        }
        Ok(deflections)
    }

    /// Loads sector by sector, in the axes of each.
    fn held(&self, cases: &[LoadCase]) -> Result<Held, Error> {
        let map = &self.model.dof_map;
        let n = map.n_unknowns();
        let (mut columns, mut loads) = (Vec::new(), Vec::new());
        for (case, load) in cases.iter().enumerate() {
            load.check()?;
            let mut sectors: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            for (&node, &force) in &load.nodes {
                let (sector, node) = self.layout.find(node)?;
                let on_sector = sectors.entry(sector).or_insert_with(|| vec![0.0; n]);
                let force = self.layout.to_sector(sector, force);
                for (axis, force) in force.into_iter().enumerate() {
                    for term in map.terms(node, axis).iter() {
                        on_sector[term.unknown as usize] += term.coefficient * force;
                    }
                }
            }
            if let Some((&centre, _)) = load.centres.range(map.centres().len() as u32..).next() {
                return Err(Error::NoSuchCentre {
                    centre: centre as usize,
                    n_centres: map.centres().len(),
                });
            }
            for (sector, load) in sectors {
                columns.push(Column { case, sector });
                loads.extend(load);
            }
        }
        let reduced = self.condensed.reduce(&loads)?;
        Ok(Held {
            columns,
            loads,
            reduced,
        })
    }

    /// Amplitudes of the loads in a harmonic: F_n = Σ f_s e^{−inθs} / z. \[theory:cyclic-symmetry\] (10)
    fn on_harmonic(&self, harmonic: &Harmonic, cases: &[LoadCase], held: &Held) -> HarmonicLoads {
        let (n, n_i) = (self.condensed.n(), self.condensed.n_interior());
        let (n_b, r) = (self.condensed.boundary.n(), harmonic.n_rigid());
        let mut loads = HarmonicLoads {
            boundary: vec![Complex::new(0.0, 0.0); n_b * cases.len()],
            work: vec![Complex::new(0.0, 0.0); r * cases.len()],
            held_work: vec![Complex::new(0.0, 0.0); r * cases.len()],
        };
        let share = (self.teeth() as f64).recip();
        for (c, column) in held.columns.iter().enumerate() {
            let phase = self.layout.phase(harmonic.number, column.sector).conj() * share;
            let from = &held.reduced.boundary[n_b * c..n_b * (c + 1)];
            let to = &mut loads.boundary[n_b * column.case..n_b * (column.case + 1)];
            to.iter_mut().zip(from).for_each(|(to, g)| *to += phase * g);
            if r == 0 {
                continue;
            }
            // Real loads as fields without imaginary part.
            let mut f = held.loads[n * c..n * (c + 1)].to_vec();
            let mut f_i = self.condensed.interior_part(&f);
            f.resize(2 * n, 0.0);
            f_i.resize(2 * n_i, 0.0);
            for (j, rigid) in harmonic.rigid.iter().enumerate() {
                loads.work[r * column.case + j] += phase * inner(&rigid.field, &f);
                loads.held_work[r * column.case + j] += phase * inner(&rigid.interior, &f_i);
            }
        }
        for (case, load) in cases.iter().enumerate() {
            if let Some(wrench) = load.centres.get(&0) {
                self.add_on_centre(harmonic, case, wrench, &mut loads);
            }
        }
        loads
    }

    /// Forces on the centre, a part of them on each sector. \[theory:cyclic-symmetry\] (5)
    fn add_on_centre(
        &self,
        harmonic: &Harmonic,
        case: usize,
        wrench: &[f64; 6],
        loads: &mut HarmonicLoads,
    ) {
        let boundary = &self.condensed.boundary;
        let teeth = self.teeth() as f64;
        let across = |x: f64, y: f64| Complex::new(x, -y) / (2.0 * teeth);
        let i = Complex::new(0.0, 1.0);
        let [fx, fy, fz, tx, ty, tz] = *wrench;
        let parts = match harmonic.number {
            0 => vec![(2, (fz / teeth).into()), (5, (tz / teeth).into())],
            1 => vec![
                (0, across(fx, fy)),
                (1, i * across(fx, fy)),
                (3, across(tx, ty)),
                (4, i * across(tx, ty)),
            ],
            _ => Vec::new(),
        };
        let r = harmonic.n_rigid();
        for (motion, amplitude) in parts {
            let Some(place) = boundary.centre_place(motion) else {
                continue;
            };
            loads.boundary[boundary.n() * case + place] += amplitude;
            for (j, rigid) in harmonic.rigid.iter().enumerate() {
                loads.work[r * case + j] += rigid.on_boundary[place].conj() * amplitude;
            }
        }
    }

    /// Aligned boundary of a sector: the sum over harmonics. \[theory:cyclic-symmetry\] (11)
    fn boundary_of(&self, answers: &[HarmonicLoads], case: usize, sector: usize) -> Vec<f64> {
        let n_b = self.condensed.boundary.n();
        let mut sum = vec![0.0; n_b];
        for (harmonic, answer) in self.harmonics.iter().zip(answers) {
            let phase = self.layout.phase(harmonic.number, sector) * harmonic.shapes as f64;
            let x = &answer.boundary[n_b * case..n_b * (case + 1)];
            for (sum, x) in sum.iter_mut().zip(x) {
                *sum += phase.re * x.re - phase.im * x.im;
            }
        }
        sum
    }

    /// On the first sector the axes are those of the body.
    fn centre(&self, answers: &[HarmonicLoads], case: usize) -> Option<[f64; 6]> {
        if self.model.dof_map.centres().is_empty() {
            return None;
        }
        let first = self.boundary_of(answers, case, 0);
        let motion = |motion| {
            let place = self.condensed.boundary.centre_place(motion);
            place.map_or(0.0, |place| first[place])
        };
        Some(std::array::from_fn(motion))
    }

    /// Displacements of the nodes of some sectors under some cases.
    fn recover(
        &self,
        pairs: &[(usize, &View)],
        held: &Held,
        answers: &[HarmonicLoads],
        deflections: &mut [CyclicDeflection],
    ) -> Result<(), Error> {
        let parts: Vec<[Vec<f64>; 2]> = pairs
            .par_iter()
            .map(|&(case, view)| {
                let interior = self.held_interior(held, answers, case, view.sector);
                [interior, self.boundary_of(answers, case, view.sector)]
            })
            .collect();
        let together = |part: usize| -> Vec<f64> {
            let each = parts.iter().flat_map(|p| &p[part]);
            each.copied().collect()
        };
        let unknowns = self.condensed.recover(&together(0), &together(1))?;
        let map = &self.model.dof_map;
        let n = map.n_unknowns();
        for (&(case, view), q) in pairs.iter().zip(unknowns.chunks(n)) {
            for &(place, node) in &view.nodes {
                let u = map.displacement(node, q);
                deflections[case].displacements[place] = self.layout.to_body(view.sector, u);
            }
        }
        Ok(())
    }

    /// Interior of a sector with its boundary held still: what its own loads do, and the inertia that balances all loads.
    fn held_interior(
        &self,
        held: &Held,
        answers: &[HarmonicLoads],
        case: usize,
        sector: usize,
    ) -> Vec<f64> {
        let n_i = self.condensed.n_interior();
        let own = held
            .columns
            .iter()
            .position(|column| column.case == case && column.sector == sector);
        let mut interior = match own {
            Some(c) => held.reduced.interior[n_i * c..n_i * (c + 1)].to_vec(),
            None => vec![0.0; n_i],
        };
        for (harmonic, answer) in self.harmonics.iter().zip(answers) {
            let phase = self.layout.phase(harmonic.number, sector) * harmonic.shapes as f64;
            for (j, rigid) in harmonic.rigid.iter().enumerate() {
                let factor = phase * answer.work[harmonic.n_rigid() * case + j];
                let (re, im) = rigid.interior.split_at(n_i);
                for (x, (re, im)) in interior.iter_mut().zip(re.iter().zip(im)) {
                    *x -= factor.re * re - factor.im * im;
                }
            }
        }
        interior
    }
}
