// Host memory that the runtime hands out: pinned and managed. Device and host use it at one
// address.
#pragma once

#include <cstddef>
#include <unordered_map>

namespace warpschool::sim::runtime {

/// Owns the blocks; what is left is returned at the end.
class HostBlocks {
 public:
  HostBlocks() = default;
  ~HostBlocks() { release_all(); }
  HostBlocks(const HostBlocks&) = delete;
  HostBlocks& operator=(const HostBlocks&) = delete;

  /// Zeroed pages; nullptr when there is no more memory.
  void* allocate(std::size_t bytes);
  bool owns(const void* block) const { return blocks_.count(block) != 0; }
  void release(void* block);
  void release_all();

 private:
  std::unordered_map<const void*, std::size_t> blocks_;
};

}  // namespace warpschool::sim::runtime
