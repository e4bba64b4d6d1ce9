// Faults: a guest's mistake as data. The library never prints; who shows a fault calls explain().
#pragma once

#include "warpschool/sim/types.hpp"
#include "warpschool/sim/work.hpp"

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

/// "out_of_bounds", ...: the stable name used in JSON.
const char* to_string(FaultKind kind);

/// AllocationRef::name of what the third launch parameter asks for.
inline constexpr const char* kDynamicSharedMemory = "dynamic shared memory";

/// Fault::detail of a deadlock in which threads do not wait but run for ever.
inline constexpr const char* kEndlessLoop = "endless loop";

/// Fault::detail of a race in which the value that is read goes to comparisons alone.
inline constexpr const char* kOnlyCompared =
    "The value read is only compared here. If all threads that write it write the same, as in a "
    "breadth-first search by "
    "levels, declare the array volatile, or check and write with one atomicCAS(&x, old, new).";

/// Fault::detail of a race between a load and the store of the same code to the same place.
inline constexpr const char* kReadAndWrittenBack = "read and written back";

/// Fault::detail of a race through global memory in a cooperative launch, which has grid.sync().
inline constexpr const char* kInCooperativeLaunch = "cooperative launch";

/// Fault::detail of a race through global memory in a kernel with flags or locks.
inline constexpr const char* kBesideFlags = "flags or locks in the kernel";

/// Fault::detail of a race of a texture fetch with a write of the same launch.
inline constexpr const char* kStaleTexel = "texture fetch of what the launch wrote";

/// The same of a load of read-only data (__ldg, const T* __restrict__), if it is ordered with the
/// write.
inline constexpr const char* kStaleReadOnly = "read-only load of what the launch wrote";

/// Fault::detail of a race with an asynchronous copy that its thread has not waited for.
inline constexpr const char* kCopyInFlight = "asynchronous copy";

/// Fault::detail of kOutOfBounds if the compiler found it: of the access nothing else is known.
inline constexpr const char* kConstantIndex = "constant index";

/// Fault::detail of kOutOfBounds and kHostPointer if it is a call: the address is no device
/// function's.
inline constexpr const char* kNoFunction = "call through a pointer that is no function's";

/// Fault::detail of kOutOfBounds if a kernel of a library did it, at a line of the program's host
/// code: that of the function it called.
inline constexpr const char* kInLibrary = "in a function of a library";

/// Fault::detail of kUninitialisedRead if it is a register that holds what nobody has set.
inline constexpr const char* kNeverSet = "never set";
/// ... if it is a number of which some bytes were written and some were not.
inline constexpr const char* kHalfWritten = "half written";

/// Fault::detail of a trap in a barrier of the grid.
inline constexpr const char* kNotCooperative = "grid barrier without a cooperative launch";

/// Fault::detail of kInvalidLaneMask begins so if it is about a matrix instruction.
inline constexpr const char* kNeedsWholeWarp = "tensor cores need the whole warp: ";

/// Fault::detail of kInvalidLaneMask contains it if a lane asks for one beyond the block's end.
inline constexpr const char* kNoSuchLane = "the block has no such thread in this warp";

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
  std::string detail;  ///< what only this kind knows (the assert's text, the instruction)
};

/// One plain sentence for a beginner: what happened, where, who, which allocation; then a second
/// one: how to mend it.
std::string explain(const Fault& fault);

/// The same as a JSON object (no line breaks). Keys are the members' names; indices are [x, y, z],
/// addresses "0x...".
std::string to_json(const Fault& fault);

}  // namespace warpschool::sim
