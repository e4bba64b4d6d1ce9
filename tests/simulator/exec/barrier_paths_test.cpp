// What control flow says of barriers that not all threads come to.
#include "exec/schedule/barrier_paths.hpp"

#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"

using namespace warpschool::sim;

namespace {

Program program_of(const std::string& body) {
  const ptx::Module module = ptx::parsed(ptx::with_header(
      ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\n"
      ".reg .b64 %a;\nld.param.u64 %a, [a];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\n"
      "setp.ge.s32 %p1, %r2, %r1;\nsetp.eq.s32 %p2, %r2, 0;\n" +
      body + "}\n"));
  warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  return std::move(*program);
}

/// The n-th instruction that takes such a step.
std::uint32_t find(const Program& program, Step step, unsigned n = 0) {
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    const bool is_one = program.code[at].step == step &&
                        (step != Step::kBranch || program.code[at].guard != kNoSlot);
    if (is_one && n-- == 0) {
      return at;
    }
  }
  FAIL("no such step");
  return 0;
}

bool past_by_the_first_branch(const std::string& body) {
  const Program program = program_of(body);
  const std::uint32_t branch = find(program, Step::kBranch);
  const std::uint32_t barrier = find(program, Step::kBarrier);
  BarrierPaths paths(program);
  CHECK(paths.condition_of(barrier) == branch);
  return paths.went_past(barrier, {branch, true}) || paths.went_past(barrier, {branch, false});
}

}  // namespace

TEST_CASE("who ends at once has not gone past a barrier, however it is written") {
  CHECK_FALSE(past_by_the_first_branch("@%p1 bra L;\nbar.sync 0;\nst.u32 [%a], %r2;\nL:\nret;\n"));
  CHECK_FALSE(
      past_by_the_first_branch("@!%p1 bra L;\nret;\nL:\nbar.sync 0;\nst.u32 [%a], %r2;\nret;\n"));
  CHECK_FALSE(past_by_the_first_branch(
      "@!%p1 bra L;\nst.u32 [%a], %r1;\nret;\nL:\nbar.sync 0;\nst.u32 [%a], %r2;\nret;\n"));
}

TEST_CASE("who does what comes behind a barrier has gone past it") {
  CHECK(past_by_the_first_branch("@%p1 bra L;\nbar.sync 0;\nL:\nst.u32 [%a], %r2;\nret;\n"));
}

TEST_CASE("a turn that was made does not count as behind the barrier of the loop") {
  const Program program = program_of(
      "L:\nld.u32 %r3, [%a];\nsetp.eq.s32 %p3, %r3, 0;\n@%p3 bra M;\nbar.sync 0;\nbra L;\nM:\n"
      "ret;\n");
  BarrierPaths paths(program);
  CHECK_FALSE(paths.went_past(find(program, Step::kBarrier), {find(program, Step::kBranch), true}));
}

TEST_CASE("of two barriers the one in the branch is left out") {
  const Program program = program_of("@%p1 bra L;\nbar.sync 0;\nL:\nbar.sync 0;\nret;\n");
  const std::uint32_t in_branch = find(program, Step::kBarrier),
                      behind = find(program, Step::kBarrier, 1);
  const BarrierPaths paths(program);
  CHECK(paths.is_left_out(in_branch, behind));
  CHECK_FALSE(paths.is_left_out(behind, in_branch));
  CHECK(paths.condition_of(behind) == kNoIndex);
  const Program two = program_of("@%p1 bra L;\nbar.sync 0;\nret;\nL:\nbar.sync 0;\nret;\n");
  const std::uint32_t one = find(two, Step::kBarrier), other = find(two, Step::kBarrier, 1);
  CHECK_FALSE(BarrierPaths(two).is_left_out(one, other));
  CHECK_FALSE(BarrierPaths(two).is_left_out(other, one));
}
