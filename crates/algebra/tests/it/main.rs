//! Contracts of the crate that need a program of their own.

mod allocation;
mod chain;
mod counting;
mod fixed_lu;
mod matrices;
mod small_lu;
