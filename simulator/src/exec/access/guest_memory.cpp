// Accesses of one lane through generic addresses, for functions that the host answers.
#include "exec/access/guest_memory.hpp"

#include "exec/access/access.hpp"
#include "exec/access/address_windows.hpp"
#include "exec/checks/memory_checks.hpp"
#include "exec/launch/grid.hpp"
#include "exec/speculation/speculation.hpp"

namespace warpschool::sim {

std::byte* guest_memory(Warp& warp, unsigned lane, DeviceAddress address, std::uint32_t bytes,
                        bool is_write) {
  const Space space = space_of(address);
  const DeviceAddress offset = address - window_of(space) - first_address_of(space);
  const auto is_within = [&](std::uint64_t size) {
    return offset <= size && bytes <= size - offset;
  };
  std::byte* place = nullptr;
  if (space == Space::kShared) {
    place = is_within(warp.shared_bytes) ? warp.shared + offset : nullptr;
  } else if (space == Space::kLocal) {
    place = is_within(warp.local_stride)
                ? warp.local + std::size_t{lane} * warp.local_stride + offset
                : nullptr;
  } else {
    if (warp.speculation != nullptr) {
      warp.speculation->access(address, bytes, is_write);
    }
    const Allocation* allocation = warp.grid->memory.find(address, bytes);
    place = allocation == nullptr ? nullptr : allocation->backing + (address - allocation->begin);
  }
  if (place == nullptr) {
    GuestFault guest;
    guest.lanes = LaneMask{1} << lane;
    guest.fault.kind = space == Space::kGlobal ? kind_of_bad_address(warp.grid->memory, address)
                                               : FaultKind::kOutOfBounds;
    guest.fault.space = space;
    guest.fault.address = space == Space::kGlobal ? address : offset;
    guest.fault.access_bytes = bytes;
    guest.fault.is_write = is_write;
    if (space == Space::kGlobal) {
      guest.fault.allocation = warp.grid->memory.nearest(address, bytes);
    } else if (space == Space::kShared) {
      guest.fault.allocation = warp.grid->shared_allocation(offset, bytes);
    }
    throw guest;
  }
  if (is_write && warp.watching) {
    check_host_write(warp, lane, space, space == Space::kGlobal ? address : offset, bytes);
  }
  return place;
}

bool in_constant_memory(const Warp& warp, DeviceAddress address) {
  const Allocation* found = warp.grid->memory.find(address);
  return found != nullptr && found->kind == AllocationKind::kModuleConst;
}

std::string guest_string(Warp& warp, unsigned lane, DeviceAddress address) {
  constexpr std::size_t kLongest = 65536;
  std::string text;
  for (; text.size() < kLongest; ++address) {
    const char c = static_cast<char>(*guest_memory(warp, lane, address, 1, false));
    if (c == '\0') {
      break;
    }
    text += c;
  }
  return text;
}

}  // namespace warpschool::sim
