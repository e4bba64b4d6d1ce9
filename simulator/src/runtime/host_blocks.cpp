#include "runtime/host_blocks.hpp"

#include <sys/mman.h>

namespace warpschool::sim::runtime {

void* HostBlocks::allocate(std::size_t bytes) {
  void* block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) {
    return nullptr;
  }
  blocks_[block] = bytes;
  return block;
}

void HostBlocks::release(void* block) {
  const auto found = blocks_.find(block);
  if (found != blocks_.end()) {
    ::munmap(block, found->second);
    blocks_.erase(found);
    flags_.erase(block);
  }
}

void HostBlocks::release_all() {
  for (const auto& [block, bytes] : blocks_) {
    ::munmap(const_cast<void*>(block), bytes);
  }
  blocks_.clear();
  flags_.clear();
}

}  // namespace warpschool::sim::runtime
