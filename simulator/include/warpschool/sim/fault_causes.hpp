// Causes: what is special about a fault of its kind. Who finds a fault sets its cause, explain()
// has a sentence for each. A kind that has causes has one type here; a cause that names something
// (a lane, a variable) has it as a field.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace warpschool::sim {

/// Of kRace.
enum class RaceCause : std::uint8_t {
  kOnlyCompared,         ///< the value that is read goes to comparisons alone
  kReadAndWrittenBack,   ///< a load, and the store of the same code to the same place
  kInCooperativeLaunch,  ///< through global memory; such a launch has grid.sync()
  kBesideFlags,          ///< through global memory, in a kernel with flags or locks
  kStaleTexel,           ///< a texture fetch of what the same launch wrote
  kStaleReadOnly,  ///< the same of a load of read-only data (__ldg, const T* __restrict__), if
                   ///< it is ordered with the write
  kCopyInFlight,   ///< with an asynchronous copy that its thread has not waited for
  kLostUpdate,     ///< volatile accesses that read a value, change it and write it back
  kVolatileData,   ///< volatile accesses by which threads hand each other data, but never wait
  kBlockScope,     ///< atomics of two blocks, one of them with the scope of a block
  kFlagWasSet      ///< a flag was set to what it was before the launch
};

/// Of kOutOfBounds.
enum class BoundsCause : std::uint8_t {
  kConstantIndex,    ///< the compiler found it: of the access nothing else is known
  kNoFunction,       ///< a call: the address is no device function's
  kInLibrary,        ///< by a kernel of a library; `where` is the host's line that called it
  kMatrixNotShared,  ///< ldmatrix, which reads shared memory only
  kSizeInElements,   ///< the kernel was given n, and the allocation of typed elements has n bytes
  kCountGiven        ///< the kernel was given the number of elements that the allocation has
};

/// Of kMisaligned.
enum class AlignmentCause : std::uint8_t {
  kMatrix  ///< a tile of the tensor cores; Fault::detail says what of it, and what is wanted
};

/// Of kHostPointer.
struct HostPointerCause {
  enum class What : std::uint8_t {
    kNoFunction,      ///< a call: the address is no device function's
    kInLibrary,       ///< by a kernel of a library; `where` is the host's line that called it
    kReadFromMemory,  ///< the pointer is none of the kernel's arguments: it was read
    kDeviceVariable   ///< the host's name for a device variable
  };
  What what = What::kNoFunction;
  std::string variable = {};  ///< of kDeviceVariable
};

/// Of kUseAfterFree and kInvalidFree: a kernel called free or delete.
enum class FreeCause : std::uint8_t {
  kInKernel,
  kOfHosts  ///< ... of memory that the host allocated
};

/// Of kUninitialisedRead.
struct UninitialisedCause {
  enum class What : std::uint8_t {
    kRegister,     ///< one that holds what nobody has set
    kAddress,      ///< it is made of a variable that this thread has not set
    kFragment,     ///< of the tensor cores, that nobody has filled
    kHalfWritten,  ///< a number of which some bytes were written and some were not
    kPartWritten,  ///< global memory of which other bytes were written
    kOthersWrote,  ///< local memory that other threads of the block wrote, each in its own
    // Notes: such memory begins with zeros.
    kManaged,        ///< managed memory
    kConstant,       ///< a __constant__ variable
    kPartOfConstant  ///< the same, of which other parts were set
  };
  What what = What::kRegister;
  std::string variable = {};  ///< of the last two
};

/// Of kInvalidLaneMask.
struct LaneMaskCause {
  enum class What : std::uint8_t {
    kNeedsWholeWarp,  ///< a matrix instruction; Fault::detail says which lanes are wrong
    kSumOfLaneZero,   ///< a note: lanes use a sum that lane 0 alone has
    kMissingLane,     ///< a value was used that came of a lane which does not take part
    kNoSuchLane       ///< a lane asks for one beyond the block's end
  };
  What what = What::kNeedsWholeWarp;
  unsigned lane = 0;  ///< of the last two: the one that was asked for
  unsigned used_at_line =
      0;  ///< of kMissingLane: where the value was used, if not in `where`'s line
};

/// Of kDivergentBarrier: what became of a thread that did not come to the barrier.
struct BarrierCause {
  enum class What : std::uint8_t {
    kOtherBarrier,  ///< it waits at another one
    kWentPast,      ///< it did what comes after the barrier, and ended
    kEnded          ///< a note: it ended, which devices from sm_70 on do not mind
  };
  What what = What::kOtherBarrier;
  Dim3 thread{0, 0, 0};
  SourceLocation condition = {};    ///< the branch that leads to the barrier, or past it
  std::string condition_text = {};  ///< its line in the source, if that can be read
  SourceLocation other = {};        ///< of kOtherBarrier
};

/// Of kDeadlock.
struct DeadlockCause {
  enum class What : std::uint8_t {
    kEndlessLoop,          ///< threads do not wait but run for ever
    kWatchesPinnedMemory,  ///< the kernel uses pinned memory of the host, which may answer there
    kLockIsKept,           ///< a thread has taken the lock that these wait for
    kBlocksNotResident     ///< all blocks that have a place on the device wait, others have none
  };
  What what = What::kEndlessLoop;
  // Of kLockIsKept: who has it, since when, and whether that thread has ended.
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  SourceLocation taken_at = {};
  bool has_ended = false;
  std::uint64_t resident = 0;  ///< of kBlocksNotResident: how many have a place
  bool reads_anew = false;     ///< of kEndlessLoop: by a volatile access or an atomic, in each turn
};

/// Of kTrap.
enum class TrapCause : std::uint8_t {
  kNotCooperative  ///< a barrier of the grid in a launch that is not cooperative
};

using FaultCause = std::variant<std::monostate, RaceCause, BoundsCause, AlignmentCause,
                                HostPointerCause, FreeCause, UninitialisedCause, LaneMaskCause,
                                BarrierCause, DeadlockCause, TrapCause>;

/// "lost_update", ...: the stable name used in JSON. Empty: there is none. Unique within a kind.
const char* to_string(const FaultCause& cause);

/// False of a cause of another kind, and of none.
template <class Cause>
bool is_cause(const FaultCause& cause, Cause wanted) {
  const Cause* const held = std::get_if<Cause>(&cause);
  return held != nullptr && *held == wanted;
}

}  // namespace warpschool::sim
