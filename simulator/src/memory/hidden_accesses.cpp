#include "memory/hidden_accesses.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {

bool HiddenAccesses::reserve(std::uint64_t bytes) {
  // Small pages: often a few rows of an allocation are all that several streams read.
  return bits_.reserve(bytes / 8 + 16, LazyPages::PageSize::kSmall) &&
         entries_.reserve(((bytes >> kRegionShift) + 1) * sizeof(std::uint64_t),
                          LazyPages::PageSize::kSmall);
}

void HiddenAccesses::add_row(std::uint64_t offset, std::uint64_t bytes, std::uint64_t entry) {
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

std::uint64_t HiddenAccesses::find(std::uint64_t offset, std::uint64_t end) const {
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

void HiddenWork::clear() {
  known_.clear();
  asked_by_ = 0;
}

bool HiddenWork::takes_too_much(std::uint64_t bytes) const {
  std::uint64_t spans = 0;
  for (const auto& known : known_) {
    spans += known->span();
  }
  return spans > kMostSpans * bytes + kFewBytes;
}

HiddenAccesses* HiddenWork::need(const HiddenAccesses::Kind& kind, std::uint64_t bytes,
                                 const std::function<bool(std::uint32_t)>& is_past) {
  const auto is_it = [&](const auto& known) { return known->kind() == kind; };
  if (const auto found = std::find_if(known_.rbegin(), known_.rend(), is_it);
      found != known_.rend()) {
    return found->get();
  }
  auto made = std::make_unique<HiddenAccesses>(kind);
  if (!made->reserve(bytes)) {
    return nullptr;
  }
  asked_by_ = 0;
  std::erase_if(known_, [&](const auto& known) {
    return known->kind().work != kind.work && is_past(known->kind().work);
  });
  while (takes_too_much(bytes)) {
    known_.erase(known_.begin());
  }
  known_.push_back(std::move(made));
  return known_.back().get();
}

const std::vector<const HiddenAccesses*>& HiddenWork::beside(
    std::uint32_t now, const std::function<bool(std::uint32_t)>& may_run_with) const {
  if (asked_by_ != now) {
    asked_by_ = now;
    beside_.clear();
    for (const auto& known : known_) {
      if (may_run_with(known->kind().work)) {
        beside_.push_back(known.get());
      }
    }
  }
  return beside_;
}

}  // namespace warpschool::sim
