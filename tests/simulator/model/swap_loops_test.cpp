// How many turns lanes and warps need that add to words of shared memory by compare-and-swap.
#include "model/swap_loops.hpp"

#include "warpschool/harness/catch.hpp"

#include <vector>

namespace warpschool::sim {
namespace {

using Words = std::vector<DeviceAddress>;

/// 32 lanes, so many on each word, from `first` on.
Words lanes(unsigned alike, DeviceAddress first = 0) {
  Words words;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    words.push_back(first + DeviceAddress{4} * (lane / alike));
  }
  return words;
}

/// Turns of the last of so many warps of which each adds to its words.
double last_turns(unsigned warps, unsigned alike, bool own_words, bool loads = false) {
  SwapLoops loops(warps, 800);
  loops.begin_block();
  double turns = 0;
  for (unsigned warp = 0; warp < warps; ++warp) {
    if (loads) {
      loops.load(warp);
    }
    turns = loops.turns(warp, lanes(alike, own_words ? DeviceAddress{1024} * warp : 0));
  }
  return turns;
}

TEST_CASE("lanes of a warp on one word get through one after the other", "[sim][model]") {
  CHECK(last_turns(1, 1, true) == 1);
  CHECK(last_turns(1, 4, true) == 4);
  CHECK(last_turns(8, 32, true) == 32);
}

TEST_CASE("warps that meet on words take more turns", "[sim][model]") {
  // On an H200 2, 4, 8, 16 and 32 warps took 1.9, 3.6, 4.1, 7.7 and 14.6 times as long.
  CHECK(last_turns(2, 32, false) / 32 == Approx(1.9).epsilon(0.15));
  CHECK(last_turns(8, 32, false) / 32 == Approx(4.1).epsilon(0.15));
  CHECK(last_turns(16, 32, false) / 32 == Approx(7.7).epsilon(0.15));
  CHECK(last_turns(8, 1, false) > 4);  // each word is wanted by a lane of each warp
  CHECK(last_turns(8, 1, false) < 5.1);
}

TEST_CASE("who waits for memory in between is in nobody's way", "[sim][model]") {
  CHECK(last_turns(8, 1, false, true) < last_turns(8, 1, false));
  CHECK(last_turns(8, 1, false, true) > 1);
}

TEST_CASE("a block does not know of the one before", "[sim][model]") {
  SwapLoops loops(2, 800);
  loops.begin_block();
  loops.turns(0, lanes(32));
  loops.begin_block();
  CHECK(loops.turns(1, lanes(32)) == 32);
}

}  // namespace
}  // namespace warpschool::sim
