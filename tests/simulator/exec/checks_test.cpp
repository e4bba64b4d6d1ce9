// What the checks of races, barriers and shuffles say of wrong kernels, and that they keep silent
// about right ones.
#include "racer.hpp"
#include "warpschool/harness/catch.hpp"

using namespace warpschool::sim;

namespace {

/// Block 0: each thread stores, or loads, `bytes` bytes of its own, side by side. Block 1: thread 0
/// loads, or stores, the word at an offset.
std::string warp_and_word(unsigned bytes, bool warp_stores) {
  const unsigned words = std::max(bytes / 4, 1u);
  const std::string vector = words == 1 ? "" : words == 2 ? ".v2" : ".v4";
  const std::string type = vector + (bytes == 1 ? ".u8" : bytes == 2 ? ".u16" : ".u32");
  const std::string values = words == 1 ? "%r3" : words == 2 ? "{%r3,%r4}" : "{%r3,%r4,%r5,%r6}";
  const std::string place = "[%rd4]", word = "[%rd5]";
  return ".version 7.0\n.target sm_70\n.address_size 64\n"
         ".visible .entry warp_and_word(.param .u64 out, .param .u64 offset) {\n"
         ".reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .pred %p<4>;\n"
         "ld.param.u64 %rd1,[out];\nld.param.u64 %rd2,[offset];\n"
         "mov.u32 %r1,%tid.x;\nmov.u32 %r2,%ctaid.x;\n"
         "mov.u32 %r3,7;\nmov.u32 %r4,7;\nmov.u32 %r5,7;\nmov.u32 %r6,7;\n"
         "setp.ne.u32 %p1,%r2,0;\n@%p1 bra OTHER;\n"
         "mul.wide.u32 %rd3,%r1," +
         std::to_string(bytes) + ";\nadd.u64 %rd4,%rd1,%rd3;\n" +
         (warp_stores ? "st.global" + type + " " + place + "," + values
                      : "ld.global" + type + " " + values + "," + place) +
         ";\nret;\nOTHER:\nsetp.ne.u32 %p2,%r1,0;\n@%p2 bra END;\nadd.u64 %rd5,%rd1,%rd2;\n" +
         (warp_stores ? "ld.global.u32 %r7," + word : "st.global.u32 " + word + ",%r3") +
         ";\nEND:\nret;\n}\n";
}

}  // namespace

TEST_CASE("a neighbour read in place races, in a block and between blocks") {
  Racer guest;
  const auto a = guest.zeros(1024);
  const LaunchOutcome outcome = guest.launch("in_place_neighbour", kFour, kBlock, a, 1024);
  REQUIRE(kinds(outcome) == kOneRace);
  const Fault& fault = outcome.faults[0];
  CHECK(fault.space == Space::kGlobal);
  REQUIRE(fault.allocation);
  CHECK(fault.allocation->begin == a);
  REQUIRE(fault.other);
  CHECK(fault.other->where.line == fault.where.line);
  const unsigned here = fault.thread.x + 256 * fault.block.x;
  const unsigned there = fault.other->thread.x + 256 * fault.other->block.x;
  CHECK((here + 1 == there || there + 1 == here));
  CHECK(kinds(guest.launch("in_place_neighbour", {1024, 1, 1}, kOne, a, 1024)) == kOneRace);
  CHECK(kinds(guest.launch("in_place_neighbour", kOne, kBlock, a, 1)) == kSilent);
}

TEST_CASE("of a warp that accessed whole sectors, a race names the thread of the word") {
  const unsigned bytes = GENERATE(1u, 2u, 4u, 8u, 16u);
  const bool warp_stores = GENERATE(true, false);
  const unsigned last = 32 * bytes / 4 - 1;
  for (const unsigned word : {0u, 3u, 5u, last}) {
    INFO(bytes << " bytes a thread, word " << word << (warp_stores ? ", stored" : ", loaded"));
    Guest guest(warp_and_word(bytes, warp_stores));
    const auto a = guest.upload(std::vector<int>(256, 0));
    const auto run = [&](unsigned offset) {
      return guest.launch("warp_and_word", {2, 1, 1}, {32, 1, 1}, a, std::uint64_t{offset});
    };
    CHECK(kinds(run((last + 1) * 4)) == kSilent);
    const LaunchOutcome outcome = run(word * 4);
    REQUIRE(kinds(outcome) == kOneRace);
    const Fault& fault = outcome.faults[0];
    CHECK(fault.block.x == 1);
    CHECK(fault.is_write == !warp_stores);
    REQUIRE(fault.other);
    CHECK(fault.other->block.x == 0);
    CHECK(fault.other->is_write == warp_stores);
    CHECK(fault.other->thread.x == word * 4 / bytes);
  }
}

