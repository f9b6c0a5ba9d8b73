//! What the tests of statics and modes share.

use pitchline_fem::Mesh;

/// Nodes at places that fulfil a condition.
pub fn nodes_where(mesh: &Mesh, condition: impl Fn([f64; 3]) -> bool) -> Vec<u32> {
    let nodes = 0..mesh.nodes.len() as u32;
    nodes
        .filter(|&node| condition(mesh.nodes[node as usize]))
        .collect()
}

/// Runs in a pool of so many threads.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}
