//! Transmission error by values over one or many mesh cycles. \[theory:mesh-laws\] (12)-(14)

use crate::LawError;
use crate::periodic_table::PeriodicTable;

/// Values over whole mesh cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorTable(PeriodicTable);

impl ErrorTable {
    /// From values (m) equally spaced over a period of whole mesh cycles, the first at its beginning; its end, which is the
    /// beginning of the next, is left out.
    pub fn new(period: u32, values: Vec<f64>) -> Result<Self, LawError> {
        PeriodicTable::new("transmission error values", period, values).map(Self)
    }

    /// Mesh cycles after which the values repeat.
    pub fn period(&self) -> u32 {
        self.0.period()
    }

    /// The values as they were given (m).
    pub fn values(&self) -> &[f64] {
        self.0.values()
    }

    pub(super) fn at(&self, cycles: f64) -> [f64; 3] {
        self.0.at(cycles)
    }
}
