//! city-gates
