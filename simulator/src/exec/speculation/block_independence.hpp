// What is certain of a launch before it runs, so that its blocks need not be watched while they run
// at the same time (speculation.hpp).
#pragma once

#include <cstdint>

namespace warpschool::sim {

class Grid;

enum class BlockIndependence : std::uint8_t {
  kNothing,
  /// No thread faults or runs on for ever, and none reads an allocation which one of them writes.
  /// So a block writes the same bytes to the same places however often it runs and whatever ran
  /// before it: nothing that it overwrites has to be kept.
  kIdempotent,
  /// And no two blocks write the same byte: nobody has to claim what he writes.
  kDisjointWrites
};

/// More than kNothing only for kernels without loops, calls, barriers, atomics and shared memory.
/// Their addresses must be made of parameters, block and thread indices alone, as in most kernels
/// that work element by element. Found by interval arithmetic over the values of this launch; a
/// branch on a comparison bounds what it leads to.
BlockIndependence block_independence_of(const Grid& grid);

}  // namespace warpschool::sim
