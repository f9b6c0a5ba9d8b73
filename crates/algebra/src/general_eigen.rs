//! Dense real matrices without symmetry: all eigenvalues with their vectors.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, EvdParams, evd_cplx, evd_real, evd_scratch};
use faer::{Mat, Par, Spec};

use crate::self_adjoint::check_length;
use crate::{Complex, Error};

/// Backward error beside which the solution is refused: rounding of some hundred rotations of each row.
const REFUSED: f64 = 1e-11;

/// An eigenvalue so near to the real axis, beside the largest entry, is real: rounding has moved it.
const REAL: f64 = 1e-12;

/// From this size on the complex method works on blocks and is the faster one.
const BLOCKED: usize = 75;

/// Eigenvalues with their vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneralEigen {
    /// The eigenvalues. Of a conjugate pair the one with the positive imaginary part comes first, the other follows.
    pub values: Vec<Complex>,
    /// The vectors one after another, each of the size of the matrix and of length 1.
    pub vectors: Vec<Complex>,
}

/// A way to all eigenvalues of a matrix whose entries are of order one.
type Method = fn(&Mat<f64>) -> Result<GeneralEigen, Error>;

/// A x = λ x for a matrix stored by columns. Every pair is put into the equation before it is handed back.
pub fn general_eigen(n: usize, matrix: &[f64]) -> Result<GeneralEigen, Error> {
    check_length("matrix", n * n, matrix)?;
    if let Some(at) = matrix.iter().position(|v| !v.is_finite()) {
        return Err(Error::NotFinite {
            row: at % n,
            column: at / n,
            value: matrix[at],
        });
    }
    let largest = matrix.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    if n <= 1 || largest == 0.0 {
        return Ok(diagonal(n, matrix));
    }
    // The solver compares with fixed small numbers; a power of two changes no digit.
    let scale = (-largest.log2().floor()).clamp(-1000.0, 1000.0).exp2();
    let scaled = Mat::from_fn(n, n, |i, j| matrix[i + n * j] * scale);
    let methods: [Method; 2] = match n < BLOCKED {
        true => [real, complex],
        false => [complex, real],
    };
    for method in methods {
        let mut found = method(&scaled)?;
        // Written so that NaN is refused.
        let is_right = found.values.len() == n && backward_error(&scaled, &found) <= REFUSED;
        if is_right {
            for value in &mut found.values {
                *value /= scale;
            }
            return Ok(found);
        }
    }
    Err(Error::Dense { n })
}

/// Of a matrix of one row, or of zeros.
fn diagonal(n: usize, matrix: &[f64]) -> GeneralEigen {
    let real = |value: f64| Complex::new(value, 0.0);
    GeneralEigen {
        values: (0..n).map(|i| real(matrix[i * (n + 1)])).collect(),
        vectors: (0..n * n)
            .map(|at| real(if at % (n + 1) == 0 { 1.0 } else { 0.0 }))
            .collect(),
    }
}

