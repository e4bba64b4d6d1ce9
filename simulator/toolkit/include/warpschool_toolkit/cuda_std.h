/* cuda::std is the standard library for host and device. Here it is the host's library: clang compiles constexpr functions for both. */
#ifndef WARPSCHOOL_CUDA_STD_H
#define WARPSCHOOL_CUDA_STD_H

#include "../cuda_runtime.h"
#include "library_words.h"

#include <cstddef>

namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda

#endif
