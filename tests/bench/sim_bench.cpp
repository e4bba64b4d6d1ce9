// Lane-instructions a second of host CPU time, counters on, without and with race checks.
#include "guest.hpp"

#include <cstdio>
#include <ctime>

using namespace warpschool::sim;

namespace {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Workload {
  const char* kernel;
  Dim3 grid, block;
  int n;
};

void measure(Guest& guest, const Workload& work, DeviceAddress in, DeviceAddress out, bool races) {
  guest.device.options().checks.races = races;
  const bool has_two_inputs =
      std::string(work.kernel) == "vector_add" || std::string(work.kernel) == "matmul";
  const double begin = cpu_seconds();
  const LaunchOutcome outcome =
      has_two_inputs ? guest.launch(work.kernel, work.grid, work.block, in, in, out, work.n)
                     : guest.launch(work.kernel, work.grid, work.block, in, out, work.n);
  const double seconds = cpu_seconds() - begin;
  const double lanes = static_cast<double>(outcome.counters.thread_instructions);
  std::printf("%-16s races %-3s %8.1f ms %6.2f G lane-instr/s%s\n", work.kernel,
              races ? "on" : "off", seconds * 1e3, lanes / seconds * 1e-9,
              outcome.faults.empty() ? "" : "  FAULT");
}

}  // namespace

int main() {
  Guest guest = course_kernels();
  constexpr int n = 1 << 22;
  const DeviceAddress in = guest.upload(std::vector<float>(n, 1.0f));
  const DeviceAddress out = guest.upload(std::vector<float>(n, 0.0f));
  const Workload works[] = {{"vector_add", {n / 256, 1, 1}, {256, 1, 1}, n},
                            {"matmul", {32, 32, 1}, {16, 16, 1}, 512},
                            {"reduce_tree", {(1 << 20) / 256, 1, 1}, {256, 1, 1}, 1 << 20},
                            {"reduce_shuffle", {1024, 1, 1}, {256, 1, 1}, n},
                            {"histogram", {256, 1, 1}, {256, 1, 1}, n}};
  for (const Workload& work : works) {
    measure(guest, work, in, out, false);
    measure(guest, work, in, out, true);
  }
}
