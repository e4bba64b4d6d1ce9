// Tries the sentences of faults.
#include "warpschool/sim/fault.hpp"

#include "warpschool/harness/catch.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

Fault read_of_4(FaultKind kind) {
  Fault fault;
  fault.kind = kind;
  fault.kernel = "add";
  fault.where = {"/home/me/x.cu", 12, 5};
  fault.block = {3, 0, 0};
  fault.thread = {17, 0, 0};
  fault.space = Space::kGlobal;
  fault.address = 0x200000000400;
  fault.access_bytes = 4;
  return fault;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a read past the end names thread, line, distance and allocation", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.grid_dim = {8, 1, 1};
  fault.block_dim = {256, 1, 1};
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "/home/me/x.cu:31", 4, {}};
  CHECK(
      explain(fault) ==
      "Thread 17 of block 3 read 4 bytes at line 12 of x.cu, 4 bytes past the end of the "
      "4000-byte allocation made at line 31 (as 4-byte elements: index 256, and the last is 999). "
      "Guard the access with if (i < n), where n is the number of elements, and check how the "
      "index is computed, and what was added to the pointer (it counts elements, not bytes).");
}

TEST_CASE("the way to mend a read past the end fits the case", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.block = {3, 0, 0};
  fault.thread = {232, 0, 0};
  fault.grid_dim = {4, 1, 1};
  fault.block_dim = {256, 1, 1};
  fault.address = 0x200000000000 + 4000;
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "x.cu:31", 4, {}};
  CHECK(says(explain(fault), "more threads than elements"));
  fault.allocation->bytes = 1000;  // cudaMalloc((void**)&p, n)
  CHECK_FALSE(says(explain(fault), "counts bytes"));
  fault.allocation->element_bytes = 4;  // cudaMalloc(&p, n)
  CHECK(says(explain(fault), "1000 bytes, which is room for 250 elements of 4 bytes. If 1000"));
  fault.cause = BoundsCause::kSizeInElements;
  CHECK(says(explain(fault), "need 1000 * sizeof(type) = 4000 bytes"));
  fault.allocation->bytes = 4000;
  fault.cause = BoundsCause::kCountGiven;
  CHECK(says(explain(fault), "the number of elements, 1000, which the kernel is given."));
  fault.cause = {};
  fault.allocation->bytes = 4000;
  fault.block_dim = {16, 16, 1};
  CHECK(says(explain(fault), "row < rows"));
  fault.space = Space::kShared;
  fault.allocation->name = "tile";
  CHECK(says(explain(fault), "Compare the index with the size of the array"));
  fault.allocation->name = kDynamicSharedMemory;
  CHECK(says(explain(fault), "past the end of the 4000 bytes of dynamic shared memory"));
  CHECK(says(explain(fault), "third launch parameter"));
  CHECK_FALSE(says(explain(fault), "extern __shared__"));
  fault.allocation->arrays = {"keys", "values", "sums"};
  CHECK(says(explain(fault), "arrays 'keys', 'values' and 'sums' are all extern __shared__"));
}

TEST_CASE("no guard is asked for where each thread has an element", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.grid_dim = {4, 1, 1};
  fault.block_dim = {250, 1, 1};
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "x.cu:31", 4, {}};
  CHECK(says(explain(fault), "The grid has 1000 threads, and this memory room for 1000 elements"));
  CHECK_FALSE(says(explain(fault), "Guard the access"));
  fault.block_dim = {25, 10, 1};
  CHECK(says(explain(fault), "x + y * blockDim.x"));
  fault.block_dim = {251, 1, 1};
  CHECK(says(explain(fault), "Guard the access"));
}

