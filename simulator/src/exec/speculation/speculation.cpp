// One host thread's part in a batch: claims words, saves pages, logs atomics.
#include "exec/speculation/speculation.hpp"

#include "exec/access/access.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kBudgetStep = 4096;

}  // namespace

void Speculation::begin_batch(bool predictors) {
  room_ = 0;
  alone_ = false;
  predictors_ = predictors;
  std::fill(rows_.begin(), rows_.end(), StridePredictor{});
}

void Speculation::go_on_alone() {
  memory_.expel(BatchVerdict::kConflict);
  alone_ = true;
}

/// The lead must not trust what workers wrote that have given up.
bool Speculation::is_alone() {
  if (!alone_ && leads() && memory_.has_stopped()) [[unlikely]] {
    go_on_alone();
  }
  return alone_;
}

void Speculation::take_room(std::uint64_t words) {
  memory_.spend(kBudgetStep + words, worker_);
  room_ += kBudgetStep + words;
  check_in();
}

void Speculation::check_in() {
  if (memory_.has_stopped()) {
    throw WorkerStopped();
  }
}

TrackedAllocation& Speculation::enter(const Allocation& allocation, AccessKind kind) {
  TrackedAllocation*& known = known_[allocation.begin];
  if (known == nullptr) {
    known = &memory_.track(allocation);
  }
  memory_.use(*known, kind, worker_);
  return *known;
}

void Speculation::enter(MemorySite& site, const Allocation& allocation, AccessKind kind) {
  if (!is_alone() && (site.tracked == nullptr || site.tracked->begin != allocation.begin)) {
    site.tracked = &enter(allocation, kind);
  }
}

void Speculation::access(const AccessRequest& request, const MemorySite& site,
                         const SectorSet& set) {
  if (is_alone()) {
    return;
  }
  spend_on_log(set.count);
  TrackedAllocation& allocation = *site.tracked;
  const bool writes = request.kind == AccessKind::kStore;
  if (request.kind == AccessKind::kAtomic || (!writes && !allocation.tracks_reads)) {
    return;
  }
  const std::uint64_t first = request.first / kSectorBytes;
  if (set.row_words != 0) [[likely]] {
    const std::uint64_t begin =
        (first + static_cast<std::uint64_t>(std::int64_t{set.sectors[0]})) * kSectorWords +
        set.first_word;
    const WordSpan row{begin, begin + set.row_words};
    if (!rows_[request.site].covers(row)) {
      claim(request, allocation, row);
    }
    if (writes && !leads() && memory_.saves()) {
      fetch_ahead(allocation, row);
    }
    return;
  }
  const std::size_t before = leads() ? 0 : log_->saved_bytes.size();
  for (unsigned i = 0; i < set.count; ++i) {
    const std::uint64_t sector = first + static_cast<std::uint64_t>(std::int64_t{set.sectors[i]});
    memory_.claim_sector(allocation, sector, set.words[i], writes, worker_, log_);
  }
  spend_saved(before);
}

/// What the next claim is going to save comes into the host's nearest caches bit by bit until then:
/// to copy pages from further away at once would take longer than all else that a batch costs.
void Speculation::fetch_ahead(const TrackedAllocation& allocation, WordSpan row) {
  constexpr std::uint64_t kHostLine = 64;
  const std::uint64_t begin = (row.begin + StridePredictor::kMostWords) * 4 - allocation.begin;
  const std::uint64_t end = std::min(begin + (row.end - row.begin) * 4, allocation.bytes);
  for (std::uint64_t offset = begin; offset < end; offset += kHostLine) {
    __builtin_prefetch(allocation.backing + offset, 1, 2);
  }
}

/// @param row not yet claimed.
void Speculation::claim(const AccessRequest& request, TrackedAllocation& allocation, WordSpan row) {
  const std::size_t before = leads() ? 0 : log_->saved_bytes.size();
  StridePredictor& predictor = rows_[request.site];
  WordSpan wanted = row;
  if (predictors_) {
    wanted = predictor.look_ahead(row, block_, blocks_);
    wanted.begin = std::max(wanted.begin, allocation.begin / 4);
    wanted.end = std::min(wanted.end, (allocation.begin + allocation.bytes + 3) / 4);
    if (wanted.end - wanted.begin > row.end - row.begin) {
      memory_.note_prediction();
    }
  }
  memory_.claim_row(allocation, wanted, request.kind == AccessKind::kStore, worker_, log_);
  predictor.set_claimed(wanted);
  spend_saved(before);
}

/// The worker's log has room for what was saved since it held `before` bytes.
void Speculation::spend_saved(std::size_t before) {
  if (!leads()) {
    spend((log_->saved_bytes.size() - before) / sizeof(std::uint64_t));
  }
}

void Speculation::access(DeviceAddress address, std::uint32_t bytes, bool is_write) {
  const Allocation* allocation = memory_.find(address, bytes);
  if (allocation == nullptr || bytes == 0 || is_alone()) {
    return;  // nullptr is a fault: the caller finds out
  }
  TrackedAllocation& tracked =
      enter(*allocation, is_write ? AccessKind::kStore : AccessKind::kLoad);
  if (!is_write && !tracked.tracks_reads) {
    return;
  }
  memory_.claim_row(tracked, {address / 4, (address + bytes - 1) / 4 + 1}, is_write, worker_, log_);
  if (!leads()) {
    spend(is_write ? bytes / sizeof(std::uint64_t) + kClaimPageBytes / sizeof(std::uint64_t) : 0);
  }
}

void Speculation::defer(std::byte* place, std::uint64_t operand, DeferredAtomic::Apply apply) {
  spend(sizeof(DeferredAtomic) / sizeof(std::uint64_t));
  // Atomics on one place must stay in one shard; places of 8 bytes never share a line with others.
  const auto line = reinterpret_cast<std::uintptr_t>(place) / kLineBytes;
  log_->atomics[line % TrafficLog::kShards].push_back({place, operand, apply});
}

bool defers_atomics(const Warp& warp) {
  return warp.speculation != nullptr && !warp.speculation->leads();
}

void defer_atomic(Warp& warp, std::byte* place, std::uint64_t operand,
                  DeferredAtomic::Apply apply) {
  warp.speculation->defer(place, operand, apply);
}

}  // namespace warpschool::sim
