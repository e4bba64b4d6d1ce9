// Kernels of a fifteenth blind test: the exercises of a first course, as different students hand
// them in, plain and improved; written before any of them was measured.
#include "fifteenth_images.cuh"
#include "fifteenth_lists.cuh"
#include "fifteenth_matrices.cuh"
#include "fifteenth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_fifteenth_matrices(runner);
  calibration::add_fifteenth_images(runner);
  calibration::add_fifteenth_lists(runner);
  calibration::add_fifteenth_numbers(runner);
  return 0;
}
