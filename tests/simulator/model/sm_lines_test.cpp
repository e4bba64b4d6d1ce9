// Tries what blocks find in L1 because others on their SM have brought it.
#include "model/sm_lines.hpp"

#include "model/traffic.hpp"
#include "warpschool/harness/catch.hpp"

#include <numeric>
#include <set>
#include <vector>

namespace warpschool::sim {
namespace {

const DeviceProfile& profile_of_h200() {
  return *find_profile("h200");
}

std::uint64_t sms() {
  return static_cast<std::uint64_t>(profile_of_h200().sm_count);
}

/// Four sectors of a line.
std::vector<std::uint64_t> whole(std::uint64_t line) {
  std::vector<std::uint64_t> sectors(4);
  std::iota(sectors.begin(), sectors.end(), line * 4);
  return sectors;
}

constexpr std::uint64_t kTable = 64, kOwn = 16;
constexpr unsigned kResident = 8;

/// A table that all blocks read, and lines of the block's own.
void run_block(Traffic& traffic, std::uint64_t block, Counters& counters,
               std::uint64_t own_lines = kOwn) {
  traffic.begin_block(block);
  for (std::uint64_t line = 0; line < kTable; ++line) {
    traffic.load(whole(line), counters);
  }
  for (std::uint64_t i = 0; i < own_lines; ++i) {
    traffic.load(whole(10'000 + block * own_lines + i), counters);
  }
}

Counters counters_of(std::uint64_t blocks, std::uint64_t own_lines = kOwn) {
  SharedL2 l2(profile_of_h200());
  Traffic traffic(profile_of_h200(), l2.begin_launch(), kResident, 0, 1, blocks);
  Counters counters;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    run_block(traffic, block, counters, own_lines);
  }
  traffic.finish(counters);
  return counters;
}

TEST_CASE("blocks find in L1 what the one before on their SM has brought", "[sim][model]") {
  const std::uint64_t blocks = 8 * sms();
  const Counters counters = counters_of(blocks);
  const std::uint64_t found = (blocks - sms()) * kTable * 4;  // not the first ones of the SMs
  CHECK(counters.l1_hit_sectors == found);
  CHECK(counters.l2_read_sectors == blocks * (kTable + kOwn) * 4 - found);
  CHECK(counters.l2_sector_slots == counters.l2_read_sectors);
  CHECK(counters.l2_read_lines == blocks * (kTable + kOwn) - found / 4);
}

TEST_CASE("blocks that have an SM each find nothing of others", "[sim][model]") {
  CHECK(counters_of(sms()).l1_hit_sectors == 0);
}

TEST_CASE("what outgrows L1 between two blocks is gone", "[sim][model]") {
  CHECK(counters_of(4 * sms(), 3000).l1_hit_sectors == 0);  // 375 KiB
}

TEST_CASE("what a block brings twice it has not found with others", "[sim][model]") {
  SharedL2 l2(profile_of_h200());
  const std::uint64_t blocks = 4 * sms();
  Traffic traffic(profile_of_h200(), l2.begin_launch(), kResident, 0, 1, blocks);
  Counters counters;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    traffic.begin_block(block);
    for (std::uint64_t i = 0; i < 1200; ++i) {  // 600 lines, of which a block's share holds 256
      traffic.load(whole(block * 600 + i % 600), counters);
    }
  }
  traffic.finish(counters);
  CHECK(counters.l1_hit_sectors == 0);
}

TEST_CASE("loads past L1 find nothing there", "[sim][model]") {
  SharedL2 l2(profile_of_h200());
  Traffic traffic(profile_of_h200(), l2.begin_launch(), kResident, 0, 1, 4 * sms());
  Counters counters;
  for (std::uint64_t block = 0; block < 4 * sms(); ++block) {
    traffic.begin_block(block);
    traffic.load(whole(1), counters, false);
  }
  traffic.finish(counters);
  CHECK(counters.l1_hit_sectors == 0);
  CHECK(counters.l2_read_sectors == 4 * sms() * 4);
}

TEST_CASE("host threads that log what their blocks miss find the same", "[sim][model]") {
  const std::uint64_t blocks = 6 * sms();
  SharedL2 l2(profile_of_h200());
  Traffic all(profile_of_h200(), l2.begin_launch(), kResident, 0, 1, blocks), part(all);
  Counters counters;
  TrafficLog log;
  part.set_log(log);
  std::size_t done = 0;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    run_block(part, block, counters);
    if (block % 100 == 0) {
      all.replay_sm_misses(log, {done, log.sm_misses.size()});
      done = log.sm_misses.size();
      all.absorb(part);
    }
  }
  all.replay_sm_misses(log, {done, log.sm_misses.size()});
  all.absorb(part);
  all.finish(counters);
  const Counters direct = counters_of(blocks);
  CHECK(counters.l1_hit_sectors == direct.l1_hit_sectors);
  CHECK(counters.l2_read_lines == direct.l2_read_lines);
  CHECK(counters.l2_sector_slots == direct.l2_sector_slots);
}

TEST_CASE("each sampled SM gets one block of a wave, at first each as many behind the last",
          "[sim][model]") {
  const SmLines lines(1 << 18, sms(), kResident, 100 * sms());
  std::vector<std::vector<std::uint64_t>> blocks_of(SmLines::kSampled);
  for (std::uint64_t block = 0; block < 100 * sms(); ++block) {
    if (const unsigned sm = lines.sm_of(block); sm != SmLines::kNone) {
      blocks_of.at(sm).push_back(block);
    }
  }
  for (const std::vector<std::uint64_t>& blocks : blocks_of) {
    REQUIRE(blocks.size() == 100);
    std::set<std::uint64_t> distances;
    for (std::size_t wave = 1; wave < blocks.size(); ++wave) {
      const std::uint64_t distance = blocks[wave] - blocks[wave - 1];
      CHECK(blocks[wave] / sms() == wave);
      CHECK((wave >= kResident || distance == sms()));
      distances.insert(distance % 32);
    }
    CHECK(distances.size() > 8);  // rows of a power of two blocks do not meet by the dealing
  }
}

}  // namespace
}  // namespace warpschool::sim
