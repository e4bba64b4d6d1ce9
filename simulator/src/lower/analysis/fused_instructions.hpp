// Instructions of PTX of which ptxas makes one.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Two logical operations one behind the other are one with three operands (LOP3), two sums are one
/// (IADD3), and so are a shift by a constant and a sum (LEA), a product of 32 bits and a sum of 64
/// (IMAD.WIDE), where nobody else wants what is in between: the first one takes no issue slot. What
/// only makes addresses of shared memory has 32 bits. For the time alone.
void mark_fused_instructions(Program& program, const Dataflow& flow);

}  // namespace warpschool::sim
