/* Device overloads of the few functions of the C library that kernels may call. */
#ifndef WARPSCHOOL_LIBC_DEVICE_H
#define WARPSCHOOL_LIBC_DEVICE_H

#include <stddef.h>

#include "device_base.h"

extern "C" {
__attribute__((device)) int printf(const char*, ...); /* clang turns it into vprintf */
__attribute__((device)) void* malloc(size_t);
__attribute__((device)) void free(void*);
__attribute__((device)) void __assertfail(const char* condition, const char* file, unsigned int line, const char* function,
                                          size_t char_bytes);
WS_DEVICE void __assert_fail(const char* condition, const char* file, unsigned int line, const char* function) {
  __assertfail(condition, file, line, function, 1);
}
/* clock() of a kernel counts cycles (CUDA C++ Programming Guide, "Time Function"). */
WS_DEVICE long clock(void) {
  int cycles;
  __asm__ __volatile__("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
  return cycles;
}
WS_DEVICE void* memcpy(void* to, const void* from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
WS_DEVICE void* memset(void* to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }
}

#endif
