//! How do bodies move?
//!
//! A small, exact flexible-multibody kernel into which all levels of gears plug. It knows no files and no plots.
//!
//! ```text
//! Machine { nodes, scalars, elements }   constant: what there is
//! State { places, rotations, scalars, velocity, acceleration, multipliers }   what is now
//! Equations { Kinematics, pattern, scratch }   what the state asks: residual, tangent, constraints
//!     ├─▶ assemble      positions, velocities and accelerations that obey the joints
//!     ├─▶ Kinematic     motion that the drives prescribe, and the forces it takes
//!     ├─▶ Statics       equilibrium, in steps of load or time
//!     ├─▶ QuasiStatic   equilibria one after the other along the drives, and their velocities
//!     ├─▶ LinearMachine modes, Campbell diagrams, frequency response, state space about a Steady motion
//!     ├─▶ Transient     generalized-α on the Lie group, HHT-α and Newmark as members
//!     ├─▶ Radau         order 5 for small machines and tight tolerances
//!     └─▶ Events        runs of either in which something happens: event functions, contacts, switched constraints
//! ```
//!
//! Everything between two places is a law of their *relative* motion ([`Relative`]): action and reaction are equal and turning
//! the whole machine changes nothing, by construction.
//!
//! Everything is SI and `f64`. Positions and velocities of nodes are in ground axes; rotation increments, spins and
//! torques on nodes in the node's own (material) axes. The derivations are in `docs/theory/multibody.md`.

mod beam;
mod centers;
mod check;
mod connector;
mod constraint_row;
mod controller;
mod disc;
mod drive;
mod element;
mod equations;
mod error;
mod flexible_body;
mod flywheel;
mod force;
mod frame;
mod gear_joint;
mod grip;
mod hinged;
mod joint;
mod kinematics;
mod machine;
mod mesh_kinks;
mod planar_contact;
mod relative;
mod rigid_body;
mod rod;
mod rotation;
pub mod samples;
mod section;
mod shaft;
mod signal;
mod six;
mod solution;
mod solver;
mod state;
mod stop;
mod switchable;
mod tape;
mod time_function;
mod two_part;

/// A complex number: eigenvalues, shapes, responses.
pub use pitchline_algebra::{Complex, LuEffort, QrEffort};

pub use beam::{Beam, BeamData, BeamDeformation};
pub use connector::{Connector, Law, LawValue};
pub use controller::{ContinuousController, Controller, ControllerData, ControllerState, Sensed};
pub use disc::Disc;
pub use drive::{Drive, DriveMotion};
pub use element::{Element, Energy, Kink, LocalMatrix, Touched, Weighted, Weights};
pub use equations::Equations;
pub use error::{Error, Wanted};
pub use flexible_body::{
    AttachedPoints, Attachment, BodyFrame, FlexibleBody, FlexibleBodyError, FlexibleNodes,
    FlexibleOptions, InertiaForm, KeptModes, ModalBasis, ModalDamping, add_flexible_body,
};
pub use force::{
    BearingDamping, Brake, Bushing, ClearanceSpring, ControlledTorque, DcMotor, DcMotorData,
    DcMotorState, ForceBetween, GearSpring, GearSpringData, HingeFriction, HingeFrictionData,
    HingeFrictionState, Load, LoadAxes, LoadCurve, PlainBearing, Play, RollingBearing, ScalarForce,
    Spring, Standstill, TensionString, TorqueBetween, TorsionSpring, ViscousForce, ViscousTorque,
};
pub use frame::Frame;
pub use gear_joint::{
    Engagement, GearJoint, GearJointState, GearMesh, Misfit, Misplacement, RackSeat, WheelSeat,
};
pub use grip::{Grip, GripId, Rubbing, Sliding};
pub use hinged::{HingedMachine, HingedTurn, Hinges};
pub use joint::Joint;
pub use kinematics::{Kinematics, Pose, Rate, TurnsFrom};
pub use machine::{AngleId, ElementId, LockId, Machine, NodeId, NodeStart, ScalarId, ScalarStart};
pub use planar_contact::{
    BothNodes, PlanarContact, PlanarContactData, PlanarContactState, PlanarDirections,
    PushDirections, Stiction,
};
pub use relative::{Linearised, NodeRow, Relative, RelativeMotion, Turn};
pub use rigid_body::RigidBody;
pub use rod::Rod;
pub use rotation::{Rotation, tangent, tangent_inverse};
pub use section::{Profile, Section};
pub use shaft::{Fineness, Segment, Shaft, ShaftData, ShaftError, add_shaft};
pub use signal::{HeldId, Setting, Signal};
pub use solution::{
    Action, Assembled, AssemblyEffort, AssemblyOptions, Campbell, CampbellCurve, CampbellOptions,
    CampbellPoint, Cause, Change, CriticalSpeed, Direction, Event, EventFunction, EventOptions,
    Events, FrequencyResponse, GainCrossing, Held, Holding, Input, InputKind, Integrator,
    Kinematic, LinearMachine, LoopLaw, MachineModes, Margins, Mode, ModeKind, ModeOptions,
    NullBasis, Occurrence, OpenLoop, Order, Outcome, Output, PhaseCrossing, PlanetaryMembers,
    PlanetaryMode, PowerFlow, QuasiStatic, Radau, RadauOptions, RadauReport, Redundancy,
    RedundantConstraint, Resonance, Resumable, Running, RunningParts, RunningPoint, RunningRow,
    Scheme, SpeedStateSpace, StateSpace, Statics, StaticsOptions, StaticsReport, Steady,
    SteadyOptions, StepControl, StepReport, ToothLoad, ToothMesh, Transient, TransientOptions,
    UnbalanceResponse, Whirl, WhirlSense, assemble, centers_move, closed_flank, grip_limits,
    grip_names, loads_on_teeth, set_grips, shorten_multipliers, unbalance_response,
};
pub use state::{State, TrackedAngle};
pub use stop::Stop;
pub use switchable::Switchable;
pub use tape::{Tape, TapeReader};
pub use time_function::{Interpolation, TimeFunction, TimeTable, TimeValue};
