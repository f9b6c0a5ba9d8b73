//! Sums over the mass of a deformed body, as its equations of motion need them. \[theory:flexible-bodies\] (4)-(7)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | m, S_0, J_0 | `mass`, `first`, `inertia` | of the undeformed body, about the origin of its frame |
//! | S_i | `sum` | Σ m φ_i |
//! | N_0i | `arm` | Σ m s φ_iᵀ |
//! | N_ji | `Pair::moment` | Σ m φ_j φ_iᵀ |
//! | N_i(q) | [`Products`] | Σ m y φ_iᵀ with y = s + Σ φ_j q_j |
//!
//! Of N_i the cross product Σ m y × φ_i and the tensor Σ m ((y · φ_i) 1 − φ_i yᵀ) are linear functions, so nothing else is kept.
//! Pairs that symmetry makes zero are left out: a gear with waves of n nodal diameters couples n with n ± 2 at most.

use pitchline_fem::MassMoments;
use pitchline_geometry::tensor::{IDENTITY, Tensor, ZERO, scaled, sum, times, transposed};
use pitchline_geometry::vector::{Vector, dot, plus_scaled};

use super::FlexibleBodyError;

/// Second moments of shapes with modal mass one below which a pair is taken for zero: what rounding leaves in sums over a mesh.
const NO_MOMENT: f64 = 1e-13;

/// How far masses of modes may be from one, and those of two modes from zero: rounding of the modes stays well below, moments of another body
/// well above.
const MODAL_MASS: f64 = 1e-6;

/// What of the inertia of deformation is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InertiaForm {
    /// Everything.
    #[default]
    Full,
    /// Without Σ m φ_i × φ_j and Σ m φ̃_iᵀ φ̃_j (U_4 and U_8 of \[liu\] table 1): no Coriolis force between modes, and an inertia
    /// that is linear in the deformation. Modal masses (U_5) stay, other than in \[liu\] (16).
    Simplified,
}

/// Moments of one mode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ModeMoments {
    pub sum: Vector,
    pub arm: Tensor,
}

/// Moment of a mode with another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// j of N_ji.
    pub other: u32,
    pub moment: Tensor,
}

/// All sums.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Moments {
    pub mass: f64,
    pub first: Vector,
    pub inertia: Tensor,
    pub modes: Vec<ModeMoments>,
    /// Pairs of mode i stand at `starts[i]..starts[i + 1]`, by ascending j.
    starts: Vec<u32>,
    pairs: Vec<Pair>,
}

impl Moments {
    /// Takes what a form needs of sums over shapes with modal mass one.
    pub fn new(sums: &MassMoments, form: InertiaForm) -> Result<Self, FlexibleBodyError> {
        let n = sums.n();
        if form == InertiaForm::Full && sums.pairs.is_empty() && n > 0 {
            return Err(FlexibleBodyError::NoSecondMoments);
        }
        let modes = sums.sums.as_chunks::<3>().0.iter();
        let arms = sums.arms.as_chunks::<9>().0.iter();
        let mut moments = Self {
            mass: sums.mass,
            first: sums.first,
            inertia: turning(&sums.second),
            modes: modes
                .zip(arms)
                .map(|(sum, arm)| ModeMoments {
                    sum: *sum,
                    arm: by_rows(arm),
                })
                .collect(),
            starts: vec![0; n + 1],
            pairs: Vec::new(),
        };
        if moments.modes.len() != n || (form == InertiaForm::Full && sums.pairs.len() != 9 * n * n)
        {
            return Err(FlexibleBodyError::Count {
                what: "moments of the modes",
                given: sums.pairs.len(),
                needed: 9 * n * n,
            });
        }
        if form == InertiaForm::Full {
            moments.take_pairs(sums, n)?;
        }
        Ok(moments)
    }

