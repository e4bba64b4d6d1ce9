// Programs that include Thrust's vectors and no algorithm: what the vectors themselves need is there, and insertion at any place.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <vector>

static void show(const char* what, const thrust::device_vector<int>& v) {
  printf("%s:", what);
  for (int value : thrust::host_vector<int>(v)) printf(" %d", value);
  printf("\n");
}

int main() {
  thrust::device_vector<int> v(6, 1), doubled(6);
  thrust::inclusive_scan(v.begin(), v.end(), v.begin());
  thrust::transform(v.begin(), v.end(), v.begin(), doubled.begin(), thrust::plus<int>());
  printf("%d\n", thrust::reduce(doubled.begin(), doubled.end(), 0, thrust::plus<int>()));

  v.insert(v.begin() + 2, 50);
  show("one", v);
  const thrust::device_vector<int>::iterator at = v.insert(v.end(), 60);
  printf("at %d\n", (int)(at - v.begin()));
  v.insert(v.begin(), 3, 7);
  show("three", v);
  const std::vector<int> host = {-1, -2};
  v.insert(v.begin() + 3, host.begin(), host.end());
  show("a range", v);
  v.insert(v.begin(), 0, 9);
  thrust::device_vector<int> none;
  none.insert(none.begin(), 4);
  show("none", none);
  printf("%d %s\n", (int)v.size(), cudaGetErrorName(cudaDeviceSynchronize()));
}
