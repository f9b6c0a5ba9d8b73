//! A smooth step from −1 to 1: tanh with its derivative.

/// tanh u and its derivative 1/cosh² u.
pub(crate) fn saturation(u: f64) -> [f64; 2] {
    // Without the cancellation of 1 − tanh² u; beyond |u| = 300 it is zero for all that matters, and cosh would overflow.
    let slope = if u.abs() < 300.0 {
        u.cosh().powi(-2)
    } else {
        0.0
    };
    [u.tanh(), slope]
}
