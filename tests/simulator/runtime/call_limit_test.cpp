// The limit on calls by which a harness notices host code that calls CUDA for ever.
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/extension.h"

#include <cuda_runtime_api.h>

TEST_CASE("the call after so many others is told", "[runtime]") {
  static int reached = 0;
  cudaGetLastError();  // what another test of this process may have left
  warpschool_sim_limit_calls(3, [](const void*) { ++reached; });
  for (int i = 0; i < 3; ++i) {
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
  CHECK(reached == 0);
  CHECK(cudaGetLastError() == cudaSuccess);  // it goes on if that is what `reached` wants
  CHECK(reached == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(reached == 1);
}

TEST_CASE("a call that says to ask again later is none", "[runtime]") {
  static int reached = 0;
  static const void* place = nullptr;
  cudaEvent_t event{};
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  void* memory = nullptr;
  constexpr std::size_t kBytes = std::size_t{8} << 20;  // microseconds to fill
  REQUIRE(cudaMalloc(&memory, kBytes) == cudaSuccess);
  REQUIRE(cudaMemsetAsync(memory, 0, kBytes, nullptr) == cudaSuccess);
  REQUIRE(cudaEventRecord(event, nullptr) == cudaSuccess);
  warpschool_sim_limit_calls(2, [](const void* call) {
    ++reached;
    place = call;
  });
  int asked = 0;
  while (cudaEventQuery(event) == cudaErrorNotReady) {
    ++asked;
  }
  CHECK(asked > 2);
  CHECK(reached == 0);
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(reached == 1);
  CHECK(place != nullptr);  // in this function
}
