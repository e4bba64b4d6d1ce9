//! flags: -O0
//! The same unoptimised: every value goes through the stack.
#include "bits_looked_at_before_they_are_set.cu"
