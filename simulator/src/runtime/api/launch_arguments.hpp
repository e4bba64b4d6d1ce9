// What the arguments of a kernel tell of it. Their types nobody knows: any 8 bytes may be a
// pointer.
#pragma once

#include "runtime/base/find_kernel.hpp"
#include "runtime/core/runtime.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpschool::sim::runtime {

using Sections = std::vector<HostGuard::Section>;
using Arguments = std::vector<std::byte>;

/// Pinned blocks of the runtime that arguments point into.
Sections pinned_arguments(Runtime& runtime, const Arguments& arguments);

/// Those that a launch of the kernel may write. A kernel that makes nothing for the host to see
/// while it runs leaves it to wait.
Sections pinned_blocks_of(Runtime& runtime, const Found& kernel, const Arguments& arguments);

/// Host and kernel may work side by side on managed memory as they may on pinned memory.
bool points_to_host_memory(Runtime& runtime, const Arguments& arguments);

/// Is it, or a place close to what it points to, an argument of the kernel, or within one? Those
/// that point to memory of the runtime's are none of the host's own.
bool is_near_an_argument(const Memory& memory, DeviceAddress address, const Arguments& arguments);

/// Is the number an argument of the kernel, or within one, of 32 or 64 bits?
bool is_given(std::uint64_t number, const Arguments& arguments);

}  // namespace warpschool::sim::runtime
