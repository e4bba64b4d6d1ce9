// Kernels of a tenth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets and of
// the sixth to the ninth.
#include "tenth_images.cuh"
#include "tenth_lists.cuh"
#include "tenth_matrices.cuh"
#include "tenth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_tenth_images(runner);
  calibration::add_tenth_lists(runner);
  calibration::add_tenth_matrices(runner);
  calibration::add_tenth_numbers(runner);
  return 0;
}
