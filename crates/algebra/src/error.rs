//! What can go wrong with a large symmetric system.

/// Why a matrix was refused or a computation stopped.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A length does not fit.
    #[error("{what} has {found} entries where the matrix needs {expected}")]
    Length {
        /// What has the wrong length.
        what: &'static str,
        /// Length it must have.
        expected: usize,
        /// Length it has.
        found: usize,
    },
    /// A column is not a column of a lower triangle.
    #[error(
        "column {column} of the matrix does not begin with its diagonal entry and go on with ascending rows below {n}"
    )]
    Pattern {
        /// The column.
        column: usize,
        /// Number of rows.
        n: usize,
    },
    /// An entry is not a number.
    #[error(
        "entry ({row}, {column}) of the matrix is {value}: something it is computed from, such as a material constant, a node or a coordinate, is not finite"
    )]
    NotFinite {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        column: usize,
        /// The entry.
        value: f64,
    },
    /// A pivot vanished or was negative.
    #[error(
        "the matrix is not positive definite: at unknown {unknown} there remains {remains:.1e} of its diagonal entry; a free motion or a negative stiffness is likely"
    )]
    NotPositiveDefinite {
        /// The unknown, numbered as in the matrix.
        unknown: usize,
        /// Pivot over diagonal entry; NaN if the elimination broke down earlier.
        remains: f64,
    },
    /// A row of a pattern is none.
    #[error(
        "row {row} of the pattern does not list ascending columns, each once and below {n}, among rows 0 to {n}"
    )]
    RowPattern {
        /// The row.
        row: usize,
        /// Number of rows.
        n: usize,
    },
    /// Some rows have too few columns to solve for.
    #[error(
        "the matrix is singular for any values: row {row} is one of {rows} rows that have entries in {columns} columns only; an equation too many or an unknown that nothing determines"
    )]
    StructurallySingular {
        /// One of the rows.
        row: usize,
        /// How many rows compete.
        rows: usize,
        /// For how many columns.
        columns: usize,
    },
    /// Nothing is left of a row.
    #[error(
        "the matrix is singular: of row {row} there remains {remains:.1e} in column {column}; its equation follows from the others"
    )]
    VanishingPivot {
        /// The row.
        row: usize,
        /// Column of what remains.
        column: usize,
        /// What remains, beside the largest entry of the row as given.
        remains: f64,
    },
    /// Pivots chosen for other values do not suit these.
    #[error(
        "the pivot of row {row} in column {column} is too small for these values: entries grow {growth:.1e} times, {limit:.0e} are allowed; choose pivots anew"
    )]
    Growth {
        /// Row of the smallest pivot beside its row.
        row: usize,
        /// Its column.
        column: usize,
        /// Growth of the entries.
        growth: f64,
        /// Growth allowed.
        limit: f64,
    },
    /// A zero pivot.
    #[error(
        "a pivot of the matrix vanishes at unknown {unknown}: the shift is an eigenvalue, move it"
    )]
    Singular {
        /// The unknown, numbered as in the matrix.
        unknown: usize,
    },
    /// The factors do not reproduce the matrix.
    #[error(
        "the factorisation lost its digits (residual {residual:.1e}): entries of very different size, or a shift at an eigenvalue"
    )]
    Unstable {
        /// Backward error of a solve.
        residual: f64,
    },
    /// More memory than allowed.
    #[error(
        "{what} needs {} MiB, {} MiB are allowed: use a coarser mesh or a machine with more memory",
        bytes >> 20, limit >> 20
    )]
    Memory {
        /// What needs it.
        what: &'static str,
        /// Bytes needed.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// The machine has no more memory.
    #[error("{what} needs {} MiB, which the machine does not have: use a coarser mesh", bytes >> 20)]
    OutOfMemory {
        /// What needs it.
        what: &'static str,
        /// Bytes needed.
        bytes: u64,
    },
    /// The mass matrix is not positive semidefinite, or nothing has mass.
    #[error(
        "no shift makes K − σM positive definite: the mass matrix is negative, or a motion has neither mass nor stiffness"
    )]
    NoShift,
    /// The interval has no inside.
    #[error("the band {low} to {high} is empty: give a lower end below the upper one, both finite")]
    Band {
        /// Lower end.
        low: f64,
        /// Upper end.
        high: f64,
    },
    /// An unknown is listed twice among those of the boundary, or there is none of that number.
    #[error(
        "entry {place} of the boundary is unknown {unknown}: it stands there before, or is not below {n}; list each unknown once"
    )]
    Boundary {
        /// The unknown.
        unknown: u32,
        /// Its place in the list.
        place: usize,
        /// Number of unknowns.
        n: usize,
    },
    /// The shift of an inverse is not below all eigenvalues.
    #[error("eigenvalue {value:e} lies below the shift {shift:e}: take a shift below all of them")]
    BelowShift {
        /// The eigenvalue.
        value: f64,
        /// The shift.
        shift: f64,
    },
    /// Some eigenvalues did not settle.
    #[error("only {converged} of {wanted} eigenvalues settled within {solves} solves")]
    NotConverged {
        /// Eigenvalues asked for.
        wanted: usize,
        /// Eigenvalues that settled.
        converged: usize,
        /// Solves with the factor, right-hand sides counted one by one.
        solves: usize,
    },
    /// The inertia count contradicts the eigenvalues found.
    #[error(
        "{found} eigenvalues were found between {low:e} and {high:e}, the inertia of K − σM counts {counted}"
    )]
    Missed {
        /// Lower end (−∞ if none).
        low: f64,
        /// Upper end.
        high: f64,
        /// Eigenvalues found.
        found: usize,
        /// Eigenvalues counted.
        counted: usize,
    },
    /// No shift could be told from the eigenvalues around it.
    #[error(
        "eigenvalues up to {high:e} could not be counted: every shift beside them is an eigenvalue within rounding"
    )]
    Uncounted {
        /// The largest eigenvalue found.
        high: f64,
    },
    /// The dense eigensolver did not converge.
    #[error("the eigenvalues of a dense matrix of {n} rows did not converge")]
    Dense {
        /// Number of rows.
        n: usize,
    },
    /// The caller asked to stop.
    #[error("stopped on request")]
    Stopped,
}
