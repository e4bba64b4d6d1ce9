/* The instructions cp.async (PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy"), which the headers for
 * asynchronous copies are made of. */
#ifndef WARPSCHOOL_TOOLKIT_ASYNC_COPY_H
#define WARPSCHOOL_TOOLKIT_ASYNC_COPY_H

#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)

/* Starts a copy of 4, 8 or 16 bytes, of which those from `wanted` on become 0. False: the instruction cannot do it, as the size or the
 * kind of memory is another. */
WS_DEVICE bool ws_copy_async(void* to, const void* from, size_t bytes, unsigned int wanted) {
  if ((bytes != 4 && bytes != 8 && bytes != 16) || !__isShared(to) || !__isGlobal(from)) {
    return false;
  }
  const unsigned long long shared = (unsigned long long)__cvta_generic_to_shared(to);
  if (bytes == 16) {
    __asm__ __volatile__("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"l"(shared), "l"(from), "r"(wanted) : "memory");
  } else if (bytes == 8) {
    __asm__ __volatile__("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"l"(shared), "l"(from), "r"(wanted) : "memory");
  } else {
    __asm__ __volatile__("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"l"(shared), "l"(from), "r"(wanted) : "memory");
  }
  return true;
}

WS_DEVICE void ws_commit_copies() { __asm__ __volatile__("cp.async.commit_group;" ::: "memory"); }

/* All but the `newest` groups. The instruction takes a constant. */
WS_DEVICE void ws_wait_for_copies(size_t newest) {
#  define WS_WAIT_GROUP(n)                                        \
  case n:                                                         \
    __asm__ __volatile__("cp.async.wait_group " #n ";" ::: "memory"); \
    break
  switch (newest) {
    WS_WAIT_GROUP(0);
    WS_WAIT_GROUP(1);
    WS_WAIT_GROUP(2);
    WS_WAIT_GROUP(3);
    WS_WAIT_GROUP(4);
    WS_WAIT_GROUP(5);
    WS_WAIT_GROUP(6);
    WS_WAIT_GROUP(7);
    default:
      __asm__ __volatile__("cp.async.wait_group 8;" ::: "memory");
  }
#  undef WS_WAIT_GROUP
}

#endif
#endif
