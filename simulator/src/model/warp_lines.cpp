// Knows which lines of L1 a warp finds although, or because, others run beside it.
#include "model/warp_lines.hpp"

#include <algorithm>
#include <mutex>

namespace warpschool::sim {
namespace {

/// Lines that a warp comes to before the next one runs and finds them: more are forgotten, one here
/// and there.
constexpr std::size_t kVisits = std::size_t{1} << 14;

/// Rows of matrices are powers of two apart: they must not meet.
std::size_t place_of_line(std::uint64_t line) {
  return (line * 0x9E3779B97F4A7C15ull) >> 50;
}
static_assert(kVisits == std::size_t{1} << (64 - 50));

}  // namespace

WarpLines::State::State(std::uint64_t all_bytes, unsigned warp_count)
    : bytes(all_bytes),
      caches(warp_count, WarpCache{SectorCache(all_bytes / warp_count), 0}),
      visits(kVisits) {}

class WarpLines::SpareStates {
 public:
  std::unique_ptr<State> take(std::uint64_t bytes, unsigned warps) {
    const std::lock_guard lock(mutex_);
    const auto fits = std::find_if(spares_.begin(), spares_.end(), [&](const auto& spare) {
      return spare->bytes == bytes && spare->caches.size() == warps;
    });
    if (fits == spares_.end()) {
      return std::make_unique<State>(bytes, warps);
    }
    std::unique_ptr<State> found = std::move(*fits);
    spares_.erase(fits);
    return found;
  }
  void give_back(std::unique_ptr<State> state) {
    const std::lock_guard lock(mutex_);
    if (spares_.size() == kMost) {
      spares_.erase(spares_.begin());
    }
    spares_.push_back(std::move(state));
  }

 private:
  static constexpr std::size_t kMost = 16;
  std::mutex mutex_;
  std::vector<std::unique_ptr<State>> spares_;
};

WarpLines::SpareStates& WarpLines::spare_states() {
  static auto& spares = *new SpareStates;  // launches come from static destructors, too
  return spares;
}

WarpLines::WarpLines(std::uint64_t bytes, unsigned warps)
    : warps_(std::max(warps, 1u)),
      lines_each_(static_cast<std::uint32_t>(bytes / kLineBytes / warps_)),
      state_(warps_ > 1 ? spare_states().take(bytes, warps_) : nullptr) {}

WarpLines::~WarpLines() {
  if (state_ != nullptr) {
    spare_states().give_back(std::move(state_));
  }
}

void WarpLines::begin_block() {
  if (state_ == nullptr) {
    return;
  }
  for (WarpCache& cache : state_->caches) {
    cache.lines.begin_epoch();
    cache.steps = 0;
  }
  if (++state_->block == 0) {
    state_->visits.assign(kVisits, Visit{});
    state_->block = 1;
  }
}

WarpLines::Visit& WarpLines::visit_of(std::uint64_t line, unsigned warp, std::uint32_t step) {
  Visit& visit = state_->visits[place_of_line(line)];
  const auto number = static_cast<std::uint32_t>(line);
  if (visit.line != number || visit.block != state_->block) {
    visit = {number, step, state_->block, static_cast<std::uint8_t>(warp), 0, 0};
  }
  return visit;
}

unsigned WarpLines::found_by_one_of_several(std::uint64_t line, unsigned sectors, unsigned present,
                                            unsigned warp) {
  WarpCache& own = state_->caches[warp];
  const std::uint32_t step = own.steps++;
  Visit& visit = visit_of(line, warp, step);
  const unsigned visited = visit.sectors;
  if (visit.warp == warp && visit.is_shared == 0) {
    visit.step = step;
    visit.sectors = static_cast<std::uint8_t>((visited | sectors) & 15u);
    return present & own.lines.touch(line, sectors, SectorCache::Fill::kSectors, false).present();
  }
  visit.is_shared = 1;
  const std::uint32_t between = step > visit.step ? step - visit.step : visit.step - step;
  if (between > lines_each_) {
    visit.step = step;
    visit.warp = static_cast<std::uint8_t>(warp);
    visit.sectors = static_cast<std::uint8_t>(sectors & 15u);
    return present;
  }
  visit.sectors = static_cast<std::uint8_t>((visited | sectors) & 15u);
  return present | (visit.warp != warp ? sectors & visited : 0u);
}

}  // namespace warpschool::sim
