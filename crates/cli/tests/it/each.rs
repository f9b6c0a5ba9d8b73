//! One computation for many items, spread over the cores.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results in the order of the items. Where computations panic, all of them are named in that order too.
pub(super) fn each<T, R>(items: &[T], compute: impl Fn(&T) -> R + Sync) -> Vec<R>
where
    T: Debug + Sync,
    R: Send,
{
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else {
                return done;
            };
            let result = catch_unwind(AssertUnwindSafe(|| compute(item)));
            done.push((i, result.map_err(|panic| message(&*panic))));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, Result<R, String>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().unwrap());
        done.flatten().collect()
    });
    done.sort_by_key(|(i, _)| *i);
    let mut results = Vec::new();
    let mut failures = Vec::new();
    for (i, result) in done {
        match result {
            Ok(result) => results.push(result),
            Err(message) => failures.push(format!("{:?}: {message}", items[i])),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    results
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_default()
}

#[test]
fn results_and_failures_are_in_order() {
    let items: Vec<u32> = (0..100).collect();
    let squares = each(&items, |i| i * i);
    assert!(
        squares
            .iter()
            .zip(&items)
            .all(|(square, i)| *square == i * i)
    );
    let failed = catch_unwind(|| each(&items, |i| assert!(i % 40 != 7, "no {i}")));
    assert_eq!(
        message(&*failed.unwrap_err()),
        "7: no 7\n47: no 47\n87: no 87"
    );
}
