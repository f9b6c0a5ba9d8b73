//! No memory is taken in a time step: refactorisation and solutions work in what the analysis took.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use pitchline_algebra::FixedLu;

use crate::chain;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

/// The allocator of the system, counting on each thread.
struct Counting;

// An allocator is an unsafe trait; this one hands everything on unchanged.
#[allow(
    unsafe_code,
    reason = "allocations cannot be counted from outside an allocator"
)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.with(|taken| taken.set(taken.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn taken() -> usize {
    TAKEN.with(Cell::get)
}

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
