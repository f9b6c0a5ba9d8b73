//! Timoshenko's equations solved exactly for uniform pieces, by transfer of deflection, turn, moment and shear force:
//! independent of any element.
//!
//! With w and ψ in one plane (or w = x + i y of a circular whirl at ω while the shaft turns at Ω), E I ψ' = M,
//! κ G A (w' − ψ) = V, V' = −ρ A ω² w, M' = −V − ρ (I ω² − 2 I Ω ω) ψ.

/// Deflection, turn, moment, shear force.
pub type Transfer = [[f64; 4]; 4];

/// What a piece is made of.
#[derive(Clone, Copy)]
pub struct Piece {
    pub length: f64,
    pub bending: f64,
    pub shear: f64,
    pub mass: f64,
    /// ρ I, diametral.
    pub rotary: f64,
}

impl Piece {
    /// A full or hollow round piece, its shear factor as Cowper's.
    pub fn round(length: f64, outer: f64, inner: f64, material: &pitchline_fem::Material) -> Self {
        let (e, nu) = (material.youngs_modulus, material.poisson_ratio);
        let area = std::f64::consts::PI / 4.0 * (outer * outer - inner * inner);
        let moment = std::f64::consts::PI / 64.0 * (outer.powi(4) - inner.powi(4));
        let q = (inner / outer).powi(2);
        let kappa = 6.0 * (1.0 + nu) * (1.0 + q).powi(2)
            / ((7.0 + 6.0 * nu) * (1.0 + q).powi(2) + (20.0 + 12.0 * nu) * q);
        Self {
            length,
            bending: e * moment,
            shear: kappa * area * e / (2.0 * (1.0 + nu)),
            mass: material.density * area,
            rotary: material.density * moment,
        }
    }

    /// exp(A L) by its series over a millimetre at most, squared back.
    pub fn transfer(&self, frequency: f64, speed: f64) -> Transfer {
        let square = frequency * frequency;
        let tilt = self.rotary * (square - 2.0 * speed * frequency);
        let squarings = (1000.0 * self.length).log2().ceil().max(0.0) as i32;
        let h = self.length / 2f64.powi(squarings);
        let a = [
            [0.0, h, 0.0, h / self.shear],
            [0.0, 0.0, h / self.bending, 0.0],
            [0.0, -h * tilt, 0.0, -h],
            [-h * self.mass * square, 0.0, 0.0, 0.0],
        ];
        let one = identity();
        let mut sum = one;
        // Horner from the twelfth term: (‖A h‖)¹³/13! is far below rounding.
        for n in (1..=12).rev() {
            sum = product(&a, &sum);
            for i in 0..4 {
                for j in 0..4 {
                    sum[i][j] = sum[i][j] / f64::from(n) + one[i][j];
                }
            }
        }
        (0..squarings).fold(sum, |m, _| product(&m, &m))
    }
}

/// A disc: jumps of moment and shear force.
pub fn disc(mass: f64, polar: f64, diametral: f64, frequency: f64, speed: f64) -> Transfer {
    let mut m = identity();
    m[2][1] = -(diametral * frequency * frequency - polar * speed * frequency);
    m[3][0] = -mass * frequency * frequency;
    m
}

pub fn identity() -> Transfer {
    let mut m = [[0.0; 4]; 4];
    for (i, row) in m.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    m
}

/// a b: first b, then a.
pub fn product(a: &Transfer, b: &Transfer) -> Transfer {
    a.map(|row| [0, 1, 2, 3].map(|j| (0..4).map(|k| row[k] * b[k][j]).sum()))
}

/// Two of the four quantities at the end over two at the beginning that the support there leaves free: zero at a natural frequency.
pub fn determinant(m: &Transfer, zero_at_end: [usize; 2], free_at_begin: [usize; 2]) -> f64 {
    let [[a, b], [c, d]] = zero_at_end.map(|i| free_at_begin.map(|j| m[i][j]));
    a * d - b * c
}

/// Free end: moment and shear force vanish. Clamped: deflection and turn. Supported: deflection and moment.
pub const FREE: ([usize; 2], [usize; 2]) = ([2, 3], [0, 1]);
pub const CLAMPED: ([usize; 2], [usize; 2]) = ([0, 1], [2, 3]);
pub const SUPPORTED: ([usize; 2], [usize; 2]) = ([0, 2], [1, 3]);

/// Roots between two values, by signs on a fine grid and halving.
pub fn roots(of: impl Fn(f64) -> f64, from: f64, to: f64) -> Vec<f64> {
    let n = 4000;
    let at = |i: u32| from + (to - from) * f64::from(i) / f64::from(n);
    let mut found = Vec::new();
    for i in 0..n {
        let (mut low, mut high) = (at(i), at(i + 1));
        let sign = of(low).signum();
        if sign == of(high).signum() {
            continue;
        }
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if of(middle).signum() == sign {
                low = middle;
            } else {
                high = middle;
            }
        }
        found.push(0.5 * (low + high));
    }
    found
}
