//! The one call of METIS.
//!
//! METIS draws its random numbers from the C library, which keeps one state for the whole process: two orderings at a
//! time would disturb each other, and with them the last bits of every result. A lock lets one in after the other,
//! and each begins with the same seed.

#![allow(
    unsafe_code,
    reason = "METIS is a C library; this file is the only one that calls it"
)]

use std::ptr;
use std::sync::{Mutex, PoisonError};

use metis_sys::idx_t;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A graph without loops: the neighbours of vertex i are `neighbours[starts[i]..starts[i + 1]]`, each edge both ways.
#[derive(Debug, Default)]
pub struct Graph {
    /// Where the neighbours of each vertex begin; one more entry than vertices.
    pub starts: Vec<idx_t>,
    /// Neighbours.
    pub neighbours: Vec<idx_t>,
    /// Weights of the vertices: unknowns each stands for.
    pub weights: Vec<idx_t>,
}

/// Order of elimination by nested dissection: first the vertex `order[0]`. None if METIS refuses.
pub fn nested_dissection(graph: &mut Graph) -> Option<Vec<usize>> {
    let n = graph.weights.len();
    let mut count = idx_t::try_from(n).ok()?;
    let consistent = graph.starts.len() == n + 1
        && graph.starts.first() == Some(&0)
        && graph.starts.is_sorted()
        && graph.starts.last().map(|&end| end as usize) == Some(graph.neighbours.len())
        && graph.neighbours.iter().all(|&v| (0..count).contains(&v));
    if !consistent {
        return None;
    }
    let mut options = [0; metis_sys::METIS_NOPTIONS as usize];
    let mut order = vec![0; n];
    let mut place = vec![0; n];
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: `options` has METIS_NOPTIONS entries.
    unsafe { metis_sys::METIS_SetDefaultOptions(options.as_mut_ptr()) };
    options[metis_sys::moptions_et_METIS_OPTION_SEED as usize] = 1;
    options[metis_sys::moptions_et_METIS_OPTION_NUMBERING as usize] = 0;
    // The graph comes compressed.
    options[metis_sys::moptions_et_METIS_OPTION_COMPRESS as usize] = 0;
    let weights = match n {
        0 => ptr::null_mut(),
        _ => graph.weights.as_mut_ptr(),
    };
    // SAFETY: the graph was checked above: n + 1 ascending starts that end at the number of neighbours, all of them
    // vertices; `weights`, `order` and `place` have n entries. METIS keeps no pointer after it returns.
    let status = unsafe {
        metis_sys::METIS_NodeND(
            &mut count,
            graph.starts.as_mut_ptr(),
            graph.neighbours.as_mut_ptr(),
            weights,
            options.as_mut_ptr(),
            order.as_mut_ptr(),
            place.as_mut_ptr(),
        )
    };
    drop(guard);
    let done = status == metis_sys::rstatus_et_METIS_OK;
    done.then(|| order.into_iter().map(|v| v as usize).collect())
}
