// Kernels of an eleventh blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets and of
// the sixth to the tenth.
#include "eleventh_images.cuh"
#include "eleventh_lists.cuh"
#include "eleventh_matrices.cuh"
#include "eleventh_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_eleventh_images(runner);
  calibration::add_eleventh_lists(runner);
  calibration::add_eleventh_matrices(runner);
  calibration::add_eleventh_numbers(runner);
  return 0;
}
