// The interface of exercise occupancy. All of it runs on the host.
#pragma once

/// What a multiprocessor has.
struct Limits {
  unsigned threads_per_block;  ///< the largest block
  unsigned warps;              ///< resident at the same time
  unsigned blocks;             ///< resident at the same time
  unsigned registers;          ///< in equal shares for its schedulers
  unsigned schedulers;         ///< each warp belongs to one of them, with its registers
  unsigned register_unit;      ///< a warp gets its registers in multiples of this
  unsigned shared_bytes;
  unsigned shared_unit;      ///< a block gets its shared memory in multiples of this
  unsigned shared_reserved;  ///< bytes that the system adds to each block's own
};

/// What a kernel asks for.
struct Needs {
  unsigned threads;       ///< a block, at least 1
  unsigned registers;     ///< a thread, at least 1
  unsigned shared_bytes;  ///< a block
};

/// Resident blocks of a multiprocessor, twice.
struct Comparison {
  unsigned from_device;  ///< as the CUDA runtime says
  unsigned from_limits;  ///< as resident_blocks says
};

extern "C" {

/// How many blocks the limits on warps and blocks allow; 0 if a block is too large to run at all.
unsigned blocks_by_warps(Limits limits, Needs needs);

/// How many blocks the registers allow. Each scheduler has its share of them and keeps as many
/// warps as fit into it; blocks take warps wherever there is room.
unsigned blocks_by_registers(Limits limits, Needs needs);

/// How many blocks the shared memory allows; limits.blocks if a block takes none of it, neither for
/// its own bytes nor for reserved ones.
unsigned blocks_by_shared_memory(Limits limits, Needs needs);

/// How many blocks are resident at the same time: the least of the three.
unsigned resident_blocks(Limits limits, Needs needs);

/// The block size with the most resident warps for a kernel that takes so many registers and bytes
/// of shared memory a thread: a multiple of 32, the smallest if several have as many; 0 if none can
/// run.
unsigned best_block_size(Limits limits, unsigned registers, unsigned shared_bytes_per_thread);

/// For a kernel of this file, launched with so many threads and bytes of dynamic shared memory.
Comparison compare_with_device(unsigned threads, unsigned dynamic_bytes);
}
