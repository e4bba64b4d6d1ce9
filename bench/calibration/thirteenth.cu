// Kernels of a thirteenth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets and of
// the sixth to the twelfth.
#include "thirteenth_images.cuh"
#include "thirteenth_lists.cuh"
#include "thirteenth_matrices.cuh"
#include "thirteenth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_thirteenth_images(runner);
  calibration::add_thirteenth_lists(runner);
  calibration::add_thirteenth_matrices(runner);
  calibration::add_thirteenth_numbers(runner);
  return 0;
}
