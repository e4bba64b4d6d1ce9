// Kernels of other fields than the course's, for a blind test of the time model: measured once,
// predicted once, and only then looked at. Slow and fast versions of one work share a name before
// the underscore.
#include "blind_arithmetic.cuh"
#include "blind_grids.cuh"
#include "blind_lists.cuh"
#include "blind_warps.cuh"
#include "cases.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_blind_arithmetic(runner);
  calibration::add_blind_grids(runner);
  calibration::add_blind_lists(runner);
  calibration::add_blind_warps(runner);
  return 0;
}
