// The limit on calls by which a harness notices host code that calls CUDA for ever.
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/extension.h"

#include <cuda_runtime_api.h>

TEST_CASE("the call after so many others is told", "[runtime]") {
  static int reached = 0;
  warpschool_sim_limit_calls(3, [] { ++reached; });
  for (int i = 0; i < 3; ++i) {
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
  CHECK(reached == 0);
  CHECK(cudaGetLastError() == cudaSuccess);  // it goes on if that is what `reached` wants
  CHECK(reached == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(reached == 1);
}