TEST_CASE("a barrier orders a block's accesses to global memory") {
  Racer guest;
  const auto a = guest.zeros(256), out = guest.zeros(256);
  CHECK(kinds(guest.launch("global_exchange", kOne, kBlock, a, out, 1)) == kSilent);
  CHECK(kinds(guest.launch("global_exchange", kOne, kBlock, a, out, 0)) == kOneRace);
}

TEST_CASE("two buffers need one barrier a round, one buffer needs two") {
  Racer guest;
  const auto out = guest.zeros(256);
  CHECK(kinds(guest.launch("double_buffer", kOne, kBlock, out, 5)) == kSilent);
  CHECK(kinds(guest.launch("single_buffer", kOne, kBlock, out, 5)) == kOneRace);
}

TEST_CASE("warp-synchronous code needs __syncwarp") {
  Racer guest;
  const auto out = guest.zeros(32);
  CHECK(kinds(guest.launch("warp_synchronous", kOne, {32, 1, 1}, out, 1)) == kSilent);
  CHECK(kinds(guest.launch("warp_synchronous", kOne, {32, 1, 1}, out, 0)) == kOneRace);
}

TEST_CASE("private histograms are silent, plain increments are not") {
  Racer guest;
  std::vector<int> values(4096);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i * 7 % 61);
  }
  const auto in = guest.upload(values), out = guest.zeros(64);
  CHECK(kinds(guest.launch("private_histogram", kFour, kBlock, in, out, 4096)) == kSilent);
  CHECK(kinds(guest.launch("plain_histogram", kOne, kBlock, in, out)) == kOneRace);
}

TEST_CASE("who writes what others still read names one of them") {
  Racer guest;
  const auto out = guest.zeros(256);
  CHECK(kinds(guest.launch("broadcast_then_write", kOne, kBlock, out, 1)) == kSilent);
  const LaunchOutcome outcome = guest.launch("broadcast_then_write", kOne, kBlock, out, 0);
  REQUIRE(kinds(outcome) == kOneRace);
  REQUIRE(outcome.faults[0].other);
  CHECK(outcome.faults[0].thread.x != outcome.faults[0].other->thread.x);
  CHECK(kinds(guest.launch("broadcast_then_write", kOne, {32, 1, 1}, out, 0)) == kOneRace);
}

TEST_CASE("bytes of one word are different places") {
  Racer guest;
  const auto a = guest.zeros(512);
  CHECK(kinds(guest.launch("bytes_side_by_side", kOne, kBlock, a)) == kSilent);
  CHECK(kinds(guest.launch("bytes_in_place", kOne, kBlock, a)) == kOneRace);
}

TEST_CASE("writing one value twice is a note, once a line") {
  Racer guest;
  const auto in = guest.upload(std::vector<int>(1024, 5)), flag = guest.zeros(1);
  const LaunchOutcome same = guest.launch("same_value", kFour, kBlock, flag, in);
  CHECK(kinds(same) == kSilent);
  REQUIRE(same.notes.size() == 1);
  CHECK(same.notes[0].kind == FaultKind::kSameValueWrite);
  CHECK(same.notes[0].where.line != 0);
  CHECK(kinds(guest.launch("two_values", kOne, kBlock, flag, in)) == kOneRace);
  CHECK(kinds(guest.launch("two_values", kOne, {32, 1, 1}, flag, in)) == kOneRace);
}

TEST_CASE("accumulating without atomics races between blocks") {
  Racer guest;
  const auto in = guest.upload(std::vector<int>(1024, 1)), sum = guest.zeros(1);
  CHECK(kinds(guest.launch("plain_sum", kFour, kBlock, sum, in)) == kOneRace);
  const LaunchOutcome outcome = guest.launch("plain_block_sum", kFour, kBlock, sum);
  REQUIRE(kinds(outcome) == kOneRace);
  REQUIRE(outcome.faults[0].other);
  CHECK(outcome.faults[0].block.x == 1);
  CHECK(outcome.faults[0].other->block.x == 0);
  CHECK(kinds(guest.launch("plain_block_sum", kOne, kBlock, sum)) == kSilent);
  CHECK(kinds(guest.launch("atomic_sum", kFour, kBlock, sum, in)) == kSilent);
}

TEST_CASE("the last block may read what others wrote before a fence") {
  for (const unsigned blocks : {2u, 7u, 300u}) {
    Racer guest;
    const Dim3 grid{blocks, 1, 1}, block{64, 1, 1};
    const auto partial = guest.zeros(std::size_t{blocks} * 64), out = guest.zeros(64);
    const auto run = [&](const char* kernel) {
      return kinds(guest.launch(kernel, grid, block, partial, guest.zeros(1), out));
    };
    CHECK(run("last_block_fence") == kSilent);
    CHECK(guest.download<int>(out, 2)[1] == static_cast<int>(blocks));
    CHECK(run("last_block_fence_by_all") == kSilent);
    CHECK(run("last_block_no_fence") == kOneRace);
  }
}

