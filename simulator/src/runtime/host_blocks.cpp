#include "runtime/host_blocks.hpp"

#include <algorithm>
#include <cstdint>
#include <sys/mman.h>

namespace warpschool::sim::runtime {
namespace {

/// Freed blocks whose addresses are kept.
constexpr std::size_t kMostFreed = 1024;

/// Where blocks lie, if nobody else is there: the same in every run, as reports name addresses.
/// Above what the address sanitizer keeps for itself, below the windows of devices (window.cpp).
constexpr std::uintptr_t kFirst = 0x1080'0000'0000u, kLast = 0x1f00'0000'0000u;
constexpr std::uintptr_t kLargePage = 2u << 20, kPage = 4096;

std::uintptr_t round_up(std::uintptr_t address, std::uintptr_t unit) {
  return (address + unit - 1) / unit * unit;
}

}  // namespace

HostBlocks::HostBlocks() : next_(kFirst) {}

void* HostBlocks::allocate(std::size_t bytes) {
  if (bytes > kLast - kFirst) {
    return nullptr;
  }
  next_ = round_up(next_ > kLast - bytes ? kFirst : next_, bytes < kLargePage ? kPage : kLargePage);
  void* wanted = reinterpret_cast<void*>(next_);  // NOLINT(performance-no-int-to-ptr)
  void* block = ::mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) {
    return nullptr;
  }
  next_ += round_up(bytes, kPage);
  blocks_[block] = bytes;
  return block;
}

void HostBlocks::release(void* block) {
  const auto found = blocks_.find(block);
  if (found == blocks_.end()) {
    return;
  }
  // The addresses stay taken without access, so that a use after the free is found.
  ::madvise(block, found->second, MADV_DONTNEED);
  ::mprotect(block, found->second, PROT_NONE);
  freed_.emplace_back(block, found->second);
  blocks_.erase(found);
  flags_.erase(block);
  if (freed_.size() > kMostFreed) {
    ::munmap(freed_.front().first, freed_.front().second);
    freed_.pop_front();
  }
}

bool HostBlocks::was_freed(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::any_of(freed_.begin(), freed_.end(), [&](const auto& block) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block.first);
    return at >= begin && at - begin < block.second;
  });
}

void HostBlocks::release_all() {
  for (const auto& [block, bytes] : blocks_) {
    ::munmap(const_cast<void*>(block), bytes);
  }
  for (const auto& [block, bytes] : freed_) {
    ::munmap(block, bytes);
  }
  blocks_.clear();
  freed_.clear();
  flags_.clear();
}

}  // namespace warpschool::sim::runtime
