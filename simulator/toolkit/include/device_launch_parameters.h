/* threadIdx, blockIdx, blockDim, gridDim, warpSize: reads of PTX special registers, spelled as struct members. */
#ifndef WARPSCHOOL_DEVICE_LAUNCH_PARAMETERS_H
#define WARPSCHOOL_DEVICE_LAUNCH_PARAMETERS_H
#define __DEVICE_LAUNCH_PARAMETERS_H__ /* programs and their helpers ask for it by this name */

#include "vector_types.h"

#if defined(__CUDA__) && defined(__clang__) && defined(__cplusplus)

#define WARPSCHOOL_GETTER static __inline__ __attribute__((device, always_inline, nodebug))
#define WARPSCHOOL_INDEX(type, reg)                                                                \
  struct type {                                                                                    \
    __declspec(property(get = get_x)) unsigned int x;                                              \
    __declspec(property(get = get_y)) unsigned int y;                                              \
    __declspec(property(get = get_z)) unsigned int z;                                              \
    WARPSCHOOL_GETTER unsigned int get_x() { return __nvvm_read_ptx_sreg_##reg##_x(); }            \
    WARPSCHOOL_GETTER unsigned int get_y() { return __nvvm_read_ptx_sreg_##reg##_y(); }            \
    WARPSCHOOL_GETTER unsigned int get_z() { return __nvvm_read_ptx_sreg_##reg##_z(); }            \
    __inline__ __attribute__((device, always_inline, nodebug)) operator uint3() const {            \
      return uint3{get_x(), get_y(), get_z()};                                                     \
    }                                                                                              \
    __inline__ __attribute__((device, always_inline, nodebug)) operator dim3() const {             \
      return dim3(get_x(), get_y(), get_z());                                                      \
    }                                                                                              \
    type() = default;                                                                              \
    type(const type&) = default; /* auto i = threadIdx; reads the same registers */                \
    type& operator=(const type&) = delete;                                                         \
  };

WARPSCHOOL_INDEX(WarpschoolThreadIdx, tid)
WARPSCHOOL_INDEX(WarpschoolBlockIdx, ctaid)
WARPSCHOOL_INDEX(WarpschoolBlockDim, ntid)
WARPSCHOOL_INDEX(WarpschoolGridDim, nctaid)

extern const __attribute__((device, weak)) WarpschoolThreadIdx threadIdx;
extern const __attribute__((device, weak)) WarpschoolBlockIdx blockIdx;
extern const __attribute__((device, weak)) WarpschoolBlockDim blockDim;
extern const __attribute__((device, weak)) WarpschoolGridDim gridDim;
static constexpr int warpSize __attribute__((unused)) = 32;

#undef WARPSCHOOL_INDEX
#undef WARPSCHOOL_GETTER
#endif

#endif
