// Accesses by which threads wait for what other blocks write.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Finds the polls of a kernel (Program::polls): strong loads
/// of global memory that alone decide whether their loop goes on ("while (*flag == 0);", not a
/// search that ends when another thread has found something), and atomics that ask the same again
/// and again in a loop and whose answer decides a branch in it ("while (atomicCAS(lock, 0, 1) !=
/// 0);", "if (atomicExch(lock, 1) == 0)"). A loop of compare-and-swap that makes a new value of the
/// old one is none: it waits for nobody, and neither does one that draws the next piece of work.
/// Where there are polls, they and all other accesses by which blocks may tell each other something
/// (atomics and strong accesses) are made in the order of the blocks' clocks (Step::kInTurn).
void mark_polls(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