TEST_CASE("threads that only store are not told to add atomically", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.grid_dim = {4, 1, 1};
  fault.block_dim = {8, 4, 1};
  fault.is_write = true;
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "x.cu:31", 4, {}};
  fault.other = RaceParty{fault.where, {3, 0, 0}, {1, 1, 0}, true};
  CHECK(says(explain(fault), "their indices are wrong, or a barrier is missing"));
  CHECK_FALSE(says(explain(fault), "atomicAdd"));
  fault.cause = RaceCause::kReadAndWrittenBack;
  CHECK(says(explain(fault), "atomicAdd"));
  fault.cause = {};
  fault.allocation->bytes = 4;  // one value for all
  CHECK(says(explain(fault), "atomicAdd"));
}

TEST_CASE("a guard that stands there is not asked for again", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "/home/me/x.cu:31", 4, {}};
  fault.guard = Guard{{"/home/me/x.cu", 11, 7}, "if (i <= n)"};
  CHECK(says(explain(fault),
             "The access is behind 'if (i <= n)' at line 11, which lets it through."));
  CHECK(says(explain(fault), "which has room for 1000 elements of 4 bytes, and"));
  CHECK_FALSE(says(explain(fault), "Guard the access"));
  fault.guard->text.clear();
  CHECK(says(explain(fault), "The access is behind the condition at line 11"));
  CHECK(nlohmann::json::parse(to_json(fault)).at("guard").at("line") == 11);
  // One thread too many, whose index is its number; and with a size that may count elements.
  fault.block = {3, 0, 0};
  fault.thread = {232, 0, 0};
  fault.grid_dim = {4, 1, 1};
  fault.block_dim = {256, 1, 1};
  fault.address = 0x200000000000 + 4000;
  CHECK_FALSE(says(explain(fault), "put the access inside"));
  fault.allocation->bytes = 1000;
  fault.allocation->element_bytes = 4;
  CHECK(says(explain(fault), "ask for n * sizeof(type). Else: The access is behind"));
  CHECK_FALSE(says(explain(fault), "guard the access with"));
}

TEST_CASE("indices have as many parts as the launch", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kHostPointer);
  fault.thread = {1, 0, 0};
  fault.block = {0, 0, 0};
  CHECK(says(explain(fault), "Thread 1 of block 0 "));
  fault.block_dim = {8, 8, 1};
  CHECK(says(explain(fault), "Thread (1, 0) of block 0 "));
  fault.grid_dim = {2, 1, 2};
  CHECK(says(explain(fault), "Thread (1, 0) of block (0, 0, 0) "));
}

TEST_CASE("a write before the begin says so", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.is_write = true;
  fault.thread_count = 3;
  fault.space = Space::kShared;
  fault.address = static_cast<DeviceAddress>(-4);
  fault.allocation = AllocationRef{0, 64, "tile", "", -4, "__shared__"};
  const std::string text = explain(fault);
  CHECK(says(text, "Thread 17 of block 3 (and 2 more of its warp) wrote 4 bytes"));
  CHECK(says(text, "4 bytes before the beginning of the 64-byte __shared__ variable 'tile'"));
  CHECK(says(text, "index -1, and the first is 0"));
  CHECK(says(text, "below 0"));
}

TEST_CASE("a null pointer is called one", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.address = 8;
  CHECK(says(explain(fault), "through a null pointer (address 0x8)"));
  fault.address = 0xdeadbeef00;
  CHECK(says(explain(fault), "where nothing is allocated"));
}

TEST_CASE("an allocation of another file is named with its file", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kUseAfterFree);
  fault.allocation = AllocationRef{0, 64, "", "main.cu:9", 0, {}};
  CHECK(says(explain(fault), "made at main.cu:9"));
}

Fault race_in_a_tile() {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.is_write = true;
  fault.space = Space::kShared;
  fault.address = 20;
  fault.block_dim = {64, 1, 1};
  fault.allocation = AllocationRef{0, 1024, "tile", "", 0, "__shared__"};
  fault.other = RaceParty{{"/home/me/x.cu", 14, 1}, {3, 0, 0}, {40, 0, 0}, false};
  return fault;
}

