//! Maps do not depend on how many threads compute them.

use crate::Model;
use crate::results::Table;
use crate::studies::{self, Options};

fn map(model: &Model, threads: usize) -> Table {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let options = || Options {
        without_pictures: true,
        ..Options::default()
    };
    let study = model.studies.iter().find(|study| study.name == "map");
    let mut result = pool
        .expect("threads can be started")
        .install(|| studies::run(model, study.expect("there is a map"), options()));
    assert!(result.failure.is_none());
    result.output.tables.remove(0)
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let text = include_str!("../../../../../examples/compound-planetary.toml");
    let model = Model::load(text.as_bytes()).0.expect("a sound model");
    let alone = map(&model, 1);
    assert_eq!(alone.n_rows(), 3 * 1600);
    for threads in [2, 5] {
        let other = map(&model, threads);
        for (a, b) in alone.columns.iter().zip(&other.columns) {
            let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&a.values), bits(&b.values), "{}", a.name);
        }
    }
}
