//! Colours that rise with a value, in even steps to the eye and to colour-blind readers.
//!
//! The path lies in Ottosson's OKLab, where distances are those that people see: lightness falls evenly along it, so it
//! also survives grey print, and hue turns from yellow over red to purple.
//!
//! # References
//! - Ottosson (2020): A perceptual color space for image processing; matrices of OKLab to linear sRGB.
//! - IEC 61966-2-1: transfer function of sRGB.

use super::colour::Colour;

/// Lightness of the lowest and of the highest value.
const LIGHTNESS: [f64; 2] = [0.955, 0.33];
/// Hue of the lowest and of the highest value (degrees).
const HUE: [f64; 2] = [105.0, -62.0];
/// Chroma at 0, ½ and 1; all colours between are within sRGB.
const CHROMA: [f64; 3] = [0.055, 0.165, 0.12];

impl Colour {
    /// The colour for a share of the largest value: pale yellow at 0, dark purple at 1.
    pub fn rising(share: f64) -> Self {
        let [red, green, blue] = linear_srgb(oklab(share)).map(encoded);
        Self::rgb(red, green, blue)
    }
}

/// The path: lightness, a, b.
fn oklab(share: f64) -> [f64; 3] {
    let t = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let between = |[first, last]: [f64; 2]| first + t * (last - first);
    // The parabola through three points.
    let [c_0, c_1, c_2] = CHROMA;
    let chroma =
        c_0 + t * (4.0 * c_1 - 3.0 * c_0 - c_2) + t * t * (2.0 * c_0 - 4.0 * c_1 + 2.0 * c_2);
    let (sin, cos) = between(HUE).to_radians().sin_cos();
    [between(LIGHTNESS), chroma * cos, chroma * sin]
}

fn linear_srgb([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

fn encoded(linear: f64) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value = if linear <= 0.003_130_8 {
        12.92 * linear
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    };
    (255.0 * value).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_look_alike() {
        let steps: Vec<f64> = (0..20)
            .map(|i| {
                let [p, q] = [i, i + 1].map(|i| oklab(f64::from(i) / 20.0));
                (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt()
            })
            .collect();
        let mean = steps.iter().sum::<f64>() / 20.0;
        // A third of a step is less than what one band differs from the next.
        assert!(
            steps.iter().all(|step| (step / mean - 1.0).abs() < 0.34),
            "{steps:?}"
        );
    }

    #[test]
    fn the_path_stays_within_the_screen() {
        for i in 0..=100 {
            let colour = linear_srgb(oklab(f64::from(i) / 100.0));
            assert!(
                colour.iter().all(|c| (-0.005..=1.005).contains(c)),
                "{i} {colour:?}"
            );
        }
    }

    #[test]
    fn grey_print_keeps_the_order() {
        // Luminance of linear sRGB, IEC 61966-2-1.
        let luminance = |i: i32| {
            let [r, g, b] = linear_srgb(oklab(f64::from(i) / 50.0));
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        assert!((0..50).all(|i| luminance(i) > luminance(i + 1)));
    }
}
