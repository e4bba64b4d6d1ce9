// Times between two events that measure nothing, or run backwards.
#pragma once

#include "runtime/core/runtime.hpp"

namespace warpschool::sim::runtime {

/// A note if the events were recorded one after the other in a stream that had nothing to do in
/// between, while kernels were launched in others. Their time measures nothing.
void note_time_of_nothing(Runtime& runtime, const CUevent_st& start, const CUevent_st& end);
/// A note if the second event was certainly reached before the first.
void note_negative_time(Runtime& runtime, const CUevent_st& start, const CUevent_st& end);

}  // namespace warpschool::sim::runtime
