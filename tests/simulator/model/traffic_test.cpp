// Tries which requests come from L1, L2 and DRAM.
#include "model/traffic.hpp"

#include "warpschool/harness/catch.hpp"

#include <numeric>
#include <vector>

namespace warpschool::sim {
namespace {

using Sectors = std::vector<std::uint64_t>;

const DeviceProfile& h200() {
  return *find_profile("h200");
}

Sectors run(std::uint64_t first, std::uint64_t number) {
  Sectors sectors(number);
  std::iota(sectors.begin(), sectors.end(), first);
  return sectors;
}

constexpr std::uint64_t kManyBlocks = 1 << 20;

struct Launch {
  SharedL2 own{h200()};
  Traffic traffic;
  Counters counters;
  Launch() : Launch(kManyBlocks) {}
  explicit Launch(std::uint64_t blocks) : traffic(h200(), own.begin_launch(), 8, 0, 8, blocks) {
    traffic.begin_block(0);
  }
  /// Behind another launch that has left something in `l2`.
  explicit Launch(SharedL2& l2) : traffic(h200(), l2.begin_launch(), 8, 0) {
    traffic.begin_block(0);
  }
};

TEST_CASE("a first load comes from DRAM, the next from L1, in another block from L2",
          "[sim][model]") {
  Launch launch;
  CHECK(launch.traffic.load(run(100, 4), launch.counters) == HitLevel::kDram);
  CHECK(launch.counters.dram_bytes == 128);
  CHECK(launch.counters.l2_sector_slots == 4);
  CHECK(launch.traffic.load(run(100, 4), launch.counters) == HitLevel::kL1);
  CHECK(launch.counters.l1_hit_sectors == 4);
  launch.traffic.begin_block(1);
  CHECK(launch.traffic.load(run(100, 4), launch.counters) == HitLevel::kL2);
  CHECK(launch.counters.dram_bytes == 128);
  CHECK(launch.counters.l2_sector_slots == 8);
}

TEST_CASE("the slowest sector of a request decides", "[sim][model]") {
  Launch launch;
  launch.traffic.load(run(0, 1), launch.counters);
  CHECK(launch.traffic.load(run(0, 3), launch.counters) == HitLevel::kDram);
  CHECK(launch.counters.l1_hit_sectors == 1);
}

TEST_CASE("loads that bypass L1 never hit in it", "[sim][model]") {
  Launch launch;
  launch.traffic.load(run(0, 4), launch.counters);
  CHECK(launch.traffic.load(run(0, 4), launch.counters, false) == HitLevel::kL2);
  CHECK(launch.counters.l1_hit_sectors == 0);
}

TEST_CASE("wholly written sectors take one slot, partly written ones more by the line",
          "[sim][model]") {
  Launch launch;
  launch.traffic.store(run(0, 4), 0b1111, launch.counters);
  CHECK(launch.counters.l2_sector_slots == 4);
  launch.traffic.store(run(4, 4), 0b0001, launch.counters);
  CHECK(launch.counters.l2_sector_slots == 4 + 1 + 6);
  launch.traffic.store(Sectors{16, 20}, 0, launch.counters);  // of two lines
  CHECK(launch.counters.l2_sector_slots == 4 + 1 + 6 + 2 * 3);
  launch.traffic.store(run(32, 4), 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == 4 + 1 + 6 + 2 * 3 + 8);
  CHECK(launch.counters.dram_bytes == 0);
}

/// The bytes of each sector that lanes write of structs of three words, word `place` of each.
std::vector<std::uint32_t> third_words(unsigned place) {
  std::vector<std::uint32_t> written(12);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned byte = (lane * 3 + place) * 4;
    written[byte / 32] |= 15u << byte % 32;
  }
  return written;
}

TEST_CASE("near stores of a warp go to L2 together", "[sim][model]") {
  Launch launch;
  launch.traffic.begin_near_stores(0);
  launch.traffic.store_near(run(0, 12), third_words(0), 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == std::uint64_t{3} * 8);
  launch.traffic.store_near(run(0, 12), third_words(1), 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == std::uint64_t{3} * 8);
  launch.traffic.store_near(run(0, 12), third_words(2), 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == 12);  // all is written wholly
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.dram_bytes == 12 * 32ull);
}

