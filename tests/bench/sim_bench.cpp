// Speed of the simulator on four kernels, counters on: lane-instructions a second and core, without
// and with race checks; what checks cost, in the first launch on a fresh device (cold) and later;
// what a second host thread gains, and what is gained by two devices that simulate a launch each at
// the same time and share nothing: more than that the host's cores do not have to give; beside the
// same kernels as plain C++ loops and the published times of a native emulation that runs each CUDA
// thread as a fiber.
//
//   sim_bench [repetitions [kernel [threads]]]
//
// Default 3, all, 2; each figure is the best of its repetitions. An empty kernel is all of them.
//
// What is gained is told twice: best against best, and the median of the ratios of neighbours in
// time, one run with one thread and the next with two, which a busy host disturbs less.
//
// Kernels of milliseconds are repeated for some seconds whatever was asked: what else runs on the
// host would decide otherwise.
#include "cpu_kernels.hpp"
#include "guest.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <thread>

using namespace warpschool::sim;

namespace {

constexpr int kCount = 1 << 22;
constexpr int kSide = 1024;
constexpr std::uint32_t kBlocks = kCount / 256;
constexpr double kLeastSeconds = 5;  ///< a kernel

double now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A kernel on the simulator and the same one as C++ loops.
struct Workload {
  std::string name;
  double fiber_s = 0;  ///< published, native emulation with fibers, one core
  std::function<LaunchOutcome()> simulate;
  std::function<void()> compute;
  std::function<bool()> agree;  ///< both results are right
};

struct Best {
  double wall_s = 1e30, cpu_s = 1e30;
  double last_wall_s = 0;  ///< of the last repetition, not the best
  double lanes = 0;
  bool right = true;
};

void measure(const Workload& work, Best& best) {
  const double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
  const LaunchOutcome outcome = work.simulate();
  best.last_wall_s = now(CLOCK_MONOTONIC) - wall;
  best.wall_s = std::min(best.wall_s, best.last_wall_s);
  best.cpu_s = std::min(best.cpu_s, now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
  best.lanes = static_cast<double>(outcome.counters.thread_instructions);
  best.right &= outcome.faults.empty() && work.agree();
}

double compute_seconds(const Workload& work, int repetitions) {
  double best = 1e30;
  for (int i = 0; i < repetitions; ++i) {
    const double begin = now(CLOCK_PROCESS_CPUTIME_ID);
    work.compute();
    best = std::min(best, now(CLOCK_PROCESS_CPUTIME_ID) - begin);
  }
  return best;
}

/// A workload on a device of its own.
using Prepare = std::function<Workload(Guest&)>;

void set_options(Guest& guest, unsigned host_threads, bool races, bool uninitialised) {
  guest.device.options().host_threads = host_threads;
  guest.device.options().checks = {races, uninitialised, true};
}

/// The first launch on a fresh device, whose shadows nobody has touched.
void measure_cold(const Prepare& prepare, bool uninitialised, Best& best) {
  Guest guest = course_kernels();
  set_options(guest, 1, true, uninitialised);
  measure(prepare(guest), best);
}

/// Two devices at a time, a host thread each: the wall time of both.
void measure_apart(const Workload& work, const Workload& other, Best& best) {
  const double wall = now(CLOCK_MONOTONIC);
  std::thread beside([&] { other.simulate(); });
  work.simulate();
  beside.join();
  best.last_wall_s = now(CLOCK_MONOTONIC) - wall;
  best.wall_s = std::min(best.wall_s, best.last_wall_s);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// What the command line asks for.
struct Wanted {
  int repetitions = 3;
  std::string kernel;    ///< empty: all
  unsigned threads = 2;  ///< of the host, held against one
};

void compare(const Prepare& prepare, const Wanted& wanted) {
  const int repetitions = wanted.repetitions;
  Guest guest = course_kernels();
  const Workload work = prepare(guest);
  if (!wanted.kernel.empty() && wanted.kernel != work.name) {
    return;
  }
  Guest beside = course_kernels();
  const Workload other = prepare(beside);
  set_options(beside, 1, false, false);
  const double plain = compute_seconds(work, repetitions);
  Best one, two, apart, races, cold, cold_all;
  std::vector<double> gains, gains_apart;
  const double begin = now(CLOCK_MONOTONIC);
  // Interleaved: all see the same neighbours.
  for (int i = 0; i < repetitions || now(CLOCK_MONOTONIC) - begin < kLeastSeconds; ++i) {
    set_options(guest, 1, false, false);
    measure(work, one);
    set_options(guest, wanted.threads, false, false);
    measure(work, two);
    set_options(guest, 1, false, false);
    measure_apart(work, other, apart);
    gains.push_back(one.last_wall_s / two.last_wall_s);
    gains_apart.push_back(2 * one.last_wall_s / apart.last_wall_s);
    set_options(guest, 1, true, false);
    measure(work, races);
    measure_cold(prepare, false, cold);
    measure_cold(prepare, true, cold_all);
  }
  const bool right = one.right && two.right && races.right && cold.right && cold_all.right;
  std::printf(
      "%-12s %9.1f %8.2f %8.2f %6.2f %6.2f %6.2f %9.1f %9.1f %7.2f %7.2f %7.2f %7.2f %9.2f %8.1f "
      "%8.2f  %s\n",
      work.name.c_str(), one.cpu_s * 1e3, one.lanes / one.cpu_s * 1e-9,
      races.lanes / races.cpu_s * 1e-9, races.cpu_s / one.cpu_s, cold.cpu_s / one.cpu_s,
      cold_all.cpu_s / one.cpu_s, two.cpu_s * 1e3, two.wall_s * 1e3, one.wall_s / two.wall_s,
      2 * one.wall_s / apart.wall_s, median(gains), median(gains_apart), plain * 1e3,
      one.cpu_s / plain, one.cpu_s / work.fiber_s, right ? "right" : "WRONG");
  std::fflush(stdout);
}

std::vector<float> random_floats(std::size_t count) {
  std::vector<float> values(count);
  std::uint32_t state = 12345;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) * 0x1p-24f - 0.5f;
  }
  return values;
}

bool close(const std::vector<float>& a, const std::vector<float>& b, float tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [=](float x, float y) { return std::fabs(x - y) <= tolerance; });
}

