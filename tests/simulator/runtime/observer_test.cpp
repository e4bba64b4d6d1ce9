// What the runtime tells those that look on.
#include "runtime/base/observer.hpp"

#include "runtime/copies/copy_engine.hpp"
#include "warpschool/harness/catch.hpp"

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

class Diary : public RuntimeObserver {
 public:
  Diary() { add_observer(*this); }
  ~Diary() override { remove_observer(*this); }

  void before_copy(Runtime&, const Copy& copy, CopySides sides) override {
    events.push_back(std::string(copy.api) + " " + std::to_string(copy.bytes()) +
                     (sides.from_device ? " from" : "") + (sides.to_device ? " to" : ""));
  }
  void before_fill(Runtime&, const Copy& shape) override {
    events.push_back(std::string(shape.api) + " " + std::to_string(shape.bytes()));
  }
  void time_wanted() override { events.emplace_back("time wanted"); }
  void time_given(Runtime&, const CUevent_st&, const CUevent_st&) override {
    events.emplace_back("time given");
  }
  void before_graph_ends(Runtime&, const CUgraph_st&) override {
    events.emplace_back("graph ends");
  }

  std::vector<std::string> events;
};

using Events = std::vector<std::string>;

TEST_CASE("an observer is told of copies and fills that are right", "[runtime]") {
  Diary diary;
  int host[4] = {1, 2, 3, 4};
  void* device = nullptr;
  REQUIRE(cudaMalloc(&device, sizeof host) == cudaSuccess);
  CHECK(cudaMemset(device, 0, 8) == cudaSuccess);
  CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaMemcpy(host, device, 4, cudaMemcpyHostToDevice) != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);  // else the program ends with the fault's status
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(diary.events == Events{"cudaMemset 8", "cudaMemcpy 16 to", "cudaMemcpy 4 from"});
}

TEST_CASE("an observer is told of times that are wanted and of those that are given", "[runtime]") {
  Diary diary;
  cudaEvent_t start = nullptr, stop = nullptr;
  float ms = -1;
  REQUIRE(cudaEventCreate(&start) == cudaSuccess);
  REQUIRE(cudaEventCreate(&stop) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, stop) != cudaSuccess);  // nothing was recorded
  CHECK(diary.events == Events{"time wanted"});
  CHECK(cudaEventRecord(start, nullptr) == cudaSuccess);
  CHECK(cudaEventRecord(stop, nullptr) == cudaSuccess);
  CHECK(cudaEventSynchronize(stop) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess);
  CHECK(diary.events == Events{"time wanted", "time wanted", "time given"});
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
}

TEST_CASE("an observer is told of graphs before they are destroyed, until it goes", "[runtime]") {
  cudaGraph_t graph = nullptr;
  Events seen;
  {
    Diary diary;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    seen = diary.events;
  }
  CHECK(seen == Events{"graph ends"});
  REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

}  // namespace
}  // namespace warpschool::sim::runtime
