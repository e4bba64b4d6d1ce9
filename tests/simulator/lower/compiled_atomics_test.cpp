// Which atomics the time model takes for joined by the compiler, counted, or looped.
#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"

#include <algorithm>

using namespace warpschool::sim;

namespace {

/// The shape of the one atomic of a kernel with a pointer in %a and a number in %n.
AtomicShape shape_of(const std::string& body) {
  const ptx::Module module = ptx::parsed(
      ptx::with_header(".visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
                       ".shared .align 8 .b8 s[1024];\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n"
                       ".reg .b64 %d<9>;\n.reg .b64 %a;\n.reg .b32 %n;\n"
                       "ld.param.u64 %a, [a];\nld.param.u32 %n, [n];\n"
                       "cvta.to.global.u64 %d1, %a;\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
                       "mul.wide.u32 %d2, %r1, 4;\nadd.s64 %d2, %d2, %d1;\n"
                       "mul.wide.u32 %d3, %r2, 4;\nadd.s64 %d3, %d3, %d1;\n" +
                       body + "ret;\n}\n"));
  const warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  const auto atomic =
      std::find_if(program->info.begin(), program->info.end(), [](const InstructionInfo& info) {
        return info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
      });
  REQUIRE(atomic != program->info.end());
  return atomic->atomic_shape;
}

TEST_CASE("lanes with one address that the compiler knows are joined", "[sim][lower]") {
  CHECK(shape_of("red.global.add.u32 [%d1], 1;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("red.global.add.u32 [%d3], %r1;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("red.global.max.s32 [%d1], %r1;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("atom.global.add.u32 %r3, [%d1], 1;\nst.global.u32 [%d2], %r3;\n") ==
        AtomicShape::kOneLane);
}

TEST_CASE("lanes that all add the same to 8 bytes are counted first", "[sim][lower]") {
  CHECK(shape_of("mov.u64 %d4, 1;\nred.global.add.u64 [%d1], %d4;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("mov.u64 %d4, 1;\natom.global.add.u64 %d5, [%d1], %d4;\nst.global.u64 [%d2], "
                 "%d5;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("mov.u64 %d4, 1;\nred.shared.add.u64 [s], %d4;\n") == AtomicShape::kOneLane);
}

TEST_CASE("lanes that work on one word of shared memory are joined, too", "[sim][lower]") {
  CHECK(shape_of("red.shared.add.u32 [s], %r1;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("red.shared.min.s32 [s+4], %r1;\n") == AtomicShape::kOneLane);
  CHECK(shape_of("atom.shared.add.u32 %r3, [s], 1;\nst.global.u32 [%d2], %r3;\n") ==
        AtomicShape::kOneLane);
}

TEST_CASE("what each lane does for itself stays so", "[sim][lower]") {
  CHECK(shape_of("red.global.add.u32 [%d2], 1;\n") == AtomicShape::kPlain);
  CHECK(shape_of("ld.global.u64 %d4, [%d1];\nred.global.add.u32 [%d4], 1;\n") ==
        AtomicShape::kPlain);
  CHECK(shape_of("mov.f32 %f1, 0f3F800000;\nred.global.add.f32 [%d1], %f1;\n") ==
        AtomicShape::kPlain);
  CHECK(shape_of("ld.global.u64 %d4, [%d2];\nred.global.add.u64 [%d1], %d4;\n") ==
        AtomicShape::kPlain);
  CHECK(shape_of("mov.u64 %d4, 1;\nred.global.or.b64 [%d1], %d4;\n") == AtomicShape::kPlain);
  CHECK(shape_of("atom.global.exch.b32 %r3, [%d1], 1;\nst.global.u32 [%d2], %r3;\n") ==
        AtomicShape::kPlain);
  CHECK(shape_of("atom.global.max.u32 %r3, [%d1], %r1;\nst.global.u32 [%d2], %r3;\n") ==
        AtomicShape::kPlain);
}

TEST_CASE("shared memory counts increments, and loops for floats and long sums", "[sim][lower]") {
  CHECK(shape_of("red.shared.add.u32 [s], 1;\n") == AtomicShape::kCountsLanes);
  CHECK(shape_of("add.u32 %r4, %r1, 8;\nred.shared.add.u32 [%r4], %r1;\n") == AtomicShape::kPlain);
  CHECK(shape_of("add.u32 %r4, %r1, 8;\natom.shared.add.u32 %r3, [%r4], 1;\n"
                 "st.global.u32 [%d2], %r3;\n") == AtomicShape::kPlain);
  CHECK(shape_of("mov.f32 %f1, 0f3F800000;\nred.shared.add.f32 [s], %f1;\n") ==
        AtomicShape::kLoops);
  CHECK(shape_of("ld.global.u64 %d4, [%d2];\nred.shared.add.u64 [s], %d4;\n") ==
        AtomicShape::kLoops);
}

}  // namespace
