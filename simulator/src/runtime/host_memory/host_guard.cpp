// Guards memory that host and device share while the device may use it.
#include "runtime/host_memory/host_guard.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/host_memory/host_fault.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

/// Each costs two system calls a launch, and pieces of address space of which there are not many.
constexpr std::size_t kMostGuarded = 256;

std::size_t whole_pages(std::size_t bytes) {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

bool is_page_aligned(std::uintptr_t address) {
  return whole_pages(address) == address;
}

}  // namespace

void HostGuard::protect(const Entry& entry, int rights) {
  ::mprotect(pointer_to(entry.begin), entry.bytes, rights);
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    remote->protect(entry.begin, entry.bytes, rights);
  }
}

/// What the device only reads the host may read too.
void HostGuard::close_entry(const Entry& entry) {
  protect(entry, entry.state == State::kWritten ? PROT_NONE : PROT_READ);
}

HostGuard::Entry& HostGuard::watch(std::uintptr_t begin, std::size_t bytes) {
  auto entry = std::make_unique<Entry>();
  entry->begin = begin;
  entry->bytes = whole_pages(bytes);
  entry->state = State::kWatched;
  entries_.push_back(std::move(entry));
  return *entries_.back();
}

HostGuard::Entry* HostGuard::entry_at(std::uintptr_t address) const {
  for (const auto& entry : entries_) {
    if (address >= entry->begin && address - entry->begin < entry->bytes) {
      return entry.get();
    }
  }
  return nullptr;
}

bool HostGuard::overlaps(std::uintptr_t begin, std::size_t bytes) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) {
    return begin < entry->begin + entry->bytes && entry->begin < begin + bytes;
  });
}

/// Each part costs a page fault in a launch that uses it.
void HostGuard::taint_parts(const Section& block) {
  constexpr std::size_t kParts = 32;
  const std::uintptr_t begin = address_of(block.first);
  const std::uintptr_t end = begin + whole_pages(address_of(block.second) - begin);
  const std::size_t part = whole_pages((end - begin + kParts - 1) / kParts);
  for (std::uintptr_t at = begin; at < end && entries_.size() < kMostGuarded; at += part) {
    const std::size_t bytes = std::min<std::size_t>(part, end - at);
    if (is_page_aligned(at) && !overlaps(at, bytes)) {
      watch(at, bytes);
    }
  }
}

namespace {

/// Managed memory on pages of its own.
struct ManagedBlock {
  std::uintptr_t begin;
  std::size_t bytes;
  bool of_variables;
};

/// The longest first: a variable at the begin of a section is no block of its own.
std::vector<ManagedBlock> managed_blocks(const Memory& memory,
                                         const std::vector<HostGuard::Section>& sections) {
  std::vector<ManagedBlock> guarded;
  if (const auto& managed = memory.managed_on_pages(); managed.size() <= kMostGuarded) {
    for (const auto& [begin, allocation] : managed) {
      if (is_page_aligned(begin)) {
        guarded.push_back({begin, allocation->bytes, false});
      }
    }
  }
  for (const auto& [first, last] : sections) {
    const std::uintptr_t begin = address_of(first), end = address_of(last);
    if (begin < end && is_page_aligned(begin) && is_page_aligned(end)) {
      guarded.push_back({begin, end - begin, true});
    }
  }
  std::sort(guarded.begin(), guarded.end(),
            [](const ManagedBlock& a, const ManagedBlock& b) { return a.bytes > b.bytes; });
  return guarded;
}

}  // namespace

