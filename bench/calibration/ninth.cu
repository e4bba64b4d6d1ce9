// Kernels of a ninth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones, in the mix of the first four sets, the
// sixth, the seventh and the eighth.
#include "ninth_images.cuh"
#include "ninth_lists.cuh"
#include "ninth_matrices.cuh"
#include "ninth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_ninth_images(runner);
  calibration::add_ninth_lists(runner);
  calibration::add_ninth_matrices(runner);
  calibration::add_ninth_numbers(runner);
  return 0;
}
