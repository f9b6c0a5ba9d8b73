//! Deflections of the whole gear under loads on any of its teeth.
//!
//! Loads are condensed sector by sector, split into harmonics on the boundary alone, answered there, and summed there again:
//! a sector costs one solution where it is loaded and one where it is looked at. \[theory:cyclic-symmetry\] (10), (11), (12)

use std::collections::BTreeMap;

use pitchline_algebra::Complex;
use rayon::prelude::*;

use super::CyclicBody;
use super::condensed::Reduced;
use super::effort::Work;
use super::fields::inner;
use super::harmonic::{Harmonic, HarmonicLoads};
use super::rigid::RIGID_HARMONICS;
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

/// A loaded sector; in the order of cases, then of sectors.
struct Column {
    case: usize,
    sector: usize,
}

/// Nodes that are looked at on a sector: place in the answer, and node of the sector.
struct View {
    sector: usize,
    nodes: Vec<(usize, usize)>,
}

/// A sector that is looked at under a case, and what its aligned boundary does.
struct Seen<'a> {
    case: usize,
    view: &'a View,
    boundary: Vec<f64>,
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
            .zip(self.boundary_amplitudes(cases.len(), &held))
            .map(|(harmonic, boundary)| {
                let mut loads = self.on_harmonic(harmonic, cases, &held, boundary);
                harmonic.answer(&mut loads)?;
                self.count(Work::Dense, harmonic.solve_operations(cases.len()));
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
        let sectors: Vec<usize> = views.iter().map(|view| view.sector).collect();
        let all: Vec<usize> = (0..cases.len()).collect();
        for some in all.chunks((TOGETHER / views.len().max(1)).max(1)) {
            let mut seen = Vec::new();
            for &case in some {
                let boundaries = self.boundaries(&answers, case, &sectors);
                let each = views.iter().zip(boundaries);
                seen.extend(each.map(|(view, boundary)| Seen {
                    case,
                    view,
                    boundary,
                }));
            }
            for some in seen.chunks(TOGETHER) {
                self.recover(some, &held, &answers, &mut deflections)?;
            }
        }
        Ok(deflections)
    }

    /// Amplitudes of the condensed loads of all cases, harmonic by harmonic. \[theory:cyclic-symmetry\] (12)
    fn boundary_amplitudes(&self, cases: usize, held: &Held) -> Vec<Vec<Complex>> {
        let n_b = self.condensed.boundary.n();
        let mut all = vec![Vec::with_capacity(n_b * cases); self.harmonics.len()];
        let each = held.reduced.boundary.chunks(n_b.max(1));
        let mut loaded = held.columns.iter().zip(each).peekable();
        for case in 0..cases {
            let mut on_sectors = Vec::new();
            while let Some((column, g)) = loaded.next_if(|(column, _)| column.case == case) {
                on_sectors.push((column.sector, g));
            }
            let of_case = self.amplitudes(n_b, &on_sectors);
            for (all, one) in all.iter_mut().zip(of_case) {
                all.extend(one);
            }
        }
        all
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

    /// Loads on a harmonic, from their amplitudes on the boundary: what they do on free motions, and those of the centre.
    fn on_harmonic(
        &self,
        harmonic: &Harmonic,
        cases: &[LoadCase],
        held: &Held,
        boundary: Vec<Complex>,
    ) -> HarmonicLoads {
        let (n, n_i) = (self.condensed.n(), self.condensed.n_interior());
        let r = harmonic.n_rigid();
        let mut loads = HarmonicLoads {
            boundary,
            work: vec![Complex::new(0.0, 0.0); r * cases.len()],
            held_work: vec![Complex::new(0.0, 0.0); r * cases.len()],
        };
        let share = (self.teeth() as f64).recip();
        let with_work = if r > 0 { &held.columns[..] } else { &[] };
        self.count(Work::Sector, (with_work.len() * r * 4 * (n + n_i)) as u64);
        for (c, column) in with_work.iter().enumerate() {
            let phase = self.layout.phase(harmonic.number, column.sector).conj() * share;
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

    /// Aligned boundaries of sectors: sums over harmonics. \[theory:cyclic-symmetry\] (12)
    fn boundaries(
        &self,
        answers: &[HarmonicLoads],
        case: usize,
        sectors: &[usize],
    ) -> Vec<Vec<f64>> {
        let n_b = self.condensed.boundary.n();
        let of_case: Vec<&[Complex]> = answers
            .iter()
            .map(|answer| &answer.boundary[n_b * case..n_b * (case + 1)])
            .collect();
        self.on_teeth(&of_case, sectors)
    }

    /// On the first sector the axes are those of the body.
    fn centre(&self, answers: &[HarmonicLoads], case: usize) -> Option<[f64; 6]> {
        if self.model.dof_map.centres().is_empty() {
            return None;
        }
        let first = self.boundaries(answers, case, &[0]);
        let motion = |motion| {
            let place = self.condensed.boundary.centre_place(motion);
            place.map_or(0.0, |place| first[0][place])
        };
        Some(std::array::from_fn(motion))
    }

    /// Displacements of the nodes of some sectors under some cases.
    fn recover(
        &self,
        seen: &[Seen<'_>],
        held: &Held,
        answers: &[HarmonicLoads],
        deflections: &mut [CyclicDeflection],
    ) -> Result<(), Error> {
        let interior: Vec<Vec<f64>> = seen
            .par_iter()
            .map(|seen| self.held_interior(held, answers, seen.case, seen.view.sector))
            .collect();
        let boundary: Vec<f64> = seen.iter().flat_map(|s| &s.boundary).copied().collect();
        let unknowns = self.condensed.recover(&interior.concat(), &boundary)?;
        let map = &self.model.dof_map;
        let n = map.n_unknowns();
        for (&Seen { case, view, .. }, q) in seen.iter().zip(unknowns.chunks(n)) {
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
            .binary_search_by_key(&(case, sector), |column| (column.case, column.sector));
        let mut interior = match own {
            Ok(c) => held.reduced.interior[n_i * c..n_i * (c + 1)].to_vec(),
            Err(_) => vec![0.0; n_i],
        };
        let with_motions = self.harmonics.iter().zip(answers).take(RIGID_HARMONICS);
        for (harmonic, answer) in with_motions {
            let phase = self.layout.phase(harmonic.number, sector) * harmonic.shapes as f64;
            self.count(Work::Sector, 2 * (harmonic.n_rigid() * n_i) as u64);
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
