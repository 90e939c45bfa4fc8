//! The fixture on the wire: raw requests always, real clients and the conformance suite where they are installed.

mod clients;
mod conformance;
mod fixture;
mod http;
mod pipe;
mod requests;
mod walks;
