//! An allocator that counts: for tests that promise to take no memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

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

/// Allocations of this thread so far.
pub fn taken() -> usize {
    TAKEN.with(Cell::get)
}
