// Microbenchmarks: each is limited by one resource of an SM, of the memory, or of the launch. The
// constants of the time model are fitted to these, and to nothing else.
#include "micro_atomics.cuh"
#include "micro_compute.cuh"
#include "micro_divergence.cuh"
#include "micro_launch.cuh"
#include "micro_memory.cuh"
#include "micro_overtaken.cuh"
#include "micro_scatter.cuh"
#include "micro_shared.cuh"
#include "micro_waiting.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_launch_cases(runner);
  calibration::add_compute_cases(runner);
  calibration::add_divergent_branches(runner);
  calibration::add_shared_cases(runner);
  calibration::add_memory_cases(runner);
  calibration::add_atomic_cases(runner);
  calibration::add_compiled_atomics(runner);
  calibration::add_scattered_atomics(runner);
  calibration::add_overtaken_loads(runner);
  calibration::add_waiting_blocks(runner);
  return 0;
}
