// Accesses that the one entry of a shadow word has no room for.
#include "memory/extra_access_sets.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {

bool ExtraAccessSets::reserve(std::uint64_t bytes) {
  // Small pages: often a few rows of an allocation are all that several streams read.
  return bits_.reserve(bytes / 8 + 16, LazyPages::PageSize::kSmall) &&
         entries_.reserve(((bytes >> kRegionShift) + 1) * sizeof(std::uint64_t),
                          LazyPages::PageSize::kSmall);
}

void ExtraAccessSets::add_row(std::uint64_t offset, std::uint64_t bytes, std::uint64_t entry) {
  const std::uint64_t end = offset + bytes;
  first_ = std::min(first_, offset);
  last_ = std::max(last_, end - 1);
  for (std::uint64_t region = offset >> kRegionShift; region <= (end - 1) >> kRegionShift;
       ++region) {
    entries()[region] = entry;
  }
  while (offset < end) {
    if (offset % 8 == 0 && end - offset >= 8) {
      std::memset(bits() + offset / 8, 0xff, (end - offset) / 8);
      offset += (end - offset) / 8 * 8;
      continue;
    }
    const std::uint64_t count = std::min(8 - offset % 8, end - offset);
    const std::uint32_t mask = ((1u << count) - 1u) << offset % 8;
    bits()[offset / 8] = static_cast<std::uint8_t>(bits()[offset / 8] | mask);
    offset += count;
  }
}

std::uint64_t ExtraAccessSets::find(std::uint64_t offset, std::uint64_t end) const {
  std::uint64_t at = std::max(offset, first_);
  const std::uint64_t last = std::min(end, last_ + 1);
  while (at < last) {
    const std::uint32_t rest = std::uint32_t{bits()[at / 8]} >> at % 8;
    if ((rest & 1u) != 0) {
      return at;
    }
    at = rest == 0 ? at / 8 * 8 + 8 : at + 1;
  }
  return end;
}

const HiddenWork::Known HiddenWork::kNone;

bool HiddenWork::takes_too_much(std::uint64_t bytes) const {
  std::uint64_t spans = 0;
  for (const auto& one : known()) {
    spans += one->span();
  }
  return spans > kMostSpans * bytes + kFewBytes;
}

ExtraAccessSets* HiddenWork::need(const ExtraAccessSets::Kind& kind, std::uint64_t bytes,
                                  const std::function<bool(std::uint32_t)>& is_past) {
  const auto is_it = [&](const auto& one) { return one->kind() == kind; };
  if (const auto found = std::find_if(known().rbegin(), known().rend(), is_it);
      found != known().rend()) {
    return found->get();
  }
  auto made = std::make_unique<ExtraAccessSets>(kind);
  if (!made->reserve(bytes)) {
    return nullptr;
  }
  if (state_ == nullptr) {
    state_ = std::make_unique<State>();
  }
  state_->asked_by = 0;
  Known& all = state_->known;
  std::erase_if(all, [&](const auto& one) {
    return one->kind().work != kind.work && is_past(one->kind().work);
  });
  while (takes_too_much(bytes)) {
    all.erase(all.begin());
  }
  all.push_back(std::move(made));
  return all.back().get();
}

const std::vector<const ExtraAccessSets*>& HiddenWork::beside(
    std::uint32_t now, const std::function<bool(std::uint32_t)>& may_run_with) const {
  static const std::vector<const ExtraAccessSets*> nothing;
  if (state_ == nullptr) {
    return nothing;
  }
  if (state_->asked_by != now) {
    state_->asked_by = now;
    state_->beside.clear();
    for (const auto& one : state_->known) {
      if (may_run_with(one->kind().work)) {
        state_->beside.push_back(one.get());
      }
    }
  }
  return state_->beside;
}

}  // namespace warpschool::sim
