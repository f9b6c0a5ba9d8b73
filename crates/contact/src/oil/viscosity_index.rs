//! Viscosity at 100 °C of an oil whose viscosity at 40 °C and viscosity index are known. \[iso2909\]
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | U, Y | viscosity at 40 °C and at 100 °C | mm²/s |
//! | L, H | viscosity at 40 °C of reference oils of index 0 and 100 that have Y at 100 °C | mm²/s |
//!
//! The index is defined the other way round, from U and Y: Y is found by halving an interval.

use crate::LawError;
use crate::error::{finite, positive};

/// L = a Y² + b Y + c and H = d Y² + e Y + f, from a least Y on. \[iso2909\]
const REFERENCE_OILS: [(f64, [f64; 6]); 16] = [
    (2.0, [1.14673, 1.7576, -0.109, 0.84155, 1.5521, -0.077]),
    (3.8, [3.38095, -15.4952, 33.196, 0.78571, 1.7929, -0.183]),
    (4.4, [2.5000, -7.2143, 13.812, 0.82143, 1.5679, 0.119]),
    (5.0, [0.10100, 16.6350, -45.469, 0.04985, 9.1613, -18.557]),
    (6.4, [3.35714, -23.5643, 78.466, 0.22619, 7.7369, -16.656]),
    (7.0, [0.01191, 21.4750, -72.870, 0.79762, -0.7321, 14.610]),
    (7.7, [0.41858, 16.1558, -56.040, 0.05794, 10.5156, -28.240]),
    (9.0, [0.88779, 7.5527, -16.600, 0.26665, 6.7015, -10.810]),
    (12.0, [0.76720, 10.7972, -38.180, 0.20073, 8.4658, -22.490]),
    (15.0, [0.97305, 5.3135, -2.200, 0.28889, 5.9741, -4.930]),
    (18.0, [0.97256, 5.2500, -0.980, 0.24504, 7.4160, -16.730]),
    (22.0, [0.91413, 7.4759, -21.820, 0.20323, 9.1267, -34.230]),
    (28.0, [0.87031, 9.7157, -50.770, 0.18411, 10.1015, -46.750]),
    (
        40.0,
        [0.84703, 12.6752, -133.310, 0.17029, 11.4866, -80.620],
    ),
    (55.0, [0.85921, 11.1009, -83.190, 0.17130, 11.3680, -76.940]),
    (
        70.0,
        [0.83531, 14.6731, -216.246, 0.16841, 11.8493, -96.947],
    ),
];

/// Range of Y in which the halving searches (mm²/s).
const SEARCH: [f64; 2] = [2.0, 2000.0];

/// Y (mm²/s) of U (mm²/s) and an index.
pub(super) fn viscosity_at_100(grade: f64, index: f64) -> Result<f64, LawError> {
    positive("grade", grade)?;
    finite("viscosity_index", index)?;
    let [mut low, mut high] = SEARCH;
    if at_40(low, index) > grade || at_40(high, index) < grade {
        return Err(LawError::ViscosityIndex { grade, index });
    }
    // The interval shrinks to rounding in less than 64 halvings.
    for _ in 0..64 {
        let middle = 0.5 * (low + high);
        if at_40(middle, index) < grade {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(0.5 * (low + high))
}

/// U (mm²/s) of Y (mm²/s) and an index.
fn at_40(at_100: f64, index: f64) -> f64 {
    let [low, high] = reference(at_100);
    if index <= 100.0 {
        // VI = 100 (L − U)/(L − H)
        low - 0.01 * index * (low - high)
    } else {
        // VI = 100 + (10^N − 1)/0.00715 with N = lg(H/U)/lg Y
        high / at_100.powf((1.0 + 0.00715 * (index - 100.0)).log10())
    }
}

/// L and H (mm²/s).
fn reference(at_100: f64) -> [f64; 2] {
    let after = REFERENCE_OILS.partition_point(|(least, _)| *least <= at_100);
    let [a, b, c, d, e, f] = REFERENCE_OILS[after.saturating_sub(1)].1;
    [(a, b, c), (d, e, f)].map(|(two, one, zero)| zero + at_100 * (one + at_100 * two))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of \[astm-d2270\]: at 8.86 mm²/s L = 119.94 and H = 69.48; at 5.05 mm²/s H = 28.97. Its tables are rounded, and so are the
    /// polynomials, to 0.02.
    #[test]
    fn published_reference_oils() {
        let [low, high] = reference(8.86);
        assert!((low - 119.94).abs() < 0.02, "{low}");
        assert!((high - 69.48).abs() < 0.02, "{high}");
        assert!((reference(5.05)[1] - 28.97).abs() < 0.02);
    }

    /// The two oils of those examples: 73.30 and 8.86 mm²/s have the index 92, 22.83 and 5.05 mm²/s have 156. Half an index is 0.3 % of Y.
    #[test]
    fn published_indices() {
        for (at_40, index, at_100) in [(73.30, 92.0, 8.86), (22.83, 156.0, 5.05)] {
            let told = viscosity_at_100(at_40, index).unwrap();
            assert!((told / at_100 - 1.0).abs() < 3e-3, "{told}");
        }
    }

    /// Polynomials of neighbouring ranges meet: a wrong digit in one would part them.
    #[test]
    fn ranges_meet() {
        for pair in REFERENCE_OILS.windows(2) {
            let place = pair[1].0;
            let [before, after] = [place * (1.0 - 1e-12), place].map(reference);
            for i in 0..2 {
                assert!(
                    (before[i] / after[i] - 1.0).abs() < 2e-3,
                    "{place}: {before:?} {after:?}"
                );
            }
        }
    }
}
