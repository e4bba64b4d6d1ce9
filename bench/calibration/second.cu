// Kernels of a second blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is").
#include "second_images.cuh"
#include "second_lists.cuh"
#include "second_matrices.cuh"
#include "second_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_second_images(runner);
  calibration::add_second_matrices(runner);
  calibration::add_second_lists(runner);
  calibration::add_second_numbers(runner);
  return 0;
}
