//! flags: -O0
//! The same unoptimised: every value goes through the stack.
#include "tiles_that_idle_threads_read.cu"
