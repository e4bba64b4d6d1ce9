// Kernels of a third blind test: written, and predicted, before any of them was measured
// (docs/TIME_MODEL.md, "How good it is").
#include "third_images.cuh"
#include "third_lists.cuh"
#include "third_numbers.cuh"
#include "third_signals.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_third_signals(runner);
  calibration::add_third_images(runner);
  calibration::add_third_lists(runner);
  calibration::add_third_numbers(runner);
  return 0;
}
