// Kernels of a fourth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is").
#include "fourth_grids.cuh"
#include "fourth_lists.cuh"
#include "fourth_numbers.cuh"
#include "fourth_sums.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_fourth_grids(runner);
  calibration::add_fourth_lists(runner);
  calibration::add_fourth_numbers(runner);
  calibration::add_fourth_sums(runner);
  return 0;
}
