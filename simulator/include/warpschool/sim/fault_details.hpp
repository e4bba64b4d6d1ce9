// Fault::detail where it says what is special about a fault, beside those of
// warpschool/sim/fault.hpp: only who reports them and who explains them need these.
#pragma once

#include <string_view>

namespace warpschool::sim {

/// Of kHostPointer if the pointer is none of the kernel's arguments: it was read.
inline constexpr const char* kPointerOutOfMemory = "out of memory";

/// Of a note of kUninitialisedRead: the name of the __constant__ variable follows.
inline constexpr std::string_view kConstantNeverSet = "constant ";
/// The same, if other parts of it were set.
inline constexpr std::string_view kConstantPartNeverSet = "part of constant ";

/// Of a note of kUninitialisedRead: managed memory.
inline constexpr const char* kManagedNeverSet = "managed memory never set";
/// Of kDeadlock if the kernel uses pinned memory of the host, which may answer there.
inline constexpr const char* kWatchesPinnedMemory = "watches pinned memory";

/// Of kUninitialisedRead if it is a fragment of the tensor cores that nobody has filled.
inline constexpr const char* kFragmentNeverSet = "fragment never set";

/// Of kUninitialisedRead if an address is made of a variable that this thread has not set.
inline constexpr const char* kAddressNotSet = "address not set";

/// Of a note of kInvalidLaneMask: lanes use a sum that lane 0 alone has.
inline constexpr const char* kSumOfLaneZero = "sum of lane 0";

/// Of kUseAfterFree and kInvalidFree: a kernel called free or delete.
inline constexpr const char* kFreeInKernel = "free in a kernel";
/// The same, of memory that the host allocated.
inline constexpr const char* kFreeOfHosts = "free of the host's memory in a kernel";

/// Of kInvalidLaneMask: it begins so if a value was used that came of a lane which does not take
/// part; its number follows.
inline constexpr std::string_view kMissingLane = "asked for the value of lane ";

/// Of kRace: volatile accesses that read a value, change it and write it back.
inline constexpr const char* kLostUpdate = "update of a volatile value";
/// Of kRace: volatile accesses by which threads hand each other data, but never wait.
inline constexpr const char* kVolatileData = "volatile data";
/// Of kRace: atomics of two blocks, one of them with the scope of a block.
inline constexpr const char* kBlockScope = "scope of a block";
/// Of kRace: a flag was set to what it was before the launch.
inline constexpr const char* kFlagWasSet = "flag that was set before";

}  // namespace warpschool::sim
