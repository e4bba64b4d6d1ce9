// What is found out about a lowered kernel before it runs, as a list.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/lowering/lowering.hpp"
#include "lower/program/frame.hpp"
#include "lower/program/program.hpp"

#include <span>

namespace warpschool::sim {

/// What a pass may use. Results go into side tables: Program::info, ::unset, ::lane_taints.
struct PassContext {
  Program& program;
  const Dataflow& flow;  ///< of the program as it was before the first pass
  FrameBuilder& frame;
  const LoweringTools& tools;
};

struct Pass {
  const char* name;
  const char* finds;  ///< in a line
  void (*run)(const PassContext&);
};

/// In the order in which they run.
std::span<const Pass> passes();

void run_passes(Program& program, FrameBuilder& frame, const LoweringTools& tools);

}  // namespace warpschool::sim
