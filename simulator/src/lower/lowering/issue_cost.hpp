// What an instruction costs to issue: how many slots it takes, and on which pipe.
#pragma once

#include "lower/isa/form.hpp"
#include "lower/program/program.hpp"

#include <cstdint>

namespace warpschool::sim {

/// Machine instructions that ptxas makes of this one: 64-bit integer arithmetic takes two.
std::uint8_t issue_slots(const Form& form);
/// Of these what takes the pipe of roots and sines. `counter`: what the instruction counts as.
std::uint8_t sfu_slots(const Form& form, CounterClass counter);

/// Additions of 32 bits and moves go to the ALU or, as a multiplication by one, to the FMA pipe.
IntegerPipe integer_pipe(const Form& form);

}  // namespace warpschool::sim
