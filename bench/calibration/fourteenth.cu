// Kernels of a fourteenth blind test: what textbooks and courses show, plain and in the well-known
// better forms; written before any of them was measured.
#include "fourteenth_images.cuh"
#include "fourteenth_lists.cuh"
#include "fourteenth_matrices.cuh"
#include "fourteenth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_fourteenth_matrices(runner);
  calibration::add_fourteenth_images(runner);
  calibration::add_fourteenth_lists(runner);
  calibration::add_fourteenth_numbers(runner);
  return 0;
}
