// Times between events that say something else than the program wants to know: no kernel ran
// between them, or they are the wrong way round.
#pragma once

#include "runtime/core/runtime.hpp"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime {

class EventTimes {
 public:
  /// The program is given the time between two events. Where their stream had nothing to do while
  /// kernels were launched in another one, that is suspected: told only if no other pair of events
  /// measures these kernels, as each of several streams may have a pair.
  void given(Runtime& runtime, const CUevent_st& start, const CUevent_st& end);
  void tell(Recorder& recorder);

 private:
  using Launches = std::pair<std::uint64_t, std::uint64_t>;  ///< numbers, the second excluded
  struct Suspicion {
    Launches between;
    std::string place, note;
  };

  void suspect(const Launches& between);

  std::vector<Suspicion> suspicions_;
  std::deque<Launches> measured_;
};

}  // namespace warpschool::sim::runtime
