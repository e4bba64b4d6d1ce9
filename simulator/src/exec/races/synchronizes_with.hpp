// What who reads a flag learns: all that was released until the flag was written, and nothing that
// came later.
#pragma once

#include "exec/races/race.hpp"

#include <cstddef>
#include <optional>

namespace warpschool::sim {

/// The last writer of a byte.
/// @param first the address of the first active lane
shadow::Entry writer_of(const RaceWords& words, DeviceAddress first, DeviceAddress byte);

/// Of an atomic or volatile write, before it is recorded: is each word to have the value that it
/// had before the launch, and has it still?
bool leaves_flag_as_it_was(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                           const RaceWords& words);

/// Of an atomic or volatile read, before it is recorded: the reading thread acquires what was
/// released before those words were written (PTX ISA, section 8.8 on synchronises-with, made
/// simpler as HappensBefore is). A barrier of the grid that a block leaves late tells it nothing of
/// what others did meanwhile. nullopt: every release so far is visible.
std::optional<Epoch> synchronizes_with(const Warp& warp, const AccessRequest& request,
                                       const MemorySite& site, const RaceWords& words);

}  // namespace warpschool::sim
