// Host memory that the runtime hands out: pinned and managed. Device and host use it at one
// address.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

namespace warpschool::sim::runtime {

/// Owns the blocks; what is left is returned at the end.
class HostBlocks {
 public:
  HostBlocks();
  ~HostBlocks() { release_all(); }
  HostBlocks(const HostBlocks&) = delete;
  HostBlocks& operator=(const HostBlocks&) = delete;

  /// Zeroed pages; nullptr when there is no more memory.
  void* allocate(std::size_t bytes);
  bool owns(const void* block) const { return blocks_.count(block) != 0; }
  void release(void* block);
  void release_all();
  /// True for an address of a block that was released not long ago.
  bool was_freed(const void* address) const;

  /// What cudaHostAlloc or cudaHostRegister was asked for.
  void set_flags(const void* block, unsigned flags) { flags_[block] = flags; }
  unsigned flags(const void* block) const {
    const auto found = flags_.find(block);
    return found == flags_.end() ? cudaHostAllocMapped : found->second;
  }
  void forget_flags(const void* block) { flags_.erase(block); }

 private:
  std::deque<std::pair<void*, std::size_t>> freed_;  ///< oldest first
  std::unordered_map<const void*, unsigned> flags_;
  std::unordered_map<const void*, std::size_t> blocks_;
  std::uintptr_t next_;  ///< address wanted for the next block
};

}  // namespace warpschool::sim::runtime
