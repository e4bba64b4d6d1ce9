// simulator only: CUDA 13.0 has not all of these words any more
// Words of the CUDA C++ libraries that programs use beside the algorithms: macros of their configuration, the device's memory under the
// name of its system, what CUB knows of a type.
#include <cuda/__cccl_config>
#include <cuda/atomic>
#include <cuda/version>

#include <cub/cub.cuh>
#include <thrust/sort.h>
#include <thrust/system/cuda/memory.h>
#include <thrust/system/cuda/vector.h>

#include <cstdio>

_CCCL_HOST_DEVICE int twice(int x) {
  _CCCL_IF_CONSTEXPR (sizeof(int) == 4) {
    return 2 * x;
  }
  return 0;
}

struct Counters {
  cuda::atomic<int, cuda::thread_scope_device> started = LIBCUDACXX_ATOMIC_VAR_INIT(3);
  cuda::std::atomic_flag flag = LIBCUDACXX_ATOMIC_FLAG_INIT;
};

// A number of one's own, told to CUB in its namespace
struct Tiny {
  unsigned char bits;
};
template <>
struct CUB_NS_QUALIFIER::FpLimits<Tiny> {
  static __host__ __device__ Tiny Max() { return Tiny{200}; }
  static __host__ __device__ Tiny Lowest() { return Tiny{1}; }
};
template <>
struct CUB_NS_QUALIFIER::NumericTraits<Tiny> : CUB_NS_QUALIFIER::BaseTraits<cub::FLOATING_POINT, true, false, unsigned char, Tiny> {};
CUB_NAMESPACE_BEGIN
inline int of_cub() { return 5; }
CUB_NAMESPACE_END
THRUST_NAMESPACE_BEGIN
inline int of_thrust() { return 6; }
THRUST_NAMESPACE_END

__global__ void ask(int* out) {
  _CubLog("%d of %s\n", 1, "it");
  out[0] = twice(21);
  out[1] = cub::Traits<Tiny>::Max().bits;
  out[2] = cub::Traits<const int>::Lowest() == -2147483647 - 1;
  out[3] = static_cast<int>(sizeof(cub::Traits<double>::UnsignedBits));
  out[4] = cub::Traits<unsigned>::CATEGORY == cub::UNSIGNED_INTEGER;
}

int main() {
  _CubLog("%s\n", "begins");
  thrust::cuda::vector<int> answers(5);
  ask<<<1, 1>>>(thrust::raw_pointer_cast(answers.data()));
  for (int i = 0; i < 5; ++i) {
    std::printf("%d ", static_cast<int>(answers[i]));
  }
  Counters counters;
  std::printf("%d %d %d\n", counters.started.load(), CUB_NS_QUALIFIER::of_cub(), THRUST_NS_QUALIFIER::of_thrust());

  thrust::cuda::pointer<int> values = thrust::cuda::malloc<int>(4);
  thrust::cuda::pointer<void> bytes = thrust::cuda::malloc(64);
  for (int i = 0; i < 4; ++i) {
    values[i] = (i * 3) % 4;
  }
  thrust::sort(thrust::cuda::par, values, values + 4);
  std::printf("%d %d %d %d\n", int(values[0]), int(values[1]), int(values[2]), int(values[3]));
  thrust::cuda::free(values);
  thrust::cuda::free(bytes);
  static_assert(CCCL_VERSION >= 2000000 && THRUST_CPP_DIALECT == _CCCL_STD_VER && CUB_CPP_DIALECT >= 2014, "versions");
}
