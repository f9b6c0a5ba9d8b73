//! States on which nothing depends, such as the charge that has gone through a motor. \[theory:linearised\] (59)

use super::StateSpace;

impl StateSpace {
    /// The same between inputs and outputs without the states on which neither an output nor another state depends. What is left has no
    /// zero eigenvalues of theirs, and answers at rest where it has any.
    pub fn without_idle(&self) -> Self {
        let mut kept: Vec<usize> = (0..self.n()).collect();
        loop {
            let is_needed = |&j: &usize| {
                let by_rates = kept.iter().any(|i| self.a[i * self.n() + j] != 0.0);
                let mut outputs = self.c.chunks(self.n().max(1));
                by_rates || outputs.any(|row| row[j] != 0.0)
            };
            let needed: Vec<usize> = kept.iter().copied().filter(|j| is_needed(j)).collect();
            if needed.len() == kept.len() {
                break;
            }
            kept = needed;
        }
        let n = self.n();
        let rows = |of: &[f64], columns: usize| -> Vec<f64> {
            let rows = kept.iter();
            rows.flat_map(|i| of[i * columns..(i + 1) * columns].to_vec())
                .collect()
        };
        let columns = |of: &[f64]| -> Vec<f64> {
            let rows = of.chunks(n.max(1));
            rows.flat_map(|row| kept.iter().map(|j| row[*j])).collect()
        };
        Self {
            a: columns(&rows(&self.a, n)),
            b: rows(&self.b, self.inputs.len()),
            c: columns(&self.c),
            d: self.d.clone(),
            states: kept.iter().map(|i| self.states[*i].clone()).collect(),
            inputs: self.inputs.clone(),
            outputs: self.outputs.clone(),
        }
    }
}