    fn take_pairs(&mut self, sums: &MassMoments, n: usize) -> Result<(), FlexibleBodyError> {
        let (pairs, _) = sums.pairs.as_chunks::<9>();
        for i in 0..n {
            for j in 0..n {
                let pair = &pairs[j + n * i];
                let value = pair[0] + pair[4] + pair[8];
                let expected = f64::from(u8::from(i == j));
                if value.is_nan() || (value - expected).abs() > MODAL_MASS {
                    return Err(FlexibleBodyError::ModalMass {
                        first: i + 1,
                        second: j + 1,
                        value,
                        expected,
                    });
                }
                // ⟨φ_j, φ_i⟩ stands at j + n i; the other order is its transpose and is dropped together with it.
                let both = pair.iter().chain(&pairs[i + n * j]);
                if both.fold(0.0, |most: f64, x| most.max(x.abs())) > NO_MOMENT {
                    self.pairs.push(Pair {
                        other: j as u32,
                        moment: by_rows(pair),
                    });
                }
            }
            self.starts[i + 1] = self.pairs.len() as u32;
        }
        Ok(())
    }

    /// Number of modes.
    pub fn n(&self) -> usize {
        self.modes.len()
    }

    /// Number of pairs that are not zero.
    pub fn n_pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Pairs of a mode.
    pub fn pairs_of(&self, i: usize) -> &[Pair] {
        &self.pairs[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Whether two modes are a pair.
    pub fn are_pair(&self, i: usize, j: usize) -> bool {
        let pairs = self.pairs_of(i);
        pairs.binary_search_by_key(&j, |p| p.other as usize).is_ok()
    }

    /// N_i, and what the rates and second rates of the deformation make of its pairs; `coordinate` gives (q_j, q̇_j, q̈_j).
    pub fn products(&self, i: usize, coordinate: impl Fn(usize) -> [f64; 3]) -> [Products; 3] {
        let mut sums = [self.modes[i].arm, ZERO, ZERO];
        for pair in self.pairs_of(i) {
            let weights = coordinate(pair.other as usize);
            for (sum, weight) in sums.iter_mut().zip(weights) {
                for (to, from) in sum
                    .as_flattened_mut()
                    .iter_mut()
                    .zip(pair.moment.as_flattened())
                {
                    *to += weight * from;
                }
            }
        }
        sums.map(Products)
    }
}

/// Σ m x φ_iᵀ for some field x, and what follows from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Products(pub Tensor);

impl Products {
    /// Σ m x × φ_i: C_i.
    pub fn crossed(&self) -> Vector {
        let p = &self.0;
        [p[1][2] - p[2][1], p[2][0] - p[0][2], p[0][1] - p[1][0]]
    }

    /// G_i ω with G_i = Σ m ((x · φ_i) 1 − φ_i xᵀ).
    pub fn turned(&self, spin: Vector) -> Vector {
        let p = &self.0;
        let back = [0, 1, 2].map(|i| p[0][i] * spin[0] + p[1][i] * spin[1] + p[2][i] * spin[2]);
        [0, 1, 2].map(|i| self.trace() * spin[i] - back[i])
    }

    /// G_iᵀ ω.
    pub fn turned_back(&self, spin: Vector) -> Vector {
        plus_scaled(times(&scaled(-1.0, &self.0), spin), self.trace(), spin)
    }

    /// H_i ω with H_i the symmetric part of G_i: half the change of the inertia.
    pub fn inertia_change(&self, spin: Vector) -> Vector {
        let (a, b) = (self.turned(spin), self.turned_back(spin));
        [0, 1, 2].map(|i| 0.5 * (a[i] + b[i]))
    }

    /// H_i.
    pub fn half_inertia(&self) -> Tensor {
        let g = turning(&self.0);
        scaled(0.5, &sum(&g, &transposed(&g)))
    }

    /// ωᵀ G_i ω
    pub fn square(&self, spin: Vector) -> f64 {
        dot(spin, self.turned(spin))
    }

    fn trace(&self) -> f64 {
        self.0[0][0] + self.0[1][1] + self.0[2][2]
    }
}

/// Σ m x̃ᵀ ỹ = Σ m ((x · y) 1 − y xᵀ) from Σ m x yᵀ.
pub(super) fn turning(p: &Tensor) -> Tensor {
    let trace = p[0][0] + p[1][1] + p[2][2];
    sum(&scaled(trace, &IDENTITY), &scaled(-1.0, &transposed(p)))
}

/// A tensor from its columns.
pub(super) fn by_rows(columns: &[f64; 9]) -> Tensor {
    [0, 1, 2].map(|i| [columns[i], columns[3 + i], columns[6 + i]])
}
