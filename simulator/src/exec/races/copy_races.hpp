// Copies and fills in the shadows that the race checks of kernels keep: a copy is an access of
// all its words by nobody's thread.
#pragma once

#include "exec/races/shadow_entry.hpp"
#include "exec/races/stream_history.hpp"

#include <functional>
#include <optional>

namespace warpschool::sim {

/// What a copy meets in a shadow.
struct CopyConflict {
  shadow::Entry entry = 0;
  DeviceAddress address = 0;  ///< of the word, or of its part that is copied
  bool writes = false;        ///< the entry's access did
};

/// The first access of unordered work that the copy must not meet.
/// @param counts says whether an entry of such work does.
std::optional<CopyConflict> find_conflict(const CopiedSide& side, const UnorderedWork& unordered,
                                          const std::function<bool(shadow::Entry)>& counts);

/// Enters a copy that was made at `epoch`; what was accessed later stays as it is.
/// @param log of work that what comes may not be ordered with
void paint_copy(const CopiedSide& side, Epoch epoch, const StreamHistory& log);

/// Do two copies touch the same byte? @param address the first such byte, found row by row.
bool copies_meet(const CopiedSide& one, const CopiedSide& other, DeviceAddress& address);

/// Where an entry of a launch was made, and how. @param party::is_write set by the caller.
void describe_access(const PastWork& work, shadow::Entry entry, RaceParty& party);

}  // namespace warpschool::sim