Workload vector_add(Guest& guest, const std::vector<float>& in) {
  static std::vector<float> result(kCount);
  const DeviceAddress a = guest.upload(in);
  const DeviceAddress c = guest.upload(std::vector<float>(kCount, 0.0f));
  return {"vector_add", 4.8e-3,
          [=, &guest] {
            return guest.launch("vector_add", {kBlocks, 1, 1}, {256, 1, 1}, a, a, c, kCount);
          },
          [&in] { warpschool::bench::cpu_vector_add(in, in, result); },
          [=, &guest] { return guest.download<float>(c, kCount) == result; }};
}

Workload matmul(Guest& guest, const std::vector<float>& in) {
  constexpr std::size_t size = std::size_t{kSide} * kSide;
  static std::vector<float> result(size);
  const DeviceAddress a = guest.upload(in);
  const DeviceAddress c = guest.upload(std::vector<float>(size, 0.0f));
  return {"matmul", 1.42,
          [=, &guest] {
            return guest.launch("matmul", {kSide / 16, kSide / 16, 1}, {16, 16, 1}, a, a, c, kSide);
          },
          [&in] { warpschool::bench::cpu_matmul(in, in, result, kSide); },
          [=, &guest] { return close(guest.download<float>(c, size), result, 1e-3f); }};
}

Workload reduce_tree(Guest& guest, const std::vector<float>& in) {
  static std::vector<float> result(kBlocks);
  const DeviceAddress a = guest.upload(in);
  const DeviceAddress c = guest.upload(std::vector<float>(kBlocks, 0.0f));
  return {"reduce_tree", 0.352,
          [=, &guest] {
            return guest.launch("reduce_tree", {kBlocks, 1, 1}, {256, 1, 1}, a, c, kCount);
          },
          [&in] { warpschool::bench::cpu_reduce_tree(in, result); },
          [=, &guest] { return guest.download<float>(c, kBlocks) == result; }};
}

Workload histogram(Guest& guest, const std::vector<unsigned char>& in) {
  static std::vector<int> result(256);
  const DeviceAddress a = guest.upload(in);
  const DeviceAddress c = guest.upload(std::vector<int>(256, 0));
  return {"histogram", 23.7e-3,
          [=, &guest] {
            std::memset(guest.device.memory().translate(c, 1024), 0, 1024);
            return guest.launch("histogram", {256, 1, 1}, {256, 1, 1}, a, c, kCount);
          },
          [&in] {
            std::fill(result.begin(), result.end(), 0);
            warpschool::bench::cpu_histogram(in, result);
          },
          [=, &guest] { return guest.download<int>(c, 256) == result; }};
}

int run(int count, char** arguments) {
  Wanted wanted;
  wanted.repetitions = count > 1 ? std::max(1, std::atoi(arguments[1])) : wanted.repetitions;
  wanted.kernel = count > 2 ? arguments[2] : "";
  wanted.threads =
      count > 3 ? static_cast<unsigned>(std::max(1, std::atoi(arguments[3]))) : wanted.threads;
  const std::vector<float> in = random_floats(kCount);
  std::vector<unsigned char> bytes(kCount);
  std::transform(in.begin(), in.end(), bytes.begin(), [](float value) {
    return static_cast<unsigned char>(static_cast<int>((value + 0.5f) * 256.0f));
  });
  std::printf("%u cores online; best of %d or more; counters on; %u threads against one\n\n",
              std::thread::hardware_concurrency(), wanted.repetitions, wanted.threads);
  const char* const heads = "%-12s %9s %8s %8s %6s %6s %6s %9s %9s %7s %7s %7s %7s %9s %8s %8s\n";
  std::printf(heads, "", "1 thread", "G lane", "G, with", "checks", "cost", "", "threads",
              "threads", "gain", "gain", "gain", "gain", "plain C++", "times", "times");
  std::printf(heads, "", "ms (CPU)", "instr/s", "races", "races", "cold", "+init", "ms (CPU)",
              "ms (wall)", "best", "apart", "median", "apart", "ms (CPU)", "plain", "fibers");
  const Prepare workloads[] = {[&](Guest& guest) { return matmul(guest, in); },
                               [&](Guest& guest) { return reduce_tree(guest, in); },
                               [&](Guest& guest) { return vector_add(guest, in); },
                               [&](Guest& guest) { return histogram(guest, bytes); }};
  for (const Prepare& prepare : workloads) {
    compare(prepare, wanted);
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sim_bench: %s\n", error.what());
    return 1;
  }
}
