//! A vector that is to take results has no elements yet.
//! expect: out_of_bounds
//! says: A vector without elements has no memory
#include <thrust/copy.h>
#include <thrust/device_vector.h>

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};

int main() {
  thrust::device_vector<int> numbers(100, 3);
  thrust::device_vector<int> odd;
  try {
    thrust::copy_if(numbers.begin(), numbers.end(), odd.begin(), IsOdd());  // fault
  } catch (const thrust::system_error&) {
    return 1;
  }
  return 0;
}
