//! What do we learn? Model file, studies, results, pictures.
//!
//! ```text
//! bytes ──input::read──▶ Section ──Model::load──▶ Model + Diagnostics ──Session::run──▶ Results
//!                                                                             Summary ──Folder::write──▶ files
//! ```
//!
//! ```
//! use pitchline::Model;
//! use pitchline::studies::Options;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let pair = Model::from_toml(
//!     r#"
//!     [model]
//!     name = "pair"
//!     schema = 1
//!     [gears]
//!     pinion = { kind = "external", teeth = 21, module = "3 mm", face_width = "30 mm" }
//!     wheel = { kind = "external", teeth = 53, module = "3 mm", face_width = "28 mm" }
//!     [[pairs]]
//!     name = "mesh"
//!     a = "pinion"
//!     b = "wheel"
//!     center_distance = "111.2 mm"
//!     "#,
//! )?;
//! let results = pair.with("gears.pinion.teeth", 20)?.run("geometry", &Options::default())?;
//! let diameter = results.number("gears.pinion.reference_diameter").expect("every gear has one");
//! assert!((diameter - 0.060).abs() < 1e-12);
//! assert_eq!(results.unit("gears.pinion.reference_diameter"), Some("m"));
//! # Ok(())
//! # }
//! ```
//!
//! More of it, and how programs add elements, laws and studies of their own: `docs/library.md`.
//!
//! Units exist at the border only: everything behind [`input`] is SI. Signs: `docs/reference/conventions.md`.

mod along_path;
pub mod cache;
mod error;
pub mod fields;
pub mod figures;
mod flank_traces;
pub mod input;
pub mod machine;
pub mod materials;
mod memory;
pub mod model;
mod nearest;
pub mod no_load;
pub mod parts;
pub mod resources;
pub mod results;
pub mod run;
pub mod studies;
pub mod templates;
mod tooth_form;
pub mod units;

pub use error::Error;
pub use input::InputValue;
pub use model::{InputError, Model, ModelInput};
pub use pitchline_contact as contact;
pub use pitchline_dynamics as dynamics;
pub use pitchline_fem as fem;
pub use pitchline_geometry as geometry;
pub use pitchline_pictures as pictures;

pub(crate) use pitchline_pictures::number;

/// The page on the library: its code is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
