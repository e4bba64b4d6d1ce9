// Turns of loops of compare-and-swap, where warps of a block may meet on a word.
#include "model/swap_loops.hpp"

#include <algorithm>
#include <array>

namespace warpschool::sim {
namespace {

/// The share p of turns in which a lane gets through, if others would come between `x` times in a
/// turn if each of theirs got through: p = exp(-x p). For one word that all lanes of 2, 4, 8, 16
/// and 32 warps add to an H200 took 1.9, 3.6, 4.1, 7.7 and 14.6 times as long as for words of their
/// own (swap_loops.txt, as above); 1 / p is 1.8, 2.9, 4.6, 7.4 and 12.1. In plain arithmetic, so
/// that it is the same number on every machine.
double share_of_turns(double x) {
  double p = 1 / (1 + x / 2);
  for (int step = 0; step < 12; ++step) {
    const double y = x * p;
    p = (p + 1 / (1 + y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4))))) / 2;
  }
  return p;
}

}  // namespace

void SwapLoops::begin_block() {
  std::fill(has_loaded_.begin(), has_loaded_.end(), std::uint8_t{0});
  last_.words.clear();
  before_.words.clear();
}

void SwapLoops::learn(Request& request, std::span<const DeviceAddress> words) {
  std::array<DeviceAddress, kWarpSize> sorted;
  const auto end = std::copy(words.begin(), words.end(), sorted.begin());
  std::sort(sorted.begin(), end);
  request.words.clear();
  request.most_lanes = 0;
  for (auto word = sorted.begin(); word != end; ++word) {
    if (request.words.empty() || request.words.back().address != *word) {
      request.words.push_back({*word, 0});
    }
    request.most_lanes = std::max(request.most_lanes, ++request.words.back().lanes);
  }
}

/// How often others would come to a lane's word in a turn: the mean of the lanes of the last
/// request.
double SwapLoops::meetings() const {
  if (before_.words.empty()) {
    return 0;
  }
  unsigned pairs = 0, lanes = 0;
  auto other = before_.words.begin();
  for (const Word& word : last_.words) {
    lanes += word.lanes;
    while (other != before_.words.end() && other->address < word.address) {
      ++other;
    }
    if (other != before_.words.end() && other->address == word.address) {
      pairs += word.lanes * other->lanes;
    }
  }
  return (warps_ - 1) * before_.in_loop * pairs / (static_cast<double>(lanes) * before_.most_lanes);
}

double SwapLoops::turns(unsigned warp, std::span<const DeviceAddress> words) {
  if (last_.warp != warp) {
    std::swap(last_, before_);
    last_.warp = warp;
  }
  learn(last_, words);
  const double turns = last_.most_lanes / share_of_turns(meetings());
  const double away = has_loaded_[warp] != 0 ? away_clk_ : 0;
  last_.in_loop = turns * kTurnClk / (turns * kTurnClk + away);
  has_loaded_[warp] = 0;
  return turns;
}

}  // namespace warpschool::sim
