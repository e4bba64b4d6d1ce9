// Texture fetches and loads of read-only data of memory that the same launch writes (CUDA C++
// Programming Guide, sections on texture and surface memory, and on __ldg: such a load may return
// what was there before). Nothing orders them, as the cache that they go through does not see the
// write: neither a barrier, nor that it was the same thread's.
#include "exec/races/race_check.hpp"
#include "exec/races/synchronizes_with.hpp"

#include <algorithm>
#include <cstring>
#include <warpschool_toolkit/texture_record.h>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// Loads through that cache are made for fetches, by __ldg, and by compilers that find memory to be
/// read only.
bool belongs_to_texture(const Memory& memory, DeviceAddress address) {
  const Allocation* const texels = memory.find(address);
  const std::vector<const Allocation*> live = memory.live();
  return std::any_of(live.begin(), live.end(), [&](const Allocation* object) {
    if (object->name() != kTextureObject || object->bytes != sizeof(WarpschoolTexture)) {
      return false;
    }
    WarpschoolTexture record;
    std::memcpy(&record, object->backing, sizeof record);
    return texels != nullptr && texels->contains(record.data, 1);
  });
}

}  // namespace

/// The write of this launch that a fetch of these bytes misses; 0: there is none.
Entry RaceCheck::write_behind_cache(DeviceAddress address) const {
  for (DeviceAddress byte = address; byte < address + request_.bytes; ++byte) {
    const Entry writer = writer_of(words_, request_.first, byte);
    if (epoch_of(writer) >= grid_.ordering->first()) {
      return writer;
    }
  }
  return 0;
}

/// Of memory of no texture, races with other threads' writes are left to the other checks: another
/// way to load it would not mend them.
void RaceCheck::check_read_only() {
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const DeviceAddress address = lane_address(lane);
    const Entry write = write_behind_cache(address);
    if (write != 0) {
      const bool is_texel = belongs_to_texture(grid_.memory, address);
      if (is_texel || is_ordered(write, base_ + lane_tag(lane, 0xf), true)) {
        GuestFault guest;
        guest.fault = describe(address, lane, write, true);
        guest.fault.cause = is_texel ? RaceCause::kStaleTexel : RaceCause::kStaleReadOnly;
        guest.lanes = LaneMask{1} << lane;
        throw guest;
      }
    }
    if (site_.pattern == Pattern::kUniform) {
      return;
    }
  }
}

}  // namespace warpschool::sim
