// Kernels of a fifth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is").
#include "fifth_grids.cuh"
#include "fifth_lists.cuh"
#include "fifth_numbers.cuh"
#include "fifth_structs.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_fifth_structs(runner);
  calibration::add_fifth_numbers(runner);
  calibration::add_fifth_lists(runner);
  calibration::add_fifth_grids(runner);
  return 0;
}
