// Small blocks of host memory that share pages.
//
// A program with a list or a tree in managed memory has a hundred thousand of them: what is kept of
// each is four bytes, in a table beside the pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace warpschool::sim::runtime {

/// Hands out pieces of chunks of pages, which it is given and which stay the giver's.
class PackedBlocks {
 public:
  static constexpr std::size_t kChunkBytes = 1u << 20;
  static constexpr std::size_t kMostBytes = 1024;  ///< of a block
  /// What cudaMalloc promises at least (CUDA C++ Programming Guide, device memory accesses).
  static constexpr std::size_t kAlignment = 256;

  struct Block {
    std::uint16_t bytes = 0;  ///< 0: there is no block
    std::uint16_t flags = 0;  ///< of cudaHostAlloc
  };

  /// nullptr: add_chunk() first. Never at the begin of a page: that says that a whole page is a
  /// block's. A place is not used twice.
  void* allocate(std::size_t bytes, unsigned flags);
  /// @param pages kChunkBytes of them, zeroed and page-aligned.
  void add_chunk(void* pages);
  /// nullptr if no block begins there.
  const Block* find(const void* block) const;
  Block* find(const void* block) { return const_cast<Block*>(std::as_const(*this).find(block)); }
  /// Of a block that there is. Gives the chunk back when no block is left in it, and none will
  /// come; else nullptr. Pages that no block lies in any more are zeroed, and cost no memory.
  void* release(const void* block);

  template <class F>
  void for_each_chunk(F&& body) const {
    for (const auto& [begin, chunk] : chunks_) {
      body(begin);
    }
  }
  void clear();

 private:
  struct Chunk {
    std::size_t in_use = 0;
    std::unique_ptr<Block[]> blocks;  ///< by their begin's distance, in units of kAlignment
  };
  using Chunks = std::map<std::uintptr_t, Chunk>;

  Chunks::const_iterator chunk_of(const void* address) const;

  Chunks chunks_;                       ///< by their begin
  std::uintptr_t last_ = 0, next_ = 0;  ///< the chunk that is being filled, the next block's place
};

}  // namespace warpschool::sim::runtime
