// Hands out pinned and managed memory.
#include "runtime/host_memory/host_blocks.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/remote_host.hpp"

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

/// Behind a block lie as many addresses as it has bytes, and these at least, that are nobody's: an
/// index that runs far over the end does not land in the next block, nor just before it.
constexpr std::uintptr_t kLeastApart = 64u << 10;

/// Blocks that lie apart, whatever their size: programs with more have a list or a tree in them,
/// which would take a page a node.
constexpr std::size_t kMostApart = 1024;

std::uintptr_t round_up(std::uintptr_t address, std::uintptr_t unit) {
  return (address + unit - 1) / unit * unit;
}

/// Zeroed pages, at `wanted` if nobody is there; nullptr: there are none.
void* map_pages(void* wanted, std::size_t bytes) {
  RemoteHost* const remote = remote_host();
  const int rights = remote == nullptr ? PROT_READ | PROT_WRITE : PROT_NONE;
  void* block = ::mmap(wanted, bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) {
    return nullptr;
  }
  if (remote != nullptr && !remote->share(block, round_up(bytes, kPage))) {
    ::munmap(block, bytes);
    return nullptr;
  }
  return block;
}

void unmap(void* block, std::size_t bytes) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    remote->forget(block, round_up(bytes, kPage));
  } else {
    ::munmap(block, bytes);
  }
}

}  // namespace

HostBlocks::HostBlocks() : next_(kFirst) {}

void* HostBlocks::map(std::size_t bytes) {
  if (bytes > kLast - kFirst) {
    return nullptr;
  }
  next_ = round_up(next_ > kLast - bytes ? kFirst : next_, bytes < kLargePage ? kPage : kLargePage);
  void* block = map_pages(pointer_to(next_), bytes);
  if (block == nullptr) {
    return nullptr;
  }
  next_ += round_up(bytes, kPage) + round_up(std::max<std::uintptr_t>(bytes, kLeastApart), kPage);
  return block;
}

/// The addresses stay taken without access, so that a use after the free is found.
void HostBlocks::unmap_later(void* pages, std::size_t bytes) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    remote->unshare(pages, round_up(bytes, kPage));
  } else {
    ::madvise(pages, bytes, MADV_DONTNEED);
    ::mprotect(pages, bytes, PROT_NONE);
  }
  remember({pages, bytes, true});
}

void HostBlocks::remember(const Freed& freed) {
  freed_.push_back(freed);
  if (freed_.size() > kMostFreed) {
    if (freed_.front().is_mapped) {
      unmap(freed_.front().begin, freed_.front().bytes);
    }
    freed_.pop_front();
  }
}

void* HostBlocks::pack(std::size_t bytes) {
  void* block = packed_.allocate(bytes, cudaHostAllocMapped);
  if (block != nullptr) {
    return block;
  }
  void* pages = map(PackedBlocks::kChunkBytes);
  if (pages == nullptr) {
    return nullptr;
  }
  packed_.add_chunk(pages);
  return packed_.allocate(bytes, cudaHostAllocMapped);
}

void HostBlocks::unpack(void* block, std::size_t bytes) {
  if (void* pages = packed_.release(block); pages != nullptr) {
    unmap_later(pages, PackedBlocks::kChunkBytes);
  } else {
    remember({block, bytes, false});
  }
}

void* HostBlocks::allocate(std::size_t bytes) {
  if (bytes <= PackedBlocks::kMostBytes && count_ >= kMostApart) {
    void* block = pack(bytes);
    count_ += block != nullptr ? 1 : 0;
    return block;
  }
  void* block = map(bytes);
  if (block != nullptr) {
    blocks_[block] = bytes;
    ++count_;
  }
  return block;
}

bool HostBlocks::owns(const void* block) const {
  return blocks_.count(block) != 0 || packed_.find(block) != nullptr;
}

std::vector<const void*> HostBlocks::on_pages() const {
  std::vector<const void*> begins;
  begins.reserve(blocks_.size());
  for (const auto& [begin, bytes] : blocks_) {
    begins.push_back(begin);
  }
  std::sort(begins.begin(), begins.end());
  return begins;
}

void HostBlocks::release(void* block) {
  if (const PackedBlocks::Block* packed = packed_.find(block); packed != nullptr) {
    unpack(block, packed->bytes);
    --count_;
    return;
  }
  const auto found = blocks_.find(block);
  if (found == blocks_.end()) {
    return;
  }
  unmap_later(block, found->second);
  --count_;
  blocks_.erase(found);
  flags_.erase(block);
}

void HostBlocks::set_flags(const void* block, unsigned flags) {
  if (PackedBlocks::Block* packed = packed_.find(block); packed != nullptr) {
    packed->flags = static_cast<std::uint16_t>(flags);
  } else {
    flags_[block] = flags;
  }
}

unsigned HostBlocks::flags(const void* block) const {
  if (const PackedBlocks::Block* packed = packed_.find(block); packed != nullptr) {
    return packed->flags;
  }
  const auto found = flags_.find(block);
  return found == flags_.end() ? cudaHostAllocMapped : found->second;
}

bool HostBlocks::was_freed(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::any_of(freed_.begin(), freed_.end(), [&](const Freed& block) {
    return at >= address_of(block.begin) && at - address_of(block.begin) < block.bytes;
  });
}

void HostBlocks::release_all() {
  for (const auto& [block, bytes] : blocks_) {
    unmap(const_cast<void*>(block), bytes);
  }
  packed_.for_each_chunk(
      [](std::uintptr_t begin) { unmap(pointer_to(begin), PackedBlocks::kChunkBytes); });
  for (const Freed& freed : freed_) {
    if (freed.is_mapped) {
      unmap(freed.begin, freed.bytes);
    }
  }
  blocks_.clear();
  packed_.clear();
  freed_.clear();
  flags_.clear();
  count_ = 0;
}

}  // namespace warpschool::sim::runtime
