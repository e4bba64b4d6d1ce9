// Finds which pages of managed memory the host has touched.
#include "runtime/host_memory/host_pages.hpp"

#include "runtime/base/remote_host.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// Each look costs a read of the system's table: programs of many launches are not to pay for it.
constexpr unsigned kMostLooks = 4;
/// Bits of an entry: the page is in memory, or was moved out of it.
constexpr std::uint64_t kTouched = std::uint64_t{3} << 62;

class PageMap {
 public:
  PageMap() : file_(::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}
  ~PageMap() {
    if (file_ >= 0) {
      ::close(file_);
    }
  }
  PageMap(const PageMap&) = delete;
  PageMap& operator=(const PageMap&) = delete;

  /// False: it cannot be known.
  bool mark_touched(Memory& memory, const Allocation& managed) const;

 private:
  int file_;
};

bool PageMap::mark_touched(Memory& memory, const Allocation& managed) const {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::array<std::uint64_t, 512> entries;
  const std::uint64_t count = (managed.bytes + page - 1) / page;
  for (std::uint64_t first = 0; first < count; first += entries.size()) {
    const std::uint64_t wanted = std::min<std::uint64_t>(entries.size(), count - first);
    const auto at = static_cast<off_t>((managed.begin / page + first) * sizeof entries[0]);
    const auto bytes = static_cast<ssize_t>(wanted * sizeof entries[0]);
    if (file_ < 0 || ::pread(file_, entries.data(), static_cast<std::size_t>(bytes), at) != bytes) {
      return false;
    }
    for (std::uint64_t i = 0; i < wanted; ++i) {
      const std::uint64_t begin = (first + i) * page;
      if ((entries[i] & kTouched) != 0) {
        memory.mark_written(managed.begin + begin, std::min(page, managed.bytes - begin));
      }
    }
  }
  return true;
}

/// The same, where the program is another process and says so itself.
void mark_touched_remotely(Memory& memory, RemoteHost& program) {
  constexpr std::uint64_t kManagedPage = 4096;
  for (const auto& [begin, managed] : memory.managed_on_pages()) {
    if (!memory.awaits_writes(*managed)) {
      continue;
    }
    const std::uint64_t count = (managed->bytes + kManagedPage - 1) / kManagedPage;
    const std::vector<std::uint8_t> touched = program.touched_pages(begin, count);
    for (std::uint64_t i = 0; i < touched.size(); ++i) {
      if (touched[i] != 0) {
        memory.mark_written(begin + i * kManagedPage,
                            std::min(kManagedPage, managed->bytes - i * kManagedPage));
      }
    }
    if (touched.size() != count || memory.count_look(*managed) >= kMostLooks) {
      memory.mark_written(managed->begin, managed->bytes);
    }
  }
}

}  // namespace

void mark_what_the_host_touched(Memory& memory) {
  if (!memory.follows()) {
    return;
  }
  if (remote_host() != nullptr) {
    mark_touched_remotely(memory, *remote_host());
    return;
  }
  std::optional<PageMap> map;
  for (const auto& [begin, managed] : memory.managed_on_pages()) {
    if (!memory.awaits_writes(*managed)) {
      continue;
    }
    if (!map) {
      map.emplace();
    }
    if (!map->mark_touched(memory, *managed) || memory.count_look(*managed) >= kMostLooks) {
      memory.mark_written(managed->begin, managed->bytes);
    }
  }
}

}  // namespace warpschool::sim::runtime
