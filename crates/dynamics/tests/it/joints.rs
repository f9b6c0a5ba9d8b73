//! Every joint and drive against closed forms of motion and reaction.
//!
//! Accelerations and multipliers of a state that obeys the joints follow from M a − f − Bᵀ λ = 0 and B a + bias = 0, solved
//! here by plain elimination. Frame a lies askew in space; all numbers of a test are in its axes. The closed forms are those
//! of elementary mechanics, derived beside each test; that of Hooke's joint is \[ujoint\].

mod drives;
mod free;
mod held;
mod system;
mod universal;
