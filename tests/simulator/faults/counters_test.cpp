// Tries sums of counters, and counters and times as JSON.
#include "warpschool/sim/counters.hpp"

#include "warpschool/harness/catch.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

TEST_CASE("counters of two launches add up", "[sim][data]") {
  Counters a, b;
  a.launches = 1;
  a.blocks = 10;
  a.global_load_sectors = 7;
  a.atomic_slice_clk = 1.5;
  a.block_critical_path_clk = 100;
  b.launches = 1;
  b.blocks = 30;
  b.global_load_sectors = 8;
  b.atomic_slice_clk = 2.5;
  b.block_critical_path_clk = 200;
  a += b;
  CHECK(a.launches == 2);
  CHECK(a.global_load_sectors == 15);
  CHECK(a.atomic_slice_clk == 4.0);
  CHECK(a.block_critical_path_clk == 175.0);  // a mean over blocks
}

TEST_CASE("adding nothing to nothing stays nothing", "[sim][data]") {
  Counters a;
  a += Counters{};
  CHECK(a.block_critical_path_clk == 0.0);
}

TEST_CASE("counters are one JSON object with the members' names", "[sim][data]") {
  Counters counters;
  counters.shared_load_passes = 64;
  counters.dram_bytes = 1ull << 40;
  const auto json = nlohmann::json::parse(to_json(counters));
  CHECK(json.at("shared_load_passes") == 64);
  CHECK(json.at("dram_bytes") == 1ull << 40);
  CHECK(json.at("block_critical_path_clk") == 0.0);
  CHECK(json.size() == sizeof(Counters) / 8);
}

TEST_CASE("a modelled time is one JSON object", "[sim][data]") {
  ModelledTime time;
  time.total_us = 12.5;
  time.limiter = "dram";
  const auto json = nlohmann::json::parse(to_json(time));
  CHECK(json.at("total_us") == 12.5);
  CHECK(json.at("limiter") == "dram");
}

}  // namespace
}  // namespace warpschool::sim
