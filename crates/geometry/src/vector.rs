//! Three numbers as a vector; the few operations that surfaces need.

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// a + k b
pub(crate) fn plus_scaled(a: [f64; 3], k: f64, b: [f64; 3]) -> [f64; 3] {
    [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
}

/// The unit vector along `a`; `fallback` where `a` has no direction.
pub(crate) fn unit_or(a: [f64; 3], fallback: [f64; 3]) -> [f64; 3] {
    let square = dot(a, a);
    if square > f64::MIN_POSITIVE {
        let k = 1.0 / square.sqrt();
        [k * a[0], k * a[1], k * a[2]]
    } else {
        fallback
    }
}

/// Turns a vector about +z.
pub(crate) fn turn_z([x, y, z]: [f64; 3], [sin, cos]: [f64; 2]) -> [f64; 3] {
    [x * cos - y * sin, x * sin + y * cos, z]
}