TEST_CASE("a race names both threads, both lines and the element", "[sim][data]") {
  CHECK(
      explain(race_in_a_tile()) ==
      "Thread 17 of block 3 wrote element 5 of 'tile' (__shared__), at line 12 of x.cu, and thread "
      "40 of block 3 read it at line 14 of x.cu: nothing says which comes first. Put "
      "__syncthreads() between "
      "line 12 and line 14, where every thread of the block reaches it. In a loop it may be the "
      "next "
      "turn that comes too early: then the barrier belongs at the end of the loop.");
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

TEST_CASE("what was never written is named with its index", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kUninitialisedRead);
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "x.cu:31", 0, {}};
  CHECK(says(explain(fault), "the 4000-byte allocation made at line 31, element 256, that nobody"));
  CHECK(says(explain(fault), "cudaMemset"));
}

TEST_CASE("a copy of a part is not asked for again", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kUninitialisedRead);
  fault.cause = UninitialisedCause{UninitialisedCause::What::kPartWritten};
  CHECK(says(explain(fault), "that nobody has written, though other parts of it were"));
  CHECK_FALSE(says(explain(fault), "Copy the data there"));
  CHECK(nlohmann::json::parse(to_json(fault)).at("cause").at("name") == "part_written");
}

TEST_CASE("a loop that reads anew is not asked to", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kDeadlock);
  DeadlockCause cause;
  fault.cause = cause;
  CHECK(says(explain(fault), "declare it volatile"));
  cause.reads_anew = true;
  fault.cause = cause;
  CHECK_FALSE(says(explain(fault), "declare it volatile"));
  CHECK(says(explain(fault), "see that somebody does write it"));
}

TEST_CASE("a surface access names the array, a wrong handle what it stands for", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.space = Space::kTexture;
  fault.is_write = true;
  fault.detail = "y is 8, and the array has 8 rows.";
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "/home/me/x.cu:31", 0, {}};
  CHECK(explain(fault) ==
        "Thread 17 of block 3 wrote to a surface at line 12 of x.cu, but y is 8, and the array has "
        "8 rows. The array was made at line 31.");
  fault.kind = FaultKind::kInvalidHandle;
  fault.detail = "is no texture object but a surface object.";
  CHECK(explain(fault) ==
        "Thread 17 of block 3 used a handle at line 12 of x.cu that is no texture object but a "
        "surface object. What it stands for was made at line 31.");
  fault.kind = FaultKind::kUseAfterFree;
  fault.allocation->name = kSurfaceObject;
  CHECK(says(explain(fault), "a surface object at line 12 of x.cu that was destroyed before"));
  CHECK(says(explain(fault), "cudaDestroySurfaceObject"));
}

TEST_CASE("a deadlock lists each waiting line once", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kDeadlock);
  fault.waiting_at = {{"x.cu", 12, 0}, {"x.cu", 20, 0}, {"x.cu", 12, 0}};
  CHECK(says(explain(fault), "(they wait at line 12 of x.cu; line 20 of x.cu)"));
}

TEST_CASE("every kind has a name and an explanation that ends in a full stop", "[sim][data]") {
  for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
    Fault fault = read_of_4(static_cast<FaultKind>(kind));
    fault.detail = "It was wrong. Mend it.";
    CAPTURE(to_string(fault.kind));
    CHECK_FALSE(std::string(to_string(fault.kind)).empty());
    const std::string text = explain(fault);
    REQUIRE_FALSE(text.empty());
    CHECK((text.back() == '.' || text.back() == '?'));
    CHECK(says(text, ". "));
  }
}

