// Packs small blocks of host memory into shared pages.
#include "runtime/host_memory/packed_blocks.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/remote_host.hpp"

#include <algorithm>
#include <iterator>
#include <sys/mman.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kPageSize = 4096;
constexpr std::size_t kPlaces = PackedBlocks::kChunkBytes / PackedBlocks::kAlignment;

std::size_t whole_units(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Does a block of the chunk have a byte in the page? @param page its distance from the begin.
bool is_in_use(const PackedBlocks::Block* blocks, std::size_t page) {
  const std::size_t first = page - std::min(page, PackedBlocks::kMostBytes);
  for (std::size_t begin = first; begin < page + kPageSize; begin += PackedBlocks::kAlignment) {
    const std::size_t bytes = blocks[begin / PackedBlocks::kAlignment].bytes;
    if (bytes != 0 && begin + bytes > page) {
      return true;
    }
  }
  return false;
}

}  // namespace

void* PackedBlocks::allocate(std::size_t bytes, unsigned flags) {
  const std::uintptr_t begin = next_ % kPageSize == 0 ? next_ + kAlignment : next_;
  if (last_ == 0 || begin + bytes > last_ + kChunkBytes) {
    return nullptr;
  }
  Chunk& chunk = chunks_.at(last_);
  ++chunk.in_use;
  chunk.blocks[(begin - last_) / kAlignment] = {static_cast<std::uint16_t>(bytes),
                                                static_cast<std::uint16_t>(flags)};
  next_ = begin + whole_units(bytes, kAlignment);
  return pointer_to(begin);
}

void PackedBlocks::add_chunk(void* pages) {
  last_ = next_ = address_of(pages);
  chunks_[last_].blocks = std::make_unique<Block[]>(kPlaces);
}

PackedBlocks::Chunks::const_iterator PackedBlocks::chunk_of(const void* address) const {
  const auto after = chunks_.upper_bound(address_of(address));
  if (after == chunks_.begin()) {
    return chunks_.end();
  }
  const auto chunk = std::prev(after);
  return address_of(address) - chunk->first < kChunkBytes ? chunk : chunks_.end();
}

const PackedBlocks::Block* PackedBlocks::find(const void* block) const {
  const auto chunk = chunk_of(block);
  if (chunk == chunks_.end() || address_of(block) % kAlignment != 0) {
    return nullptr;
  }
  const Block& found = chunk->second.blocks[(address_of(block) - chunk->first) / kAlignment];
  return found.bytes == 0 ? nullptr : &found;
}

void* PackedBlocks::release(const void* block) {
  const auto found = chunks_.find(chunk_of(block)->first);
  auto& [chunk_begin, chunk] = *found;
  Block& released = chunk.blocks[(address_of(block) - chunk_begin) / kAlignment];
  const std::size_t begin = address_of(block) - chunk_begin, end = begin + released.bytes;
  released = {};
  if (--chunk.in_use == 0 && chunk_begin != last_) {
    void* pages = pointer_to(chunk_begin);
    chunks_.erase(found);
    return pages;
  }
  for (std::size_t page = begin / kPageSize * kPageSize; page < end; page += kPageSize) {
    if (!is_in_use(chunk.blocks.get(), page)) {
      if (RemoteHost* remote = remote_host(); remote != nullptr) {
        remote->clear(pointer_to(chunk_begin + page), kPageSize);
      } else {
        ::madvise(pointer_to(chunk_begin + page), kPageSize, MADV_DONTNEED);
      }
    }
  }
  return nullptr;
}

void PackedBlocks::clear() {
  chunks_.clear();
  last_ = next_ = 0;
}

}  // namespace warpschool::sim::runtime
