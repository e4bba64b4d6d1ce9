// Which accesses are taken for waiting for other blocks.
#include "lowered_kernel.hpp"

#include <algorithm>
#include <string>

using namespace warpschool::sim;

namespace {

std::size_t polls(const std::string& body) {
  return lowered(body).polls.size();
}

TEST_CASE("a loop that reads a flag until it is set waits for others", "[sim][lower]") {
  CHECK(
      polls("TOP:\nld.volatile.global.u32 %r2, [%a];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra TOP;\n") ==
      1);
  CHECK(polls("TOP:\nld.acquire.gpu.global.u32 %r2, [%a];\nand.b32 %r3, %r2, 1;\n"
              "setp.ne.s32 %p1, %r3, 0;\n@%p1 bra END;\nbra TOP;\nEND:\n") == 1);
  CHECK(polls("TOP:\nld.global.u32 %r2, [%a];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra TOP;\n") == 0);
  CHECK(polls("ld.volatile.global.u32 %r2, [%a];\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra END;\n"
              "st.global.u32 [%a+4], %r1;\nEND:\n") == 0);
}

TEST_CASE("a volatile number that a loop adds up is waited for by nobody", "[sim][lower]") {
  CHECK(polls("mov.u32 %r3, 0;\nmov.u32 %r4, 0;\nTOP:\nld.volatile.global.u32 %r2, [%a];\n"
              "add.s32 %r3, %r3, %r2;\nadd.s32 %r4, %r4, 1;\nsetp.lt.s32 %p1, %r4, %n;\n"
              "@%p1 bra TOP;\nst.volatile.global.u32 [%a], %r3;\n") == 0);
}

TEST_CASE("a search that ends when another thread has found something does not wait",
          "[sim][lower]") {
  CHECK(polls("mov.u32 %r4, 0;\nTOP:\nld.volatile.global.u32 %r2, [%a];\n"
              "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra END;\nadd.s32 %r4, %r4, 1;\n"
              "setp.lt.s32 %p2, %r4, %n;\n@%p2 bra TOP;\nEND:\n") == 0);
}

TEST_CASE("a loop that takes a lock waits, one that swaps what it has computed does not",
          "[sim][lower]") {
  CHECK(polls("TOP:\natom.global.cas.b32 %r2, [%a], 0, 1;\nsetp.ne.s32 %p1, %r2, 0;\n"
              "@%p1 bra TOP;\n") == 1);
  CHECK(polls("TOP:\natom.global.exch.b32 %r2, [%a], 1;\nsetp.ne.s32 %p1, %r2, 0;\n"
              "@%p1 bra NOT;\nst.global.u32 [%a+4], %r1;\natom.global.exch.b32 %r3, [%a], 0;\n"
              "bra END;\nNOT:\nbra TOP;\nEND:\n") == 1);
  CHECK(polls("ld.global.u32 %r2, [%a];\nTOP:\nadd.s32 %r3, %r2, %r1;\nmov.u32 %r4, %r2;\n"
              "atom.global.cas.b32 %r2, [%a], %r4, %r3;\nsetp.ne.s32 %p1, %r2, %r4;\n"
              "@%p1 bra TOP;\n") == 0);
  CHECK(polls("TOP:\natom.global.add.u32 %r2, [%a], 1;\nsetp.lt.u32 %p1, %r2, %n;\n"
              "@%p1 bra TOP;\n") == 0);
  CHECK(polls("TOP:\natom.global.add.u32 %r2, [%a], 0;\nsetp.lt.u32 %p1, %r2, %n;\n"
              "@%p1 bra TOP;\n") == 1);
}

TEST_CASE("what blocks tell each other comes in turn where one waits, and only there",
          "[sim][lower]") {
  const auto in_turn = [](const std::string& body) {
    const Program program = lowered(body);
    return std::count_if(program.code.begin(), program.code.end(),
                         [](const Decoded& i) { return i.step == Step::kInTurn; });
  };
  const std::string tells =
      "red.global.add.u32 [%a+8], 1;\nst.volatile.global.u32 [%a+4], %r1;\n"
      "st.global.u32 [%a+12], %r1;\n";
  CHECK(in_turn(tells) == 0);
  CHECK(in_turn("TOP:\nld.volatile.global.u32 %r2, [%a];\nsetp.eq.s32 %p1, %r2, 0;\n"
                "@%p1 bra TOP;\n" +
                tells) == 3);
}

}  // namespace
