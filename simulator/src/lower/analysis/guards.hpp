// What stands between accesses: conditions that let a thread come to one, and barriers on the way
// from one to another. Asked for when a fault is told, to word it.
#pragma once

#include "lower/program/program.hpp"

#include <cstdint>

namespace warpschool::sim {

/// The last branch that decides whether a thread comes to an access, and that compares a number of
/// which the address is made: "if (i < n)" of "out[i]". kNoIndex: there is none in its function.
std::uint32_t guard_of_index(const Program& program, std::uint32_t access);

/// Does a way lead from one instruction to another of its function?
bool leads(const Program& program, std::uint32_t from, std::uint32_t to);

/// The same without going back: not in the next turn of a loop that is not unrolled.
bool leads_on(const Program& program, std::uint32_t from, std::uint32_t to);

/// The same without coming to a barrier.
bool leads_on_past_barriers(const Program& program, std::uint32_t from, std::uint32_t to);

/// Does a way lead from one instruction to another of its function without coming to a barrier?
bool leads_past_barriers(const Program& program, std::uint32_t from, std::uint32_t to);

}  // namespace warpschool::sim
