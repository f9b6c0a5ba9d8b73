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
//! let gear = Model::from_toml(
//!     r#"
//!     model = { name = "gear", schema = 1 }
//!     gears.pinion = { kind = "external", teeth = 21, module = "3 mm", face_width = "30 mm" }
//!     "#,
//! )?;
//! let results = gear.with("gears.pinion.teeth", 20)?.run("geometry", &Options::default())?;
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
//!
//! # Main types
//!
//! In the order in which data passes:
//! - [`units`]: [`Dimension`](units::Dimension) and [`Quantity`](units::Quantity), units at the border of the program
//! - [`input`]: [`Record`](input::field::Record), [`Variant`](input::field::Variant), [`Keys`](input::field::Keys) and
//!   [`Field`](input::field::Field) make the field table, from which reader, JSON Schema and reference page come; `keys!` declares
//!   a key once, as a typed constant to read it by and as a field. [`Section`](input::Section) is a table that was read,
//!   [`Diagnostic`](input::Diagnostic) one thing wrong in the file: span, reason, remedy. [`ModelInput`] is what a model
//!   says, as text or as [`InputValue`]s, got and set by paths of keys; [`InputError`] all that is wrong with it
//! - [`model`]: [`Model`] is checked: materials, gears, pairs, planetary sets, machine, studies; as studies change it with
//!   `set`, it is made when it is needed. [`GearGeometry`](model::GearGeometry) and [`PairGeometry`](model::PairGeometry) are cylindrical with tooth forms, or known by
//!   the pitch surface ([`PitchData`](model::PitchData), [`PitchMesh`](model::PitchMesh)); [`FlankData`](model::FlankData) holds
//!   modifications and deviations, from the file and from CSV files beside it;
//!   [`MeshRequest`](model::finite_elements::MeshRequest) the finite elements of a gear, as asked for
//! - [`model::machine`]: [`MachineRequest`](model::machine::MachineRequest) is what the file says of a machine, in plain data;
//!   [`WheelRequest`](model::machine::WheelRequest) a gear on a body, [`MeshingRequest`](model::machine::MeshingRequest) a pair of
//!   wheels, [`ShaftRequest`](model::machine::ShaftRequest) a stepped shaft with discs and points,
//!   [`BearingRequest`](model::machine::BearingRequest) a joint or force under its own name,
//!   [`ControllerRequest`](model::machine::ControllerRequest) and [`SignalRequest`](model::machine::SignalRequest) a controller and
//!   what sets a voltage or a torque, [`EventRequest`](model::machine::EventRequest) a sensor, its value and what is done
//! - [`parts`]: [`PairLevel`](parts::pair::PairLevel) is how closely the teeth of a pair are computed,
//!   [`PairContact`](parts::pair::PairContact) that level in a machine, [`PairState`](parts::pair::PairState) what a pair does at an
//!   instant; [`ForceLaw`](parts::force::ForceLaw) is a law of force with its numbers, [`ForceKind`](parts::force::ForceKind) a kind of
//!   force with its keys, [`BuiltForce`](parts::force::BuiltForce) a force in a machine; a [`Channel`](parts::channel::Channel) is a number that a part has at every instant, a
//!   [`Fold`](parts::channel::Fold) what the summary keeps of it
//! - [`machine`]: [`BuiltMachine`](machine::BuiltMachine) is the request as a machine of [`dynamics`], found by its names:
//!   [`BuiltPair`](machine::BuiltPair), [`BuiltShaft`](machine::BuiltShaft), [`BuiltBearing`](machine::BuiltBearing),
//!   [`BuiltController`](machine::BuiltController), [`BuiltSensor`](machine::BuiltSensor) and what it reads,
//!   [`Probe`](machine::Probe)
//! - [`studies`]: [`Study`](studies::Study) is a study with its settings, [`StudyKind`](studies::StudyKind) a kind with its keys, of
//!   which [`KINDS`](studies::KINDS) lists all. [`Session`](studies::Session) runs studies of one model that start from each
//!   other's last states, [`Options`](studies::Options) are what they leave out and use, and whom they tell of their
//!   [`Progress`](studies::Progress); [`Job`](studies::Job) is what a study has while it runs, [`StudyError`](studies::StudyError) why it
//!   stopped, with what it had found by then. [`MachineSettings`](studies::machine_settings::MachineSettings) are those of all studies
//!   of the machine, [`FeTarget`](studies::finite_elements::FeTarget) says which gears the studies of finite elements take
//! - [`resources`]: `Resource`, something expensive that is asked for by its key: a meshed gear (`GearBody`) as a reduced body
//!   (`ReducedGear`, from a [`ReductionRequest`](resources::request::ReductionRequest)), from the [`cache`] or computed
//! - [`cache`]: [`Cache`](cache::Cache), results of long computations in files under a hash of their [`Key`](cache::Key), which is
//!   all that they depend on; [`Cached`](cache::Cached), one that was verified before use
//! - [`run`]: `Course`, a study that leads the machine from a first state to a last one, and `MachineRun`, the machine on its way;
//!   [`Checkpoint`](run::Checkpoint) and [`Identity`](run::Identity), where a long run is and what its bits depend on: a killed one
//!   goes on
//! - [`results`]: [`Output`](results::Output) is what a study has found: [`Values`](results::Values), nested and with units,
//!   [`Table`](results::Table)s of named columns, figures; [`Results`](results::Results) are that, and why the study failed if it
//!   did; [`Summary`](results::Summary) is what `summary.json` holds
//! - [`figures`]: what gears, meshes and sets look like, as data of [`pictures`]; [`Border`](figures::Border) is the border of a
//!   mesh with the fields on it. `tooth_form` holds the outline of a tooth, part by part, for CSV and DXF
//! - [`fields`]: [`Vtu`](fields::vtu::Vtu), fields on a mesh for ParaView; [`Input`](fields::Input), mesh, supports and loads for
//!   Abaqus and CalculiX
//! - [`no_load`]: [`NoLoad`](no_load::NoLoad), the transmission error of a pair without load, over some meshes or a turn

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
