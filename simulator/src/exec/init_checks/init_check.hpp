// Reads of memory that nobody has written (initcheck).
#pragma once

#include "exec/access/access.hpp"

#include <cstdint>

namespace warpschool::sim {

/// The bits of memory that all lanes see as one: global and shared.
struct WrittenView {
  std::uint8_t* bits = nullptr;
  std::uint64_t first = 0;  ///< the first active lane's place in it
};

/// Of an access to such memory: looks whether what it reads was written, and records what it
/// writes. Throws GuestFault.
void check_initialised(Warp& warp, const AccessRequest& request, const MemorySite& site,
                       const WrittenView& view);

/// The same for local memory, which has one mask of lanes for each byte of a stack.
void check_local(Warp& warp, const AccessRequest& request, const MemorySite& site);

}  // namespace warpschool::sim
