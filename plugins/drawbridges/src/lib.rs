//! drawbridges
