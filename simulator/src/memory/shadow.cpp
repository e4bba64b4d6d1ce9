// Shadow memory: what the checks remember of each word.
#include "memory/shadow.hpp"

#include <cstring>
#include <new>

namespace warpschool::sim {
namespace {

/// From halves to bytes. Pages of nothing but zeros are not touched.
void split(const std::uint64_t* halves, std::uint64_t* bytes, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (halves[i / 2] != 0) {
      bytes[i] = halves[i / 2];
    }
  }
}

}  // namespace

TouchedRegions::TouchedRegions(std::uint64_t bytes) {
  if (const std::uint64_t count = (bytes >> kRegionShift) + 1; count > 1) {
    many_.reset(new (std::nothrow) std::uint32_t[count]{});
  }
}

std::uint8_t* WrittenBytes::need_bits() {
  if (bits() == nullptr && !pages_.reserve(bytes_ / 8 + 16)) {
    complete_ = true;  // no room to remember: nothing is ever missing
  }
  return bits();
}

void WrittenBytes::mark(std::uint64_t offset, std::uint64_t bytes) {
  if (complete_ || bytes == 0) {
    return;
  }
  if (bytes >= bytes_) {
    complete_ = true;
    pages_.drop();
    return;
  }
  std::uint8_t* const map = need_bits();
  if (map == nullptr) {
    return;
  }
  const std::uint64_t end = offset + bytes;
  for (; offset < end && offset % 8 != 0; ++offset) {
    map[offset / 8] = static_cast<std::uint8_t>(map[offset / 8] | 1u << offset % 8);
  }
  const std::uint64_t whole = (end - offset) / 8;
  if (offset < end) {
    std::memset(map + offset / 8, 0xff, whole);
  }
  for (offset += whole * 8; offset < end; ++offset) {
    map[offset / 8] = static_cast<std::uint8_t>(map[offset / 8] | 1u << offset % 8);
  }
}

std::uint64_t WrittenBytes::end_of_run(std::uint64_t offset, std::uint64_t end) const {
  if (complete_ || bits() == nullptr) {
    return end;
  }
  const bool state = has(offset);
  const std::uint64_t alike = state ? ~std::uint64_t{0} : 0;  // 64 bytes' bits
  constexpr std::uint64_t kAtOnce = 64;
  while (offset < end && has(offset) == state) {
    std::uint64_t word = ~alike;
    if (offset % 8 == 0 && end - offset >= kAtOnce) {
      std::memcpy(&word, bits() + offset / 8, sizeof word);
    }
    offset += word == alike ? kAtOnce : 1;
  }
  return offset;
}

void WrittenBytes::copy(std::uint64_t offset, const WrittenBytes& from, std::uint64_t from_offset,
                        std::uint64_t bytes) {
  if (from.complete_ || complete_) {
    mark(offset, bytes);
    return;
  }
  std::uint8_t* const map = need_bits();
  std::uint64_t i = 0;
  if (map != nullptr && from.bits() != nullptr && offset % 8 == 0 && from_offset % 8 == 0) {
    std::memmove(map + offset / 8, from.bits() + from_offset / 8, bytes / 8);
    i = bytes / 8 * 8;
  }
  for (; map != nullptr && i < bytes; ++i) {
    const std::uint64_t to = offset + i;
    const auto bit = static_cast<std::uint8_t>(1u << to % 8);
    map[to / 8] = static_cast<std::uint8_t>(from.has(from_offset + i) ? map[to / 8] | bit
                                                                      : map[to / 8] & ~bit);
  }
}

bool Shadow::need_accessors() {
  if (writers != nullptr) {
    return true;
  }
  // A first byte inside a word or sector, and the last one: one entry more at either end.
  const std::uint64_t words = bytes / 4 + 2, sectors = bytes / 32 + 2;
  if (!pages_.reserve((2 * words + 2 * sectors) * sizeof *writers)) {
    return false;
  }
  writers = reinterpret_cast<std::uint64_t*>(pages_.data());
  readers = writers + words;
  sector_writers = readers + words;
  sector_readers = sector_writers + sectors;
  return true;
}

bool Shadow::need_parts(unsigned shift) {
  if (parts.writers != nullptr && parts.shift <= shift) {
    return true;
  }
  const std::uint64_t count = (bytes / 4 + 2) * (4u >> shift);
  LazyPages pages;
  if (!pages.reserve(2 * count * sizeof *parts.writers)) {
    return false;
  }
  auto* const first = reinterpret_cast<std::uint64_t*>(pages.data());
  const PartEntries finer{first, first + count, shift};
  if (parts.writers != nullptr) {
    split(parts.writers, finer.writers, count);
    split(parts.readers, finer.readers, count);
  }
  part_pages_.swap(pages);
  parts = finer;
  return true;
}

void Shadow::drop_accessors() {
  pages_.drop();
  part_pages_.drop();
  hidden.clear();
  writers = readers = sector_writers = sector_readers = nullptr;
  parts = {};
}

}  // namespace warpschool::sim
