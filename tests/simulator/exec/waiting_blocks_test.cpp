// Launches whose blocks wait for each other: their time, and that they end (docs/TIME_MODEL.md,
// "Blocks that wait for each other").
#include "guest.hpp"
#include "parse_helpers.hpp"

#include <warpschool/harness/catch.hpp>

using namespace warpschool::sim;

namespace {

/// A kernel of blocks of one warp, whose first thread runs the body: the block in %b, flags at %a,
/// where its own one is at %own and that of the block before at [%own-4]; a number in %n.
std::string kernel(const std::string& body) {
  return ptx::with_header(
      ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
      ".reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .b64 %a;\n.reg .b64 %own;\n.reg .b32 %n;\n"
      ".reg .b32 %b;\n.reg .pred %p<5>;\nld.param.u64 %d1, [a];\nld.param.u32 %n, [n];\n"
      "cvta.to.global.u64 %a, %d1;\nmov.u32 %r1, %tid.x;\nmov.u32 %b, %ctaid.x;\n"
      "mul.wide.u32 %d2, %b, 4;\nadd.s64 %own, %a, %d2;\n"
      "setp.ne.s32 %p0, %r1, 0;\n@%p0 bra END;\n" +
      body + "END:\nret;\n}\n");
}

LaunchOutcome launched(const std::string& body, unsigned blocks, unsigned number = 0) {
  Guest guest(kernel(body));
  const DeviceAddress flags = guest.upload(std::vector<unsigned>(blocks + 8, 0));
  return guest.launch("k", {blocks, 1, 1}, {32, 1, 1}, flags, number);
}

double clk(const LaunchOutcome& outcome) {
  REQUIRE(outcome.faults.empty());
  return outcome.time.latency_us * find_profile("h200")->clock_ghz * 1000;
}

const std::string kWaitForTheOneBefore =
    "setp.eq.s32 %p1, %b, 0;\n@%p1 bra FIRST;\nTOP:\nld.volatile.global.u32 %r2, [%own+-4];\n"
    "setp.eq.s32 %p2, %r2, 0;\n@%p2 bra TOP;\nFIRST:\n";
const std::string kTellTheNext = "st.volatile.global.u32 [%own], 1;\n";
/// %n turns.
const std::string kWork =
    "mov.u32 %r5, 0;\nWORK:\nadd.s32 %r5, %r5, 1;\nsetp.lt.u32 %p3, %r5, %n;\n@%p3 bra WORK;\n";
/// What so many turns take, in a launch of one block.
double work_clk(unsigned turns) {
  return clk(launched(kWork + kTellTheNext, 1, turns)) - clk(launched(kWork + kTellTheNext, 1, 1));
}

/// All blocks, of which there are %r6.
const std::string kMeet =
    "mov.u32 %r6, %nctaid.x;\natom.global.add.u32 %r7, [%a], 1;\nMEET:\n"
    "ld.volatile.global.u32 %r7, [%a];\nsetp.lt.u32 %p4, %r7, %r6;\n@%p4 bra MEET;\n";

TEST_CASE("blocks that hand on a flag take a hop each", "[sim][exec]") {
  const auto hops = [](const std::string& between, unsigned blocks, unsigned turns) {
    return clk(launched(kWaitForTheOneBefore + between + kTellTheNext, blocks, turns));
  };
  const double hop = (hops("", 164, 0) - hops("", 64, 0)) / 100;
  const double latency = find_profile("h200")->l2_latency_clk;
  CHECK(hop > 1.5 * latency);
  CHECK(hop < 1.7 * latency);  // and a comparison, a branch, a store
  const double fenced = (hops("membar.gl;\n", 164, 0) - hops("membar.gl;\n", 64, 0)) / 100;
  CHECK(fenced - hop > 1.6 * latency);
  const double busy = (hops(kWork, 164, 101) - hops(kWork, 64, 101)) / 100;
  CHECK(busy - hop == Approx(work_clk(101)).epsilon(0.03));
  // A fence for the block alone is none that others are to see.
  CHECK((hops("membar.cta;\n", 164, 0) - hops("membar.cta;\n", 64, 0)) / 100 < hop + 5);
}

TEST_CASE("blocks that begin later wait no longer for what is long there", "[sim][exec]") {
  // 4224 places: the first flag is set when all blocks of the first wave look for it.
  const std::string look =
      "TOP:\nld.volatile.global.u32 %r2, [%a];\nsetp.eq.s32 %p2, %r2, 0;\n"
      "@%p2 bra TOP;\n";
  const std::string first =
      "setp.ne.s32 %p1, %b, 0;\n@%p1 bra TOP;\n" + kWork + "st.volatile.global.u32 [%a], 1;\n";
  const double one_wave = clk(launched(first + look, 4000, 5000));
  const double two_waves = clk(launched(first + look, 8000, 5000));
  CHECK(one_wave > work_clk(5000));
  CHECK(two_waves < one_wave + 5000);
}

TEST_CASE("all blocks wait at a barrier for the slowest", "[sim][exec]") {
  const std::string slow_first =
      "setp.ne.s32 %p1, %b, 0;\n@%p1 bra FAST;\n" + kWork + "FAST:\n" + kMeet;
  const double quick = clk(launched(slow_first, 132, 1)),
               slow = clk(launched(slow_first, 132, 1001));
  CHECK(slow - quick == Approx(work_clk(1001)).epsilon(0.05));
  CHECK(quick < 4000);
}

const std::string kTakeLock =
    "LOCK:\natom.global.cas.b32 %r2, [%a+4], 0, 1;\n"
    "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra LOCK;\nmembar.gl;\n";
const std::string kAddOne =
    "ld.volatile.global.u32 %r3, [%a+8];\nadd.s32 %r3, %r3, 1;\nst.volatile.global.u32 [%a+8], "
    "%r3;\n";
const std::string kGiveLock = "membar.gl;\natom.global.exch.b32 %r4, [%a+4], 0;\n";

TEST_CASE("a lock lets one block after the other in", "[sim][exec]") {
  const std::string body = kTakeLock + kAddOne + kGiveLock;
  const double few = clk(launched(body, 16)), many = clk(launched(body, 116));
  const double latency = find_profile("h200")->l2_latency_clk;
  // Two fences, a load, and a hop.
  CHECK((many - few) / 100 > (2 * 1.7 + 1 + 1.5) * latency);
  CHECK((many - few) / 100 < (2 * 1.7 + 1 + 3) * latency);
}

TEST_CASE("who holds a lock may wait longer than others look for it", "[sim][exec]") {
  Guest guest(kernel(kTakeLock + kWork + kAddOne + kGiveLock));
  const DeviceAddress flags = guest.upload(std::vector<unsigned>(1100, 0));
  REQUIRE(guest.launch("k", {1056, 1, 1}, {32, 1, 1}, flags, 200U).faults.empty());
  CHECK(guest.download<unsigned>(flags, 3)[2] == 1056);
}

TEST_CASE("a lock that nobody gives back is a deadlock in time, too", "[sim][exec]") {
  const LaunchOutcome outcome = launched(kTakeLock + kAddOne, 300);
  REQUIRE(outcome.faults.size() == 1);
  CHECK(outcome.faults.front().kind == FaultKind::kDeadlock);
}

TEST_CASE("a barrier for more blocks than the device holds is a deadlock in time, too",
          "[sim][exec]") {
  const LaunchOutcome outcome = launched(kMeet, 132 * 32 + 1);
  REQUIRE(outcome.faults.size() == 1);
  CHECK(outcome.faults.front().kind == FaultKind::kDeadlock);
}

TEST_CASE("looks in vain are few, however long the wait is", "[sim][exec]") {
  const auto looks = [](unsigned turns) {
    const std::string body = "setp.ne.s32 %p1, %b, 0;\n@%p1 bra WAIT;\n" + kWork + kTellTheNext +
                             "bra END;\nWAIT:\n" + kWaitForTheOneBefore;
    return launched(body, 2, turns).counters.global_load_requests;
  };
  CHECK(looks(10000) > looks(100));
  CHECK(looks(100000) < 60);
}

}  // namespace
