// Host memory that the runtime hands out: pinned and managed. Device and host use it at one
// address.
#pragma once

#include "runtime/host_memory/packed_blocks.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::runtime {

/// Owns the blocks; what is left is returned at the end.
class HostBlocks {
 public:
  HostBlocks();
  ~HostBlocks() { release_all(); }
  HostBlocks(const HostBlocks&) = delete;
  HostBlocks& operator=(const HostBlocks&) = delete;

  /// Zeroed; nullptr when there is no more memory. In pages of its own, at the begin of one: so
  /// that accesses can be caught. But small ones beyond the first thousand share pages.
  void* allocate(std::size_t bytes);
  bool owns(const void* block) const;
  /// Those in pages of their own, by their begin.
  std::vector<const void*> on_pages() const;
  void release(void* block);
  void release_all();
  /// True for an address of a block that was released not long ago.
  bool was_freed(const void* address) const;

  /// What cudaHostAlloc or cudaHostRegister was asked for.
  void set_flags(const void* block, unsigned flags);
  unsigned flags(const void* block) const;
  void forget_flags(const void* block) { flags_.erase(block); }

 private:
  struct Freed {
    void* begin;
    std::size_t bytes;
    bool is_mapped;  ///< pages of its own, without access
  };

  /// Pages, which stay in the list of freed ones for a while after they are given back.
  void* map(std::size_t bytes);
  void unmap_later(void* pages, std::size_t bytes);
  void* pack(std::size_t bytes);
  void unpack(void* block, std::size_t bytes);
  void remember(const Freed& freed);

  std::deque<Freed> freed_;  ///< oldest first
  // Of blocks in pages of their own, and of memory of the program.
  std::unordered_map<const void*, unsigned> flags_;
  std::unordered_map<const void*, std::size_t> blocks_;
  std::uintptr_t next_;  ///< address wanted for the next block
  PackedBlocks packed_;
  std::size_t count_ = 0;  ///< of all blocks
};

}  // namespace warpschool::sim::runtime