TEST_CASE("a cause is said in the sentence and has a stable name in JSON", "[sim][data]") {
  const auto cause = [](const Fault& fault) {
    return nlohmann::json::parse(to_json(fault)).at("cause");
  };
  Fault fault = race_in_a_tile();
  CHECK(cause(fault).is_null());
  fault.cause = RaceCause::kLostUpdate;
  CHECK(cause(fault) == nlohmann::json{{"name", "lost_update"}});
  CHECK(says(explain(fault), "what another did in between is lost"));

  fault = read_of_4(FaultKind::kUninitialisedRead);
  fault.cause = UninitialisedCause{UninitialisedCause::What::kPartOfConstant, "weights"};
  CHECK(cause(fault) == nlohmann::json{{"name", "part_of_constant"}, {"variable", "weights"}});
  CHECK(
      says(explain(fault), "of the __constant__ variable 'weights', which nobody has set, though"));

  fault = read_of_4(FaultKind::kInvalidLaneMask);
  fault.cause = LaneMaskCause{LaneMaskCause::What::kMissingLane, 20, 0};
  CHECK(cause(fault) ==
        nlohmann::json{{"name", "missing_lane"}, {"lane", 20}, {"used_at_line", 0}});
  CHECK(says(explain(fault), "asked for the value of lane 20, and uses what comes."));
  fault.cause = LaneMaskCause{LaneMaskCause::What::kMissingLane, 20, 31};
  CHECK(says(explain(fault), "asked for the value of lane 20, and line 31 uses what came."));
  fault.cause = LaneMaskCause{LaneMaskCause::What::kNoSuchLane, 20};
  CHECK(says(explain(fault), "lane 20, but the block has no such thread in this warp."));
  fault.detail = "what it gets is undefined";
  CHECK(says(explain(fault), "no such thread in this warp: what it gets is undefined."));

  fault = read_of_4(FaultKind::kDivergentBarrier);
  BarrierCause barrier;
  barrier.what = BarrierCause::What::kWentPast;
  barrier.condition = {fault.where.file, 8, 3};
  barrier.condition_text = "if (i < n)";
  fault.cause = barrier;
  CHECK(cause(fault).at("name") == "went_past");
  CHECK(cause(fault).at("condition").at("line") == 8);
  CHECK(says(explain(fault), ", to which 'if (i < n)' at line 8 leads, but thread 0 of its block"));

  fault = read_of_4(FaultKind::kDeadlock);
  DeadlockCause deadlock;
  deadlock.what = DeadlockCause::What::kBlocksNotResident;
  deadlock.resident = 2;
  fault.cause = deadlock;
  CHECK(cause(fault) == nlohmann::json{{"name", "blocks_not_resident"}, {"resident", 2}});
  CHECK(says(explain(fault), "place for 2 blocks of this kernel at a time"));
}

TEST_CASE("a cause of another kind is none", "[sim][data]") {
  const FaultCause cause = TrapCause::kNotCooperative;
  CHECK(is_cause(cause, TrapCause::kNotCooperative));
  CHECK_FALSE(is_cause(cause, RaceCause::kLostUpdate));
  CHECK_FALSE(is_cause(FaultCause{}, TrapCause::kNotCooperative));
  CHECK(to_string(FaultCause{}) == std::string());
}

TEST_CASE("a fault is one JSON object without line breaks", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.other = RaceParty{{"x.cu", 14, 1}, {3, 0, 0}, {4, 0, 0}, true};
  fault.detail = "not UTF-8: \xff\n";
  const std::string text = to_json(fault);
  CHECK(text.find('\n') == std::string::npos);
  const auto json = nlohmann::json::parse(text);
  CHECK(json.at("kind") == "race");
  CHECK(json.at("address") == "0x200000000400");
  CHECK(json.at("thread") == nlohmann::json::array({17, 0, 0}));
  CHECK(json.at("where").at("line") == 12);
  CHECK(json.at("other").at("is_write") == true);
  CHECK(json.at("allocation").is_null());
  CHECK(json.at("grid_dim") == nlohmann::json::array({1, 1, 1}));
  CHECK(json.at("other").at("is_atomic") == false);
  CHECK(json.at("other").at("work").is_null());
  CHECK(json.at("other").at("own_work").is_null());
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "x.cu:31", 0, {}};
  CHECK(nlohmann::json::parse(to_json(fault)).at("allocation").at("element") == 256);
  fault.access_bytes = 3;
  CHECK(nlohmann::json::parse(to_json(fault)).at("allocation").at("element").is_null());
}

}  // namespace
}  // namespace warpschool::sim
