// Finds the size of a block of the C library's heap.
#include "runtime/host_memory/heap_blocks.hpp"

#include "runtime/host_memory/host_fault.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::uintptr_t kAlignment = 16, kHead = 16, kPage = 4096;
constexpr std::uint64_t kInUse = 1, kMapped = 2, kOfAThread = 4, kFlags = 7;

/// The part of memory that malloc asks of the system with sbrk.
struct Heap {
  std::uintptr_t begin = 0, end = 0;
};

/// Where it begins does not change.
std::uintptr_t begin_of_heap() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("[heap]") != std::string::npos) {
      return std::stoull(line, nullptr, 16);
    }
  }
  return 0;
}

Heap find_heap() {
  static const std::uintptr_t begin = begin_of_heap();
  return {begin, reinterpret_cast<std::uintptr_t>(::sbrk(0))};
}

std::uint64_t word_at(std::uintptr_t address) {
  std::uint64_t word = 0;
  // An address that was checked to lie in the heap. NOLINTNEXTLINE(performance-no-int-to-ptr)
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

/// The block behind the one at `block`; 0 if that is none.
std::uintptr_t next_block(const Heap& heap, std::uintptr_t block) {
  const std::uint64_t head = word_at(block + sizeof(std::uint64_t));
  const std::uint64_t size = head & ~kFlags;
  const bool is_one = (head & (kMapped | kOfAThread)) == 0 && size >= 2 * kHead &&
                      size % kAlignment == 0 && size < heap.end - block &&
                      heap.end - block - size >= kHead;
  return is_one ? block + size : 0;
}

/// Is `block` in use, as the one behind it says?
bool is_in_use(const Heap& heap, std::uintptr_t block) {
  const std::uintptr_t next = next_block(heap, block);
  return next != 0 && (word_at(next + sizeof(std::uint64_t)) & kInUse) != 0;
}

/// Goes through the heap.
bool is_reached(const Heap& heap, std::uintptr_t wanted) {
  std::uintptr_t block = heap.begin;
  while (block != 0 && block < wanted) {
    block = next_block(heap, block);
  }
  return block == wanted;
}

/// A large block has pages of its own, and a head that says so; 0: there is none at `address`.
std::size_t room_of_mapped(std::uintptr_t address) {
  std::uint64_t words[2] = {};  // what the block before has left, which is none, and the head
  static_assert(sizeof words == kHead);
  // Pages of the program's, if there are any. NOLINTNEXTLINE(performance-no-int-to-ptr)
  const void* const head = reinterpret_cast<const void*>(address - kHead);
  if (address % kPage != kHead || !copy_guarded(words, head, kHead)) {
    return 0;
  }
  const std::uint64_t size = words[1] & ~kFlags;
  const bool is_one =
      (words[1] & kFlags) == kMapped && words[0] == 0 && size != 0 && size % kPage == 0;
  return is_one ? size - kHead : 0;
}

/// The same of a block of the heap; 0 also where it is not certain that it is one.
std::size_t room_in_heap(const Heap& heap, std::uintptr_t address, std::size_t bytes) {
  if (address < heap.begin + kHead || address >= heap.end) {
    return 0;
  }
  const std::uintptr_t block = address - kHead;
  const std::uintptr_t next = next_block(heap, block);
  // The last word of a block lies in the next one's head.
  const std::size_t room = next == 0 ? 0 : next - block - sizeof(std::uint64_t);
  return room < bytes && next != 0 && is_in_use(heap, block) && is_reached(heap, block) ? room : 0;
}

}  // namespace

bool ends_before(const void* address, std::size_t bytes, std::size_t& room) {
#if defined(__GLIBC__) && defined(__x86_64__)
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Heap heap = find_heap();
  if (begin % kAlignment != 0 || heap.begin == 0) {
    return false;
  }
  const std::size_t mapped = room_of_mapped(begin);
  room = mapped != 0 ? mapped : room_in_heap(heap, begin, bytes);
  return room != 0 && room < bytes;
#else
  (void)address, (void)bytes, (void)room;
  return false;
#endif
}

bool begins_block(const void* address) {
#if defined(__GLIBC__) && defined(__x86_64__)
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Heap heap = find_heap();
  const bool in_heap =
      heap.begin != 0 && begin % kAlignment == 0 && begin >= heap.begin + kHead && begin < heap.end;
  return (in_heap && is_in_use(heap, begin - kHead)) || room_of_mapped(begin) != 0;
#else
  (void)address;
  return false;
#endif
}

}  // namespace warpschool::sim::runtime
