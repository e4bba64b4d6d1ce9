// Knows which lines of L1 a warp finds again although others run beside it.
#include "model/warp_lines.hpp"

#include <bit>

namespace warpschool::sim {
namespace {

constexpr unsigned kBlockShift = 8, kLineShift = 24;
constexpr std::uint64_t kBlockMask = 0xFFFF;
/// So many places for each line that L1 holds: lines that meet in one are seldom.
constexpr std::uint64_t kPlacesALine = 4;

/// Rows of matrices are powers of two apart: they must not meet.
std::uint64_t hash_of_line(std::uint64_t line) {
  return (line * 0x9E3779B97F4A7C15ull) >> 40;
}

}  // namespace

WarpLines::WarpLines(std::uint64_t bytes, unsigned warps) : warps_(warps == 0 ? 1 : warps) {
  if (warps_ > 1) {
    caches_.assign(warps_, SectorCache(bytes / warps_));
    owners_.resize(std::bit_ceil(kPlacesALine * bytes / kLineBytes + 1));
  }
}

void WarpLines::begin_block() {
  for (SectorCache& cache : caches_) {
    cache.begin_epoch();
  }
  block_ = (block_ + 1) & kBlockMask;
  if (block_ == 0) {
    owners_.assign(owners_.size(), 0);
    block_ = 1;
  }
}

unsigned WarpLines::kept_of_several(std::uint64_t line, unsigned sectors, unsigned warp) {
  std::uint64_t& owner = owners_[hash_of_line(line) & (owners_.size() - 1)];
  const std::uint64_t place = line << kLineShift | block_ << kBlockShift;
  if ((owner & ~kSeveral) != place) {
    owner = place | warp;
  } else if (owner != (place | warp)) {
    owner = place | kSeveral;
    return sectors;
  }
  return caches_[warp].touch(line, sectors, SectorCache::Fill::kSectors, false).present();
}

}  // namespace warpschool::sim
