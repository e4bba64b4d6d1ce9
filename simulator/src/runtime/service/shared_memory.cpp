// The memory that device and program share: its room, what of it lies where, and what kernels tell
// the program through it.
#include "runtime/base/addresses.hpp"
#include "runtime/service/remote_program.hpp"

#include <sys/mman.h>

namespace warpschool::sim::runtime::service {

std::optional<std::uint64_t> RemoteProgram::take_room(std::size_t bytes) {
  for (auto part = room_.begin(); part != room_.end(); ++part) {
    if (part->second >= bytes) {
      const std::uint64_t offset = part->first;
      const std::size_t rest = part->second - bytes;
      room_.erase(part);
      if (rest != 0) {
        room_[offset + bytes] = rest;
      }
      return offset;
    }
  }
  return std::nullopt;
}

void RemoteProgram::give_room(std::uint64_t offset, std::size_t bytes) {
  ::madvise(base_ + offset, bytes, MADV_REMOVE);  // zeros for the next one
  auto next = room_.lower_bound(offset);
  if (next != room_.end() && offset + bytes == next->first) {
    bytes += next->second;
    next = room_.erase(next);
  }
  if (next != room_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += bytes;
      return;
    }
  }
  room_[offset] = bytes;
}

/// A second mapping of the same pages: no descriptor is needed for that.
bool RemoteProgram::map_here(std::uint64_t offset, std::size_t bytes, std::uintptr_t place) {
  return ::mremap(base_ + offset, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer_to(place)) ==
         pointer_to(place);
}

bool RemoteProgram::share(void* place, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::optional<std::uint64_t> offset = take_room(bytes);
  if (!offset) {
    return false;
  }
  if (!map_here(*offset, bytes, address_of(place))) {
    give_room(*offset, bytes);
    return false;
  }
  ranges_[address_of(place)] = {bytes, *offset, false};
  changes_.push_back(
      {wire::Change::What::kMap, PROT_READ | PROT_WRITE, address_of(place), bytes, *offset});
  watch_.look({{base_ + *offset, bytes}});
  return true;
}

void RemoteProgram::begin_learning() {
  const std::lock_guard<std::mutex> lock(mutex_);
  learnt_ = {};
}

std::vector<SharedWatch::Range> RemoteProgram::shared_ranges() const {
  std::vector<SharedWatch::Range> ranges;
  ranges.reserve(ranges_.size());
  for (const auto& [place, range] : ranges_) {
    ranges.push_back({base_ + range.offset, range.bytes});
  }
  return ranges;
}

/// With the lock. While two threads are at work what host code writes counts as well.
void RemoteProgram::note_written() {
  learnt_.written_bytes += watch_.changed(shared_ranges());
}

RemoteProgram::AtWork::AtWork(RemoteProgram& program) : program_(program) {
  const std::lock_guard<std::mutex> lock(program_.mutex_);
  if (program_.at_work_++ > 0) {
    program_.note_written();
  } else if (!program_.ranges_.empty()) {
    program_.watch_.look(program_.shared_ranges());
  }
}

RemoteProgram::AtWork::~AtWork() {
  const std::lock_guard<std::mutex> lock(program_.mutex_);
  program_.note_written();
  --program_.at_work_;
}

RemoteProgram::Learnt RemoteProgram::learnt() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return learnt_;
}

void RemoteProgram::drop(std::uintptr_t place) {
  const auto found = ranges_.find(place);
  if (found != ranges_.end()) {
    give_room(found->second.offset, found->second.bytes);
    ranges_.erase(found);
  }
}

void RemoteProgram::unshare(void* place, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  drop(address_of(place));
  // If it fails the old pages stay. The runtime knows that the block is gone, and leaves them be.
  static_cast<void>(::mmap(place, bytes, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0));
  changes_.push_back({wire::Change::What::kReserve, 0, address_of(place), bytes, 0});
}

void RemoteProgram::forget(void* place, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  drop(address_of(place));
  ::munmap(place, bytes);
  changes_.push_back({wire::Change::What::kRelease, 0, address_of(place), bytes, 0});
}

void RemoteProgram::clear(void* place, std::size_t bytes) {
  ::madvise(place, bytes, MADV_REMOVE);
}

void RemoteProgram::protect(std::uintptr_t begin, std::size_t bytes, int rights) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto rights_now = static_cast<std::uint32_t>(rights);
  const auto same = std::find_if(changes_.rbegin(), changes_.rend(), [&](const auto& change) {
    return begin < change.begin + change.bytes && change.begin < begin + bytes;
  });
  // The last word on the same pages counts: a launch closes and opens them before anybody sees it.
  if (same != changes_.rend() && same->what == wire::Change::What::kProtect &&
      same->begin == begin && same->bytes == bytes) {
    same->rights = rights_now;
    return;
  }
  changes_.push_back({wire::Change::What::kProtect, rights_now, begin, bytes, 0});
}

/// The one range that has all of these bytes; nullptr: there is none.
const RemoteProgram::Range* RemoteProgram::range_of(const void* begin, std::size_t bytes) const {
  const std::uintptr_t address = address_of(begin);
  const auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) {
    return nullptr;
  }
  const auto& [place, range] = *std::prev(after);
  const bool has_all = address - place <= range.bytes && bytes <= range.bytes - (address - place);
  return has_all ? &range : nullptr;
}

bool RemoteProgram::is_shared(const void* begin, std::size_t bytes) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return range_of(begin, bytes) != nullptr;
}

bool RemoteProgram::is_lasting(const void* begin, std::size_t bytes) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Range* const range = range_of(begin, bytes);
  return range != nullptr && range->is_lasting;
}

}  // namespace warpschool::sim::runtime::service
