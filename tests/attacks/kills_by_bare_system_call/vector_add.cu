// Tries: to kill its parent by a system call of its own, past every wrapper of the C library.
// May get: nothing
#include "vector_add.hpp"

#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const long parent = ::getppid();
  long result = 62;  // SYS_kill on x86-64
  asm volatile("syscall" : "+a"(result) : "D"(parent), "S"(9L) : "rcx", "r11", "memory");
}
