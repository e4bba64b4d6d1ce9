// A warp while it runs. Handlers see the plain part; the run loop (run.cpp) owns the splits.
#pragma once

#include "lower/program/program.hpp"
#include "warpschool/sim/counters.hpp"
#include "warpschool/sim/fault.hpp"
#include "warpschool/sim/memory.hpp"
#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

class Block;
class Grid;
struct Shadow;
struct Worker;
class Speculation;
struct TrackedAllocation;

inline constexpr LaneMask kAllLanes = 0xffff'ffffu;

/// Of one lane at least.
constexpr unsigned lowest_lane(LaneMask lanes) {
  return static_cast<unsigned>(__builtin_ctz(lanes));
}

/// How many lanes; a call into the compiler's library would cost more than the count on processors
/// that are not told apart.
constexpr std::uint32_t count_lanes(LaneMask lanes) {
  lanes -= lanes >> 1 & 0x5555'5555u;
  lanes = (lanes & 0x3333'3333u) + (lanes >> 2 & 0x3333'3333u);
  lanes = (lanes + (lanes >> 4)) & 0x0f0f'0f0fu;
  return lanes * 0x0101'0101u >> 24;
}

/// A guest's mistake on its way from a handler to the launch that reports it.
struct GuestFault {
  Fault fault;
  LaneMask lanes = 0;  ///< who made the mistake
};

/// How the lanes of an access lie in memory, seen from the first active lane.
/// kGroups: in each group of kGroupLanes they are as in the first two, as in tiles of 8 or 16.
enum class Pattern : std::uint8_t { kUniform, kConsecutive, kGroups, kGather };
inline constexpr unsigned kGroupLanes = 8;

enum class AccessKind : std::uint8_t { kLoad, kStore, kAtomic };

/// The sectors that one pattern touches when its first lane lies at a certain place inside a
/// sector.
struct SectorSet {
  std::uint32_t full = 0;  ///< bit i: sector i is covered wholly
  std::uint8_t count = 0;
  std::uint8_t first_word = 0;  ///< of the first sector
  std::uint8_t row_words = 0;   ///< so many words side by side are touched; 0: there are gaps
  std::uint8_t words[kWarpSize] = {};  ///< bit i: word i of the sector is touched
  std::uint8_t tag_passes[4] = {};  ///< by the quarter of the line in which the first sector lies
  std::int32_t sectors[kWarpSize] = {};  ///< relative to the sector of the first lane, ascending
};

/// What a static memory instruction remembers of its last execution: lanes mostly move in the same
/// pattern again.
struct alignas(64) MemorySite {
  std::int32_t delta[kWarpSize] = {};    ///< byte distances from the first active lane
  DeviceAddress begin = 1, end = 0;      ///< the allocation that was found last
  std::byte* backing = nullptr;          ///< host address of `begin`
  Shadow* shadow = nullptr;              ///< of the same allocation
  std::uint64_t generation = 0;          ///< of Memory when it was found
  std::uint32_t version = 0;             ///< rises when another pattern is learnt
  TrackedAllocation* tracked = nullptr;  ///< the same allocation, in a speculative batch
  bool is_constant = false;              ///< the same allocation: see Grid::is_constant
  bool in_constants = false;  ///< it is a __constant__ variable, whatever space the address names
  LaneMask mask = 0;          ///< 0: nothing learnt yet
  std::uint32_t phase = 0;    ///< position of the first lane inside its line
  std::int32_t low = 0, high = 0;  ///< smallest and largest delta
  Extents variable;                ///< shared and local memory: of what it is made to
  Space space = Space::kGeneric;   ///< generic addresses: where they pointed
  Pattern pattern = Pattern::kGather;
  std::uint8_t consecutive_groups = 0;  ///< kGroups: bit g: group g is consecutive, else uniform
  std::uint8_t passes = 1, ideal_passes = 1;
  std::uint8_t local_sectors = 0;  ///< local memory: of its lines, what one access wants
  static constexpr unsigned kSectorSets = 8;
  std::uint32_t sector_phases[kSectorSets] =
      {};  ///< byte inside the sector that a set is for, + 1; 0: none
  SectorSet sectors[kSectorSets];
};

