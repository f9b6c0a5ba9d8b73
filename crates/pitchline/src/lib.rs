//! What do we learn? Model file, studies, results, pictures.
//!
//! ```text
//! bytes ──input::read──▶ Section ──Model::load──▶ Model + Diagnostics ──Session::run──▶ StudyResult
//!                                                                             Summary ──Folder::write──▶ files
//! ```
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
pub use model::Model;
pub use pitchline_contact as contact;
pub use pitchline_dynamics as dynamics;
pub use pitchline_fem as fem;
pub use pitchline_geometry as geometry;
pub use pitchline_pictures as pictures;

pub(crate) use pitchline_pictures::number;
