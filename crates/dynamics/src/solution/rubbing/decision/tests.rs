use super::*;
use proptest::prelude::*;

fn grip(limit: f64, sliding: f64) -> Candidate {
    Candidate {
        bounds: [-limit, limit],
        rubs: Some(Rubs {
            sliding: [sliding; 2],
            spent: None,
            missing: 0.0,
            is_borne: false,
        }),
    }
}

fn decide(matrix: &[Vec<f64>], right: &[f64], candidates: &[Candidate]) -> Decision {
    let question = Question {
        matrix,
        right,
        candidates,
    };
    question.decide().unwrap_or_default()
}

/// 0 stuck, ±1 sliding.
fn senses(decision: &Decision) -> Vec<f64> {
    let each = decision.holds.iter().zip(&decision.ways);
    each.map(|(holds, way)| if *holds { 0.0 } else { way.sense() })
        .collect()
}

/// Σ_k g_ik g_jk, and with `own` on the diagonal.
fn gram(n: usize, rank: usize, numbers: &[f64], own: f64) -> Vec<Vec<f64>> {
    let g = |i: usize, k: usize| numbers[(7 * i + k) % numbers.len()];
    let entry = |i: usize, j: usize| {
        let diagonal = if i == j { own } else { 0.0 };
        diagonal + (0..rank).map(|k| g(i, k) * g(j, k)).sum::<f64>()
    };
    (0..n)
        .map(|i| (0..n).map(|j| entry(i, j)).collect())
        .collect()
}

/// Forces of a state: those that slide have theirs, those that are stuck are swept over until none is accelerated, between limits.
fn swept(
    matrix: &[Vec<f64>],
    right: &[f64],
    senses: &[f64],
    [limits, sliding]: [&[f64]; 2],
) -> [Vec<f64>; 2] {
    let n = right.len();
    let mut forces: Vec<f64> = (0..n).map(|i| -senses[i] * sliding[i]).collect();
    let w = |forces: &[f64], i: usize| right[i] + dot(&matrix[i], forces);
    for _ in 0..20_000 {
        for i in (0..n).filter(|&i| senses[i] == 0.0) {
            let better = forces[i] - w(&forces, i) / matrix[i][i];
            forces[i] = better.clamp(-limits[i], limits[i]);
        }
    }
    let accelerations = (0..n).map(|i| w(&forces, i)).collect();
    [forces, accelerations]
}

/// Whether a state contradicts nothing: what is stuck can be held, what slides is accelerated that way.
fn is_right(
    matrix: &[Vec<f64>],
    right: &[f64],
    senses: &[f64],
    bounds: [&[f64]; 2],
    close: f64,
) -> bool {
    let [_, accelerations] = swept(matrix, right, senses, bounds);
    let each = senses.iter().zip(&accelerations);
    each.into_iter().all(|(sense, w)| match *sense == 0.0 {
        true => w.abs() < close,
        false => sense * w > -close,
    })
}

#[test]
fn friction_that_is_nothing_never_holds() {
    // An open brake beside teeth that hold: no acceleration, no friction, and yet it slides.
    let matrix = [vec![2.0, 0.1], vec![0.1, 1.0]];
    for (limit, holds) in [(0.0, false), (1e-12, false), (1e-6, true)] {
        let found = decide(
            &matrix,
            &[0.3, 0.015],
            &[grip(5.0, 4.0), grip(limit, limit)],
        );
        assert_eq!(found.holds, [true, holds], "{limit}");
    }
    // Nothing acts at all.
    let found = decide(&matrix, &[0.0; 2], &[grip(0.0, 0.0), grip(1.0, 1.0)]);
    assert_eq!(found.holds, [false, true]);
}

#[test]
fn what_has_reached_its_limit_slides() {
    let spent = |sign: f64, missing: f64| {
        let mut candidate = grip(1.0, 1.0);
        candidate.rubs = candidate.rubs.map(|rubs| Rubs {
            spent: Some(sign),
            missing,
            ..rubs
        });
        candidate
    };
    // As much at rest as in motion: rounding would let it hold, of the instant too.
    for missing in [0.0, 1e-8] {
        let found = decide(&[vec![1.0]], &[1.0 - missing], &[spent(-1.0, missing)]);
        assert_eq!(senses(&found), [1.0]);
    }
    // But not the other way: it holds if it must.
    let found = decide(&[vec![1.0]], &[0.5], &[spent(-1.0, 0.0)]);
    assert_eq!(senses(&found), [0.0]);
}