TEST_CASE("stores that are not near, of other warps and of many lines stay apart", "[sim][model]") {
  Launch launch;
  launch.traffic.store_near(run(0, 12), third_words(0), 0, launch.counters);
  launch.traffic.begin_near_stores(0);
  launch.traffic.store_near(run(0, 12), third_words(1), 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == std::uint64_t{2} * 3 * 8);
  launch.traffic.begin_block(1);
  launch.traffic.store_near(run(0, 12), third_words(2), 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == std::uint64_t{3} * 3 * 8);
  Sectors apart;  // five lines, 64 KiB from each other
  for (unsigned line = 0; line < 5; ++line) {
    apart.push_back(64 + line * 2048);
  }
  const std::vector<std::uint32_t> word(5, 15);
  launch.counters = {};
  launch.traffic.store_near(apart, word, 0, launch.counters);
  const std::uint64_t once = launch.counters.l2_sector_slots;
  launch.traffic.store_near(apart, word, 0, launch.counters);
  CHECK(launch.counters.l2_sector_slots == 2 * once);
}

TEST_CASE("near stores to eight lines side by side go to L2 together, to nine apart",
          "[sim][model]") {
  for (const unsigned lines : {8u, 9u}) {
    Launch launch;
    const std::vector<std::uint32_t> left(4 * lines, 0xFFFF), right(4 * lines, 0xFFFF0000);
    launch.traffic.begin_near_stores(0);
    launch.traffic.store_near(run(0, 4 * lines), left, 0, launch.counters);
    const std::uint64_t once = launch.counters.l2_sector_slots;
    launch.traffic.store_near(run(0, 4 * lines), right, 0, launch.counters);
    CHECK(launch.counters.l2_sector_slots == (lines == 8 ? 4 * lines : 2 * once));
  }
}

TEST_CASE("a launch behind another finds in L2 what that one left, and owes what it dirties",
          "[sim][model]") {
  SharedL2 l2(h200());
  Launch first(l2);  // the first of all: there is nothing
  CHECK(first.traffic.load(run(0, 4), first.counters) == HitLevel::kDram);
  first.traffic.store(run(0, 2), 0b11, first.counters);
  first.traffic.finish(first.counters);
  CHECK(first.counters.dram_bytes == (4 + 2) * 32ull);
  Launch second(l2);
  CHECK(second.traffic.load(run(0, 4), second.counters) == HitLevel::kL2);
  second.traffic.store(run(0, 4), 0b1111, second.counters);
  second.traffic.finish(second.counters);
  CHECK(second.counters.dram_bytes == 2 * 32ull);  // two sectors were dirty before
  l2.cool();
  Launch behind(l2);
  CHECK(behind.traffic.load(run(0, 4), behind.counters) == HitLevel::kDram);
}

TEST_CASE("a launch that writes wholly what another wrote in part owes nothing, and no less",
          "[sim][model]") {
  SharedL2 l2(h200());
  Launch first(l2);
  first.traffic.store(run(0, 4), 0, first.counters);
  first.traffic.finish(first.counters);
  CHECK(first.counters.dram_bytes == 2ull * 4 * 32);  // each is read and written back
  Launch second(l2);
  second.traffic.store(run(0, 4), 0b1111, second.counters);
  second.traffic.finish(second.counters);
  CHECK(second.counters.dram_bytes == 0);
}

TEST_CASE("dirty sectors go to DRAM once, at the end", "[sim][model]") {
  Launch launch;
  launch.traffic.store(run(0, 4), 0b1111, launch.counters);
  launch.traffic.store(run(0, 4), 0b1111, launch.counters);
  launch.traffic.store(run(8, 1), 0, launch.counters);
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.dram_bytes == (4 + 2) * 32ull);  // one is read, too: it was written in part
}

TEST_CASE("what is evicted dirty is written back at once", "[sim][model]") {
  Launch launch;
  const std::uint64_t sectors = 2 * h200().l2_bytes / kSectorBytes;
  for (std::uint64_t first = 0; first < sectors; first += 4) {
    launch.traffic.store(run(first, 4), 0b1111, launch.counters);
  }
  CHECK(launch.counters.dram_bytes > 0);
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.dram_bytes == sectors * kSectorBytes);
}

TEST_CASE("a vector add reads and writes every byte once", "[sim][model]") {
  Launch launch;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    launch.traffic.load(run(i * 4, 4), launch.counters);
    launch.traffic.load(run(100000 + i * 4, 4), launch.counters);
    launch.traffic.store(run(200000 + i * 4, 4), 0b1111, launch.counters);
  }
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.dram_bytes == 3ull * 1000 * 128);
  CHECK(launch.counters.l2_sector_slots == 3ull * 1000 * 4);
}

