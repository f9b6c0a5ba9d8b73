//! An allocator that counts: for tests that promise to take no memory, or no more than so much.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
    /// Bytes that are held now, and the most since they were asked for.
    static HELD: Cell<[isize; 2]> = const { Cell::new([0; 2]) };
}

/// Counts bytes that are taken, or given back.
fn hold(bytes: isize) {
    HELD.with(|held| {
        let [now, most] = held.get();
        let now = now + bytes;
        held.set([now, most.max(now)]);
    });
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
        hold(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of this thread so far.
pub fn taken() -> usize {
    TAKEN.with(Cell::get)
}

/// Most bytes that this thread holds at a time during some work, beyond what it held before.
#[allow(
    dead_code,
    reason = "of the test programs that share this file some count allocations alone"
)]
pub fn most_held<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = HELD.with(|held| {
        let [now, _] = held.get();
        held.set([now; 2]);
        now
    });
    let done = work();
    let most = HELD.with(|held| held.get()[1]);
    ((most - before).max(0) as usize, done)
}
