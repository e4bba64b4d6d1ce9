// Lanes whose bytes lie side by side, taken together.
#pragma once

#include "exec/access/access.hpp"

#include <cstdint>

namespace warpschool::sim {

/// Calls body(delta, bytes) for each stretch of bytes that active lanes access one behind the
/// other, in the lanes' order; `delta` as MemorySite::delta.
template <class F>
void for_each_contiguous_run(const AccessRequest& request, const MemorySite& site, F&& body) {
  std::int64_t begin = 0, end = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const std::int64_t delta = site.delta[__builtin_ctz(rest)];
    if (delta != end) {
      if (begin != end) {
        body(begin, static_cast<std::uint64_t>(end - begin));
      }
      begin = delta;
    }
    end = delta + std::int64_t{request.bytes};
  }
  body(begin, static_cast<std::uint64_t>(end - begin));
}

}  // namespace warpschool::sim
