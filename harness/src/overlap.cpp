// Measures how much of a program's copies and kernels ran at the same time.
#include "overlap.hpp"

#include <algorithm>

namespace warpschool::harness {

double overlap_of(std::vector<Busy> work) {
  std::sort(work.begin(), work.end(),
            [](const Busy& a, const Busy& b) { return a.begin_us < b.begin_us; });
  double added_up = 0, covered = 0, reached = 0;
  for (const Busy& piece : work) {
    added_up += piece.end_us - piece.begin_us;
    covered += std::max(0.0, piece.end_us - std::max(piece.begin_us, reached));
    reached = std::max(reached, piece.end_us);
  }
  return covered > 0 ? added_up / covered : 0;
}

}  // namespace warpschool::harness
