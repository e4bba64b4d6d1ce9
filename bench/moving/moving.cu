// What module 2 says about moving data: pitches, textures, managed memory.
//
//   bench/run.sh moving [EDGE...]     square images of these edges
#include "../common.cuh"

// The answers include these, too; they must not come for the first time inside a namespace.
#include <chrono>
#include <cmath>
#include <cstddef>
#include <stdexcept>

// Kernels and helpers of different answers have the same names.
namespace answer_pitched {
#include "../../solutions/2_moving_data/pitched_rows/pitched_rows.cu"
}
namespace answer_texture {
#include "../../solutions/2_moving_data/texture_sample/texture_sample.cu"
}

namespace {

using bench::Buffer;
using bench::Table;
using bench::Timer;

/// The rotation of texture_sample with four loads and their weights in place of a texture.
__global__ void rotate_with_loads(const float* image, float cosine, float sine, float* out,
                                  int rows, int cols) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= rows || col >= cols) {
    return;
  }
  const float middle_x = static_cast<float>(cols) * 0.5F,
              middle_y = static_cast<float>(rows) * 0.5F;
  const float dx = static_cast<float>(col) + 0.5F - middle_x;
  const float dy = static_cast<float>(row) + 0.5F - middle_y;
  const float x = middle_x + cosine * dx + sine * dy - 0.5F;
  const float y = middle_y + cosine * dy - sine * dx - 0.5F;
  const int left = static_cast<int>(floorf(x)), top = static_cast<int>(floorf(y));
  const float across = x - floorf(x), down = y - floorf(y);
  float value = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const int r = min(max(top + corner / 2, 0), rows - 1);
    const int c = min(max(left + corner % 2, 0), cols - 1);
    value += (corner % 2 != 0 ? across : 1 - across) * (corner / 2 != 0 ? down : 1 - down) *
             image[r * cols + c];
  }
  out[row * cols + col] = value;
}

void compare_pitches(Timer& timer, Table& table, std::size_t edge) {
  const std::size_t cols = edge + 1;  // rows that end in the middle of a sector
  const Buffer<float> gain(std::vector<float>(edge, -1.0F));
  const std::vector<float> ones(edge * cols, 1.0F);
  const std::size_t width = cols * sizeof(float);
  const double bytes = 8.0 * static_cast<double>(edge * cols);
  const dim3 grid(answer_pitched::blocks_for(cols), static_cast<unsigned>(edge));
  const auto add = [&](const char* what, float* image, std::size_t step) {
    BENCH_CHECK(cudaMemcpy2D(image, step, ones.data(), width, width, edge, cudaMemcpyDefault));
    const double us = timer.median_us([&] {
      answer_pitched::scale_kernel<<<grid, answer_pitched::kThreads>>>(image, step, gain.get(),
                                                                       edge, cols);
    });
    std::vector<float> got(ones.size());
    BENCH_CHECK(cudaMemcpy2D(got.data(), width, image, step, width, edge, cudaMemcpyDefault));
    const bool right = got == std::vector<float>(ones.size(), -1.0F);  // an odd number of runs
    table.add(what, edge, us, bytes, right);
  };
  float* pitched = nullptr;
  std::size_t pitch = 0;
  BENCH_CHECK(cudaMallocPitch(&pitched, &pitch, width, edge));
  const Buffer<float> tight(edge * cols);
  table.begin_group();
  add("scale_rows' kernel, with a pitch", pitched, pitch);
  add("scale_rows' kernel, no gaps", tight.get(), width);
  BENCH_CHECK(cudaFree(pitched));
}

