//! What a machine is made of. A part is one file or folder here: its keys in the model file, how they are read and checked, what it adds to
//! the machine, and the channels by which it is observed.

pub mod channel;
pub mod force;
pub mod pair;
