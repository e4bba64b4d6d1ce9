// Pages of the program that it shares after the fact: those of its managed variables, and memory
// that it registers.
#include "runtime/base/addresses.hpp"
#include "runtime/service/remote_program.hpp"

#include <algorithm>
#include <sys/mman.h>

namespace warpschool::sim::runtime::service {
namespace {

/// A thread has one going on at a time.
constexpr std::size_t kMostAdoptions = std::size_t{2} * wire::kLanes;

}  // namespace

/// What of the pages is not shared yet. Nothing: a block of the runtime lies among them, which is
/// not the program's to share.
std::optional<std::vector<RemoteProgram::Pages>> RemoteProgram::gaps_in(const Pages& pages) const {
  const std::uintptr_t end = pages.first + pages.second;
  std::vector<Pages> gaps;
  std::uintptr_t at = pages.first;
  auto range = ranges_.upper_bound(at);
  if (range != ranges_.begin()) {
    --range;
  }
  for (; range != ranges_.end() && range->first < end; ++range) {
    const std::uintptr_t range_end = range->first + range->second.bytes;
    if (range_end <= at) {
      continue;
    }
    if (!range->second.is_lasting) {
      return std::nullopt;
    }
    if (range->first > at) {
      gaps.emplace_back(at, range->first - at);
    }
    at = range_end;
  }
  if (at < end) {
    gaps.emplace_back(at, end - at);
  }
  return gaps;
}

/// Takes the addresses, if nothing of this process lies there.
bool RemoteProgram::reserve(const std::vector<Pages>& gaps) {
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    void* const wanted = pointer_to(gaps[i].first);
    void* const taken =
        ::mmap(wanted, gaps[i].second, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (taken == wanted) {
      continue;
    }
    if (taken != MAP_FAILED) {
      ::munmap(taken, gaps[i].second);
    }
    for (std::size_t done = 0; done < i; ++done) {
      ::munmap(pointer_to(gaps[done].first), gaps[done].second);
    }
    return false;
  }
  return true;
}

/// Ends adoptions of these pages that the program has not brought to an end.
void RemoteProgram::abandon(const Pages& pages) {
  for (auto at = given_.begin(); at != given_.end();) {
    const auto& [begin, bytes] = at->second.pages;
    if (begin >= pages.first + pages.second || pages.first >= begin + bytes) {
      ++at;
      continue;
    }
    for (const auto& [gap, gap_bytes] : at->second.reserved) {
      ::munmap(pointer_to(gap), gap_bytes);
    }
    give_room(at->first, bytes);
    at = given_.erase(at);
  }
}

/// What was shared there is shared no more; the addresses stay taken.
void RemoteProgram::carve(const Pages& pages) {
  const std::uintptr_t end = pages.first + pages.second;
  auto range = ranges_.upper_bound(pages.first);
  if (range != ranges_.begin()) {
    --range;
  }
  while (range != ranges_.end() && range->first < end) {
    const auto [begin, old] = *range;
    const std::uintptr_t old_end = begin + old.bytes;
    if (old_end <= pages.first) {
      ++range;
      continue;
    }
    range = ranges_.erase(range);
    const std::uintptr_t from = std::max(begin, pages.first), to = std::min(old_end, end);
    if (begin < from) {
      ranges_[begin] = {from - begin, old.offset, true};
    }
    if (to < old_end) {
      ranges_[to] = {old_end - to, old.offset + (to - begin), true};
    }
    give_room(old.offset + (from - begin), to - from);
  }
}

std::optional<std::uint64_t> RemoteProgram::begin_adoption(std::uintptr_t place,
                                                           std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Pages pages{place, bytes};
  if (place + bytes < place || given_.size() >= kMostAdoptions) {
    return std::nullopt;
  }
  abandon(pages);
  const auto gaps = gaps_in(pages);
  if (!gaps || !reserve(*gaps)) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> room = take_room(bytes);
  if (!room) {
    for (const auto& [gap, gap_bytes] : *gaps) {
      ::munmap(pointer_to(gap), gap_bytes);
    }
    return std::nullopt;
  }
  given_[*room] = {pages, *gaps};
  return room;
}

bool RemoteProgram::adopt(std::uintptr_t place, std::size_t bytes, std::uint64_t offset) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto given = given_.find(offset);
  if (given == given_.end() || given->second.pages != Pages{place, bytes}) {
    throw wire::Malformed("memory is shared that nobody gave out");
  }
  given_.erase(given);
  if (!map_here(offset, bytes, place)) {
    return false;  // the room stays taken: the program has it mapped
  }
  carve({place, bytes});
  ranges_[place] = {bytes, offset, true};
  watch_.look({{base_ + offset, bytes}});  // what the program had there
  return true;
}

}  // namespace warpschool::sim::runtime::service
