// Kernels for tests of what lowering finds out.
#pragma once

#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"
#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warpschool::sim {

/// A kernel with two pointers in %a and %b, a number in %n and the thread in %r1.
inline Program lowered(const std::string& body) {
  const ptx::Module module = ptx::parsed(ptx::with_header(
      ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
      ".shared .align 16 .b8 s[1024];\n.reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .f32 %f<40>;\n"
      ".reg .b64 %d<40>;\n.reg .b64 %a;\n.reg .b64 %b;\n.reg .b32 %n;\n"
      "ld.param.u64 %a, [a];\nld.param.u64 %b, [b];\nld.param.u32 %n, [n];\n"
      "mov.u32 %r1, %tid.x;\n" +
      body + "ret;\n}\n"));
  warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  return std::move(*program);
}

inline unsigned count(const Program& program, bool InstructionInfo::*mark) {
  return static_cast<unsigned>(
      std::count_if(program.info.begin(), program.info.end(),
                    [mark](const InstructionInfo& info) { return info.*mark; }));
}

}  // namespace warpschool::sim
