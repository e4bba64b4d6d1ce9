/* Asynchronous copies from global to shared memory, the C interface (CUDA C++ Programming Guide, "Pipeline Interface"). A copy is done
 * when the call returns; a program that waits as it must on a GPU gets the same data. */
#ifndef WARPSCHOOL_CUDA_PIPELINE_H
#define WARPSCHOOL_CUDA_PIPELINE_H

#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)

/* 4, 8 or 16 bytes, of which the last `zero_fill` become 0. Loads and stores of that width, as the instruction has. */
WS_DEVICE void __pipeline_memcpy_async(void* shared, const void* global, size_t bytes, size_t zero_fill = 0) {
  if (zero_fill == 0 && bytes == 16) {
    *(uint4*)shared = *(const uint4*)global;
  } else if (zero_fill == 0 && bytes == 8) {
    *(uint2*)shared = *(const uint2*)global;
  } else if (zero_fill == 0 && bytes == 4) {
    *(unsigned int*)shared = *(const unsigned int*)global;
  } else {
    for (size_t i = 0; i < bytes; ++i) {
      ((unsigned char*)shared)[i] = i < bytes - zero_fill ? ((const unsigned char*)global)[i] : (unsigned char)0;
    }
  }
}
WS_DEVICE void __pipeline_commit() { __asm__ __volatile__("" ::: "memory"); }
WS_DEVICE void __pipeline_wait_prior(size_t) { __asm__ __volatile__("" ::: "memory"); }

#endif
#endif
