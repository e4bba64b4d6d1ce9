// Kernels of a sixth blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is"). Ordinary ones again, in the mix of the first four sets:
// the fifth was made of what the model knew little of.
#include "sixth_images.cuh"
#include "sixth_lists.cuh"
#include "sixth_matrices.cuh"
#include "sixth_numbers.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_sixth_images(runner);
  calibration::add_sixth_lists(runner);
  calibration::add_sixth_matrices(runner);
  calibration::add_sixth_numbers(runner);
  return 0;
}
