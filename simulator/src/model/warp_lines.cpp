// Knows which lines of L1 a warp finds although, or because, others run beside it.
#include "model/warp_lines.hpp"

#include <bit>

namespace warpschool::sim {
namespace {

/// So many places for each line that L1 holds: lines that meet in one are seldom.
constexpr std::uint64_t kPlacesALine = 4;

/// Rows of matrices are powers of two apart: they must not meet.
std::uint64_t hash_of_line(std::uint64_t line) {
  return (line * 0x9E3779B97F4A7C15ull) >> 40;
}

}  // namespace

WarpLines::WarpLines(std::uint64_t bytes, unsigned warps)
    : warps_(warps == 0 ? 1 : warps),
      lines_each_(static_cast<std::uint32_t>(bytes / kLineBytes / warps_)) {
  if (warps_ > 1) {
    caches_.assign(warps_, {SectorCache(bytes / warps_), 0});
    visits_.resize(std::bit_ceil(kPlacesALine * bytes / kLineBytes + 1));
  }
}

void WarpLines::begin_block() {
  ++block_;
  for (WarpCache& cache : caches_) {
    cache.lines.begin_epoch();
    cache.steps = 0;
  }
}

unsigned WarpLines::found_by_one_of_several(std::uint64_t line, unsigned sectors, unsigned present,
                                            unsigned warp) {
  WarpCache& own = caches_[warp];
  const std::uint32_t step = own.steps++;
  Visit& visit = visits_[hash_of_line(line) & (visits_.size() - 1)];
  if (visit.line != line || visit.block != block_) {
    visit = {line, block_, step, static_cast<std::uint8_t>(warp), 0, false};
  }
  visit.is_shared = visit.is_shared || visit.warp != warp;
  if (!visit.is_shared) {
    visit.step = step;
    visit.sectors |= static_cast<std::uint8_t>(sectors);
    return present & own.lines.touch(line, sectors, SectorCache::Fill::kSectors, false).present();
  }
  const std::uint32_t between = step > visit.step ? step - visit.step : visit.step - step;
  const bool is_together = visit.warp != warp && between <= lines_each_;
  const unsigned found = present | (is_together ? sectors & visit.sectors : 0u);
  if (between > lines_each_) {
    visit.step = step;
    visit.warp = static_cast<std::uint8_t>(warp);
    visit.sectors = 0;
  }
  visit.sectors |= static_cast<std::uint8_t>(sectors);
  return found;
}

}  // namespace warpschool::sim