/// One resolved access: lane l's bytes are at base + delta[l].
struct Access {
  std::byte* base = nullptr;
  const std::int32_t* delta = nullptr;
  Pattern pattern = Pattern::kGather;
  std::uint8_t consecutive_groups = 0;  ///< as in MemorySite
  Space space = Space::kGlobal;
};

/// An activation of a function; lanes that were called together share it.
struct CallFrame {
  std::shared_ptr<const CallFrame> parent;
  std::uint32_t return_pc = 0;
  std::uint32_t site = 0;
  std::uint32_t function = 0;
  std::uint32_t depth = 0;
  std::uint32_t local_base = 0;  ///< where its variables begin, if it is recursive
  std::uint32_t local_top = 0;   ///< where those of a recursive callee would
  bool saves = false;            ///< the callee's registers were saved: it was active before
};

/// Have two splits the same calls behind them?
inline bool same_calls(const CallFrame* a, const CallFrame* b) {
  for (; a != b; a = a->parent.get(), b = b->parent.get()) {
    if (a == nullptr || b == nullptr || a->return_pc != b->return_pc ||
        a->function != b->function) {
      return false;
    }
  }
  return true;
}

/// Lanes of a warp that are at the same instruction with the same calls behind them.
struct Split {
  enum class State : std::uint8_t { kReady, kAtBarrier, kConverging, kAtWarpBarrier };
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  State state = State::kReady;
  std::uint32_t barrier = 0;  ///< kAtBarrier: which one
  bool early = false;         ///< kAtBarrier: other lanes of the warp were elsewhere
  std::shared_ptr<const CallFrame> frame;
  std::uint64_t turns = 0;  ///< when it last had to let others go first; 0: never
};

struct Warp {
  // What handlers use.
  std::byte* frame = nullptr;  ///< lane arrays
  MemorySite* sites = nullptr;
  Counters* counters = nullptr;
  Block* block = nullptr;
  Grid* grid = nullptr;
  Worker* worker = nullptr;            ///< of the host thread that runs it
  Speculation* speculation = nullptr;  ///< other blocks run at the same time; nullptr: none do
  std::byte* local = nullptr;          ///< lane l's local memory: local + l * local_stride
  std::uint32_t local_stride = 0;
  std::uint32_t local_base = 0;  ///< where the running activation's variables begin
  std::byte* shared = nullptr;
  std::uint32_t shared_bytes = 0;
  LaneMask carry = 0;  ///< the condition code of add.cc and its kin
  const std::byte* parameters = nullptr;
  std::uint64_t clock = 0;                 ///< warp instructions so far
  std::uint64_t began_at = 0;              ///< the clock when its block began
  std::uint32_t shared_write_threads = 0;  ///< lanes of its stores and atomics to shared memory
  std::uint32_t index = 0;                 ///< in the block
  std::uint32_t writes = 0;  ///< stores, atomics that changed something: progress for others
  std::uint32_t spins = 0;   ///< atomics with a result and volatile loads since the last new turn
  bool counting = true;
  bool watching = false;              ///< races or uninitialised reads are looked for
  std::uint16_t last_passes = 1;      ///< of the last memory access, for the clock
  float loop_turns = 0;               ///< of the last loop of compare-and-swap, for the clock
  Space last_space = Space::kGlobal;  ///< of the last memory access
  std::uint8_t last_level = 0;        ///< HitLevel of the last global load
  bool is_under_way = false;  ///< of the last load that a store overtakes: L1 did not have it
  alignas(64) std::int32_t delta[kWarpSize] = {};

  // What the run loop uses.
  std::uint32_t pc = 0;
  LaneMask mask = 0;
  LaneMask exists = 0;
  LaneMask exited = 0;
  std::vector<Split> splits;
  std::size_t current = 0;
  std::vector<std::vector<std::byte>>
      saved;  ///< per call depth: registers of recursive activations
  std::uint64_t turn = 0;
  bool done = false;

  LaneMask live() const { return exists & ~exited; }
};

/// The lane array of a 32-bit register.
inline const std::uint32_t* words_at(const Warp& warp, std::uint32_t slot) {
  return reinterpret_cast<const std::uint32_t*>(warp.frame + slot);
}

}  // namespace warpschool::sim
