// Kernels of a twelfth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets and of
// the sixth to the eleventh.
#include "twelfth_images.cuh"
#include "twelfth_lists.cuh"
#include "twelfth_matrices.cuh"
#include "twelfth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_twelfth_images(runner);
  calibration::add_twelfth_lists(runner);
  calibration::add_twelfth_matrices(runner);
  calibration::add_twelfth_numbers(runner);
  return 0;
}
