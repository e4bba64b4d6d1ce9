// Tries: to have the assembler repeat a byte 10^18 times.
// May get: nothing
#include "vector_add.hpp"

__asm__(".rept 1000000000\n.rept 1000000000\n.byte 1\n.endr\n.endr\n");

extern "C" void vector_add(const float*, const float*, float*, std::size_t) {}
