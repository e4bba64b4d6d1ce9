// Advises on times between events.
#include "runtime/advice/event_times.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// Measurements remembered: in a loop those of the last turns.
constexpr std::size_t kMostMeasured = 64;

/// Was the second event certainly reached before the first?
bool is_before(const CUevent_st& end, const CUevent_st& start) {
  const std::vector<std::uint32_t>&first = end.clock.counts, &second = start.clock.counts;
  if (end.number >= start.number || end.clock.generation != start.clock.generation) {
    return end.number < start.number && end.clock.generation < start.clock.generation;
  }
  bool is_all = true;
  for (std::size_t lane = 0; lane < first.size(); ++lane) {
    is_all = is_all && first[lane] <= (lane < second.size() ? second[lane] : 0);
  }
  return is_all;
}

void note_negative_time(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) {
  if (end.time_us >= start.time_us || !is_before(end, start)) {
    return;
  }
  const SourceLocation where = current_call().where_in_program();
  const std::string place =
      where.line == 0 ? "host code" : fmt::format("{}:{}", where.file, where.line);
  runtime.recorder().note_once(
      "negative time " + place,
      fmt::format("{}: cudaEventElapsedTime: the second event was recorded before the first, so "
                  "that the time is negative. Its arguments are (&ms, start, stop).",
                  place));
}

}  // namespace

void EventTimes::given(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) {
  note_negative_time(runtime, start, end);
  if (end.launches <= start.launches || start.clock.generation != end.clock.generation) {
    return;
  }
  const Launches between = {start.launches, end.launches};
  if (start.clock.counts != end.clock.counts) {
    measured_.push_back(between);
    if (measured_.size() > kMostMeasured) {
      measured_.pop_front();
    }
  } else if (end.number == start.number + 1) {
    suspect(between);
  }
}

void EventTimes::suspect(const Launches& between) {
  const SourceLocation where = current_call().where_in_program();
  const std::string place =
      where.line == 0 ? "host code" : fmt::format("{}:{}", where.file, where.line);
  const std::uint64_t launches = between.second - between.first;
  const bool is_known =
      std::any_of(suspicions_.begin(), suspicions_.end(),
                  [&](const Suspicion& suspicion) { return suspicion.place == place; });
  if (is_known) {
    return;
  }
  suspicions_.push_back(
      {between, place,
       fmt::format(
           "{}: cudaEventElapsedTime: the stream in which both events were recorded had nothing to "
           "do in between; {} launched in another stream, which the events do not wait for. Record "
           "them in the stream of the kernel: cudaEventRecord(event, stream).",
           place, launches == 1 ? "a kernel was" : fmt::format("{} kernels were", launches))});
}

void EventTimes::tell(Recorder& recorder) {
  const auto is_measured = [&](const Launches& between) {
    return std::any_of(measured_.begin(), measured_.end(), [&](const Launches& other) {
      return std::max(between.first, other.first) < std::min(between.second, other.second);
    });
  };
  for (const Suspicion& suspicion : std::exchange(suspicions_, {})) {
    if (!is_measured(suspicion.between)) {
      recorder.note_once("time of nothing " + suspicion.place, suspicion.note);
    }
  }
}

}  // namespace warpschool::sim::runtime
