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
//!
//! # Main types
//!
//! A machine and its state:
//! - [`Machine`], [`NodeId`], [`ScalarId`], [`AngleId`]: nodes, scalar coordinates, elements; constant during a run
//! - [`State`], [`TrackedAngle`]: positions, velocities, accelerations, multipliers, angles over whole turns
//! - [`Rotation`]: a rotation that keeps every digit over any number of turns; exponent and its tangents
//! - [`Kinematics`], [`Pose`], [`Rate`]: what elements need of a state, computed once for all
//! - [`Equations`]: all elements together at a state, over one sparse pattern; nothing is allocated after it is built
//! - [`HingedMachine`], [`Hinges`]: machines all of whose bodies turn about axes that stand still, over their turns alone: one
//!   coordinate a body and no reactions
//!
//! Elements:
//! - [`Element`], [`Touched`], [`Weights`], [`LocalMatrix`], [`Energy`]: what every element provides: residual, tangent,
//!   constraints, energy
//! - [`Frame`]: a place on a node with axes of its own, to which everything connects
//! - [`Relative`], [`RelativeMotion`], [`Linearised`], [`Turn`]: how one frame moves as seen from another, and how forces between
//!   them act on their nodes
//! - [`RigidBody`]: mass and inertia about a node; [`Disc`]: a rigid disc on a node, unbalanced or not
//! - [`FlexibleBody`], [`Attachment`], [`ModalBasis`]: reduced bodies in motion: modes in a mean frame, nodes tied to them
//! - [`Section`], [`Profile`], [`Beam`]: cross-sections; Timoshenko beams in large motions, cones too, with constant mass over
//!   places and directors
//! - [`ShaftData`], [`Shaft`], [`add_shaft`]: stepped shafts by segments and stations, cut into beams
//! - [`Joint`], [`Drive`], [`Rod`]: constraints between frames by a mask of locked motions; prescribed motions; a fixed distance
//! - [`Switchable`], [`Stop`]: constraints that can be switched: contacts, decided together, and joints, by events alone; a point
//!   before a plane
//! - [`Grip`], [`Sliding`], [`Rubbing`]: surfaces that stick and slide as a state of the machine; what of them is watched
//!
//! Forces:
//! - [`Law`], [`LawValue`], [`Connector`]: a law of relative motion: force, derivatives and energy together; as an element
//!   between two frames
//! - [`Spring`], [`Bushing`], [`Load`] and the other laws: what pulls and pushes, one law per file
//! - [`HingeFriction`], [`Brake`], [`Standstill`]: friction about an axis that sticks, slides or is regularised; by a torque over
//!   time
//! - [`DcMotor`]: a motor whose charge is a coordinate, or whose current follows at once
//! - [`Controller`], [`ContinuousController`], [`ControlledTorque`]: control of an angle or a speed, sampled or at every instant;
//!   a torque that it sets
//! - [`Signal`], [`HeldId`]: numbers that parts pass to each other, held from sample to sample
//! - [`TimeFunction`]: functions of time with derivatives and exact integral
//!
//! Gears:
//! - [`GearJoint`], [`Misplacement`]: two wheels of any kind in mesh: constraints, how their flanks open, the force that parts
//!   them, friction, how far supports have let them go
//! - [`PlanarContact`], [`Stiction`]: teeth of two wheels on parallel axes that deform, rub, stick and slide
//! - [`GearSpring`]: a linear spring along the line of action of two wheels, wherever their axes are
//! - [`ToothMesh`], [`loads_on_teeth`], [`centers_move`]: which flanks the loads of a machine close, and whether its supports let
//!   them open
//!
//! Solutions:
//! - [`assemble`], [`Redundancy`]: a first state that obeys the joints; constraints that follow from others
//! - [`TurnsFrom`]: from where drives lead what counts turns to a first state that lies whole turns away
//! - [`Kinematic`], [`Statics`], [`QuasiStatic`]: prescribed motion with the forces it takes; equilibrium; equilibria along the
//!   drives with their velocities
//! - [`Running`], [`RunningRow`], [`RunningPoint`], [`PowerFlow`]: a machine that runs evenly, by the equations of one position:
//!   speeds by kinematics, then a small balance for each load, with the power that enters, leaves and is lost; at rest what
//!   friction holds
//! - [`Integrator`], [`StepControl`]: what every integrator does; the error of the run, which adaptive steps are asked for
//! - [`Transient`], [`Scheme`]: time steps by generalized-α, HHT-α or Newmark on the Lie group; [`Radau`]: steps of order five for
//!   small machines that need many digits, adaptive, with dense output. Any step ends where laws jump, and is halved where it
//!   fails
//! - [`Events`], [`Event`], [`EventFunction`], [`Action`]: runs in which something happens: roots of functions, their order, what
//!   is done, starting anew
//! - [`Resumable`], [`Tape`]: what integrators and runs with events remember, so that they go on later with the same bits
//! - [`Steady`], [`LinearMachine`]: a machine at rest or turning steadily, and what small motions about it obey
//! - [`MachineModes`], [`Campbell`], [`FrequencyResponse`], [`StateSpace`], [`SpeedStateSpace`]: complex modes, modes over speed,
//!   responses to harmonic loads, voltages and set points, A, B, C, D of one motion or of every speed
//! - [`OpenLoop`], [`LoopLaw`], [`Margins`]: a loop cut open, by a gain or through a controller, sampled or not; by how much its
//!   gain and phase may change
//! - [`samples`]: machines whose motion is known from elsewhere

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