void HostGuard::before_launch(const Memory& memory, const std::vector<Section>& sections,
                              const std::vector<Section>& pinned) {
  const std::vector<ManagedBlock> guarded = managed_blocks(memory, sections);
  if (guarded.empty() && pinned.empty()) {
    return;
  }
  forget_opened();
  watch_host_accesses();
  for (const auto& [begin, bytes, of_variables] : guarded) {
    const auto inside =
        std::find_if(entries_.begin(), entries_.end(), [first = begin](const auto& entry) {
          return first >= entry->begin && first - entry->begin < entry->bytes;
        });
    if (inside == entries_.end()) {
      watch(begin, bytes).of_variables = of_variables;
    }
  }
  for (const Section& block : pinned) {
    taint_parts(block);
  }
  for (const auto& entry : entries_) {
    if (entry->of_copy) {  // the kernel may use them, too
      protect(*entry, PROT_READ | PROT_WRITE);
      continue;
    }
    if (entry->state != State::kWatched) {  // an earlier launch may still use it
      entry->before = entry->state;
      entry->state = State::kWatched;
    }
    protect(*entry, PROT_NONE);
  }
  launching_ = true;
}

void HostGuard::after_launch(const WorkMark& work, const CallSite& launch) {
  launching_ = false;
  for (const auto& entry : entries_) {
    if (!entry->of_copy && entry->state != State::kWatched) {
      entry->add_launch(work);
      entry->by = entry->by.return_address == nullptr ? launch : entry->by;
    }
    if (entry->state == State::kWatched || entry->before == State::kWritten) {
      entry->state = entry->before;
    }
    entry->before = State::kOpen;
    if (entry->state != State::kOpen) {
      close_entry(*entry);
    }
  }
  forget_opened();
}

void HostGuard::close(void* block, std::size_t begin, std::size_t end, std::size_t bytes,
                      bool host_may_read, const WorkMark& work, const CallSite& copy) {
  const std::uintptr_t address = address_of(block);
  const std::size_t first = whole_pages(begin);
  const std::size_t last = end == bytes || whole_pages(end) == end
                               ? whole_pages(end)
                               : whole_pages(end) - whole_pages(1);
  if (!is_page_aligned(address) || first >= last || entries_.size() >= kMostGuarded) {
    return;
  }
  watch_host_accesses();
  auto entry = std::make_unique<Entry>();
  entry->begin = address + first;
  entry->bytes = last - first;
  entry->state = host_may_read ? State::kRead : State::kWritten;
  entry->of_copy = true;
  entry->add(work);
  entry->by = copy;
  close_entry(*entry);
  entries_.push_back(std::move(entry));
}

void HostGuard::close_within(const void* begin, std::size_t bytes, bool host_may_read,
                             const WorkMark& work, const CallSite& copy) {
  const std::uintptr_t first = whole_pages(address_of(begin));
  const std::uintptr_t end = address_of(begin) + bytes;
  const std::uintptr_t last = whole_pages(end) == end ? end : whole_pages(end) - whole_pages(1);
  if (first < last) {
    close(pointer_to(first), 0, last - first, last - first, host_may_read, work, copy);
  }
}

void HostGuard::open(const Section& block) {
  for (const auto& entry : entries_) {
    if (address_of(block.first) < entry->begin + entry->bytes &&
        entry->begin < address_of(block.second)) {
      entry->state = State::kOpen;
    }
  }
  forget_opened();
}

/// Lanes are counted anew in each generation, and what belongs to an earlier one is done.
void HostGuard::Entry::add(const WorkMark& work) {
  if (!works.empty() && works.front().generation != work.generation) {
    works.clear();
  }
  const auto same = std::find_if(works.begin(), works.end(),
                                 [&](const WorkMark& other) { return other.lane == work.lane; });
  if (same != works.end()) {
    *same = work;
  } else {
    works.push_back(work);
  }
}

void HostGuard::Entry::add_launch(const WorkMark& work) {
  add(work);
  if (state != State::kWritten) {
    has_readers = true;
  } else if (writers.size() <= Early::kMostLaunches) {
    writers.push_back(work);
  }
}

/// Of a launch that wrote to an allocation the race check knows what it read and wrote there.
bool HostGuard::Entry::knows_bytes(bool host_writes) const {
  return !writers.empty() && writers.size() <= Early::kMostLaunches &&
         !(host_writes && (has_readers || of_variables));
}

