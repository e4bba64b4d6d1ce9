// Thrust inside kernels, where each thread works alone; complex numbers on both sides; zipped iterators and tuples in kernels.
#include <complex>
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

struct Bigger {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};
struct Odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};

const int kRow = 12;

__global__ void rows(int *data, int *out, int count) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= count) return;
  int *first = data + row * kRow, *last = first + kRow;
  int *o = out + row * 16;
  o[0] = thrust::reduce(thrust::seq, first, last);
  o[1] = thrust::reduce(thrust::seq, first, last, 1000, thrust::minimum<int>());
  o[2] = (int)(thrust::max_element(thrust::seq, first, last) - first);
  o[3] = (int)thrust::count_if(thrust::seq, first, last, Odd());
  o[4] = (int)(thrust::find(thrust::seq, first, last, 5) - first);
  thrust::sort(thrust::seq, first, last);
  o[5] = thrust::is_sorted(thrust::seq, first, last);
  o[6] = (int)(thrust::lower_bound(thrust::seq, first, last, 9) - first);
  o[7] = thrust::binary_search(thrust::seq, first, last, 7);
  int copy[kRow], keys[kRow];
  thrust::copy(thrust::seq, first, last, copy);
  thrust::sequence(thrust::seq, keys, keys + kRow, 10);
  thrust::sort_by_key(thrust::seq, copy, copy + kRow, keys, Bigger());
  o[8] = copy[0] * 100 + copy[kRow - 1];
  o[9] = thrust::transform_reduce(thrust::seq, first, last, thrust::negate<int>(), 0, thrust::plus<int>());
  thrust::exclusive_scan(thrust::seq, copy, copy + kRow, copy, 0);
  o[10] = copy[kRow - 1];
  int *end = thrust::unique(thrust::seq, first, last);
  o[11] = (int)(end - first);
  o[12] = (int)(thrust::remove_if(thrust::seq, first, end, Odd()) - first);
  thrust::fill(thrust::seq, keys, keys + kRow, row);
  thrust::transform(thrust::seq, keys, keys + kRow, first, keys, thrust::plus<int>());
  thrust::reverse(thrust::seq, keys, keys + kRow);
  o[13] = keys[kRow - 1];
  o[14] = thrust::any_of(thrust::seq, keys, keys + kRow, Odd()) + 2 * thrust::all_of(thrust::seq, keys, keys + kRow, Odd());
}

__global__ void julia(int *steps, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width * width) return;
  thrust::complex<float> z((i % width) * 3.0f / width - 1.5f, (i / width) * 3.0f / width - 1.5f);
  const thrust::complex<float> c(-0.8f, 0.156f);
  int n = 0;
  while (n < 50 && thrust::norm(z) < 4.0f) z = z * z + c, n++;
  steps[i] = n;
}

__global__ void functions(thrust::complex<double> *out) {
  const thrust::complex<double> z(1.25, -0.5), w = thrust::polar(2.0, 0.75);
  out[0] = thrust::exp(z) + thrust::log(w);
  out[1] = thrust::sqrt(z) * thrust::pow(w, 3.0);
  out[2] = thrust::sin(z) / thrust::cos(w) - 2.0 * thrust::tanh(z);
  out[3] = thrust::complex<double>(thrust::abs(w), thrust::arg(w)) - thrust::conj(z) / 2.0;
  out[4] = z;
  out[4] += 1.0;
  out[4] *= w;
  out[4] -= thrust::complex<float>(1.0f, 2.0f);
}
std::complex<double> reference(int i) {
  const std::complex<double> z(1.25, -0.5), w = std::polar(2.0, 0.75);
  switch (i) {
    case 0: return std::exp(z) + std::log(w);
    case 1: return std::sqrt(z) * std::pow(w, 3.0);
    case 2: return std::sin(z) / std::cos(w) - 2.0 * std::tanh(z);
    case 3: return std::complex<double>(std::abs(w), std::arg(w)) - std::conj(z) / 2.0;
  }
  return (z + 1.0) * w - std::complex<double>(1, 2);
}

struct Norm {
  template <class Tuple>
  __host__ __device__ float operator()(const Tuple &t) const {
    return thrust::get<0>(t) * thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<1>(t);
  }
};
__global__ void zipped(const float *x, const float *y, float *out, int n) {
  auto first = thrust::make_zip_iterator(thrust::make_tuple(x, y));
  *out = thrust::transform_reduce(thrust::seq, first, first + n, Norm(), 0.0f, thrust::plus<float>());
}

int main() {
  const int count = 5;
  thrust::device_vector<int> data(count * kRow), out(count * 16, 0);
  for (int i = 0; i < count * kRow; i++) data[i] = (i * 37 + i / 3) % 13;
  rows<<<1, 32>>>(thrust::raw_pointer_cast(data.data()), thrust::raw_pointer_cast(out.data()), count);
  for (int row = 0; row < count; row++) {
    for (int i = 0; i < 15; i++) printf("%d ", (int)out[row * 16 + i]);
    printf("\n");
  }
  const int width = 40;
  thrust::device_vector<int> steps(width * width);
  julia<<<(width * width + 127) / 128, 128>>>(thrust::raw_pointer_cast(steps.data()), width);
  printf("julia %d %d\n", thrust::reduce(steps.begin(), steps.end()), (int)*thrust::max_element(steps.begin(), steps.end()));
  thrust::device_vector<thrust::complex<double>> values(5);
  functions<<<1, 1>>>(thrust::raw_pointer_cast(values.data()));
  for (int i = 0; i < 5; i++) {
    const thrust::complex<double> z = values[i];
    printf("%d", std::abs(std::complex<double>(z) - reference(i)) < 1e-12 * std::abs(reference(i)));
  }
  const thrust::complex<float> on_host = thrust::complex<float>(3, 4) * thrust::complex<float>(0, 1);
  printf(" %g %g %g\n", on_host.real(), on_host.imag(), thrust::abs(on_host));
  thrust::device_vector<float> x(10), y(10, 2.0f), sum(1);
  thrust::sequence(x.begin(), x.end());
  zipped<<<1, 1>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()), thrust::raw_pointer_cast(sum.data()), 10);
  printf("zipped %g\n", (float)sum[0]);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
