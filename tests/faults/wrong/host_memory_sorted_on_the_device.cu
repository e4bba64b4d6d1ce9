//! A std::vector is sorted as if it lay in device memory (thrust::device).
//! expect: host_pointer
//! says: call it with thrust::host for memory of the host
//! status: 1
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <vector>

int main() {
  std::vector<int> numbers = {3, 1, 2};
  try {
    thrust::sort(thrust::device, numbers.data(), numbers.data() + numbers.size());  // fault
  } catch (const thrust::system_error&) {
    return 1;
  }
}
