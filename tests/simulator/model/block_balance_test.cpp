// How unequal blocks are dealt out to SMs.
#include "model/block_balance.hpp"

#include "warpschool/harness/catch.hpp"

#include <vector>

using warpschool::sim::busiest_sm_share;

namespace {

TEST_CASE("equal blocks are rounded up to a whole number on an SM", "[model]") {
  CHECK(busiest_sm_share(std::vector<std::uint32_t>(8, 100), 4, 2) == Approx(1));
  CHECK(busiest_sm_share(std::vector<std::uint32_t>(9, 100), 4, 2) == Approx(3 * 4 / 9.0));
  CHECK(busiest_sm_share(std::vector<std::uint32_t>(9, 0), 4, 2) == Approx(1));
  CHECK(busiest_sm_share({}, 4, 2) == Approx(1));
}

TEST_CASE("a block that has more to do keeps its SM longer", "[model]") {
  CHECK(busiest_sm_share(std::vector<std::uint32_t>{400, 100, 100, 100}, 4, 1) ==
        Approx(400 / 175.0));
  // The SM of the long block has two others first, and is its alone later.
  CHECK(busiest_sm_share(std::vector<std::uint32_t>{400, 100, 100, 100}, 2, 2) ==
        Approx(500 / 350.0));
}

TEST_CASE("blocks go where a place is free, in their order", "[model]") {
  // The first SM has the long block; the other one takes all that follow.
  CHECK(busiest_sm_share(std::vector<std::uint32_t>{300, 100, 100, 100}, 2, 1) == Approx(1));
  // Long blocks come last: one SM is done early.
  CHECK(busiest_sm_share(std::vector<std::uint32_t>{100, 100, 100, 300}, 2, 1) ==
        Approx(400 / 300.0));
}

}  // namespace