void compare_textures(Timer& timer, Table& table, std::size_t edge, float angle) {
  const std::vector<float> host = bench::random_floats(edge * edge, 1);
  const Buffer<float> image(host), out(edge * edge), loads_out(edge * edge);
  answer_texture::Texture* const texture =
      answer_texture::texture_create(host.data(), edge, edge, false);
  const double texture_us = timer.median_us(
      [&] { answer_texture::texture_rotate(texture, angle, out.get(), edge, edge); });
  const dim3 grid(static_cast<unsigned>((edge + 31) / 32), static_cast<unsigned>((edge + 7) / 8));
  const double loads_us = timer.median_us([&] {
    rotate_with_loads<<<grid, dim3(32, 8)>>>(image.get(), std::cos(angle), std::sin(angle),
                                             loads_out.get(), static_cast<int>(edge),
                                             static_cast<int>(edge));
  });
  answer_texture::texture_destroy(texture);
  const std::vector<float> ours = out.to_host(), theirs = loads_out.to_host();
  bool close = true;  // the hardware's weights have 8 bits behind the point; values are in [-1, 1)
  for (std::size_t i = 0; i < ours.size(); ++i) {
    close = close && std::fabs(ours[i] - theirs[i]) < 1.0F / 32;
  }
  const double bytes = 8.0 * static_cast<double>(edge * edge);
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ", angle %.2f", static_cast<double>(angle));
  table.begin_group();
  table.add(std::string("texture_rotate") + suffix, edge, texture_us, bytes, close);
  table.add(std::string("the same with loads") + suffix, edge, loads_us, bytes, close);
}

__global__ void add_one(int* values, std::size_t n) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    ++values[i];
  }
}

enum class Way { kCopy, kFaults, kPrefetch };

/// The host writes n integers, the device adds one to each: microseconds from after the writing
/// until the device is done, by the host's clock.
double move_and_add_us(Way way, std::size_t n, bool& right) {
  const std::size_t bytes = n * sizeof(int);
  int *host = nullptr, *device = nullptr;
  if (way == Way::kCopy) {
    BENCH_CHECK(cudaMallocHost(&host, bytes));
    BENCH_CHECK(cudaMalloc(&device, bytes));
  } else {
    BENCH_CHECK(cudaMallocManaged(&host, bytes));
    device = host;
  }
  std::fill(host, host + n, 1);
  BENCH_CHECK(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  if (way == Way::kCopy) {
    BENCH_CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice));
  } else if (way == Way::kPrefetch) {
#if CUDART_VERSION >= 13000
    cudaMemLocation where{};
    where.type = cudaMemLocationTypeDevice;
    BENCH_CHECK(cudaMemPrefetchAsync(host, bytes, where, 0, nullptr));
#else
    BENCH_CHECK(cudaMemPrefetchAsync(host, bytes, 0, nullptr));
#endif
  }
  add_one<<<static_cast<unsigned>((n + 255) / 256), 256>>>(device, n);
  BENCH_CHECK(cudaDeviceSynchronize());
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - begin;
  int last = 0;
  BENCH_CHECK(cudaMemcpy(&last, device + n - 1, sizeof last, cudaMemcpyDefault));
  right = right && last == 2;
  BENCH_CHECK(cudaFree(device));
  if (way == Way::kCopy) {
    BENCH_CHECK(cudaFreeHost(host));
  }
  return passed.count();
}

void compare_managed(Table& table, std::size_t n) {
  constexpr int kRuns = 5;
  table.begin_group();
  const std::pair<Way, const char*> ways[] = {{Way::kCopy, "a copy from pinned memory"},
                                              {Way::kFaults, "managed memory, page faults"},
                                              {Way::kPrefetch, "managed memory, prefetched"}};
  for (const auto& [way, name] : ways) {
    std::vector<double> times;
    bool right = true;
    for (int run = 0; run < kRuns; ++run) {
      times.push_back(move_and_add_us(way, n, right));
    }
    std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
    table.add(name, n, times[kRuns / 2], 4.0 * static_cast<double>(n), right);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Timer timer;
  Table table(Table::kFirst);
  for (const std::size_t edge : bench::sizes_of(argc, argv, {1024, 4096})) {
    compare_pitches(timer, table, edge);
    compare_textures(timer, table, edge, 0.1F);
    compare_textures(timer, table, edge, 1.0F);
    compare_managed(table, edge * edge);
  }
  return table.all_right() ? 0 : 1;
}
