// Counts what the device has written into memory that it shares with a program.
#include "runtime/service/shared_watch.hpp"

#include <cstring>

namespace warpschool::sim::runtime::service {
namespace {

bool is_watched(const std::vector<SharedWatch::Range>& ranges) {
  std::size_t bytes = 0;
  for (const SharedWatch::Range& range : ranges) {
    bytes += range.bytes;
  }
  return bytes <= SharedWatch::kMost;
}

std::uint64_t differences(const std::byte* now, const std::byte* before, std::size_t bytes) {
  std::uint64_t count = 0;
  if (std::memcmp(now, before, bytes) != 0) {
    for (std::size_t i = 0; i < bytes; ++i) {
      count += now[i] != before[i] ? 1U : 0U;
    }
  }
  return count;
}

}  // namespace

void SharedWatch::look(const std::vector<Range>& ranges) {
  if (!is_watched(ranges)) {
    seen_.clear();
    return;
  }
  for (const Range& range : ranges) {
    seen_[range.begin].assign(range.begin, range.begin + range.bytes);
  }
}

std::uint64_t SharedWatch::changed(const std::vector<Range>& ranges) {
  std::uint64_t count = 0;
  if (!is_watched(ranges)) {
    return count;
  }
  for (const Range& range : ranges) {
    std::vector<std::byte>& before = seen_[range.begin];
    before.resize(range.bytes);
    count += differences(range.begin, before.data(), range.bytes);
    std::memcpy(before.data(), range.begin, range.bytes);
  }
  return count;
}

}  // namespace warpschool::sim::runtime::service
