// Thrust adds; the exercise is to do so.
#include "vector_add.hpp"

#include <thrust/device_ptr.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const thrust::device_ptr<const float> first(a), second(b);
  thrust::transform(first, first + n, second, thrust::device_ptr<float>(sum), thrust::plus<float>());
}
