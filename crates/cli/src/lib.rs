//! The command line of Pitchline.
