//! One direction of a tensor spline: slopes at the nodes, and the weights of a place.
//!
//! The slopes are those of the cubic spline with continuous second derivative; at its ends they are those of the
//! polynomial through the four nodes there, so that cubics are reproduced. Outside the nodes it goes on straight.

/// Slopes of the spline through `values` at increasing `nodes`.
pub(crate) fn slopes(nodes: &[f64], values: &[f64]) -> Vec<f64> {
    let n = nodes.len();
    let mut slope = vec![0.0; n];
    if n < 2 {
        return slope;
    }
    let near = n.min(4);
    slope[0] = end_slope(&nodes[..near], &values[..near], 0);
    slope[n - 1] = end_slope(&nodes[n - near..], &values[n - near..], near - 1);
    // Thomas' algorithm for h_i⁺ m_{i−1} + 2 (h⁻ + h⁺) m_i + h_i⁻ m_{i+1} = 3 (h⁺ d⁻ + h⁻ d⁺).
    let mut upper = vec![0.0; n];
    for i in 1..n - 1 {
        let [before, after] = [nodes[i] - nodes[i - 1], nodes[i + 1] - nodes[i]];
        let rise_before = (values[i] - values[i - 1]) / before;
        let rise_after = (values[i + 1] - values[i]) / after;
        let right = 3.0 * (after * rise_before + before * rise_after);
        let pivot = 2.0 * (before + after) - after * upper[i - 1];
        upper[i] = before / pivot;
        slope[i] = (right - after * slope[i - 1]) / pivot;
    }
    for i in (1..n - 1).rev() {
        slope[i] -= upper[i] * slope[i + 1];
    }
    slope
}

/// Derivative at node `at` of the polynomial through these nodes.
fn end_slope(nodes: &[f64], values: &[f64], at: usize) -> f64 {
    let mut slope = 0.0;
    for (j, value) in values.iter().enumerate() {
        let others = |skip: usize| (0..nodes.len()).filter(move |&k| k != j && k != skip);
        let below: f64 = others(j).map(|k| nodes[j] - nodes[k]).product();
        let weight: f64 = if j == at {
            others(j).map(|k| 1.0 / (nodes[at] - nodes[k])).sum()
        } else {
            others(at).map(|k| nodes[at] - nodes[k]).product::<f64>() / below
        };
        slope += weight * value;
    }
    slope
}

/// Weights of a place: of value and slope at a node, of value and slope at the next, with derivatives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    pub node: usize,
    /// Weights, their first and their second derivatives.
    pub weights: [[f64; 4]; 3],
}

impl Weights {
    pub fn at(nodes: &[f64], place: f64) -> Self {
        let last = nodes.len() - 1;
        let node = nodes.partition_point(|&x| x <= place).clamp(1, last) - 1;
        let [low, high] = [nodes[node], nodes[node + 1]];
        let h = high - low;
        if place < low {
            let line = [1.0, place - low, 0.0, 0.0];
            return Self {
                node,
                weights: [line, [0.0, 1.0, 0.0, 0.0], [0.0; 4]],
            };
        }
        if place > high {
            let line = [0.0, 0.0, 1.0, place - high];
            return Self {
                node,
                weights: [line, [0.0, 0.0, 0.0, 1.0], [0.0; 4]],
            };
        }
        let t = (place - low) / h;
        let u = 1.0 - t;
        let value = [
            (1.0 + 2.0 * t) * u * u,
            h * t * u * u,
            t * t * (3.0 - 2.0 * t),
            -h * t * t * u,
        ];
        let first = [
            -6.0 * t * u / h,
            u * (1.0 - 3.0 * t),
            6.0 * t * u / h,
            t * (3.0 * t - 2.0),
        ];
        let second = [
            (12.0 * t - 6.0) / (h * h),
            (6.0 * t - 4.0) / h,
            (6.0 - 12.0 * t) / (h * h),
            (6.0 * t - 2.0) / h,
        ];
        Self {
            node,
            weights: [value, first, second],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproduces_cubics_with_derivatives() {
        let nodes = [0.0, 0.4, 1.1, 1.5, 2.2, 3.0];
        let cubic = |x: f64| 1.0 - 2.0 * x + 0.5 * x * x + 0.3 * x * x * x;
        let values = nodes.map(cubic);
        let slope = slopes(&nodes, &values);
        for i in 0..=30 {
            let x = 0.1 * f64::from(i);
            let w = Weights::at(&nodes, x);
            let at = [
                values[w.node],
                slope[w.node],
                values[w.node + 1],
                slope[w.node + 1],
            ];
            let told = w
                .weights
                .map(|row| row.iter().zip(at).map(|(w, v)| w * v).sum::<f64>());
            let exact = [cubic(x), -2.0 + x + 0.9 * x * x, 1.0 + 1.8 * x];
            for (told, exact) in told.iter().zip(exact) {
                assert!((told - exact).abs() < 1e-12, "{x}: {told} {exact}");
            }
        }
    }
}
