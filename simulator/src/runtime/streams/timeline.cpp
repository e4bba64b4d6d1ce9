// The modelled clock of copies and kernels.
#include "runtime/streams/timeline.hpp"

#include "runtime/streams/busy_streams.hpp"

#include <algorithm>

namespace warpschool::sim::runtime {
namespace {

constexpr double kPollUs = 2.0;
/// Kernels that a device runs side by side (CUDA C++ Programming Guide, appendix on compute
/// capabilities).
constexpr std::size_t kMostResidents = 128;

}  // namespace

Timeline::Timeline() {
  add_stream(kLegacyStream, true);
  add_stream(kPerThreadStream, true);
}

void Timeline::add_stream(StreamId stream, bool waits_for_legacy) {
  streams_[stream] = {0.0, waits_for_legacy, false, false};
}

void Timeline::remove_stream(StreamId stream) {
  streams_.erase(stream);
}

void Timeline::set_ready(StreamId stream, double time_us) {
  Stream& own = streams_.at(stream);
  own.ready_us = time_us;
  if (!own.is_busy) {
    own.is_busy = true;
    add_busy(busy_, stream, streams_);
  }
}

/// Calls `body` for each, and drops those that the host has waited for.
template <class F>
void Timeline::for_each_busy(F&& body) {
  std::erase_if(busy_, [&](StreamId id) {
    const auto found = streams_.find(id);
    if (found == streams_.end()) {
      return true;
    }
    Stream& stream = found->second;
    body(stream);
    stream.is_busy = stream.ready_us > host_us_;
    return !stream.is_busy;
  });
}

/// Without regard to the host, as nothing begins before what it has waited for.
double Timeline::earliest(StreamId stream) {
  const Stream& own = streams_.at(stream);
  double time = own.ready_us;
  if (stream == kLegacyStream) {
    for_each_busy([&](const Stream& other) {
      time = other.waits_for_legacy ? std::max(time, other.ready_us) : time;
    });
  } else if (own.waits_for_legacy) {
    time = std::max(time, streams_.at(kLegacyStream).ready_us);
  }
  return time;
}

/// When a share of the compute engine is free. As what is there has begun, more is free the later.
double Timeline::begin_beside(double earliest_us, double share) {
  double time = std::max(earliest_us, next_dispatch_us_);
  for (;;) {
    std::erase_if(residents_, [&](const Resident& other) { return other.end_us <= time; });
    double taken = share;
    double next = time;
    for (const Resident& other : residents_) {
      taken += other.share;
      next = next == time ? other.end_us : std::min(next, other.end_us);
    }
    constexpr double kRounding = 1e-9;
    if (residents_.empty() || (taken <= 1 + kRounding && residents_.size() < kMostResidents)) {
      return time;
    }
    time = next;
  }
}

Interval Timeline::run_beside(StreamId stream, double duration_us, Load load) {
  const double begin = begin_beside(std::max(earliest(stream), host_us_), load.share);
  const double end = begin + duration_us;
  residents_.push_back({end, load.share});
  next_dispatch_us_ = begin + std::min(load.dispatch_us, duration_us);
  set_ready(stream, end);
  streams_.at(stream).ends_in_kernel = true;
  return {begin, end};
}

void Timeline::set_uneven(bool uneven) {
  is_uneven_ = uneven;
  uneven_kernels_ = 0;
}

double Timeline::next_slowdown() {
  constexpr unsigned kEvery = 5;
  constexpr double kSlower = 6;
  return is_uneven_ && ++uneven_kernels_ % kEvery == 0 ? kSlower : 1;
}

void Timeline::end_queue(StreamId stream) {
  streams_.at(stream).ends_in_kernel = false;
}

bool Timeline::queues_behind_kernel(StreamId stream) const {
  const Stream& own = streams_.at(stream);
  return own.ends_in_kernel && own.ready_us > host_us_;
}

Interval Timeline::run(StreamId stream, Engine engine, double duration_us) {
  if (engine == Engine::kCompute) {
    return run_beside(stream, duration_us, {1, duration_us});
  }
  double& engine_free = engine_free_us_[static_cast<std::size_t>(engine)];
  const double begin = std::max({earliest(stream), engine_free, host_us_});
  const double end = begin + duration_us;
  engine_free = end;
  set_ready(stream, end);
  streams_.at(stream).ends_in_kernel = false;
  return {begin, end};
}

double Timeline::mark(StreamId stream) {
  return std::max(earliest(stream), host_us_);
}

void Timeline::hold_until(StreamId stream, double time_us) {
  set_ready(stream, std::max(streams_.at(stream).ready_us, time_us));
}

void Timeline::host_waits_for(double time_us) {
  if (time_us > host_us_) {
    host_us_ = time_us;
    ++host_waits_;
  }
}

void Timeline::host_waits_for_all() {
  double last_us = host_us_;
  for_each_busy([&](const Stream& stream) { last_us = std::max(last_us, stream.ready_us); });
  host_waits_for(last_us);
}

void Timeline::host_polls() {
  host_us_ += kPollUs;
}

}  // namespace warpschool::sim::runtime