TEST_CASE("L1 is shared among the resident blocks", "[sim][model]") {
  const auto hits_with = [](unsigned resident) {
    SharedL2 l2(h200());
    Traffic traffic(h200(), l2.begin_launch(), resident, 0);
    Counters counters;
    traffic.begin_block(0);
    for (int round = 0; round < 2; ++round) {
      for (std::uint64_t line = 0; line < 600; ++line) {  // 75 KiB
        traffic.load(run(line * 4, 4), counters);
      }
    }
    return counters.l1_hit_sectors;
  };
  CHECK(hits_with(1) == 600ull * 4);
  CHECK(hits_with(8) == 0);
}

struct LaunchOfWarps {
  SharedL2 own{h200()};
  Traffic traffic;
  Counters counters;
  explicit LaunchOfWarps(unsigned warps) : traffic(h200(), own.begin_launch(), 8, 0, warps) {
    traffic.begin_block(0);
  }
  void load_lines(unsigned warp, std::uint64_t first, std::uint64_t number) {
    for (std::uint64_t line = first; line < first + number; ++line) {
      traffic.load(run(line * 4, 4), counters, true, warp);
    }
  }
};

// 32 KiB of L1 are 256 lines of a block, 32 of each of its eight warps.
TEST_CASE("a warp has its share of L1 for lines of its own", "[sim][model]") {
  const auto hits_of = [](unsigned warps, std::uint64_t lines) {
    LaunchOfWarps launch(warps);
    launch.load_lines(0, 0, lines);
    launch.load_lines(0, 0, lines);
    return launch.counters.l1_hit_sectors;
  };
  CHECK(hits_of(1, 100) == 400);
  CHECK(hits_of(8, 16) == 64);
  CHECK(hits_of(8, 100) == 0);
}

TEST_CASE("a line that another warp has used is the block's", "[sim][model]") {
  LaunchOfWarps launch(8);
  launch.load_lines(0, 0, 100);
  launch.load_lines(1, 0, 100);
  launch.load_lines(1, 0, 100);
  CHECK(launch.counters.l1_hit_sectors == 800);
}

TEST_CASE("warps that go through lines together find them, however many there are",
          "[sim][model]") {
  LaunchOfWarps launch(8);
  launch.load_lines(0, 0, 10000);
  launch.load_lines(1, 0, 10000);
  CHECK(launch.counters.l1_hit_sectors > 39000);
  CHECK(launch.counters.l1_hit_sectors <= 40000);

  LaunchOfWarps apart(8);  // one is 5000 lines behind
  apart.load_lines(0, 0, 10000);
  apart.load_lines(1, 20000, 5000);
  apart.load_lines(1, 0, 5000);
  CHECK(apart.counters.l1_hit_sectors == 0);
}

TEST_CASE("lines and sectors that loads fetch from L2 are counted", "[sim][model]") {
  Launch launch;
  launch.traffic.load(run(2, 4), launch.counters);
  CHECK(launch.counters.l2_read_lines == 2);
  CHECK(launch.counters.l2_read_sectors == 4);
  launch.traffic.load(run(2, 4), launch.counters);  // from L1
  CHECK(launch.counters.l2_read_lines == 2);
}

TEST_CASE("what a copy or a fill brought is in L2 for the next launch", "[sim][model]") {
  SharedL2 l2(h200());
  l2.fill(256, 1000);  // lines 2 to 9, the last one in part
  Launch first(l2);
  CHECK(first.traffic.load(run(8, 4), first.counters) == HitLevel::kL2);
  CHECK(first.traffic.load(run(36, 4), first.counters) == HitLevel::kL2);
  CHECK(first.traffic.load(run(40, 1), first.counters) == HitLevel::kDram);
  CHECK(first.traffic.load(run(4, 4), first.counters) == HitLevel::kDram);
  l2.fill(1 << 20, 0);
  Launch second(l2);
  CHECK(second.traffic.load(run(36, 4), second.counters) == HitLevel::kL2);
}

TEST_CASE("a fill as large as L2 leaves nothing of what was there", "[sim][model]") {
  SharedL2 l2(h200());
  Launch first(l2);
  first.traffic.load(run(0, 4), first.counters);
  l2.fill(1 << 30, h200().l2_bytes);
  Launch second(l2);
  CHECK(second.traffic.load(run(0, 4), second.counters) == HitLevel::kDram);
}

