// The modelled clock: when each copy and kernel would have run on the device, and how far the host
// has come.
//
// Work is executed at once when it is asked for; only its time is laid on this line. Kernels share
// one engine, on which those that leave room for each other run side by side. Copies have one
// engine for each direction. A stream orders its own work (CUDA C++ Programming Guide, "Streams").
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::runtime {

using StreamId = std::uint64_t;

/// The default stream: it and every blocking stream wait for each other.
inline constexpr StreamId kLegacyStream = 0;
/// cudaStreamPerThread: one for all threads, as their work runs one after the other anyway.
inline constexpr StreamId kPerThreadStream = ~StreamId{0};

enum class Engine : std::uint8_t { kCompute, kToDevice, kToHost, kHost };

/// How much of the compute engine a piece of work takes.
struct Load {
  double share = 1;        ///< of the device, 0 to 1; 1: nothing runs beside it
  double dispatch_us = 0;  ///< from its begin on, in which no other begins: the launch overhead
};

/// When a piece of work ran, in microseconds since the first.
struct Interval {
  double begin_us = 0;
  double end_us = 0;
};

class Timeline {
 public:
  Timeline();

  void add_stream(StreamId stream, bool waits_for_legacy);
  void remove_stream(StreamId stream);
  bool has_stream(StreamId stream) const { return streams_.count(stream) != 0; }

  /// Lays work behind everything it must wait for. The host does not wait.
  Interval run(StreamId stream, Engine engine, double duration_us);
  /// The same of work that leaves a part of the compute engine to others. It begins after what was
  /// asked for before it has begun.
  Interval run_beside(StreamId stream, double duration_us, Load load);
  /// Whether some kernels take longer than their time, so that who measures a mean is told from who
  /// measures once. Begins anew.
  void set_uneven(bool uneven);
  /// How many times as long as its own time the next kernel takes: every fifth 6 times, if they are
  /// uneven. Any five in a row take 10 times the time of one, and so none takes the mean.
  double next_slowdown();
  /// Is a kernel the last work of `stream`, and runs when the host asks for more? The next one then
  /// waits in the device's queue already when it may begin.
  bool queues_behind_kernel(StreamId stream) const;
  /// An event stands behind the last work of `stream`: the next kernel begins anew.
  void end_queue(StreamId stream);
  /// The time an event recorded now in `stream` completes.
  double mark(StreamId stream);
  /// Later work of `stream` begins at `time_us` or after.
  void hold_until(StreamId stream, double time_us);

  /// When the last work of `stream` ends.
  double ready(StreamId stream) const { return streams_.at(stream).ready_us; }
  /// The next work of `stream` may begin at `time_us`, even if other work ends later: nodes of a
  /// graph that do not wait for each other.
  void branch(StreamId stream, double time_us) { set_ready(stream, time_us); }
  /// Whether the stream and the default stream wait for each other.
  bool is_blocking(StreamId stream) const { return streams_.at(stream).waits_for_legacy; }

  void host_waits_for(double time_us);
  void host_waits_for_stream(StreamId stream) { host_waits_for(mark(stream)); }
  void host_waits_for_all();
  /// How often it waited for what was not done yet.
  std::uint64_t host_waits() const { return host_waits_; }
  /// The host asked and went on: polling takes time too, so that a polling loop ends.
  void host_polls();
  double host_us() const { return host_us_; }

 private:
  struct Stream {
    double ready_us = 0;
    bool waits_for_legacy = true;
    bool is_busy = false;         ///< stands in `busy_`
    bool ends_in_kernel = false;  ///< nothing stands behind its last kernel, no event either
  };

  struct Resident {
    double end_us = 0;
    double share = 0;
  };

  double earliest(StreamId stream);
  double begin_beside(double earliest_us, double share);
  void set_ready(StreamId stream, double time_us);
  template <class F>
  void for_each_busy(F&& body);

  std::unordered_map<StreamId, Stream> streams_;
  /// Streams with work that the host has not waited for, and some without: a program may have made
  /// a hundred thousand streams, and then asks for copies.
  std::vector<StreamId> busy_;
  std::array<double, 4> engine_free_us_{};
  /// What runs on the compute engine at the time at which the last work began there.
  std::vector<Resident> residents_;
  double next_dispatch_us_ = 0;
  bool is_uneven_ = false;
  unsigned uneven_kernels_ = 0;
  double host_us_ = 0;
  std::uint64_t host_waits_ = 0;
};

}  // namespace warpschool::sim::runtime
