// The frame of the calibration's programs: named cases, timed on a GPU or on the simulator.
//
//   PROGRAM                  each case's median time with a cold L2 cache: "name,us"
//   PROGRAM --once           each case once, for a profiler: an empty kernel case_begins before
//   each PROGRAM --list           their names PROGRAM [--once] NAME..  only these
//
// Inputs are the same in every run. On the simulator a case is timed once, in its second run.
#pragma once

#include "../common.cuh"

#include <cstring>
#include <functional>
#include <memory>

namespace calibration {

/// What a profiler's table is cut into cases by.
__global__ void case_begins() {}
/// What follows is not timed.
__global__ void warm_up_begins() {}

struct Options {
  bool once = false, list = false;
  std::vector<std::string> names;
};

inline Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--once") == 0) {
      options.once = true;
    } else if (std::strcmp(argv[i], "--list") == 0) {
      options.list = true;
    } else {
      options.names.emplace_back(argv[i]);
    }
  }
  return options;
}

/// Runs cases as they are told, and prints a line for each.
class Runner {
 public:
  explicit Runner(Options options) : options_(std::move(options)) {}

  /// `make` allocates what the case needs and returns what is timed; it is called only if the case
  /// is wanted, and what it made is freed behind it.
  template <class Make>
  void add(const std::string& name, const Make& make) {
    if (!is_wanted(name)) {
      return;
    }
    if (options_.list) {
      std::printf("%s\n", name.c_str());
      return;
    }
    const std::function<void()> run = make();
    if (options_.once) {
      case_begins<<<1, 1>>>();
      run();
      BENCH_CHECK(cudaDeviceSynchronize());
      std::printf("%s,\n", name.c_str());
    } else {
      std::printf("%s,%.3f\n", name.c_str(), time_us(run));
    }
    std::fflush(stdout);
  }

 private:
  bool is_wanted(const std::string& name) const {
    return options_.names.empty() ||
           std::find(options_.names.begin(), options_.names.end(), name) != options_.names.end();
  }

  double time_us(const std::function<void()>& run) {
#ifdef __WARPSCHOOL_SIM__
    return simulated_us(run);
#else
    if (timer_ == nullptr) {
      timer_ = new bench::Timer;  // lives as long as the program
    }
    return timer_->median_us(run);
#endif
  }

#ifdef __WARPSCHOOL_SIM__
  static double simulated_us(const std::function<void()>& run) {
    cudaEvent_t begin = nullptr, end = nullptr;
    float ms = 0;
    cudaDeviceProp device{};
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    static bench::Buffer<unsigned char>* flush = nullptr;  // lives as long as the program
    flush = flush != nullptr
                ? flush
                : new bench::Buffer<unsigned char>(static_cast<std::size_t>(device.l2CacheSize));
    BENCH_CHECK(cudaEventCreate(&begin));
    BENCH_CHECK(cudaEventCreate(&end));
    // On a GPU two runs come before those that count, too: data that a run changes are as it left
    // them.
    warm_up_begins<<<1, 1>>>();
    run();
    BENCH_CHECK(cudaMemset(flush->get(), 0xA5, flush->size()));
    case_begins<<<1, 1>>>();
    BENCH_CHECK(cudaEventRecord(begin));
    run();
    BENCH_CHECK(cudaEventRecord(end));
    BENCH_CHECK(cudaEventSynchronize(end));
    BENCH_CHECK(cudaEventElapsedTime(&ms, begin, end));
    BENCH_CHECK(cudaGetLastError());
    return 1000.0 * static_cast<double>(ms);
  }
#else
  bench::Timer* timer_ = nullptr;
#endif

  Options options_;
};

/// A buffer that lives as long as the function that shares it.
template <class T>
using Shared = std::shared_ptr<bench::Buffer<T>>;

template <class T>
Shared<T> zeros(std::size_t size) {
  auto buffer = std::make_shared<bench::Buffer<T>>(size);
  BENCH_CHECK(cudaMemset(buffer->get(), 0, size * sizeof(T)));
  return buffer;
}

template <class T>
Shared<T> filled(const std::vector<T>& values) {
  return std::make_shared<bench::Buffer<T>>(values);
}

inline Shared<float> floats(std::size_t size, std::uint64_t seed = 1) {
  return filled(bench::random_floats(size, seed));
}

/// Whole numbers in [0, limit), the same in every run.
template <class T>
std::vector<T> random_numbers(std::size_t count, unsigned limit, std::uint64_t seed = 3) {
  std::vector<T> values(count);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15ULL + 1;
  for (T& value : values) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<T>((state >> 33) % limit);
  }
  return values;
}

/// "name/2^20", or "name/1000" for what is no power of two.
inline std::string sized(const std::string& name, std::size_t n) {
  unsigned bits = 0;
  while ((std::size_t{2} << bits) <= n) {
    ++bits;
  }
  return name + "/" +
         ((std::size_t{1} << bits) == n ? "2^" + std::to_string(bits) : std::to_string(n));
}

}  // namespace calibration