TEST_CASE("many copies drive out what lay in L2 longest", "[sim][model]") {
  SharedL2 l2(h200());
  l2.fill(0, 4096);
  for (std::uint64_t i = 1; i <= 64; ++i) {
    l2.fill(i << 20, 1 << 20);
  }
  Launch launch(l2);
  CHECK(launch.traffic.load(run(0, 4), launch.counters) == HitLevel::kDram);
  CHECK(launch.traffic.load(run(64ull << 15, 4), launch.counters) == HitLevel::kL2);
}

/// What a request to one sector takes at its slice: of its line, and of the sector.
constexpr double kSector = 0.28 + 1.18;

/// The same where so many slices are as busy.
double sector_beside(int slices) {
  return kSector * (1 + 0.25 * (slices - 1) / 31);
}

double atomic_clk(int requests, const std::vector<std::uint64_t>& addresses, bool is_float,
                  std::uint64_t blocks = kManyBlocks) {
  Launch launch(blocks);
  for (int i = 0; i < requests; ++i) {
    launch.traffic.atomic(addresses, is_float, 0, launch.counters);
  }
  launch.traffic.finish(launch.counters);
  return launch.counters.atomic_slice_clk;
}

TEST_CASE("atomics of a warp on one address queue lane by lane", "[sim][model]") {
  const std::vector<std::uint64_t> same(32, 4096);
  CHECK(atomic_clk(10, same, false) == Approx(10 * (kSector + 31 * 1.45)));
  CHECK(atomic_clk(10, same, true) == Approx(10 * 32 * 3.5));
  CHECK(atomic_clk(10, {4096}, false) == Approx(10 * kSector));
  CHECK(atomic_clk(10, {4096}, true) == Approx(10 * 3.5));
}

TEST_CASE("atomics on the words of a sector queue only at the sector", "[sim][model]") {
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < 32; ++i) {
    words.push_back(4096 + 4 * (i * 7 % 32));  // four sectors of one slice, in no order
  }
  CHECK(atomic_clk(10, words, false) == Approx(10 * (0.28 + 4 * 1.18)));
  CHECK(atomic_clk(10, words, true) == Approx(10 * (0.28 + 4 * 1.18)));
}

TEST_CASE("of a sector's words the one with most lanes decides", "[sim][model]") {
  std::vector<std::uint64_t> lanes(20, 4096);  // 20 lanes on one word, 12 on its neighbour
  lanes.insert(lanes.end(), 12, 4100);
  CHECK(atomic_clk(10, lanes, false) == Approx(10 * (kSector + 19 * 1.45)));
}

// 2^20 threads that add to eight neighbouring floats took an H200 14.7 ms: 3.5 clk each.
TEST_CASE("float atomics on the words of a sector wait for each other from request to request",
          "[sim][model]") {
  Launch launch;
  for (std::uint64_t word = 0; word < 8; ++word) {
    const std::vector<std::uint64_t> lanes(32, 4096 + 4 * word);
    launch.traffic.atomic(lanes, true, 0, launch.counters);
  }
  launch.traffic.atomic(std::vector<std::uint64_t>(32, 4128), true, 0, launch.counters);
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.atomic_slice_clk == Approx(8 * 32 * 3.5));
}

TEST_CASE("atomics spread over slices run side by side", "[sim][model]") {
  std::vector<std::uint64_t> spread;
  for (std::uint64_t i = 0; i < 32; ++i) {
    spread.push_back(1024 * i);
  }
  CHECK(atomic_clk(10, spread, false) == Approx(10 * sector_beside(32)));
}

// 2^20 threads on words at random of 2^18, in packets of one sector each, took an H200 10 us, 1.8
// clk each at its slice, where 4096 words have 32 slices 29 us; threads that add to one sector
// alone, all of a device, 1.17 each (bench/calibration/micro_scatter.cuh).
TEST_CASE("operations of many places are slower than those of one", "[sim][model]") {
  std::vector<std::uint64_t> lanes;
  for (std::uint64_t i = 0; i < 16; ++i) {
    lanes.insert(lanes.end(), 2, 1024 * i);
  }
  CHECK(atomic_clk(10, {0}, false) == Approx(10 * kSector));
  CHECK(atomic_clk(10, {0, 1024, 2048, 3072}, false) == Approx(10 * sector_beside(4)));
  CHECK(atomic_clk(10, lanes, false) ==
        Approx(10 * (sector_beside(16) + 1.45 * (1 + 0.45 * 15 / 31))));
}

