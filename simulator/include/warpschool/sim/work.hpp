// Where a piece of work (a launch, a copy, a fill) stands among others. It says what comes before
// it, so that the race checks know which pieces nothing orders (CUDA C++ Programming Guide,
// "Asynchronous Concurrent Execution").
//
// Pieces of work are numbered by lanes, from 1: each comes after the earlier ones of its lane. Most
// lanes are streams; branches of a graph have others. A vector of one number a lane then says which
// pieces come before: of each lane those up to that number.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// How streams are counted: the default stream, the thread's own one, those that the program made
/// from 1 on.
using StreamNumber = std::uint64_t;
inline constexpr StreamNumber kDefaultStreamNumber = 0;
inline constexpr StreamNumber kThreadStreamNumber = ~StreamNumber{0};

/// One piece of work.
struct WorkOrder {
  /// Pieces of other epochs are ordered with this one; lanes are counted anew in each.
  std::uint64_t generation = 0;
  std::uint32_t lane = 0;
  std::uint32_t number = 0;
  std::vector<std::uint32_t> before;  ///< by lane, 0 for lanes beyond; without this piece itself
  std::vector<std::uint32_t> done;    ///< by lane: before all that is still to come
  /// All that is still to come comes after this piece, in the streams that there are now.
  bool is_before_all = false;
  StreamNumber stream = kDefaultStreamNumber;
  const char* api = "";               ///< the function that asked for it
  const void* called_from = nullptr;  ///< the caller's address, for messages

  bool comes_after(std::uint32_t other_lane, std::uint32_t other_number) const {
    return other_lane < before.size() && other_number <= before[other_lane];
  }
};

/// One side of a copy or fill: rows of `width` bytes, `pitch` apart, in slices of `slice_pitch`
/// bytes.
struct CopiedRows {
  DeviceAddress begin = 0;
  std::uint64_t width = 0, height = 1, depth = 1;
  std::uint64_t pitch = 0, slice_pitch = 0;
  bool is_write = false;
};

}  // namespace warpschool::sim
