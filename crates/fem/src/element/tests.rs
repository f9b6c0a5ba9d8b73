//! The contract that every element keeps.

use super::*;

fn place(kind: ElementKind, node: usize) -> [f64; 3] {
    if node < 8 {
        return CORNERS[node];
    }
    assert_eq!(kind, ElementKind::Hex20);
    let [p, q] = EDGES[node - 8].map(|corner| CORNERS[corner]);
    [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]))
}

const INNER: [[f64; 3]; 3] = [[0.1, -0.3, 0.7], [0.0, 0.0, 0.0], [-0.9, 0.4, -0.2]];

#[test]
fn each_shape_function_is_one_at_its_node_and_zero_at_the_others() {
    for kind in ALL_ELEMENTS {
        let mut n = [0.0; MAX_NODES];
        for at in 0..kind.nodes() {
            kind.element().shape(place(kind, at), &mut n);
            for (node, &n) in n[..kind.nodes()].iter().enumerate() {
                let expected = f64::from(u8::from(node == at));
                assert!((n - expected).abs() < 1e-15, "{kind:?} {node} at {at}");
            }
        }
    }
}

#[test]
fn shapes_sum_to_one_and_carry_the_place() {
    for kind in ALL_ELEMENTS {
        let mut n = [0.0; MAX_NODES];
        for xi in INNER {
            kind.element().shape(xi, &mut n);
            let n = &n[..kind.nodes()];
            assert!((n.iter().sum::<f64>() - 1.0).abs() < 1e-15);
            for (i, xi) in xi.iter().enumerate() {
                let x: f64 = (0..n.len()).map(|a| n[a] * place(kind, a)[i]).sum();
                assert!((x - xi).abs() < 1e-15, "{kind:?}");
            }
        }
    }
}

#[test]
fn gradients_are_the_derivatives_of_the_shapes() {
    // Central differences of polynomials of degree ≤ 4: error h² + 1e-16/h.
    let step = 1e-5;
    for kind in ALL_ELEMENTS {
        let (mut plus, mut minus) = ([0.0; MAX_NODES], [0.0; MAX_NODES]);
        let mut dn = [[0.0; 3]; MAX_NODES];
        for xi in INNER {
            kind.element().gradient(xi, &mut dn);
            for i in 0..3 {
                let moved = |by: f64| {
                    let mut xi = xi;
                    xi[i] += by;
                    xi
                };
                kind.element().shape(moved(step), &mut plus);
                kind.element().shape(moved(-step), &mut minus);
                for a in 0..kind.nodes() {
                    let difference = (plus[a] - minus[a]) / (2.0 * step);
                    assert!((dn[a][i] - difference).abs() < 1e-9, "{kind:?} {a}");
                }
            }
        }
    }
}

#[test]
fn faces_turn_counter_clockwise_seen_from_outside_and_hold_all_their_nodes() {
    for kind in ALL_ELEMENTS {
        for face in kind.element().faces() {
            let corners: Vec<[f64; 3]> = face[..4].iter().map(|&c| CORNERS[c]).collect();
            let edge = |i: usize, j: usize| crate::tensor::minus(corners[j], corners[i]);
            let normal = crate::tensor::cross(edge(0, 1), edge(1, 2));
            assert!(crate::tensor::dot(normal, corners[0]) > 0.0);
            for (i, &node) in face.iter().enumerate().skip(4) {
                let (p, q) = (corners[i - 4], corners[(i - 3) % 4]);
                let halfway = [0, 1, 2].map(|k| 0.5 * (p[k] + q[k]));
                let away = crate::tensor::minus(place(kind, node), halfway);
                assert!(crate::tensor::dot(away, away) < 1e-30);
            }
        }
    }
}
