// A guest's mistake is a fault that names the line, the thread and the other party.
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

using namespace warpschool::sim;

namespace {

std::vector<Fault> faults_of(const std::string& kernel, Dim3 block, int n = 0) {
  Guest guest = course_kernels();
  const auto out = guest.upload(std::vector<int>(256, 0));
  return guest.launch(kernel, {1, 1, 1}, block, out, n).faults;
}

}  // namespace

TEST_CASE("a write past the end names the line, the thread and the allocation") {
  Guest guest = course_kernels();
  const auto in = guest.upload(std::vector<float>(64, 1.0f));
  const auto out = guest.allocate<float>(40);
  const LaunchOutcome outcome = guest.launch("vector_add", {1, 1, 1}, {64, 1, 1}, in, in, out, 64);
  REQUIRE(outcome.faults.size() == 1);
  const Fault& fault = outcome.faults[0];
  CHECK(fault.kind == FaultKind::kOutOfBounds);
  CHECK(fault.where.line == 6);
  CHECK(fault.thread.x == 40);
  CHECK(fault.is_write);
  REQUIRE(fault.allocation);
  CHECK(fault.allocation->begin == out);
}

TEST_CASE("using freed memory and host memory are told apart") {
  Guest guest = course_kernels();
  const auto in = guest.upload(std::vector<float>(64, 1.0f));
  const auto freed = guest.allocate<float>(64);
  guest.device.memory().release(freed);
  std::vector<float> host(64);
  const auto stray = reinterpret_cast<DeviceAddress>(host.data());
  const Dim3 one{1, 1, 1}, block{64, 1, 1};
  CHECK(guest.launch("vector_add", one, block, in, in, freed, 64).faults.at(0).kind ==
        FaultKind::kUseAfterFree);
  CHECK(guest.launch("vector_add", one, block, stray, in, in, 64).faults.at(0).kind ==
        FaultKind::kHostPointer);
  CHECK(guest.launch("vector_add", one, block, DeviceAddress{0}, in, in, 64).faults.at(0).kind ==
        FaultKind::kOutOfBounds);
  CHECK(guest.launch("vector_add", one, block, in + 2, in, in, 4).faults.at(0).kind ==
        FaultKind::kMisaligned);
}

TEST_CASE("a missing barrier is a race between two lines") {
  const std::vector<Fault> faults = faults_of("race_missing_barrier", {64, 1, 1});
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::kRace);
  REQUIRE(faults[0].other);
  CHECK(faults[0].where.line == 84);         // the second warp writes
  CHECK(faults[0].other->where.line == 85);  // what the first has read
}

TEST_CASE("a barrier that part of a warp skips is a fault, an early return is not") {
  const std::vector<Fault> faults = faults_of("barrier_in_branch", {64, 1, 1});
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::kDivergentBarrier);
  CHECK(faults_of("early_return", {64, 1, 1}, 50).empty());
}

TEST_CASE("waiting for what never comes is a deadlock") {
  const std::vector<Fault> faults = faults_of("waits_for_ever", {32, 1, 1});
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::kDeadlock);
  CHECK_FALSE(faults[0].waiting_at.empty());
}

TEST_CASE("a launch that breaks the device's limits does not run") {
  const std::vector<Fault> faults = faults_of("recursion", {1025, 1, 1});
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].kind == FaultKind::kInvalidLaunch);
}

TEST_CASE("an instruction of no line of its own has the line before") {
  Guest guest(R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry store() {
  .reg .b64 %rd<2>;
  .reg .b32 %r<2>;
  .loc 1 7 3
  mov.u64 %rd1, 0;
  mov.u32 %r1, 5;
  .loc 1 0 3
  st.global.u32 [%rd1], %r1;
  .loc 1 9 1
  ret;
}
.file 1 "student.cu"
)");
  const std::vector<Fault> faults = guest.launch("store", {1, 1, 1}, {1, 1, 1}).faults;
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].where.line == 7);
  CHECK(faults[0].where.file == "student.cu");
}
