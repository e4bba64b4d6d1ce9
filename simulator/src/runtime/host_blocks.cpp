#include "runtime/host_blocks.hpp"

#include "runtime/addresses.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <sys/mman.h>

namespace warpschool::sim::runtime {
namespace {

/// Freed blocks whose addresses are kept.
constexpr std::size_t kMostFreed = 1024;

/// Where blocks lie, if nobody else is there: the same in every run, as reports name addresses.
/// Above what the address sanitizer keeps for itself, below the windows of devices (window.cpp).
constexpr std::uintptr_t kFirst = 0x1080'0000'0000u, kLast = 0x1f00'0000'0000u;
constexpr std::uintptr_t kLargePage = 2u << 20, kPage = 4096;

/// Blocks that lie apart, whatever their size: programs with more have a list or a tree in them,
/// which would take a page a node.
constexpr std::size_t kMostApart = 1024;
/// Smaller blocks may share pages, so many bytes of them.
constexpr std::size_t kMostPacked = 1024, kSharedBytes = 1u << 20;
constexpr std::uintptr_t kPackedAlignment = 256;  ///< at least that of cudaMalloc

std::uintptr_t round_up(std::uintptr_t address, std::uintptr_t unit) {
  return (address + unit - 1) / unit * unit;
}

}  // namespace

HostBlocks::HostBlocks() : next_(kFirst) {}

void* HostBlocks::map(std::size_t bytes) {
  if (bytes > kLast - kFirst) {
    return nullptr;
  }
  next_ = round_up(next_ > kLast - bytes ? kFirst : next_, bytes < kLargePage ? kPage : kLargePage);
  void* block = ::mmap(pointer_to(next_), bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) {
    return nullptr;
  }
  next_ += round_up(bytes, kPage);
  return block;
}

/// The addresses stay taken without access, so that a use after the free is found.
void HostBlocks::unmap_later(void* pages, std::size_t bytes) {
  ::madvise(pages, bytes, MADV_DONTNEED);
  ::mprotect(pages, bytes, PROT_NONE);
  remember({pages, bytes, true});
}

void HostBlocks::remember(const Freed& freed) {
  freed_.push_back(freed);
  if (freed_.size() > kMostFreed) {
    if (freed_.front().is_mapped) {
      ::munmap(freed_.front().begin, freed_.front().bytes);
    }
    freed_.pop_front();
  }
}

void* HostBlocks::pack(std::size_t bytes) {
  const std::uintptr_t end = pack_begin_ + kSharedBytes;
  if (pack_begin_ == 0 || pack_next_ + bytes > end) {
    void* pages = map(kSharedBytes);
    if (pages == nullptr) {
      return nullptr;
    }
    pack_begin_ = address_of(pages);
    pack_next_ = pack_begin_;
    shared_pages_[pack_begin_] = 0;
  }
  // Not at the begin of a page: that says that the whole page is the block's.
  pack_next_ += pack_next_ % kPage == 0 ? kPackedAlignment : 0;
  void* block = pointer_to(pack_next_);
  pack_next_ = round_up(pack_next_ + bytes, kPackedAlignment);
  ++shared_pages_[pack_begin_];
  return block;
}

void HostBlocks::unpack(void* block, std::size_t bytes) {
  const auto pages = std::prev(shared_pages_.upper_bound(address_of(block)));
  --pages->second;
  if (pages->second != 0 || pages->first == pack_begin_) {
    remember({block, bytes, false});
    return;
  }
  unmap_later(pointer_to(pages->first), kSharedBytes);
  shared_pages_.erase(pages);
}

void* HostBlocks::allocate(std::size_t bytes) {
  const bool is_packed = bytes <= kMostPacked && blocks_.size() >= kMostApart;
  void* block = is_packed ? pack(bytes) : map(bytes);
  if (block != nullptr) {
    blocks_[block] = bytes;
  }
  return block;
}

void HostBlocks::release(void* block) {
  const auto found = blocks_.find(block);
  if (found == blocks_.end()) {
    return;
  }
  if (address_of(block) % kPage == 0) {
    unmap_later(block, found->second);
  } else {
    unpack(block, found->second);
  }
  blocks_.erase(found);
  flags_.erase(block);
}

bool HostBlocks::was_freed(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::any_of(freed_.begin(), freed_.end(), [&](const Freed& block) {
    return at >= address_of(block.begin) && at - address_of(block.begin) < block.bytes;
  });
}

void HostBlocks::release_all() {
  for (const auto& [block, bytes] : blocks_) {
    if (address_of(block) % kPage == 0) {
      ::munmap(const_cast<void*>(block), bytes);
    }
  }
  for (const auto& [begin, blocks] : shared_pages_) {
    ::munmap(pointer_to(begin), kSharedBytes);
  }
  for (const Freed& freed : freed_) {
    if (freed.is_mapped) {
      ::munmap(freed.begin, freed.bytes);
    }
  }
  blocks_.clear();
  shared_pages_.clear();
  freed_.clear();
  flags_.clear();
  pack_begin_ = 0;
}

}  // namespace warpschool::sim::runtime
