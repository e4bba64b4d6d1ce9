// Which work waits for which: vector clocks of streams, events, graphs and the host.
//
// The modelled clock (timeline.hpp) says when work would run; this says what the program has
// ordered. Two kernels whose times do not overlap may still be unordered. Rules: CUDA C++
// Programming Guide, "Streams" and "Events", and "Stream synchronization behavior" of the runtime
// API for the default stream. The host is one, whatever thread of it waited.
#pragma once

#include "runtime/streams/timeline.hpp"
#include "warpschool/sim/work.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::runtime {

/// What an event, or a graph, stands for: by lane so many pieces of work.
struct WorkClock {
  std::uint64_t generation = 0;  ///< 0: nothing
  std::vector<std::uint32_t> counts;
};

/// One piece of work, for questions to the order that it was put into.
struct WorkMark {
  std::uint64_t generation = 0;
  std::uint32_t lane = 0, number = 0;
  WorkMark() = default;
  explicit WorkMark(const WorkOrder& work)
      : generation(work.generation), lane(work.lane), number(work.number) {}
};

class StreamOrder {
 public:
  StreamOrder();

  void add_stream(StreamId stream, bool waits_for_legacy);
  void remove_stream(StreamId stream);

  /// A piece of work is put into `stream`.
  WorkOrder begin(StreamId stream);
  /// What an event recorded now in `stream` stands for.
  WorkClock mark(StreamId stream) const;
  /// Later work of `stream` comes after what `clock` stands for.
  void wait(StreamId stream, const WorkClock& clock);
  /// Later work of `stream` comes after what `clock` stands for only: nodes of a graph that do not
  /// wait for each other.
  void branch(StreamId stream, const WorkClock& clock);
  static void join(WorkClock& clock, const WorkClock& other);

  /// The host waited: all that it asks for later comes after, in whatever stream.
  void host_waits_for(const WorkClock& clock);
  void host_waits_for_stream(StreamId stream) { host_waits_for(mark(stream)); }
  /// The host knows that what was put into `stream` is done, but not what its next work waits for.
  void host_waits_for_own_work(StreamId stream) {
    host_waits_for({generation_, streams_.at(stream).knows});
  }
  void host_waits_for_all();
  /// Has it waited for that piece of work?
  bool host_knows(const WorkMark& work) const {
    return work.generation != generation_ ||
           (work.lane < host_.size() && work.number <= host_[work.lane]);
  }

 private:
  using Counts = std::vector<std::uint32_t>;
  struct Stream {
    bool waits_for_legacy = true;
    bool is_busy = false;  ///< stands in `busy_`
    Counts knows;          ///< its last work, and what that came after
    std::vector<std::uint32_t> lanes;
  };

  Counts earlier(StreamId stream) const;
  std::uint32_t lane_behind(Stream& stream, const Counts& clock);
  /// To change what it knows.
  Stream& busy(StreamId stream);

  std::unordered_map<StreamId, Stream> streams_;
  std::vector<StreamId> busy_;     ///< all that know something; those that are gone may stand there
  std::size_t never_waiting_ = 0;  ///< streams that do not wait for the default stream
  bool has_branched_ = false;
  std::uint64_t generation_ = 1;
  Counts last_;  ///< by lane: its last piece of work
  Counts host_;
};

}  // namespace warpschool::sim::runtime
