// Tries the sentences of races.
#include "sample_faults.hpp"
#include "warpschool/harness/catch.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

TEST_CASE("a race names both threads, both lines and the element", "[sim][data]") {
  CHECK(
      explain(race_in_a_tile()) ==
      "Thread 17 of block 3 wrote element 5 of 'tile' (__shared__), at line 12 of x.cu, and thread "
      "40 of block 3 read it at line 14 of x.cu: nothing says which comes first. Put "
      "__syncthreads() between "
      "line 12 and line 14, or at the end of their loop if its next turn comes too early, where "
      "every thread of the block reaches it.");
}

TEST_CASE("the way to mend a race fits the case", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.other->thread.x = 18;
  CHECK(says(explain(fault), "__syncwarp()"));
  fault.other->where.line = 12;
  CHECK(says(explain(fault), "atomicAdd"));
  fault.other->block = {5, 0, 0};
  CHECK(says(explain(fault), "second array"));
  fault.allocation->bytes = 4;
  fault.address = 0;
  CHECK(says(explain(fault), "wrote 'tile' (__shared__), at line 12"));
  CHECK(says(explain(fault), "use atomicAdd"));
  fault.other->where.line = 14;
  CHECK(says(explain(fault), "__threadfence() between the data and the flag"));
  fault.other->is_atomic = true;
  CHECK(says(explain(fault), "atomically updated it at line 14"));
  CHECK(says(explain(fault), "make all of them atomic"));
}

TEST_CASE("a barrier that stands between two lines is not asked for again", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.other->is_next_turn = true;
  CHECK(says(explain(fault),
             "A barrier stands on the way from line 12 to line 14, but none on the way back"));
  CHECK(says(explain(fault), "behind line 14, where every thread"));
  CHECK_FALSE(says(explain(fault), "__syncthreads() between"));
  CHECK(nlohmann::json::parse(to_json(fault)).at("other").at("is_next_turn") == true);
}

TEST_CASE("a function that stands above its call is called behind the barrier", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.other->is_upper_called = true;
  CHECK(says(explain(fault),
             "Put __syncthreads() behind line 14, before what stands at line 12 is called"));
  CHECK(nlohmann::json::parse(to_json(fault)).at("other").at("is_upper_called") == true);
}

TEST_CASE("in a kernel of warps an index is asked for first", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.other->has_warps_only = true;
  CHECK(says(explain(fault),
             "an index leads out of the part that its warp has to itself. Else put "
             "__syncthreads() between"));
}

TEST_CASE("within a block a barrier orders an atomic and plain accesses", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.other->is_atomic = fault.other->is_write = true;
  CHECK(says(explain(fault),
             "put __syncthreads() between line 12 and line 14, where every thread of "
             "the block reaches it, so that the value is set before anybody adds"));
  CHECK_FALSE(says(explain(fault), "atomicAdd(&x, 0)"));
  fault.is_write = false;
  CHECK(says(explain(fault), "so that all have added before anybody reads"));
  fault.other->block = {5, 0, 0};
  CHECK(says(explain(fault), "atomicAdd(&x, 0)"));
}

TEST_CASE("a barrier that a branch leads past is to be moved, not added", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.other->left_out = {"x.cu", 13, 1};
  CHECK(nlohmann::json::parse(to_json(fault)).at("other").at("left_out").at("line") == 13);
  CHECK(says(explain(fault), "The barrier in line 13 stands between the two, but a branch"));
  CHECK_FALSE(says(explain(fault), "__syncthreads() between"));
}

TEST_CASE("a race between launches names both, and their streams", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.space = Space::kGlobal;
  fault.kernel = "k";
  fault.allocation = AllocationRef{0, 1024, "", "x.cu:31", 0, {}};
  fault.other->work =
      UnorderedPair{{"fill", "<<<>>>", 1, nullptr}, {"k", "<<<>>>", kThreadStreamNumber, nullptr}};
  const std::string text = explain(fault);
  CHECK(says(text,
             "Thread 17 of block 3 wrote element 5 of the 1024-byte allocation made at line 31, at "
             "line 12 of x.cu, and the kernel 'fill' read it at line 14 of x.cu: the one in the "
             "default stream of the thread, the other in stream 1"));
  CHECK(says(text, "cudaStreamWaitEvent"));
  fault.other->work->other.called_at = {"x.cu", 40, 1};
  CHECK(says(explain(fault), "and the kernel 'fill', launched at line 40, read it at line 14"));
  fault.other->work->other.called_at = {};
  CHECK_FALSE(says(text, "cudaStreamNonBlocking"));
  fault.other->work->own.stream = kDefaultStreamNumber;
  CHECK(says(explain(fault), "cudaStreamNonBlocking"));
  fault.other->work->own.stream = 1;
  CHECK(says(explain(fault), "both in stream 1"));
  CHECK(says(explain(fault), "branches of a graph"));
  fault.kind = FaultKind::kSameValueWrite;
  CHECK(says(explain(fault), "the kernel 'fill' at line 14 of x.cu used, too: both in stream 1"));
}

TEST_CASE("a copy that races is named with its call", "[sim][data]") {
  Fault fault = race_in_a_tile();
  fault.thread_count = 0;
  fault.space = Space::kGlobal;
  fault.allocation = AllocationRef{0, 1024, "", "x.cu:31", 0, {}};
  fault.other->is_write = true;
  fault.other->work = UnorderedPair{{"", "cudaMemset", kDefaultStreamNumber, nullptr},
                                    {"", "cudaMemcpyAsync", 2, nullptr}};
  CHECK(says(explain(fault),
             "cudaMemcpyAsync at line 12 of x.cu wrote the 1024-byte allocation made at line 31, "
             "and cudaMemset wrote it at line 14 of x.cu: the one in stream 2, the other in the "
             "default stream"));
  fault.other->work->own.api = "cudaGraphLaunch";
  CHECK(says(explain(fault), "A copy or fill of a graph at line 12"));
  const auto json = nlohmann::json::parse(to_json(fault));
  CHECK(json.at("other").at("thread").is_null());
  CHECK(json.at("other").at("block").is_null());
  CHECK(json.at("other").at("work").at("api") == "cudaMemset");
  CHECK(json.at("other").at("work").at("stream") == 0);
  CHECK(json.at("other").at("own_work").at("stream") == 2);
}

}  // namespace
}  // namespace warpschool::sim