TEST_CASE("an SM sends a packet a sector, and one behind the other for lanes on a word",
          "[sim][model]") {
  std::vector<std::uint64_t> spread;
  for (std::uint64_t i = 0; i < 32; ++i) {
    spread.push_back(1024 * i);
  }
  CHECK(atomic_clk(10, spread, false, 1) == Approx(10 * 32 * 2.3));
  CHECK(atomic_clk(10, spread, false, 4) == Approx(10 * 32 * 2.3 / 4));
  CHECK(atomic_clk(10, std::vector<std::uint64_t>(32, 4096), false, 1) == Approx(10 * 32 * 6.2));
}

// 2^18 threads that add to a word at random of each of 32 rows of 256, row by row, took an H200
// 229 us, 3.5 times as long as if all slices had worked all the time (scatter_rows).
TEST_CASE("warps that go through a table row by row crowd its slices", "[sim][model]") {
  const auto clk = [](bool by_rows) {
    Launch launch;
    for (std::uint64_t warp = 0; warp < 8; ++warp) {
      for (std::uint64_t step = 0; step < 8; ++step) {
        const std::uint64_t row = by_rows ? step : (step + warp) % 8;
        launch.traffic.atomic(std::vector<std::uint64_t>{1024 * row}, false,
                              static_cast<unsigned>(warp), launch.counters);
      }
    }
    launch.traffic.finish(launch.counters);
    return launch.counters.atomic_slice_clk;
  };
  const double together = 8 * sector_beside(8);
  CHECK(clk(false) == Approx(together));
  CHECK(clk(true) == Approx(0.65 * std::sqrt(together * 64 * kSector)));
}

// Random words of 256 bytes took an H200 307 us, or 152 where they lay in two pieces; of a kilobyte
// 273, of one that began in the middle 133 (docs/measurements/2026-11-29-seventh/h200).
TEST_CASE("pieces of 256 bytes lie on slices, two of a kilobyte on one", "[sim][model]") {
  CHECK(atomic_clk(10, {0, 256}, false) == Approx(10 * sector_beside(2)));
  CHECK(atomic_clk(10, {0, 512}, false) == Approx(20 * kSector));
  CHECK(atomic_clk(10, {256, 768}, false) == Approx(20 * kSector));
  CHECK(atomic_clk(10, {512, 768, 1024, 1280}, false) == Approx(10 * sector_beside(4)));
}

// 2^22 threads that add to sorted words, ten to each, took an H200 19 us more than without; the
// same warps in any order 12 us (docs/measurements/2026-11-29-eighth/h200/atomic_order.txt).
TEST_CASE("blocks that run at other times do not wait for each other's slices", "[sim][model]") {
  const auto clk = [](std::uint64_t later_block) {
    Launch launch;
    launch.traffic.begin_block(0);
    launch.traffic.atomic(std::vector<std::uint64_t>{0}, false, 0, launch.counters);
    launch.traffic.begin_block(later_block);
    launch.traffic.atomic(std::vector<std::uint64_t>{256}, false, 0, launch.counters);
    launch.traffic.finish(launch.counters);
    return launch.counters.atomic_slice_clk;
  };
  CHECK(clk(1) == Approx(sector_beside(2)));   // on two slices, side by side
  CHECK(clk(1 << 20) == Approx(2 * kSector));  // one behind the other
}

TEST_CASE("many words with chains of float atomics keep the longest", "[sim][model]") {
  Launch launch;
  const std::vector<std::uint64_t> hot{1 << 30};
  for (std::uint64_t i = 1; i < 100000; ++i) {
    const std::vector<std::uint64_t> cold{i * 4096};
    launch.traffic.atomic(cold, true, 0, launch.counters);
    launch.traffic.atomic(hot, true, 0, launch.counters);
  }
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.atomic_slice_clk == Approx(99999 * 3.5));
}

TEST_CASE("atomics bring their sectors in and leave them dirty", "[sim][model]") {
  Launch launch;
  launch.traffic.atomic(std::vector<std::uint64_t>{0, 4, 64}, false, 0, launch.counters);
  launch.traffic.finish(launch.counters);
  CHECK(launch.counters.l2_sector_slots == 2);
  CHECK(launch.counters.dram_bytes == (4 + 2) * 32ull);  // each came with its neighbour
}

}  // namespace
}  // namespace warpschool::sim
