/* The words CUDA adds to C++ (CUDA C++ Programming Guide, appendix "C++ Language Extensions").
 *
 * simcc compiles with clang's CUDA mode, which knows them as attributes; a plain C++ compiler sees nothing. */
#ifndef WARPSCHOOL_HOST_DEFINES_H
#define WARPSCHOOL_HOST_DEFINES_H
#define __HOST_DEFINES_H__ /* programs and their helpers ask for it by this name */

#if defined(__CUDA__) && defined(__clang__)
#  define __host__ __attribute__((host))
#  if defined(WARPSCHOOL_TELL_HOST_USES) && !defined(__CUDA_ARCH__)
/* Device variables as guarded by a lock that the host never has: simcc tells of host code that uses their values (host_uses.hpp). */
struct __attribute__((capability("lock"))) warpschool_lock {};
extern struct warpschool_lock warpschool_host_has_no_device_variables;
#    define WARPSCHOOL_GUARDED __attribute__((guarded_by(warpschool_host_has_no_device_variables)))
#    define WARPSCHOOL_UNGUARDED __attribute__((no_thread_safety_analysis))
#  else
#    define WARPSCHOOL_GUARDED
#    define WARPSCHOOL_UNGUARDED
#  endif
#  if defined(WARPSCHOOL_TELL_CONSTANT_WRITES) && defined(__CUDA_ARCH__)
/* Constants as guarded by a lock that no kernel has: simcc refuses those that set them (constant_writes.hpp). */
struct __attribute__((capability("lock"))) warpschool_lock {};
extern struct warpschool_lock warpschool_kernels_only_read_constants;
#    define WARPSCHOOL_GUARDED_CONSTANT __attribute__((guarded_by(warpschool_kernels_only_read_constants)))
#  else
#    define WARPSCHOOL_GUARDED_CONSTANT WARPSCHOOL_GUARDED
#  endif
#  define __device__ __attribute__((device)) WARPSCHOOL_GUARDED WARPSCHOOL_UNGUARDED
/* Of variables of a type without a name (simcc's nameless_types.hpp). */
#  define WS_DEVICE_ __device__ WARPSCHOOL_KEPT
#  define __global__ __attribute__((global)) WARPSCHOOL_UNGUARDED
#  define __shared__ __attribute__((shared))
/* Up to clang 18 the optimiser takes a variable of an unnamed namespace, or of a type without a name, for what it was declared
 * with, and drops what kernels write there, though the host may set and read it. */
#  if defined(__CUDA_ARCH__) && __clang_major__ < 19
#    define WARPSCHOOL_KEPT __attribute__((used))
#  else
#    define WARPSCHOOL_KEPT
#  endif
#  define __constant__ __attribute__((constant)) WARPSCHOOL_KEPT WARPSCHOOL_GUARDED_CONSTANT
/* Clusters, the third bound, are not simulated; clang knows it from version 16 on. */
#  define WARPSCHOOL_LAUNCH_BOUNDS(threads, blocks, ...) __attribute__((launch_bounds(threads, blocks)))
#  define __launch_bounds__(...) WARPSCHOOL_LAUNCH_BOUNDS(__VA_ARGS__, 0, 0)
/* One copy that host and device share: the runtime places the device's variable upon the host's (registration.cpp). */
#  define __managed__ __attribute__((device)) WARPSCHOOL_KEPT __attribute__((section("ws_managed")))
/* A keyword of clang's CUDA mode from version 15 on. Before, the C++ library's own __attribute__((__noinline__)) must not see the
 * macro: the toolkit's bits/shared_ptr_base.h hides it there. */
#  if !__has_feature(cuda_noinline_keyword)
#    define __noinline__ __attribute__((noinline))
#  endif
#else
#  define __host__
#  define __device__
#  define __global__
#  define __shared__
#  define __constant__
#  define __managed__
#  define __launch_bounds__(...)
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __maxnreg__(n) /* registers are not counted */
#define __cluster_dims__(...) /* without a cluster's barrier or memory it changes no result */
#define __inline_hint__
#define __nv_pure__
#define CUDARTAPI
#define CUDART_CB

#ifdef __cplusplus
#  define WARPSCHOOL_DEFAULT(value) = value
#else
#  define WARPSCHOOL_DEFAULT(value)
#endif

#endif
