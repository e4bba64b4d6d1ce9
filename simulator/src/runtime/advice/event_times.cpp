// Advises on times between events.
#include "runtime/advice/event_times.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

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

}  // namespace

void note_time_of_nothing(Runtime& runtime, const CUevent_st& start, const CUevent_st& end) {
  const bool is_empty = end.number == start.number + 1 &&
                        start.clock.generation == end.clock.generation &&
                        start.clock.counts == end.clock.counts;
  if (!is_empty || end.launches <= start.launches) {
    return;
  }
  const SourceLocation where = current_call().where_in_program();
  const std::string place =
      where.line == 0 ? "host code" : fmt::format("{}:{}", where.file, where.line);
  const std::uint64_t launches = end.launches - start.launches;
  runtime.recorder().note_once(
      "time of nothing " + place,
      fmt::format(
          "{}: cudaEventElapsedTime: the stream in which both events were recorded had nothing to "
          "do in between; {} launched in another stream, which the events do not wait for. Record "
          "them in the stream of the kernel: cudaEventRecord(event, stream).",
          place, launches == 1 ? "a kernel was" : fmt::format("{} kernels were", launches)));
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

}  // namespace warpschool::sim::runtime
