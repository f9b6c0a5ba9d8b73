//! Linear machines against closed forms.

mod campbell;
mod machines;
mod modes;
mod planetary;
mod responses;
mod rotors;
mod shafts;
mod state_space;
mod unbalance;
