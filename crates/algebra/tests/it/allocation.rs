//! No memory is taken in a time step: refactorisation and solutions work in what the analysis took.

use pitchline_algebra::FixedLu;

use crate::chain;
use crate::counting::taken;

#[test]
fn refactor_and_solve_take_no_memory() {
    let pattern = chain::pattern(10);
    let before = taken();
    let mut lu = FixedLu::analyse(&pattern, &chain::values(10, 0.0)).unwrap();
    assert!(taken() > before, "the counter counts");
    let other = chain::values(10, 0.1);
    let mut right = vec![1.0; pattern.n];
    let before = taken();
    lu.refactor(&other).unwrap();
    lu.solve(&mut right);
    lu.solve_transposed(&mut right);
    assert_eq!(taken() - before, 0);
}
