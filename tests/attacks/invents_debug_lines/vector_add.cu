// Tries: to ruin whoever reads the module's debug information, which the worker does to tell the
// line of a crash.
// May get: nothing
#include "vector_add.hpp"

#ifndef __CUDA_ARCH__
__asm__(
    ".section .debug_line,\"\",@progbits\n.rept 64\n.quad -1\n.endr\n"
    ".section .debug_info,\"\",@progbits\n.rept 4096\n.quad 0xfffffff0fffffff0\n.endr\n"
    ".section .debug_abbrev,\"\",@progbits\n.rept 512\n.quad 0x8080808080808080\n.endr\n.text\n");
#endif

extern "C" void vector_add(const float*, const float*, float*, std::size_t) {
  *reinterpret_cast<volatile int*>(16) = 1;
}