TEST_CASE("a counter that is read plainly races with the atomics on it") {
  Racer guest;
  CHECK(kinds(guest.launch("counter_read_plainly", kFour, kBlock, guest.zeros(1),
                           guest.zeros(1))) == kOneRace);
}

TEST_CASE("a barrier does not wait for other blocks") {
  Racer guest;
  CHECK(kinds(guest.launch("second_phase", kFour, kBlock, guest.zeros(1024), guest.zeros(1024))) ==
        kOneRace);
}

TEST_CASE("data passed by a flag needs a fence before it") {
  Racer guest;
  const Dim3 two{2, 1, 1};
  const auto run = [&](int fence) {
    return kinds(guest.launch("pass_flag", two, {32, 1, 1}, guest.zeros(1), guest.zeros(1),
                              guest.zeros(1), fence));
  };
  CHECK(run(1) == kSilent);
  CHECK(run(0) == kOneRace);
}

TEST_CASE("a lock with fences protects, a lock without does not") {
  Racer guest;
  const auto sum = guest.zeros(1);
  CHECK(kinds(guest.launch("locked_update", {50, 1, 1}, {64, 1, 1}, guest.zeros(1), sum, 1)) ==
        kSilent);
  CHECK(guest.download<int>(sum, 1)[0] == 50);
  CHECK(kinds(guest.launch("locked_update", {50, 1, 1}, {64, 1, 1}, guest.zeros(1), sum, 0)) ==
        kOneRace);
  CHECK(kinds(guest.launch("locked_by_lanes", kFour, {64, 1, 1}, guest.zeros(1), sum)) == kSilent);
  CHECK(guest.download<int>(sum, 1)[0] >= 4 * 64);
  CHECK(kinds(guest.launch("ticket_lock", {20, 1, 1}, {32, 1, 1}, guest.zeros(2), sum)) == kSilent);
  CHECK(kinds(guest.launch("update_after_unlock", kFour, {64, 1, 1}, guest.zeros(1), sum)) ==
        kOneRace);
}

TEST_CASE("a compare-and-swap loop may begin with a plain load") {
  Racer guest;
  const auto sum = guest.zeros(1);
  CHECK(kinds(guest.launch("swap_loop", kFour, kBlock, sum)) == kSilent);
  CHECK(guest.download<int>(sum, 1)[0] == 3 * 1024);
}

TEST_CASE("a barrier of the whole grid orders what blocks do") {
  Racer guest;
  const auto run = [&](const char* kernel) {
    return kinds(guest.launch(kernel, {12, 1, 1}, {64, 1, 1}, guest.zeros(768), guest.zeros(768),
                              guest.zeros(1), 4));
  };
  CHECK(run("grid_phases") == kSilent);
  CHECK(run("grid_phases_half") == kOneRace);
}

TEST_CASE("launches order everything, and accesses of earlier ones are forgotten") {
  Racer guest;
  const auto in = guest.upload(std::vector<int>(64, 1)), out = guest.zeros(64);
  for (int i = 0; i < 10; ++i) {
    CHECK(kinds(guest.launch("accumulates", kOne, {64, 1, 1}, out, in)) == kSilent);
  }
  CHECK(guest.download<int>(out, 1)[0] == 10);
}

TEST_CASE("all threads of a block come to one barrier") {
  Racer guest;
  const auto out = guest.zeros(64);
  const LaunchOutcome two = guest.launch("two_barriers", kOne, {64, 1, 1}, out);
  REQUIRE(kinds(two) == std::vector<FaultKind>{FaultKind::kDivergentBarrier});
  CHECK(two.faults[0].thread.x == 32);
  // The source is not there to tell a skipped barrier from an early return: a note.
  const LaunchOutcome away = guest.launch("warp_stays_away", kOne, {64, 1, 1}, out);
  CHECK(kinds(away) == kSilent);
  REQUIRE(away.notes.size() == 1);
  CHECK(away.notes[0].kind == FaultKind::kDivergentBarrier);
}

TEST_CASE("a shuffle names lanes that take part") {
  Racer guest;
  const auto out = guest.zeros(32);
  const std::vector<FaultKind> mask{FaultKind::kInvalidLaneMask};
  CHECK(kinds(guest.launch("asks_lane", kOne, {32, 1, 1}, out, 3)) == kSilent);
  const LaunchOutcome outside = guest.launch("asks_lane", kOne, {32, 1, 1}, out, 20);
  REQUIRE(kinds(outside) == mask);
  CHECK(explain(outside.faults[0]).find("lane 20") != std::string::npos);
  CHECK(kinds(guest.launch("waits_for_lanes", kOne, {32, 1, 1}, out)) == mask);
}

TEST_CASE("a wait that gives up after some turns is no deadlock") {
  Racer guest;
  const auto out = guest.zeros(32);
  CHECK(kinds(guest.launch("gives_up", kOne, {32, 1, 1}, guest.zeros(1), out, 50000)) == kSilent);
  CHECK(guest.download<int>(out, 1)[0] == 1);
}
