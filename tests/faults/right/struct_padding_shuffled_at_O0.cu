//! flags: -O0
// Unoptimised code puts what it shuffles into its stack frame first.
#include "struct_padding_shuffled.cu"
