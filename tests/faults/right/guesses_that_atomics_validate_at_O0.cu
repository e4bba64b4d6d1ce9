//! prints: 1000 51 999 0 128.0
//! flags: -O0
// Unoptimised code has the same address in different registers.
#include "guesses_that_atomics_validate.cu"
