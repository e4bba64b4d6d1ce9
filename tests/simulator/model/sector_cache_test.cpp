// Tries the cache of sectors.
#include "model/sector_cache.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kWays = SectorCache::kWays;
constexpr std::uint64_t kOneSet = kLineBytes * kWays;

TEST_CASE("only the sectors that were brought in are present", "[sim][model]") {
  SectorCache cache(1 << 20);
  CHECK(cache.touch(7, 0b0011, SectorCache::Fill::kSectors, false).present() == 0);
  CHECK(cache.touch(7, 0b0110, SectorCache::Fill::kSectors, false).present() == 0b0010);
  CHECK(cache.touch(7, 0b1111, SectorCache::Fill::kSectors, false).present() == 0b0111);
  CHECK(cache.touch(8, 0b1111, SectorCache::Fill::kSectors, false).present() == 0);
}

TEST_CASE("the line that was not used for longest goes first", "[sim][model]") {
  SectorCache cache(kOneSet);
  REQUIRE(cache.sets() == 1);
  for (std::uint64_t line = 0; line < kWays; ++line) {
    cache.touch(line, 1, SectorCache::Fill::kSectors, false);
  }
  CHECK(cache.touch(0, 1, SectorCache::Fill::kSectors, false).present() ==
        1);  // now line 1 is the oldest
  cache.touch(99, 1, SectorCache::Fill::kSectors, false);
  CHECK(cache.touch(0, 1, SectorCache::Fill::kSectors, false).present() == 1);
  CHECK(cache.touch(1, 1, SectorCache::Fill::kSectors, false).present() == 0);
}

TEST_CASE("dirty sectors are owed once and reported when they go", "[sim][model]") {
  SectorCache cache(kOneSet);
  CHECK(cache.touch(0, 0b0011, SectorCache::Fill::kSectors, true).newly_owed() == 2);
  CHECK(cache.touch(0, 0b0110, SectorCache::Fill::kSectors, true).newly_owed() == 1);
  CHECK(cache.owed() == 3);
  unsigned written_back = 0;
  for (std::uint64_t line = 1; line <= kWays; ++line) {
    written_back += cache.touch(line, 1, SectorCache::Fill::kSectors, false).evicted();
  }
  CHECK(written_back == 3);
  CHECK(cache.owed() == 0);
}

TEST_CASE("a sector that is written in part must be read, too, if nothing completes it",
          "[sim][model]") {
  SectorCache cache(kOneSet);
  CHECK(cache.touch(0, 0b0001, SectorCache::Fill::kNone, true).newly_owed() == 2);
  CHECK(cache.touch(0, 0b0001, SectorCache::Fill::kNone, true).newly_owed() == -1);
  CHECK(cache.touch(1, 0b0001, SectorCache::Fill::kNone, true).newly_owed() == 2);
  const SectorCache::Outcome read = cache.touch(1, 0b0001, SectorCache::Fill::kPairs, false);
  CHECK(read.present() == 0);
  CHECK(read.fetched() == 2);
  CHECK(read.newly_owed() == -1);
  CHECK(cache.owed() == 2);
}

TEST_CASE("a sector from DRAM comes with the other one of its 64 bytes", "[sim][model]") {
  SectorCache cache(kOneSet);
  CHECK(cache.touch(3, 0b0010, SectorCache::Fill::kPairs, false).fetched() == 2);
  CHECK(cache.touch(3, 0b0001, SectorCache::Fill::kPairs, false).fetched() == 0);
  CHECK(cache.touch(3, 0b1100, SectorCache::Fill::kPairs, false).fetched() == 2);
  CHECK(cache.touch(4, 0b1111, SectorCache::Fill::kPairs, false).fetched() == 4);
}

TEST_CASE("a new epoch empties the cache, for ever", "[sim][model]") {
  SectorCache cache(kOneSet);
  for (int epoch = 0; epoch < 10000; ++epoch) {
    REQUIRE(cache.touch(5, 0b1111, SectorCache::Fill::kSectors, true).present() == 0);
    REQUIRE(cache.touch(5, 0b1111, SectorCache::Fill::kSectors, true).present() == 0b1111);
    cache.begin_epoch();
    REQUIRE(cache.owed() == 0);
  }
}

TEST_CASE("strides of powers of two use all sets", "[sim][model]") {
  SectorCache cache(1 << 20);  // 8192 lines
  for (std::uint64_t i = 0; i < 4096; ++i) {
    cache.touch(i * 1024, 1, SectorCache::Fill::kSectors, false);
  }
  unsigned hits = 0;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    hits += cache.touch(i * 1024, 1, SectorCache::Fill::kSectors, false).present();
  }
  CHECK(hits > 4000);
}

}  // namespace
}  // namespace warpschool::sim
