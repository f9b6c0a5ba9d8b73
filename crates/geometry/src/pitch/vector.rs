//! The few operations on vectors in space that the pitch geometry needs.

/// A vector or point in space (m, or without unit).
pub type Vector = [f64; 3];

/// Three unit vectors at right angles, right-handed.
pub type Triad = [Vector; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn times(factor: f64, a: Vector) -> Vector {
    a.map(|x| factor * x)
}

pub(super) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Vector with these components along the vectors of a triad.
pub(super) fn compose(triad: &Triad, components: Vector) -> Vector {
    plus(
        plus(
            times(components[0], triad[0]),
            times(components[1], triad[1]),
        ),
        times(components[2], triad[2]),
    )
}
