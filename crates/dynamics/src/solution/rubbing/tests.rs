use super::*;

/// Numbers between −1 and 1 that do not repeat.
fn number(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Friction that does not follow its own slip: for some machines no forces obey all conditions, and there is a decision all the same.
#[test]
fn any_directions_of_friction_are_decided() {
    let mut seed = 1;
    let mut without = 0;
    for case in 0..2000 {
        let (n, m) = (1 + case % 8, 1 + case % 5);
        let mut rows = || -> Vec<Vec<f64>> {
            let row = |_| (0..m).map(|_| number(&mut seed)).collect();
            (0..n).map(row).collect()
        };
        let (gradients, directions) = (rows(), rows());
        let matrix: Vec<Vec<f64>> = gradients
            .iter()
            .map(|g| directions.iter().map(|w| dot(g, w)).collect())
            .collect();
        let acceleration: Vec<f64> = (0..m).map(|_| number(&mut seed)).collect();
        let candidate = |limit: f64| Candidate {
            bounds: [-limit, limit],
            rubs: Some(Rubs {
                sliding: [0.7 * limit; 2],
                spent: None,
                missing: 0.0,
                is_borne: false,
            }),
        };
        let candidates: Vec<Candidate> = (0..n)
            .map(|_| candidate(0.3 * number(&mut seed).abs()))
            .collect();
        let right = |rows: &[Vec<f64>]| -> Vec<f64> {
            rows.iter().map(|row| dot(row, &acceleration)).collect()
        };
        let question = Question {
            matrix: &matrix,
            right: &right(&gradients),
            candidates: &candidates,
        };
        without += usize::from(question.decide().is_none());
        let reduced = Reduced {
            answers: directions.clone(),
            bearers: vec![None; n],
            gradients,
            directions,
            matrix,
        };
        let found = decision(&reduced, &candidates, right);
        assert_eq!(found.map(|d| d.holds.len()), Some(n), "{case}");
    }
    assert!(without > 0, "no machine was without forces of its own");
}
