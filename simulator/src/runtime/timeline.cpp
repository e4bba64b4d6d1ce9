#include "runtime/timeline.hpp"

#include <algorithm>

namespace warpschool::sim::runtime {
namespace {

constexpr double kPollUs = 2.0;

}  // namespace

Timeline::Timeline() {
  add_stream(kLegacyStream, true);
  add_stream(kPerThreadStream, true);
}

void Timeline::add_stream(StreamId stream, bool waits_for_legacy) {
  streams_[stream] = {0.0, waits_for_legacy};
}

void Timeline::remove_stream(StreamId stream) {
  streams_.erase(stream);
}

double Timeline::earliest(StreamId stream) const {
  const Stream& own = streams_.at(stream);
  double time = own.ready_us;
  if (stream == kLegacyStream) {
    for (const auto& [id, other] : streams_) {
      time = other.waits_for_legacy ? std::max(time, other.ready_us) : time;
    }
  } else if (own.waits_for_legacy) {
    time = std::max(time, streams_.at(kLegacyStream).ready_us);
  }
  return time;
}

Interval Timeline::run(StreamId stream, Engine engine, double duration_us) {
  double& engine_free = engine_free_us_[static_cast<std::size_t>(engine)];
  const double begin = std::max({earliest(stream), engine_free, host_us_});
  const double end = begin + duration_us;
  engine_free = end;
  streams_.at(stream).ready_us = end;
  return {begin, end};
}

double Timeline::mark(StreamId stream) const {
  return std::max(earliest(stream), host_us_);
}

void Timeline::hold_until(StreamId stream, double time_us) {
  double& ready = streams_.at(stream).ready_us;
  ready = std::max(ready, time_us);
}

void Timeline::host_waits_for(double time_us) {
  host_us_ = std::max(host_us_, time_us);
}

void Timeline::host_waits_for_all() {
  for (const auto& [id, stream] : streams_) {
    host_waits_for(stream.ready_us);
  }
}

void Timeline::host_polls() {
  host_us_ += kPollUs;
}

}  // namespace warpschool::sim::runtime