template <class IsOver>
void HostGuard::release_if(IsOver&& is_over) {
  const auto opened = [&](const std::unique_ptr<Entry>& entry) {
    const bool over = entry->state == State::kOpen || is_over(*entry);
    if (over) {
      protect(*entry, PROT_READ | PROT_WRITE);
    }
    return over;
  };
  entries_.erase(std::remove_if(entries_.begin(), entries_.end(), opened), entries_.end());
}

/// Those that a report or a launch has left open.
void HostGuard::forget_opened() {
  release_if([](const Entry&) { return false; });
}

void HostGuard::release(const StreamOrder& order) {
  for (const auto& entry : entries_) {
    std::vector<WorkMark>& writers = entry->writers;
    writers.erase(std::remove_if(writers.begin(), writers.end(),
                                 [&](const WorkMark& work) { return order.host_knows(work); }),
                  writers.end());
  }
  release_if([&](const Entry& entry) {
    return std::all_of(entry.works.begin(), entry.works.end(),
                       [&](const WorkMark& work) { return order.host_knows(work); });
  });
}

void HostGuard::release_all() {
  for (const auto& entry : entries_) {
    protect(*entry, PROT_READ | PROT_WRITE);
  }
  entries_.clear();
}

void HostGuard::suspend(const std::vector<Section>& needed) {
  for (const auto& entry : entries_) {
    const bool is_needed = std::any_of(needed.begin(), needed.end(), [&](const Section& section) {
      return address_of(section.first) < entry->begin + entry->bytes &&
             entry->begin < address_of(section.second);
    });
    if (is_needed) {
      protect(*entry, PROT_READ | PROT_WRITE);
      entry->suspended = true;
    }
  }
}

void HostGuard::resume() {
  for (const auto& entry : entries_) {
    if (entry->suspended && entry->state != State::kOpen) {
      close_entry(*entry);
    }
    entry->suspended = false;
  }
}

HostGuard::Answer HostGuard::on_access(std::uintptr_t address, bool is_write, Early& early) {
  Entry* const entry = entry_at(address);
  if (entry == nullptr) {
    return Answer::kUnknown;
  }
  if (launching_) {
    // Read at first: a write comes here again and opens the rest.
    const bool written = is_write || entry->state == State::kWritten;
    entry->state = written ? State::kWritten : State::kRead;
    protect(*entry, written ? PROT_READ | PROT_WRITE : PROT_READ);
    return Answer::kOfDevice;
  }
  if (entry->state == State::kOpen) {
    return Answer::kOfDevice;  // another thread was here a moment ago
  }
  early.by = entry->by;
  early.is_of_launches = !entry->of_copy;
  early.launch_count = 0;
  if (entry->knows_bytes(is_write)) {
    std::copy(entry->writers.begin(), entry->writers.end(), early.launches.begin());
    early.launch_count = entry->writers.size();
  }
  protect(*entry, PROT_READ | PROT_WRITE);
  return Answer::kTooEarly;
}

bool HostGuard::passes_once(std::uintptr_t address) {
  // Each costs ten microseconds: of one block some hundredths of a second, of all a second.
  constexpr unsigned kMostTimes = 1u << 12, kMostOfAll = 1u << 16;
  Entry* const entry = entry_at(address);
  return entry != nullptr && ++entry->times_passed < kMostTimes && ++times_passed_ < kMostOfAll;
}

void HostGuard::close_again(std::uintptr_t address) {
  const Entry* const entry = entry_at(address);
  if (entry != nullptr && entry->state != State::kOpen) {
    close_entry(*entry);
  }
}

void HostGuard::leave_open(std::uintptr_t address) {
  if (Entry* const entry = entry_at(address); entry != nullptr) {
    entry->state = State::kOpen;
  }
}

}  // namespace warpschool::sim::runtime
