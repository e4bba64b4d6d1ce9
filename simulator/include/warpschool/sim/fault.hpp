// Faults: a guest's mistake as data. The library never prints; who shows a fault calls explain().
#pragma once

#include "warpschool/sim/fault_causes.hpp"
#include "warpschool/sim/types.hpp"
#include "warpschool/sim/work.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::sim {

enum class FaultKind : std::uint8_t {
  kOutOfBounds,  ///< no allocation holds the whole access
  kMisaligned,   ///< address is no multiple of the access size (PTX ISA, section 6.4.1)
  kUseAfterFree,
  kHostPointer,  ///< device code given an address of host memory
  kUninitialisedRead,
  kRace,              ///< two threads, at least one write, no order between them
  kSameValueWrite,    ///< a note: two threads write one value to one place, unordered
  kDivisionByZero,    ///< a note: of integers, which a GPU does not stop at
  kCounterNotReset,   ///< a note: more blocks were counted than there are, so none is the last
  kDivergentBarrier,  ///< part of a warp at a barrier, or two barriers waiting for each other
  kInvalidLaneMask,   ///< a .sync instruction whose mask misses the executing lane or names an
                      ///< exited one
  kDeadlock,          ///< no thread can go on
  kWorkLimit,         ///< more instructions than the caller allowed
  kTrap,              ///< trap; or brkpt
  kAssert,            ///< assert() in device code
  kStackOverflow,
  kInvalidHandle,  ///< a number that is no texture or surface object, or one of another kind than
                   ///< the function reads
  kInvalidInstruction,  ///< valid PTX that the simulator does not implement
  kInvalidLaunch,
  // Mistakes of host code. The runtime finds them; `where` is the host's line, `detail` the
  // sentence.
  kHostAccess,            ///< host code followed a pointer to device memory
  kInvalidCopy,           ///< a copy or fill in the wrong direction, or longer than what it copies
  kInvalidFree,           ///< freed twice, or no begin of an allocation
  kUnsynchronisedAccess,  ///< host code used managed memory that a kernel may still be using
  kLeak                   ///< never freed
};
inline constexpr std::size_t kFaultKinds = static_cast<std::size_t>(FaultKind::kLeak) + 1;

/// "out_of_bounds", ...: the stable name used in JSON.
const char* to_string(FaultKind kind);

/// AllocationRef::name of what the third launch parameter asks for.
inline constexpr const char* kDynamicSharedMemory = "dynamic shared memory";

/// AllocationRef::origin of what a kernel allocated.
inline constexpr const char* kDeviceMalloc = "malloc in device code";

/// AllocationRef::name of what a texture object and a surface object stand for.
inline constexpr const char* kTextureObject = "texture object";
inline constexpr const char* kSurfaceObject = "surface object";

/// The allocation an address belongs to, or lies nearest to.
struct AllocationRef {
  DeviceAddress begin = 0;
  std::uint64_t bytes = 0;
  std::string name;  ///< variable name for module globals and shared variables, else empty
  std::string
      origin;  ///< where it was allocated, or the variable declared, "vector_add.cu:31", or empty
  std::int64_t distance =
      0;  ///< 0: inside; > 0: the access ends so many bytes past the end; < 0: begins before
  std::string qualifier =
      {};  ///< of a variable: "__device__", "__shared__", "__constant__", "__managed__"; else empty
  std::string freed_at =
      {};  ///< "vector_add.cu:40", the call that freed it; empty: it is not freed, or nobody knows
  std::uint64_t pitch =
      0;  ///< bytes from row to row, of memory of cudaMallocPitch and cudaMalloc3D; else 0
  std::uint32_t element_bytes =
      0;  ///< sizeof its elements, as the pointer's type said; 0: not known
  /// Of dynamic shared memory: the kernel's "extern __shared__" arrays, which all begin where it
  /// begins, if there are several; else empty.
  std::vector<std::string> arrays = {};
};

/// A launch, a copy or a fill, as a report names it.
struct WorkName {
  std::string kernel;  ///< empty: a copy or a fill
  std::string api;     ///< the function that asked for it
  StreamNumber stream = kDefaultStreamNumber;
  const void* called_from = nullptr;  ///< WorkOrder::called_from
  SourceLocation called_at = {};      ///< that line, if somebody looked it up
};

/// The two pieces of work of a race between them.
struct UnorderedPair {
  WorkName other, own;
};

/// The other access of a race.
struct RaceParty {
  SourceLocation where;
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  bool is_write = false;
  bool is_atomic = false;
  /// Set where it was made by another piece of work, which nothing orders with the one of the
  /// fault; block and thread are not known then.
  std::optional<UnorderedPair> work = {};
  bool is_thread_known = true;  ///< false: it was another than the fault's, of that one's warp
  /// From one of the two lines a barrier stands on each way to the other, but not on the way back:
  /// on the next turn of a loop, or in the next call. Of one line that reads and writes: no barrier
  /// stands between its write and the read of the next turn.
  bool is_next_turn = false;
  /// The lower of the two lines comes first, and no barrier stands on the way from there to the
  /// upper one, a function that is called behind it.
  bool is_upper_called = false;
  /// They are in two warps of a block, and the kernel has barriers for the lanes of a warp alone.
  bool has_warps_only = false;
  /// A barrier between the two lines that some way leads past; where the next turn of a loop comes too
  /// early, one that ends other turns.
  SourceLocation left_out = {};
};

/// A condition on the index of an access that let it through.
struct Guard {
  SourceLocation where;
  std::string text = {};  ///< its line in the source, if that can be read
};

struct Fault {
  FaultKind kind = FaultKind::kTrap;
  std::string kernel;  ///< demangled name
  SourceLocation where;
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  Dim3 grid_dim;  ///< extents that `block` and `thread` lie in
  Dim3 block_dim;
  unsigned thread_count =
      1;  ///< threads of the warp that made the same mistake in this instruction; 0: host code did
  Space space = Space::kGeneric;
  DeviceAddress address = 0;
  unsigned access_bytes = 0;
  bool is_write = false;
  bool is_atomic = false;  ///< an atomic, which reads and writes
  std::optional<AllocationRef> allocation;
  std::optional<RaceParty> other;
  std::vector<SourceLocation> waiting_at;  ///< deadlock: where lanes wait
  std::optional<Guard> guard = {};         ///< out of bounds: the last condition on the index
  FaultCause cause;                        ///< what is special about it, of the type of its kind
  /// Words that explain() shows as they are: the assertion's text, the instruction, a mistake of
  /// host code in whole sentences. Nobody tells causes by it.
  std::string detail;
};

/// One plain sentence for a beginner: what happened, where, who, which allocation; then a second
/// one: how to mend it.
std::string explain(const Fault& fault);

/// The same as a JSON object (no line breaks). Keys are the members' names; indices are [x, y, z],
/// addresses "0x..."; "cause" is null or {"name": ...} with the fields that its name has.
std::string to_json(const Fault& fault);

}  // namespace warpschool::sim
