// Blocks of the C library's heap: how many bytes one has from a pointer on.
//
// malloc_usable_size would say, but only of a pointer that is known to begin a block. Here the
// pointer may be anything. So the words before it are taken for a block's head (glibc,
// malloc/malloc.c, "Chunk representation"), and believed only if the whole heap, gone through from
// its first block on, has a block that begins there. That takes a while; it is done only where the
// head says that the block is too small. Nothing of the program's malloc is replaced.
#pragma once

#include <cstddef>
#include <optional>

namespace warpschool::sim::runtime {

/// True if a block of the heap begins at `address` and ends before `bytes` bytes. False also where
/// that is not certain: inside a block, another allocator, a heap of a thread's own.
/// @param room set to the bytes that the block has, which may be some more than were asked for.
bool ends_before(const void* address, std::size_t bytes, std::size_t& room);

/// Does `address` look like a block's begin? Nearly certain: only its own head and the next one are
/// looked at.
bool begins_block(const void* address);

}  // namespace warpschool::sim::runtime
