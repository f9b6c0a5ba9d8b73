//! Linear problems under the constraints: [D −Bᵀ; B ε] (x, λ) = (f, g).
//!
//! With D a metric x is the shortest correction that closes a gap g; with D = M it is an acceleration.

use crate::solver::Solver;
use crate::{Equations, LuEffort, ScalarId, Weights};

/// What stands in the place of D.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Lengths squared: one metre counts as much as so many radians.
    Unit,
    /// M.
    Mass,
}

/// A factored problem under the constraints of a machine.
#[derive(Debug)]
pub(crate) struct Constrained {
    solver: Solver,
    rows: Vec<f64>,
    /// Length (m) that counts as one radian.
    length: f64,
    is_length: Vec<bool>,
    is_deformation: Vec<bool>,
}

/// Deformations are so many times as long as motions: they give way to a fit where nothing else does.
const STIFF: f64 = 1e4;

impl Constrained {
    pub fn new(equations: &Equations) -> Self {
        let machine = equations.machine();
        let nodes = 6 * machine.n_nodes();
        let is_deformation = |i: usize| {
            let scalar = i.checked_sub(nodes).map(|i| ScalarId(i as u32));
            let start = scalar.and_then(|scalar| machine.scalar(scalar));
            start.is_some_and(|start| start.is_deformation)
        };
        Self {
            solver: Solver::new(equations),
            rows: Vec::new(),
            length: 1.0,
            is_length: (0..equations.n_velocities())
                .map(|i| i < nodes && i % 6 < 3)
                .collect(),
            is_deformation: (0..equations.n_velocities()).map(is_deformation).collect(),
        }
    }

    /// The length that counts as one radian.
    pub fn set_length(&mut self, length: f64) {
        self.length = length;
    }

    /// The same.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Weight of a coordinate in the unit metric.
    pub fn weight(&self, coordinate: usize) -> f64 {
        if self.is_length[coordinate] {
            self.length.powi(-2)
        } else {
            1.0
        }
    }

    /// Factors the problem at the state that the equations look at. `Err`: an unknown that nothing determines.
    pub fn factor(&mut self, equations: &mut Equations, metric: Metric) -> Result<(), usize> {
        let n_v = equations.n_velocities();
        let first_row = equations.pattern().0[n_v] as usize;
        equations.tangent(
            Weights {
                position: 1.0,
                multiplier: 1.0,
                ..Weights::default()
            },
            None,
        );
        self.rows.clear();
        self.rows.extend_from_slice(equations.values());
        if metric == Metric::Mass {
            equations.tangent(
                Weights {
                    acceleration: 1.0,
                    multiplier: 1.0,
                    ..Weights::default()
                },
                None,
            );
            equations.values_mut()[first_row..].copy_from_slice(&self.rows[first_row..]);
        } else {
            self.clear_coordinates(equations, n_v);
        }
        self.solver.factor(equations.values())
    }

    /// D = the unit metric.
    fn clear_coordinates(&self, equations: &mut Equations, n_v: usize) {
        let (starts, columns) = equations.pattern();
        let inner: Vec<usize> = (0..starts[n_v] as usize)
            .filter(|&at| (columns[at] as usize) < n_v)
            .collect();
        let diagonal = self.solver.diagonal().to_vec();
        let values = equations.values_mut();
        for at in inner {
            values[at] = 0.0;
        }
        for (i, at) in diagonal[..n_v].iter().enumerate() {
            values[*at as usize] = match self.is_deformation[i] {
                true => (STIFF / self.length).powi(2),
                false => self.weight(i),
            };
        }
    }

    /// What the last factors have cost.
    pub fn effort(&self) -> LuEffort {
        self.solver.effort()
    }

    /// Nothing of what was factored so far is used again.
    pub fn forget_order(&mut self) {
        self.solver.forget_order();
    }

    pub fn solve(&mut self, right: &mut [f64]) {
        self.solver.solve(right);
    }
}

/// Distance (m) of the farthest of some places from the middle of all.
pub(crate) fn spread(places: &[[f64; 3]]) -> f64 {
    let n = places.len().max(1) as f64;
    let middle = [0, 1, 2].map(|i| places.iter().map(|p| p[i]).sum::<f64>() / n);
    let far = |p: &[f64; 3]| (0..3).map(|i| (p[i] - middle[i]).powi(2)).sum::<f64>();
    places.iter().map(far).fold(0.0, f64::max).sqrt()
}
