// What the checks say of memory that nobody wrote, and of values that nobody set.
#include "exec/launch/module.hpp"
#include "racer.hpp"
#include "warpschool/harness/catch.hpp"

using namespace warpschool::sim;

namespace {

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

}  // namespace

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
