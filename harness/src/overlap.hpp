// How much of a program's copies and kernels ran at the same time.
#pragma once

#include <vector>

namespace warpschool::harness {

/// A piece of work on the simulator's time line, in microseconds.
struct Busy {
  double begin_us = 0;
  double end_us = 0;
};

/// The time of all pieces added up, over the time in which any of them ran: 1 if they ran one after
/// the other, 2 if two always ran at once; 0 without work.
double overlap_of(std::vector<Busy> work);

}  // namespace warpschool::harness
