// Tries the sentences of faults.
#include "sample_faults.hpp"
#include "warpschool/harness/catch.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

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
  fault.address += 4;
  CHECK(says(explain(fault), "row < rows"));
  fault.space = Space::kShared;
  fault.allocation->name = "tile";
  CHECK(says(explain(fault), "the largest index that a thread of this block gets"));
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
  CHECK(says(explain(fault), "two threads have the same index, or a barrier is missing"));
  CHECK_FALSE(says(explain(fault), "atomicAdd"));
  fault.cause = RaceCause::kReadAndWrittenBack;
  CHECK(says(explain(fault), "atomicAdd"));
  fault.cause = {};
  fault.allocation->bytes = 4;  // one value for all
  CHECK(says(explain(fault), "atomicAdd"));
}

TEST_CASE("blocks that each store all elements are told to add", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kRace);
  fault.grid_dim = {4, 1, 1};
  fault.block_dim = {256, 1, 1};
  fault.is_write = true;
  fault.allocation = AllocationRef{0x200000000000, 1024, "", "x.cu:31", 4, {}};
  fault.other = RaceParty{fault.where, {0, 0, 0}, fault.thread, true};
  CHECK(says(explain(fault), "Each block stores to these 256 elements"));
  CHECK_FALSE(says(explain(fault), "blockIdx.x * blockDim.x missing"));
  fault.allocation->bytes = 4096;
  CHECK(says(explain(fault), "blockIdx.x * blockDim.x missing"));
}

TEST_CASE("an index that went below 0 where it is unsigned is called so", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.space = Space::kShared;
  fault.address = 0xffffffffull * 4;
  fault.allocation = AllocationRef{
      0, 4096, "from", "", static_cast<std::int64_t>(fault.address) - 4092, "__shared__"};
  CHECK(says(explain(fault), "far past the end"));
  CHECK(says(explain(fault), "As an int the index is -1"));
  fault.address = 0xfff00000ull * 4 - 4;  // as an int further below 0 than one would subtract
  CHECK_FALSE(says(explain(fault), "As an int"));
}

TEST_CASE("an array of a block is compared with the block", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.space = Space::kShared;
  fault.block_dim = {256, 1, 1};
  fault.address = 512;
  fault.allocation = AllocationRef{0, 512, "tile", "", 4, "__shared__"};
  CHECK(says(explain(fault), "The block has 256 threads, the array room for 128 elements"));
  fault.block_dim = {32, 1, 1};
  fault.thread_count = 1;
  CHECK(says(explain(fault), "the first place behind the array"));
  fault.address = 520;
  CHECK(says(explain(fault), "the largest index that a thread of this block gets"));
}

TEST_CASE("a guard that stands there is not asked for again", "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kOutOfBounds);
  fault.allocation = AllocationRef{0x200000000000, 4000, "", "/home/me/x.cu:31", 4, {}};
  fault.guard = Guard{{"/home/me/x.cu", 11, 7}, "if (i <= n)"};
  CHECK(says(explain(fault),
             "The access is let through by 'if (i <= n)' at line 11: does that test the index"));
  CHECK(says(explain(fault), "which has room for 1000 elements of 4 bytes, and with <"));
  CHECK_FALSE(says(explain(fault), "&&"));
  CHECK_FALSE(says(explain(fault), "Guard the access"));
  fault.guard->text = "if (i < n || j < m)";
  CHECK(says(explain(fault), "is it && that joins its parts"));
  fault.guard->text.clear();
  CHECK(says(explain(fault), "The access is let through by the condition at line 11"));
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
  CHECK(says(explain(fault), "ask for n * sizeof(type). Else: The access is let through"));
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

TEST_CASE("what other threads wrote in a variable of their own may have been meant to be shared",
          "[sim][data]") {
  Fault fault = read_of_4(FaultKind::kUninitialisedRead);
  fault.space = Space::kLocal;
  CHECK_FALSE(says(explain(fault), "__shared__"));
  fault.cause = UninitialisedCause{UninitialisedCause::What::kOthersWrote};
  CHECK(says(explain(fault), "that it has not written: other threads wrote theirs"));
  CHECK(says(explain(fault), "put __shared__ before it"));
  CHECK(nlohmann::json::parse(to_json(fault)).at("cause").at("name") == "others_wrote");
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

}  // namespace
}  // namespace warpschool::sim
