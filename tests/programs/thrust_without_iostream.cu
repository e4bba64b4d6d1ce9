// With the vectors of Thrust comes <iostream>.
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>

auto main() -> int {
  thrust::host_vector<int> numbers(1000);
  thrust::generate(numbers.begin(), numbers.end(), std::rand);
  const thrust::device_vector<int> on_device = numbers;
  unsigned sum = 0;
  for (const int number : numbers) {
    sum += static_cast<unsigned>(number);
  }
  std::cout << (thrust::reduce(on_device.begin(), on_device.end(), 0u, thrust::plus<unsigned>()) == sum) << std::endl;
}
