//! Colours, among them a palette that colour-blind readers can tell apart.
//!
//! # References
//! - Okabe, Ito (2008): Color universal design. The palette without its yellow, which is too pale on white.

use serde::Serialize;

/// A colour with opacity, 8 bits per channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Colour {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity, 255 is opaque.
    pub alpha: u8,
}

impl Colour {
    /// Text and frames.
    pub const BLACK: Self = Self::rgb(0x1a, 0x1a, 0x1a);
    /// The paper.
    pub const WHITE: Self = Self::rgb(0xff, 0xff, 0xff);
    /// Secondary lines: centre lines, marker lines, leaders.
    pub const GREY: Self = Self::rgb(0x66, 0x66, 0x66);
    /// Grid lines.
    pub const PALE: Self = Self::rgb(0xe0, 0xe0, 0xe0);
    /// First colour of the palette.
    pub const BLUE: Self = Self::rgb(0x00, 0x72, 0xb2);
    /// Second colour of the palette.
    pub const VERMILION: Self = Self::rgb(0xd5, 0x5e, 0x00);
    /// Third colour of the palette.
    pub const GREEN: Self = Self::rgb(0x00, 0x9e, 0x73);
    /// Fourth colour of the palette.
    pub const PURPLE: Self = Self::rgb(0xcc, 0x79, 0xa7);
    /// Fifth colour of the palette.
    pub const ORANGE: Self = Self::rgb(0xe6, 0x9f, 0x00);
    /// Sixth colour of the palette.
    pub const SKY: Self = Self::rgb(0x56, 0xb4, 0xe9);

    /// The colours for series, in the order of use.
    pub const PALETTE: [Self; 7] = [
        Self::BLUE,
        Self::VERMILION,
        Self::GREEN,
        Self::PURPLE,
        Self::ORANGE,
        Self::SKY,
        Self::BLACK,
    ];

    /// An opaque colour.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self {
            red,
            green,
            blue,
            alpha: 255,
        }
    }

    /// The same colour mixed with white: `share` 0 is white, 1 is the colour itself. For fills.
    pub fn tint(self, share: f64) -> Self {
        let mix = |channel: u8| {
            let value = 255.0 + (f64::from(channel) - 255.0) * share.clamp(0.0, 1.0);
            // In 0..=255 by construction, so the cast cannot lose anything.
            value.round() as u8
        };
        Self {
            red: mix(self.red),
            green: mix(self.green),
            blue: mix(self.blue),
            alpha: self.alpha,
        }
    }

    /// `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
