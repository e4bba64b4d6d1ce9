// Host arrays whose size is known at run time only, with values, as g++ and so nvcc take them; and rand() divided by a float RAND_MAX.
#include <cstdio>
#include <cstdlib>

struct Point {
  float x, y;
};

__global__ void add_up(const int* counts, const Point* points, int n, float* sum) {
  float all = 0;
  for (int i = 0; i < n; ++i) all += static_cast<float>(counts[i]) * (points[i].x - points[i].y);
  *sum = all;
}

template <class T>
int how_many(int n, T value) {
  T same[n] = {value, value}, others[n] = {};
  int count = 0;
  for (int i = 0; i < n; ++i) count += same[i] == value ? 1 : others[i] == T() ? 0 : 100;
  return count;
}

int main(int argc, char**) {
  int n = argc + 2;  // 3
  int counts[n] = {1, 2, argc + 2};
  Point points[n] = {
      {1, 0.5f},  // [}
      {2, 1},
      {8, 4}};
  int few[n + 2] = {7, 8};
  int pairs[n][2] = {{1, 2}, {3}};
  float grid[n][n] = {{0}};
  float table[n][n + 1] = {{1, 2},  // [}
                           {3, 4, 5, 6}};
  char word[n]{'o', 'k'};

  const float random = (float)rand() / RAND_MAX + rand() / (float)RAND_MAX;
  int* device_counts;
  Point* device_points;
  float* sum;
  cudaMalloc(&device_counts, sizeof(counts));
  cudaMalloc(&device_points, sizeof(points));
  cudaMallocManaged(&sum, sizeof(float));
  cudaMemcpy(device_counts, counts, sizeof(counts), cudaMemcpyHostToDevice);
  cudaMemcpy(device_points, points, sizeof(points), cudaMemcpyHostToDevice);
  add_up<<<1, 1>>>(device_counts, device_points, n, sum);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s: %g\n", cudaGetErrorName(error), *sum);

  for (int i = 0; i < n + 2; ++i) printf("%d ", few[i]);
  for (int i = 0; i < n; ++i) printf("| %d %d ", pairs[i][0], pairs[i][1]);
  printf("| %g %s %d %d %d\n", grid[n - 1][n - 1], word, how_many(n, 2.5), how_many(n, 'x'), random <= 2 ? 1 : 0);
  for (int i = 0; i < n; ++i) printf("%g %g %g %g %d\n", table[i][0], table[i][1], table[i][2], table[i][3], __LINE__);
  cudaFree(device_counts);
  cudaFree(device_points);
  cudaFree(sum);
  return 0;
}
