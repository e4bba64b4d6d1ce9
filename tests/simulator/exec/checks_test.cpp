// What the checks say of wrong kernels, and that they keep silent about right ones.
#include "exec/launch/module.hpp"
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

using namespace warpschool::sim;

namespace {

struct Racer : Guest {
  Racer() : Guest(read_file(GOLDEN_DIR "/programs/races.ptx"), "races.ptx") {
    device.options().checks.uninitialised = true;
  }
  DeviceAddress zeros(std::size_t count) { return upload(std::vector<int>(count, 0)); }
};

std::vector<FaultKind> kinds(const LaunchOutcome& outcome) {
  std::vector<FaultKind> result;
  result.reserve(outcome.faults.size());
  for (const Fault& fault : outcome.faults) {
    result.push_back(fault.kind);
  }
  return result;
}

const std::vector<FaultKind> kSilent{};
const std::vector<FaultKind> kOneRace{FaultKind::kRace};
const std::vector<FaultKind> kUnwritten{FaultKind::kUninitialisedRead};
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

/// Thread 3 alone writes and reads a shared word, but all load it (into %r3): `rest` drops what
/// they loaded, or does not. %p1: the thread is number 3.
std::string loaded_by_all(const std::string& rest) {
  return ".version 7.0\n.target sm_70\n.address_size 64\n"
         ".visible .entry loaded_by_all(.param .u64 out) {\n.reg .b32 %r<9>;\n.reg .b64 %rd<5>;\n"
         ".reg .pred %p<5>;\n.shared .align 4 .u32 word;\nld.param.u64 %rd1,[out];\n"
         "mov.u32 %r1,%tid.x;\nmul.wide.u32 %rd2,%r1,4;\nadd.u64 %rd3,%rd1,%rd2;\n"
         "setp.eq.u32 %p1,%r1,3;\n@!%p1 bra LOAD;\nst.shared.u32 [word],%r1;\n"
         "LOAD:\nld.shared.u32 %r3,[word];\n" +
         rest + "\nst.global.u32 [%rd3],%r4;\nEND:\nret;\n}\n";
}

constexpr Dim3 kOne{1, 1, 1}, kFour{4, 1, 1}, kBlock{256, 1, 1};

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

TEST_CASE("reading global memory that nobody wrote") {
  Racer guest;
  const auto in = guest.upload(std::vector<int>(64, 1)), fresh = guest.allocate<int>(64);
  const LaunchOutcome outcome = guest.launch("accumulates", kOne, {64, 1, 1}, fresh, in);
  REQUIRE(kinds(outcome) == kUnwritten);
  REQUIRE(outcome.faults[0].allocation);
  CHECK(outcome.faults[0].allocation->begin == fresh);
  CHECK(outcome.faults[0].thread_count == 32);
  const auto counts = guest.allocate<int>(64);
  CHECK(kinds(guest.launch("counts_up", kOne, {64, 1, 1}, counts)) == kUnwritten);
  CHECK(kinds(guest.launch("writes_then_reads", kOne, {64, 1, 1}, fresh)) == kSilent);
  CHECK(kinds(guest.launch("accumulates", kOne, {64, 1, 1}, fresh, in)) == kSilent);
  guest.device.options().checks.uninitialised = false;
  const auto later = guest.allocate<int>(64);
  CHECK(kinds(guest.launch("accumulates", kOne, {64, 1, 1}, later, in)) == kSilent);
}

TEST_CASE("checks that are switched on later look at the memory that is there") {
  Racer guest;
  guest.device.options().checks = {false, false, false};
  const auto a = guest.zeros(1024), in = guest.upload(std::vector<int>(64, 1));
  CHECK(kinds(guest.launch("in_place_neighbour", kFour, kBlock, a, 1024)) == kSilent);
  guest.device.options().checks.races = true;
  CHECK(kinds(guest.launch("in_place_neighbour", kFour, kBlock, a, 1024)) == kOneRace);
  guest.device.options().checks.uninitialised = true;
  const auto copy = guest.allocate<int>(64), fresh = guest.allocate<int>(64);
  guest.device.memory().copy_written(copy, in, 64 * sizeof(int));
  CHECK(kinds(guest.launch("accumulates", kOne, {64, 1, 1}, copy, in)) == kSilent);
  CHECK(kinds(guest.launch("accumulates", kOne, {64, 1, 1}, fresh, in)) == kUnwritten);
}

TEST_CASE("what is copied from memory that was made without checks counts as written") {
  Racer guest;
  guest.device.options().checks = {false, false, false};
  const auto in = guest.upload(std::vector<int>(64, 1));
  guest.device.options().checks.uninitialised = true;
  const auto copy = guest.allocate<int>(64);
  guest.device.memory().copy_written(copy, in, 64 * sizeof(int));
  CHECK(kinds(guest.launch("accumulates", kOne, {64, 1, 1}, copy, in)) == kSilent);
}

TEST_CASE("reading shared and local memory that nobody wrote") {
  Racer guest;
  const auto out = guest.zeros(64);
  const LaunchOutcome shared = guest.launch("shared_unwritten", kOne, {64, 1, 1}, out, 40);
  REQUIRE(kinds(shared) == kUnwritten);
  CHECK(shared.faults[0].space == Space::kShared);
  CHECK(shared.faults[0].thread.x == 40);
  CHECK(kinds(guest.launch("shared_unwritten", kOne, {64, 1, 1}, out, 64)) == kSilent);
  const LaunchOutcome local = guest.launch("local_unwritten", kOne, {64, 1, 1}, out, 3);
  REQUIRE(kinds(local) == kUnwritten);
  CHECK(local.faults[0].space == Space::kLocal);
  CHECK(kinds(guest.launch("local_unwritten", kOne, {64, 1, 1}, out, 8)) == kSilent);
}

TEST_CASE("what a compiler loads ahead of a branch is read by those who use it") {
  const std::string either =
      "setp.lt.u32 %p2,%r3,2;\nnot.pred %p4,%p1;\nor.pred %p3,%p4,%p2;\n"
      "@%p3 bra END;\nmov.u32 %r4,%r3;";
  const std::string dropped[] = {
      "selp.u32 %r4,%r3,9,%p1;",
      "selp.u32 %r4,9,%r3,!%p1;",
      "not.pred %p2,%p1;\nadd.u32 %r5,%r3,1;\nselp.u32 %r4,9,%r5,%p2;",
      "setp.gt.u32 %p2,%r3,2;\nand.pred %p3,%p1,%p2;\nselp.u32 %r4,%r3,9,%p3;",
      "setp.gt.u32 %p2,%r3,2;\nand.pred %p3,%p2,%p1;\n@!%p3 bra END;\nadd.u32 %r4,%r3,1;",
      either,
      "mov.u32 %r4,9;\n@!%p1 bra JOIN;\nmov.u32 %r4,%r3;\nJOIN:"};
  const std::string used[] = {
      "mov.u32 %r4,%r3;",
      "selp.u32 %r4,9,%r3,%p1;",
      "selp.u32 %r4,%r3,%r3,%p1;",
      "setp.eq.u32 %p2,%r1,3;\nselp.u32 %r4,%r3,9,%p2;",  // not known yet when it is loaded
      "setp.gt.u32 %p2,%r3,2;\nselp.u32 %r4,%r1,9,%p2;",
      "setp.gt.u32 %p2,%r3,2;\nor.pred %p3,%p1,%p2;\nselp.u32 %r4,7,9,%p3;",
      "selp.u32 %r4,%r3,9,%p1;\n@%p1 bra JOIN;\nmov.u32 %r4,%r3;\nJOIN:",
      "mov.u32 %r4,%r3;\n@!%p1 bra JOIN;\nmov.u32 %r4,8;\nJOIN:",
      "mov.u32 %r4,%r3;\n@!%p1 bra JOIN;\nJOIN:\nadd.u32 %r4,%r3,1;"};
  const auto faults_of = [](const std::string& rest) {
    Guest guest(loaded_by_all(rest));
    const auto out = guest.upload(std::vector<int>(64, 0));
    return kinds(guest.launch("loaded_by_all", kOne, {64, 1, 1}, out));
  };
  for (const std::string& rest : dropped) {
    INFO(rest);
    CHECK(faults_of(rest) == kSilent);
  }
  for (const std::string& rest : used) {
    INFO(rest);
    CHECK(faults_of(rest) == kOneRace);
  }
}

TEST_CASE("structs are copied with their padding") {
  Racer guest;
  const auto from = guest.allocate<double>(64), to = guest.allocate<double>(64);
  CHECK(kinds(guest.launch("copies_struct", kOne, {32, 1, 1}, to, from)) == kUnwritten);
  CHECK(kinds(guest.launch("fills_struct", kOne, {32, 1, 1}, from)) == kSilent);
  CHECK(kinds(guest.launch("copies_struct", kOne, {32, 1, 1}, to, from)) == kSilent);
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

TEST_CASE("without checks nobody watches which lanes set a register") {
  Guest guest(
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry place_of_one(.param .u64 next, .param .u64 out) {\n"
      ".reg .b32 %r<4>;\n.reg .b64 %rd<6>;\n.reg .pred %p<2>;\n"
      "ld.param.u64 %rd1,[next];\nld.param.u64 %rd2,[out];\nmov.u32 %r1,%tid.x;\n"
      "setp.ne.u32 %p1,%r1,0;\n@%p1 bra USE;\natom.global.add.u32 %r2,[%rd1],32;\n"
      "USE:\nmul.wide.u32 %rd3,%r2,4;\nadd.u64 %rd4,%rd2,%rd3;\n"
      "st.global.u32 [%rd4],%r1;\nret;\n}\n");
  const auto next = guest.upload(std::vector<std::uint32_t>{5});
  const auto out = guest.upload(std::vector<std::uint32_t>(32, 99));
  guest.device.options().checks = {false, false, false};
  CHECK(guest.module->program("place_of_one", guest.device.options().checks)->lane_taints.empty());
  CHECK(guest.launch("place_of_one", kOne, {32, 1, 1}, next, out).faults.empty());
  CHECK(guest.download<std::uint32_t>(out, 8)[5] == 0);
  CHECK(guest.download<std::uint32_t>(out, 8)[0] == 31);  // a register that nobody set is zero
  guest.device.options().checks = {false, true, false};
  CHECK_FALSE(
      guest.module->program("place_of_one", guest.device.options().checks)->lane_taints.empty());
  const LaunchOutcome watched = guest.launch("place_of_one", kOne, {32, 1, 1}, next, out);
  REQUIRE(kinds(watched) == kUnwritten);
  CHECK(watched.faults[0].thread.x == 1);
}
