/* Words that the headers of the CUDA C++ libraries share, and which programs take for their own functions. */
#ifndef WARPSCHOOL_LIBRARY_WORDS_H
#define WARPSCHOOL_LIBRARY_WORDS_H

#ifndef _CCCL_HOST_DEVICE
#  define _CCCL_HOST __host__
#  define _CCCL_DEVICE __device__
#  define _CCCL_HOST_DEVICE __host__ __device__
#  define _CCCL_FORCEINLINE __forceinline__
#endif

/* The dialect, as the number of its year */
#if __cplusplus >= 202002L
#  define _CCCL_STD_VER 2020
#elif __cplusplus >= 201703L
#  define _CCCL_STD_VER 2017
#else
#  define _CCCL_STD_VER 2014
#endif
#define _CCCL_CPLUSPLUS __cplusplus
#if _CCCL_STD_VER >= 2017
#  define _CCCL_IF_CONSTEXPR if constexpr
#  define _CCCL_ELSE_IF_CONSTEXPR else if constexpr
#else
#  define _CCCL_IF_CONSTEXPR if
#  define _CCCL_ELSE_IF_CONSTEXPR else if
#endif

#define _CCCL_CUDA_COMPILER 1
#define _CCCL_HAS_NVFP16 1
#define _CCCL_HAS_NVBF16 1

/* How members were initialised before C++11's constructors did */
#define LIBCUDACXX_ATOMIC_VAR_INIT(value) {value}
#define LIBCUDACXX_ATOMIC_FLAG_INIT {}

#define CCCL_VERSION 2000000
#define CCCL_MAJOR_VERSION 2
#define CCCL_MINOR_VERSION 0
#define CCCL_PATCH_VERSION 0

#endif
