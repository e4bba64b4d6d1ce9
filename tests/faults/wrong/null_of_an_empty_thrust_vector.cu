//! A vector that is to take results has no elements yet.
//! expect: out_of_bounds
//! says: through a null pointer
// Thrust's kernel asks the functor, which is the only line of the program that the kernel has.
#include <thrust/copy.h>
#include <thrust/device_vector.h>

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }  // fault
};

int main() {
  thrust::device_vector<int> numbers(100, 3);
  thrust::device_vector<int> odd;
  try {
    thrust::copy_if(numbers.begin(), numbers.end(), odd.begin(), IsOdd());
  } catch (const thrust::system_error&) {
    return 1;
  }
  return 0;
}
