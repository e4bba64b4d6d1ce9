/* CUDA as a program sees it: words, types, device functions and the runtime API. simcc includes this file first into each .cu; a
 * plain C++ file gets the host part.
 *
 * Written for Warpschool from the public documentation; nothing of NVIDIA's headers is in it. */
#ifndef WARPSCHOOL_CUDA_RUNTIME_H
#define WARPSCHOOL_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* programs and their helpers ask for it by this name */

#if defined(__CUDA__) && defined(__clang__)
#  define WARPSCHOOL_ORIGINS 1
#  ifndef __CUDACC__
#    define __CUDACC__ 1
#  endif
/* Programs that ask for nvcc mean: am I compiled as CUDA? (simcc takes the name away where a library knows clang better.) */
#  if !defined(__NVCC__) && !defined(WARPSCHOOL_WITHOUT_NVCCS_NAME)
#    define __NVCC__ 1
#  endif
#  define __CUDACC_VER_BUILD__ 0
#  define __CUDACC_EXTENDED_LAMBDA__ 1
#  define __CUDACC_RELAXED_CONSTEXPR__ 1
#  define __CUDACC_VER_MAJOR__ 12
#  define __CUDACC_VER_MINOR__ 0
#  define __WARPSCHOOL_SIM__ 1
#endif

#include "host_defines.h"

#if defined(__CUDA__) && defined(__clang__)
#  ifdef __cplusplus
#    include "warpschool_toolkit/invoke_result.h"
#  endif
/* Before every header of the host: see math_device.h */
#  include "warpschool_toolkit/libc_device.h"
#  include "warpschool_toolkit/math_device.h"
#  include "warpschool_toolkit/math_integers.h"
/* clang's own wrapper of <new> calls ::malloc and ::free */
#  include <stdlib.h>

#  include <assert.h>
#  include <limits.h>
#  include <math.h>
#  include <stdint.h>
#  ifdef __cplusplus
#    include <new> /* new and delete in kernels need no header */
#    include <utility> /* nor do lists in braces */
/* Of libstdc++ 12's own use of what C++17 deprecates, newer clangs would warn each who sorts. */
#    if __clang_major__ >= 17 && __has_include(<bits/stl_tempbuf.h>)
#      pragma clang diagnostic push
#      pragma clang diagnostic ignored "-Wdeprecated-declarations"
#      include <bits/stl_tempbuf.h>
#      pragma clang diagnostic pop
#    endif
#  endif
#  include <stdio.h>
#  include <string.h>
#  include <time.h>
#endif

#include "builtin_types.h"
#include "cuda_runtime_api.h"
#include "vector_functions.h"

#if defined(__CUDA__) && defined(__clang__)
#  include "device_launch_parameters.h"
#  include "warpschool_toolkit/atomic.h"
#  include "warpschool_toolkit/bits.h"
#  include "warpschool_toolkit/device_runtime.h"
#  include "warpschool_toolkit/fast_math.h"
#  include "warpschool_toolkit/managed.h"
#  include "warpschool_toolkit/math_host.h"
#  include "warpschool_toolkit/minmax.h"
#  include "warpschool_toolkit/origins.h"
#  include "warpschool_toolkit/read_only.h"
#  include "warpschool_toolkit/simd.h"
#  include "warpschool_toolkit/surface.h"
#  include "warpschool_toolkit/sync.h"
#  include "warpschool_toolkit/texture.h"
#  include "warpschool_toolkit/warp.h"
#endif
#ifdef __cplusplus
#  include "warpschool_toolkit/api_templates.h"
#endif

#endif