/// By real rotations, row by row. The vectors of equal complex eigenvalues come out wrong: two blocks of rows and columns that hardly
/// differ are solved against each other. In blocks it would be faster, but need not end: there the solver sorts pairs by size, and two
/// whose sizes differ by rounding change places for ever, as those of equal shafts do.
fn real(matrix: &Mat<f64>) -> Result<GeneralEigen, Error> {
    let n = matrix.nrows();
    let (mut re, mut im) = (Diag::<f64>::zeros(n), Diag::<f64>::zeros(n));
    let mut columns = Mat::<f64>::zeros(n, n);
    let (no, yes) = (ComputeEigenvectors::No, ComputeEigenvectors::Yes);
    let mut settings = Spec::<EvdParams, f64>::default();
    settings.config.schur.blocking_threshold = usize::MAX;
    let need = evd_scratch::<f64>(n, no, yes, Par::Seq, settings);
    let mut memory = MemBuffer::try_new(need).map_err(|_| Error::OutOfMemory {
        what: "a dense eigenproblem",
        bytes: need.unaligned_bytes_required() as u64,
    })?;
    evd_real(
        matrix.as_ref(),
        re.as_mut(),
        im.as_mut(),
        None,
        Some(columns.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        settings,
    )
    .map_err(|_| Error::Dense { n })?;
    let (re, im) = (re.column_vector(), im.column_vector());
    let mut found = GeneralEigen {
        values: Vec::with_capacity(n),
        vectors: Vec::with_capacity(n * n),
    };
    let mut j = 0;
    while j < n {
        // A complex pair keeps real and imaginary part of its vector in two columns.
        let is_pair = im[j] != 0.0 && j + 1 < n;
        let first = found.vectors.len();
        found.values.push(Complex::new(re[j], im[j]));
        for i in 0..n {
            let imaginary = if is_pair { columns[(i, j + 1)] } else { 0.0 };
            found.vectors.push(Complex::new(columns[(i, j)], imaginary));
        }
        normalise(&mut found.vectors[first..]);
        if is_pair {
            found.values.push(Complex::new(re[j], -im[j]));
            let mirrored: Vec<Complex> = found.vectors[first..].iter().map(|x| x.conj()).collect();
            found.vectors.extend(mirrored);
            if im[j] < 0.0 {
                swap_last(&mut found, n);
            }
        }
        j += if is_pair { 2 } else { 1 };
    }
    Ok(found)
}

/// By complex rotations, up to twice the work of real blocks: there, a pair is two single rows, which are sorted in one go.
fn complex(matrix: &Mat<f64>) -> Result<GeneralEigen, Error> {
    let n = matrix.nrows();
    let matrix = Mat::from_fn(n, n, |i, j| Complex::new(matrix[(i, j)], 0.0));
    let mut diagonal = Diag::<Complex>::zeros(n);
    let mut columns = Mat::<Complex>::zeros(n, n);
    let (no, yes) = (ComputeEigenvectors::No, ComputeEigenvectors::Yes);
    let need = evd_scratch::<Complex>(n, no, yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::try_new(need).map_err(|_| Error::OutOfMemory {
        what: "a dense eigenproblem",
        bytes: need.unaligned_bytes_required() as u64,
    })?;
    evd_cplx(
        matrix.as_ref(),
        diagonal.as_mut(),
        None,
        Some(columns.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| Error::Dense { n })?;
    let mut found = GeneralEigen {
        values: Vec::with_capacity(n),
        vectors: Vec::with_capacity(n * n),
    };
    for (j, value) in diagonal.column_vector().iter().enumerate() {
        let mut vector: Vec<Complex> = columns.col(j).iter().copied().collect();
        if value.im.abs() <= REAL {
            found.values.push(Complex::new(value.re, 0.0));
            make_real(&mut vector);
            found.vectors.extend(vector);
        } else if value.im > 0.0 {
            normalise(&mut vector);
            found.values.extend([*value, value.conj()]);
            found.vectors.extend(&vector);
            found.vectors.extend(vector.iter().map(|x| x.conj()));
        }
    }
    Ok(found)
}

/// Turns a vector so that its largest entry is real, and keeps the real part.
fn make_real(vector: &mut [Complex]) {
    let largest = vector.iter().fold(Complex::new(1e-300, 0.0), |best, x| {
        if x.norm() > best.norm() { *x } else { best }
    });
    let turn = largest.conj() / largest.norm();
    for x in vector.iter_mut() {
        *x = Complex::new((*x * turn).re, 0.0);
    }
    normalise(vector);
}

fn swap_last(found: &mut GeneralEigen, n: usize) {
    let last = found.values.len();
    found.values.swap(last - 2, last - 1);
    let (a, b) = found.vectors[n * (last - 2)..].split_at_mut(n);
    a.swap_with_slice(b);
}

fn normalise(x: &mut [Complex]) {
    let length = x.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
    if length > 0.0 {
        x.iter_mut()
            .for_each(|x| *x = Complex::new(x.re / length, x.im / length));
    }
}

/// Largest ‖A x − λ x‖ / ‖A‖.
fn backward_error(matrix: &Mat<f64>, found: &GeneralEigen) -> f64 {
    let n = matrix.nrows();
    let norm = matrix.norm_l2();
    let x = |part: fn(&Complex) -> f64| Mat::from_fn(n, n, |i, j| part(&found.vectors[i + n * j]));
    let (re, im) = (x(|x| x.re), x(|x| x.im));
    let (a_re, a_im) = (matrix * &re, matrix * &im);
    let mut worst = 0.0_f64;
    for (j, value) in found.values.iter().enumerate() {
        let mut sum = 0.0;
        for i in 0..n {
            let right = *value * found.vectors[i + n * j];
            sum += (a_re[(i, j)] - right.re).powi(2) + (a_im[(i, j)] - right.im).powi(2);
        }
        let error = sum.sqrt() / norm;
        if error.is_nan() {
            return error;
        }
        worst = worst.max(error);
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::noise;

    /// Roots of a polynomial as eigenvalues of its companion matrix: (λ − 1)(λ + 2)(λ² + 2 λ + 5).
    #[test]
    fn a_companion_has_the_roots_of_its_polynomial() {
        // λ⁴ + 3 λ³ + 5 λ² + λ − 10.
        let last = [10.0, -1.0, -5.0, -3.0];
        for exponent in [-200, -9, 0, 9, 200] {
            let scale = 10f64.powi(exponent);
            let matrix: Vec<f64> = (0..16)
                .map(|at| {
                    let (i, j) = (at % 4, at / 4);
                    let entry = match i {
                        3 => last[j],
                        _ if j == i + 1 => 1.0,
                        _ => 0.0,
                    };
                    entry * scale
                })
                .collect();
            let mut values = general_eigen(4, &matrix).unwrap().values;
            values.sort_by(|a, b| (a.re, a.im).partial_cmp(&(b.re, b.im)).unwrap());
            let exact = [(-2.0, 0.0), (-1.0, -2.0), (-1.0, 2.0), (1.0, 0.0)];
            for (value, (re, im)) in values.iter().zip(exact) {
                let off = (*value / scale - Complex::new(re, im)).norm();
                // Roots of condition some tens.
                assert!(off < 1e-13, "1e{exponent}: {value} {re} {im}");
            }
        }
    }

    #[test]
    fn vectors_obey_the_equation() {
        for n in [2, 3, 17, 60, 130] {
            let matrix = noise(n * n, n as u64);
            let found = general_eigen(n, &matrix).unwrap();
            let trace: f64 = (0..n).map(|i| matrix[i * (n + 1)]).sum();
            let sum = found
                .values
                .iter()
                .fold(Complex::new(0.0, 0.0), |a, b| a + *b);
            assert!((sum.re - trace).abs() < 1e-12 * n as f64, "{sum} {trace}");
            for (value, x) in found.values.iter().zip(found.vectors.chunks(n)) {
                let length: f64 = x.iter().map(|x| x.norm_sqr()).sum();
                assert!((length - 1.0).abs() < 1e-13);
                for i in 0..n {
                    let ax = (0..n).fold(Complex::new(0.0, 0.0), |sum, j| {
                        sum + x[j] * matrix[i + n * j]
                    });
                    assert!((ax - *value * x[i]).norm() < 1e-13 * n as f64);
                }
            }
        }
    }

    /// Blocks that do not see each other: every eigenvalue three times, real ones and pairs.
    #[test]
    fn equal_eigenvalues_have_vectors_of_their_own() {
        let n = 9;
        let mut matrix = vec![0.0; n * n];
        for block in 0..3 {
            let i = 3 * block;
            matrix[i + n * i] = -2.0;
            matrix[i + 1 + n * (i + 2)] = 4.0;
            matrix[i + 2 + n * (i + 1)] = -1.0;
        }
        let found = general_eigen(n, &matrix).unwrap();
        let count = |re: f64, im: f64| {
            let near = |v: &&Complex| (**v - Complex::new(re, im)).norm() < 1e-13;
            found.values.iter().filter(near).count()
        };
        assert_eq!(
            [count(-2.0, 0.0), count(0.0, 2.0), count(0.0, -2.0)],
            [3; 3]
        );
    }

    #[test]
    fn a_matrix_that_is_none_is_refused() {
        let no_number = general_eigen(2, &[1.0, 0.0, f64::NAN, 1.0]);
        assert!(matches!(
            no_number,
            Err(Error::NotFinite {
                row: 0,
                column: 1,
                ..
            })
        ));
        assert!(matches!(
            general_eigen(2, &[1.0]),
            Err(Error::Length { .. })
        ));
        assert_eq!(general_eigen(0, &[]).unwrap().values.len(), 0);
        assert_eq!(
            general_eigen(1, &[-3.0]).unwrap().values,
            [Complex::new(-3.0, 0.0)]
        );
    }
}
