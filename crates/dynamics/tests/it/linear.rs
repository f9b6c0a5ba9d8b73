//! Linear machines against closed forms.

mod campbell;
mod followed;
mod grips;
mod machines;
mod modes;
mod planetary;
mod responses;
mod rotors;
mod settings;
mod shafts;
mod slow;
mod state_space;
mod unbalance;
