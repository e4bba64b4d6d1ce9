// Vector clocks of streams, events, graphs and the host.
#include "runtime/streams/stream_order.hpp"

#include "runtime/streams/busy_streams.hpp"

#include <algorithm>

namespace warpschool::sim::runtime {
namespace {

using Counts = std::vector<std::uint32_t>;

/// Beyond, all that was asked for counts as done: clocks would cost more than they tell.
constexpr std::size_t kMostLanes = 512;

std::uint32_t count_of(const Counts& clock, std::uint32_t lane) {
  return lane < clock.size() ? clock[lane] : 0;
}

void join_counts(Counts& clock, const Counts& other) {
  if (clock.size() < other.size()) {
    clock.resize(other.size());
  }
  for (std::size_t lane = 0; lane < other.size(); ++lane) {
    clock[lane] = std::max(clock[lane], other[lane]);
  }
}

}  // namespace

StreamOrder::StreamOrder() {
  add_stream(kLegacyStream, true);
  add_stream(kPerThreadStream, true);
}

void StreamOrder::add_stream(StreamId stream, bool waits_for_legacy) {
  streams_[stream] = {waits_for_legacy, false, {}, {}};
  never_waiting_ += waits_for_legacy ? 0 : 1;
}

/// Its work goes on, and the default stream waits for it as before.
void StreamOrder::remove_stream(StreamId stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) {
    return;
  }
  if (found->second.waits_for_legacy) {
    join_counts(busy(kLegacyStream).knows, found->second.knows);
  } else {
    --never_waiting_;
  }
  streams_.erase(found);
}

StreamOrder::Stream& StreamOrder::busy(StreamId stream) {
  Stream& own = streams_.at(stream);
  if (!own.is_busy) {
    own.is_busy = true;
    add_busy(busy_, stream, streams_);
  }
  return own;
}

/// What the next work of the stream comes after.
Counts StreamOrder::earlier(StreamId stream) const {
  const Stream& own = streams_.at(stream);
  Counts clock = own.knows;
  join_counts(clock, host_);
  if (stream == kLegacyStream) {
    for (const StreamId id : busy_) {
      const auto other = streams_.find(id);
      if (other != streams_.end() && other->second.waits_for_legacy) {
        join_counts(clock, other->second.knows);
      }
    }
  } else if (own.waits_for_legacy) {
    join_counts(clock, streams_.at(kLegacyStream).knows);
  }
  return clock;
}

/// A lane of the stream whose last work comes before: the first, but for branches of a graph.
std::uint32_t StreamOrder::lane_behind(Stream& stream, const Counts& clock) {
  for (const std::uint32_t lane : stream.lanes) {
    if (count_of(clock, lane) == last_[lane]) {
      return lane;
    }
  }
  stream.lanes.push_back(static_cast<std::uint32_t>(last_.size()));
  last_.push_back(0);
  return stream.lanes.back();
}

WorkOrder StreamOrder::begin(StreamId stream) {
  if (last_.size() >= kMostLanes) {
    host_waits_for_all();
  }
  WorkOrder order;
  order.before = earlier(stream);
  Stream& own = busy(stream);
  order.lane = lane_behind(own, order.before);
  order.number = ++last_[order.lane];
  order.generation = generation_;
  order.done = host_;
  order.is_before_all = stream == kLegacyStream && !has_branched_ && never_waiting_ == 0;
  order.stream = stream;
  own.knows = order.before;
  own.knows.resize(std::max<std::size_t>(own.knows.size(), order.lane + 1));
  own.knows[order.lane] = order.number;
  return order;
}

WorkClock StreamOrder::mark(StreamId stream) const {
  return {generation_, earlier(stream)};
}

void StreamOrder::wait(StreamId stream, const WorkClock& clock) {
  if (clock.generation == generation_) {
    join_counts(busy(stream).knows, clock.counts);
  }
}

void StreamOrder::branch(StreamId stream, const WorkClock& clock) {
  has_branched_ = true;
  busy(stream).knows = clock.generation == generation_ ? clock.counts : Counts();
}

void StreamOrder::join(WorkClock& clock, const WorkClock& other) {
  if (clock.generation < other.generation) {
    clock = other;  // what stands in the older one is done
  } else if (clock.generation == other.generation) {
    join_counts(clock.counts, other.counts);
  }
}

void StreamOrder::host_waits_for(const WorkClock& clock) {
  if (clock.generation != generation_) {
    return;
  }
  join_counts(host_, clock.counts);
  host_.resize(std::max(host_.size(), last_.size()));
  if (std::equal(last_.begin(), last_.end(), host_.begin())) {
    host_waits_for_all();
  }
}

void StreamOrder::host_waits_for_all() {
  if (last_.empty()) {
    return;
  }
  ++generation_;
  last_.clear();
  host_.clear();
  for (const StreamId id : busy_) {
    if (const auto found = streams_.find(id); found != streams_.end()) {
      found->second.is_busy = false;
      found->second.knows.clear();
      found->second.lanes.clear();
    }
  }
  busy_.clear();
}

}  // namespace warpschool::sim::runtime
