// Registers that a thread may come to without having set them, and that say where in memory
// something lies: "if (lane == 0) base = atomicAdd(...); out[base + lane] = x" of optimised code.
//
// That a value may be unset is no mistake: threads without work have such, and drop them. An access
// whose address is made of one is: no thread gets there that does not need it. Compilers compute
// addresses ahead of a branch, but access only what is sure to be there. Values that are stored, or
// decide a branch, are left alone: structs are copied with members that mean nothing.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/frame.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Has the instructions that concern such registers run by `follow`, which keeps for each of them
/// which lanes have set it (Program::lane_taints). Programs without them stay as they are.
void taint_maybe_undefined(Program& program, const Dataflow& flow, FrameBuilder& frame,
                           Handler follow);

}  // namespace warpschool::sim
