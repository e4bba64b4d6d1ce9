//! The second input of a Thrust function is too short: its kernel has no line of the program.
//! expect: out_of_bounds
//! says: a second input is as long as the first
//! says: at line 15 of
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

int main() {
  const int n = 1000;
  thrust::device_vector<int> a(n, 1);
  thrust::device_vector<int> b(n - 1, 2);  // allocation
  thrust::device_vector<int> sums(n);
  try {
    thrust::transform(a.begin(), a.end(), b.begin(), sums.begin(), thrust::plus<int>());  // fault
  } catch (const thrust::system_error&) {
    return 1;
  }
  return 0;
}
