// Kernels of a seventh blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets and the
// sixth.
#include "seventh_images.cuh"
#include "seventh_lists.cuh"
#include "seventh_matrices.cuh"
#include "seventh_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_seventh_images(runner);
  calibration::add_seventh_lists(runner);
  calibration::add_seventh_matrices(runner);
  calibration::add_seventh_numbers(runner);
  return 0;
}
