// Plays how blocks of unequal work are handed out to the SMs.
#include "model/block_balance.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

namespace warpschool::sim {
namespace {

template <class T>
using Earliest = std::priority_queue<T, std::vector<T>, std::greater<>>;

/// An SM that divides its clocks among its blocks (processor sharing). Its own time counts what
/// each block has got since the launch began.
class SharedSm {
 public:
  void add(double work) { ends_.push(got_ + work); }
  bool is_idle() const { return ends_.empty(); }
  /// When the next of its blocks ends, if no other one comes.
  double next_end() const {
    return now_ + (ends_.top() - got_) * static_cast<double>(ends_.size());
  }
  void end_next() {
    now_ = next_end();
    got_ = ends_.top();
    ends_.pop();
  }

 private:
  double now_ = 0, got_ = 0;
  Earliest<double> ends_;  ///< in its own time
};

/// When the last block ends.
double play(std::span<const std::uint32_t> work, unsigned sms, unsigned resident) {
  struct End {
    double time = 0;
    std::size_t sm = 0;
    bool operator>(const End& other) const { return time > other.time; }
  };
  std::vector<SharedSm> all(sms);
  std::size_t next = 0;
  for (unsigned place = 0; place < resident; ++place) {
    for (std::size_t sm = 0; sm < sms && next < work.size(); ++sm) {
      all[sm].add(work[next++]);
    }
  }
  Earliest<End> ends;
  const auto expect = [&](std::size_t sm) {
    if (!all[sm].is_idle()) {
      ends.push({all[sm].next_end(), sm});
    }
  };
  for (std::size_t sm = 0; sm < sms; ++sm) {
    expect(sm);
  }
  double last = 0;
  while (!ends.empty()) {
    const End end = ends.top();
    ends.pop();
    last = end.time;
    all[end.sm].end_next();
    if (next < work.size()) {
      all[end.sm].add(work[next++]);
    }
    expect(end.sm);
  }
  return last;
}

}  // namespace

double busiest_sm_share(std::span<const std::uint32_t> work, unsigned sms, unsigned resident) {
  constexpr double kAlike = 1.02;  // then rounding up says it
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  const auto blocks = static_cast<double>(work.size());
  if (sum == 0) {
    return 1;
  }
  if (*std::max_element(work.begin(), work.end()) <= kAlike * sum / blocks) {
    const std::size_t most = (work.size() + sms - 1) / sms;
    return static_cast<double>(most) * sms / blocks;
  }
  return play(work, sms, resident) * sms / sum;
}

}  // namespace warpschool::sim
