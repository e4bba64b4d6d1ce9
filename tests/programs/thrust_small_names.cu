// The library's smaller names: the lesser and the greater of two, what an iterator says of itself, names of headers that programs
// take from its inside, and streams that its random numbers bring along. The share of shared memory, in words.
#include <cub/util_device.cuh>
#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/random.h>
#include <thrust/system/cuda/error.h>
#include <thrust/transform_reduce.h>
#include <thrust/zip_function.h>

struct Range {
  int low, high;
};
struct AsRange {
  __host__ __device__ Range operator()(int v) const { return {v, v}; }
};
struct Join {
  __host__ __device__ Range operator()(Range a, Range b) const { return {thrust::min(a.low, b.low), thrust::max(a.high, b.high)}; }
};
struct ByLastDigit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

struct AddInto {  // not const
  __host__ __device__ void operator()(int from, int &to) { to += from; }
};

template <class It>
typename thrust::iterator_difference<It>::type count_of(It first, It last) {
  return last - first;
}

__global__ void nothing() {}

int main() {
  thrust::device_vector<int> values(100);
  for (int i = 0; i < 100; ++i) values[i] = (i * 37) % 101 - 20;
  const Range range = thrust::transform_reduce(values.begin(), values.end(), AsRange(), Range{1000, -1000}, Join());
  std::cout << range.low << " to " << range.high << " of " << count_of(values.begin(), values.end()) << "\n";
  std::cout << thrust::min(41, 30, ByLastDigit()) << " " << thrust::max(41, 30, ByLastDigit()) << " " << thrust::max(2.5, 1.5) << "\n";
  thrust::device_vector<int> sums(100, 1000);
  thrust::for_each(thrust::make_zip_iterator(values.begin(), sums.begin()), thrust::make_zip_iterator(values.end(), sums.end()),
                   thrust::make_zip_function(AddInto()));
  std::cout << sums[1] << " " << sums[99] << "\n";
  const cudaError_t set =
      cudaFuncSetAttribute(nothing, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
  nothing<<<1, 1>>>();
  std::cout << cudaGetErrorString(set) << " " << cudaSharedmemCarveoutDefault << " " << cudaSharedmemCarveoutMaxL1 << "\n";
}
