// Copies to the host of memory that nobody has written: as a rule results that no kernel computed.
#pragma once

#include "runtime/copies/copy_engine.hpp"

namespace warpschool::sim::runtime {

/// Looks at what a copy from the device to the host is about to take (only while the check of
/// uninitialised reads is on). Three cases, each told once of a line:
/// - Nothing of it was ever written: a note.
/// - Only its first elements were, one for each thread of the last kernel: a note, as the grid is
///   too small.
/// - Some of it was not: told at the end, if the program fails. Many that are right copy buffers of
///   which they use only a part (lists, queues, hash tables). Gaps that may be padding, in structs
///   or at the end of rows, are not told at all.
/// @param copy its source is device memory and was found to be right.
void look_for_unwritten(Runtime& runtime, const Copy& copy);

}  // namespace warpschool::sim::runtime
