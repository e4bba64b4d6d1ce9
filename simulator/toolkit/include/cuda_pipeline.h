/* Asynchronous copies from global to shared memory, the C interface (CUDA C++ Programming Guide, "Pipeline Interface"): the
 * instructions cp.async. A copy is done when the call returns, but the checks report a program that uses it without a wait. */
#ifndef WARPSCHOOL_CUDA_PIPELINE_H
#define WARPSCHOOL_CUDA_PIPELINE_H

#include "cuda_runtime.h"
#include "warpschool_toolkit/async_copy.h"

#if defined(__CUDA__) && defined(__clang__)

/* 4, 8 or 16 bytes, of which the last `zero_fill` become 0. */
WS_DEVICE void __pipeline_memcpy_async(void* shared, const void* global, size_t bytes, size_t zero_fill = 0) {
  if (!ws_copy_async(shared, global, bytes, (unsigned int)(bytes - zero_fill))) {
    for (size_t i = 0; i < bytes; ++i) {
      ((unsigned char*)shared)[i] = i < bytes - zero_fill ? ((const unsigned char*)global)[i] : (unsigned char)0;
    }
  }
}
WS_DEVICE void __pipeline_commit() { ws_commit_copies(); }
/* Waits for all but the groups that were committed last, `prior` of them; from 8 on for none but older ones, as on a GPU. */
WS_DEVICE void __pipeline_wait_prior(size_t prior) { ws_wait_for_copies(prior); }

#endif
#endif