/// Six surfaces, as those of three planets between sun and ring: all alike, two combinations of forces without effect.
#[test]
fn planets_are_decided_alike() {
    let rows: Vec<Vec<f64>> = (0..6)
        .map(|i| {
            let mut row = vec![0.0; 5];
            // Sun or carrier, and the planet.
            row[if i % 2 == 0 { 0 } else { 4 }] = 1.0;
            row[1 + i / 2] = if i % 2 == 0 { 2.0 } else { -2.0 };
            row
        })
        .collect();
    let matrix: Vec<Vec<f64>> = rows
        .iter()
        .map(|a| rows.iter().map(|b| dot(a, b)).collect())
        .collect();
    // By hand, with the friction s of each sun mesh and r of each ring mesh: w_s = p₀ + 7 s − 4 r, w_r = p₄ + 7 r − 4 s. So s = −p₀ 7/33 for
    // p₄ = 0, and both are −p/3 for equal pushes.
    for (pushed, expected) in [
        ([1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0]),
        ([9.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0]),
        ([12.0, 0.0, 0.0, 0.0, 0.0], [1.0, 0.0]),
        ([20.0, 0.0, 0.0, 0.0, 20.0], [1.0, 1.0]),
    ] {
        let right: Vec<f64> = rows.iter().map(|row| dot(row, &pushed)).collect();
        let found = senses(&decide(&matrix, &right, &[grip(2.0, 1.5); 6]));
        let limits: [&[f64]; 2] = [&[2.0; 6], &[1.5; 6]];
        assert!(is_right(&matrix, &right, &found, limits, 1e-6), "{found:?}");
        for planet in found.chunks(2) {
            assert_eq!(planet, &found[..2], "{pushed:?}");
        }
        assert_eq!(found[..2], expected, "{pushed:?}");
    }
}

proptest! {
    /// One of all 3ⁿ states that contradict nothing, and nothing slides where all can hold.
    #[test]
    fn one_of_all_states_that_can_be(
        n in 1usize..5,
        numbers in prop::collection::vec(-1.0..1.0f64, 40),
        limits in prop::collection::vec(0.05..1.0f64, 4),
        share in 0.4..1.0f64,
    ) {
        let matrix = gram(n, 4, &numbers, 0.4);
        let right: Vec<f64> = (0..n).map(|i| 2.0 * numbers[36 + i]).collect();
        let sliding: Vec<f64> = limits.iter().map(|limit| share * limit).collect();
        let candidates: Vec<Candidate> = (0..n).map(|i| grip(limits[i], sliding[i])).collect();
        let found = senses(&decide(&matrix, &right, &candidates));
        let bounds: [&[f64]; 2] = [&limits, &sliding];
        let state = |code: usize| -> Vec<f64> {
            (0..n).map(|i| [0.0, 1.0, -1.0][code / 3_usize.pow(i as u32) % 3]).collect()
        };
        let mut good = (0..3_usize.pow(n as u32)).map(state)
            .filter(|state| is_right(&matrix, &right, state, bounds, 1e-7));
        prop_assert!(good.any(|state| state == found), "{found:?}");
        if is_right(&matrix, &right, &vec![0.0; n], [&limits, &sliding], -1e-7) {
            prop_assert_eq!(found, vec![0.0; n]);
        }
    }

    /// Up to twelve surfaces of any rank: the conditions of the least, by forces that another method finds.
    #[test]
    fn many_that_depend_on_each_other(
        n in 5usize..13,
        rank in 2usize..6,
        numbers in prop::collection::vec(-1.0..1.0f64, 97),
        share in 0.5..1.0f64,
    ) {
        let matrix = gram(n, rank, &numbers, 0.0);
        prop_assume!((0..n).all(|i| matrix[i][i] > 0.05));
        let pushed: Vec<f64> = (0..rank).map(|k| 3.0 * numbers[90 - k]).collect();
        let right: Vec<f64> = (0..n)
            .map(|i| (0..rank).map(|k| numbers[(7 * i + k) % 97] * pushed[k]).sum())
            .collect();
        let limits: Vec<f64> = (0..n).map(|i| 0.2 + numbers[50 + i].abs()).collect();
        let sliding: Vec<f64> = limits.iter().map(|limit| share * limit).collect();
        let candidates: Vec<Candidate> = (0..n).map(|i| grip(limits[i], sliding[i])).collect();
        let found = senses(&decide(&matrix, &right, &candidates));
        prop_assert_eq!(found.len(), n);
        // Sweeps converge slowly where rows all but depend on each other.
        prop_assert!(is_right(&matrix, &right, &found, [&limits, &sliding], 1e-4), "{found:?}");
    }
}
