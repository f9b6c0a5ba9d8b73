//! Vectors in space; the few operations that surfaces and pitch geometry need.

/// A vector or point in space (m, or without unit).
pub type Vector = [f64; 3];

/// Three unit vectors at right angles, right-handed.
pub type Triad = [Vector; 3];

/// a · b
#[inline]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b
#[inline]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// a − b
#[inline]
pub fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a + b
#[inline]
pub fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// k a
#[inline]
pub fn times(factor: f64, a: Vector) -> Vector {
    a.map(|x| factor * x)
}

/// Vector with these components along the vectors of a triad.
#[inline]
pub fn compose(triad: &Triad, components: Vector) -> Vector {
    plus(
        plus(
            times(components[0], triad[0]),
            times(components[1], triad[1]),
        ),
        times(components[2], triad[2]),
    )
}

/// Its length.
#[inline]
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// a + k b
#[inline]
pub fn plus_scaled(a: Vector, k: f64, b: Vector) -> Vector {
    [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
}

/// The unit vector along `a`; `fallback` where `a` has no direction.
#[inline]
pub fn unit_or(a: Vector, fallback: Vector) -> Vector {
    let square = dot(a, a);
    if square > f64::MIN_POSITIVE {
        let k = 1.0 / square.sqrt();
        [k * a[0], k * a[1], k * a[2]]
    } else {
        fallback
    }
}

/// Turns a vector about +z.
#[inline]
pub fn turn_z([x, y, z]: Vector, [sin, cos]: [f64; 2]) -> Vector {
    [x * cos - y * sin, x * sin + y * cos, z]
}
