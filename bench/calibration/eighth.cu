// Kernels of an eighth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets, the
// sixth and the seventh.
#include "eighth_images.cuh"
#include "eighth_lists.cuh"
#include "eighth_matrices.cuh"
#include "eighth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_eighth_images(runner);
  calibration::add_eighth_lists(runner);
  calibration::add_eighth_matrices(runner);
  calibration::add_eighth_numbers(runner);
  return 0;
}
