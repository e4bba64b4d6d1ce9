/* Matrices on tensor cores: nvcuda::wmma (CUDA C++ Programming Guide, "Warp Matrix Functions").
 *
 * A warp holds the matrices of d = a * b + c in fragments: a is m x k, b is k x n, c and d are m x n. All 32 threads call each function,
 * with the same arguments. Factors and accumulators, and the shapes m x n x k that they have:
 *
 *   __half                      __half or float   16x16x16, 32x8x16, 8x32x16
 *   signed char, unsigned char  int               16x16x16, 32x8x16, 8x32x16
 *   __nv_bfloat16               float             16x16x16, 32x8x16, 8x32x16
 *   precision::tf32             float             16x16x8
 *   double                      double            8x8x4
 *
 * Addresses are multiples of 32 bytes (less for fragments of less than 32 bytes a thread), leading dimensions of 16 bytes: 8 halves, 4 floats.
 * Which elements a thread holds is not specified; x[i] is the same element in all accumulators of one shape and type. Each function is one
 * wmma instruction of PTX (wmma_load.h, wmma_product.h). Numbers of less than 8 bits are not there. */
#ifndef WARPSCHOOL_MMA_H
#define WARPSCHOOL_MMA_H
#define __CUDA_MMA_H__ /* programs and their helpers ask for it by this name */

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__cplusplus) && defined(__CUDACC__)

/* Faults are the caller's: no line of this header is shown. */
#  define WS_WMMA static __inline__ __attribute__((device, always_inline, nodebug, unused))

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {}; /* a float of which the upper 19 bits count: __float_to_tf32 */
}

namespace detail {

template <class T>
struct Storage {
  typedef T type;
};
template <>
struct Storage<precision::tf32> {
  typedef float type;
};

/* A thread's elements. A fragment of halves has 16 whatever its shape, so that some are held by several threads. */
template <class T, int count>
struct __attribute__((aligned(8))) Elements {
  typedef T element_type;
  typedef typename Storage<T>::type storage_element_type;
  enum { num_elements = count };
  storage_element_type x[count];
};

}  // namespace detail

/* Other combinations are not defined. */
template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

#  define WS_WMMA_FRAGMENTS(m, n, k, T, of_a, of_b)                                           \
    template <class Layout>                                                                   \
    class fragment<matrix_a, m, n, k, T, Layout> : public detail::Elements<T, of_a> {};       \
    template <class Layout>                                                                   \
    class fragment<matrix_b, m, n, k, T, Layout> : public detail::Elements<T, of_b> {};
#  define WS_WMMA_ACCUMULATOR(m, n, k, T, of_c) \
    template <>                                 \
    class fragment<accumulator, m, n, k, T, void> : public detail::Elements<T, of_c> {};

WS_WMMA_FRAGMENTS(16, 16, 16, __half, 16, 16)
WS_WMMA_FRAGMENTS(32, 8, 16, __half, 16, 16)
WS_WMMA_FRAGMENTS(8, 32, 16, __half, 16, 16)
WS_WMMA_FRAGMENTS(16, 16, 16, __nv_bfloat16, 8, 8)
WS_WMMA_FRAGMENTS(32, 8, 16, __nv_bfloat16, 16, 4)
WS_WMMA_FRAGMENTS(8, 32, 16, __nv_bfloat16, 4, 16)
WS_WMMA_FRAGMENTS(16, 16, 16, signed char, 8, 8)
WS_WMMA_FRAGMENTS(32, 8, 16, signed char, 16, 4)
WS_WMMA_FRAGMENTS(8, 32, 16, signed char, 4, 16)
WS_WMMA_FRAGMENTS(16, 16, 16, unsigned char, 8, 8)
WS_WMMA_FRAGMENTS(32, 8, 16, unsigned char, 16, 4)
WS_WMMA_FRAGMENTS(8, 32, 16, unsigned char, 4, 16)
WS_WMMA_FRAGMENTS(16, 16, 8, precision::tf32, 4, 4)
WS_WMMA_FRAGMENTS(8, 8, 4, double, 1, 1)

WS_WMMA_ACCUMULATOR(16, 16, 16, float, 8)
WS_WMMA_ACCUMULATOR(32, 8, 16, float, 8)
WS_WMMA_ACCUMULATOR(8, 32, 16, float, 8)
WS_WMMA_ACCUMULATOR(16, 16, 16, __half, 8)
WS_WMMA_ACCUMULATOR(32, 8, 16, __half, 8)
WS_WMMA_ACCUMULATOR(8, 32, 16, __half, 8)
WS_WMMA_ACCUMULATOR(16, 16, 16, int, 8)
WS_WMMA_ACCUMULATOR(32, 8, 16, int, 8)
WS_WMMA_ACCUMULATOR(8, 32, 16, int, 8)
WS_WMMA_ACCUMULATOR(16, 16, 8, float, 8)
WS_WMMA_ACCUMULATOR(8, 8, 4, double, 2)

/* All elements become `value`. */
template <class Use, int m, int n, int k, class T, class Layout>
WS_WMMA void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const typename detail::Storage<T>::type& value) {
  for (int i = 0; i < f.num_elements; ++i) f.x[i] = value;
}

/* Rounded to the 10 bits that a product of tf32 looks at. */
WS_WMMA float __float_to_tf32(float value) {
  unsigned bits;
  __asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return __uint_as_float(bits);
}

#  include "warpschool_toolkit/wmma_load.h"
#  include "warpschool_toolkit/wmma_product.h"

}  // namespace wmma
}  // namespace nvcuda

#endif
#endif
