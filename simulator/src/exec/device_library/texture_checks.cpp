// Checks the texture and surface objects that device code is given.
#include "exec/device_library/texture_checks.hpp"

#include "exec/launch/grid.hpp"
#include "memory/window.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <warpschool_toolkit/texture_record.h>

namespace warpschool::sim {
namespace {

// As in driver_types.h and surface_types.h, which are the program's.
constexpr int kIsFloat = 2;
enum BoundaryMode { kZero, kClamp, kTrap };

std::int64_t argument(const Warp& warp, const CallSite& site, std::size_t number, unsigned lane) {
  const ParameterSlot& slot = site.arguments[number];
  std::int64_t value = 0;
  std::memcpy(&value, warp.frame + slot.offset + std::size_t{lane} * slot.stride, sizeof value);
  return value;
}

void give(Warp& warp, const CallSite& site, unsigned lane, DeviceAddress value) {
  const ParameterSlot& slot = site.results[0];
  std::memcpy(warp.frame + slot.offset + std::size_t{lane} * slot.stride, &value, sizeof value);
}

const char* name_of(int geometry) {
  switch (geometry) {
    case kWarpschoolLinear:
      return "linear memory";
    case kWarpschool1D:
      return "an array of one dimension";
    case kWarpschool2D:
      return "two dimensions";
    case kWarpschool3D:
      return "three dimensions";
    case kWarpschool1DLayered:
      return "layers of one dimension";
    case kWarpschool2DLayered:
      return "layers of two dimensions";
    default:
      return "another kind";
  }
}

/// The functions' names without tex and surf, read and write.
const char* suffix_of(int geometry) {
  switch (geometry) {
    case kWarpschool1D:
      return "1D";
    case kWarpschool2D:
      return "2D";
    case kWarpschool3D:
      return "3D";
    case kWarpschool1DLayered:
      return "1DLayered";
    case kWarpschool2DLayered:
      return "2DLayered";
    default:
      return "1Dfetch";
  }
}

/// One call, and what it was given.
class Request {
 public:
  Request(Warp& warp, const CallSite& site, LaneMask active, const char* wanted)
      : warp_(warp), site_(site), active_(active), wanted_(wanted) {}

  const WarpschoolTexture& record(unsigned lane);
  [[noreturn]] void refuse_geometry(unsigned lane, int asked);
  [[noreturn]] void refuse_type(unsigned lane, bool reads_float);
  [[noreturn]] void refuse_place(unsigned lane, FaultKind kind, std::int64_t what,
                                 std::string detail);

 private:
  bool is_texture() const { return std::string_view(wanted_) == kTextureObject; }
  DeviceAddress handle(unsigned lane) const {
    return static_cast<DeviceAddress>(argument(warp_, site_, 0, lane));
  }
  GuestFault fault(unsigned lane, FaultKind kind, std::string detail) const;
  std::string what_it_is(DeviceAddress handle, const Allocation* found) const;

  Warp& warp_;
  const CallSite& site_;
  const LaneMask active_;
  const char* const wanted_;
  DeviceAddress known_ = 0;
  WarpschoolTexture record_{};
};

/// The end of "... used a handle that".
std::string Request::what_it_is(DeviceAddress handle, const Allocation* found) const {
  constexpr DeviceAddress kNeverWritten = 0xcdcdcdcd;  // what fresh memory is filled with
  const char* const call = is_texture() ? "cudaCreateTextureObject" : "cudaCreateSurfaceObject";
  if (handle == 0) {
    return fmt::format(
        "is no {}: it is 0. Make the object with {} before the launch, check what that returned, "
        "and pass the variable that it has set.",
        wanted_, call);
  }
  if (found != nullptr && found->begin == handle &&
      (found->name() == kTextureObject || found->name() == kSurfaceObject)) {
    return fmt::format(
        "is no {} but a {}. {}", wanted_, found->name(),
        is_texture() ? "tex2D and its kin read texture objects, surf2Dread and its kin surface "
                       "objects: pass the one that cudaCreateTextureObject made."
                     : "surf2Dread and its kin want surface objects, tex2D and its kin texture "
                       "objects: pass the one that cudaCreateSurfaceObject made.");
  }
  if (handle >> 32 == kNeverWritten) {
    return fmt::format(
        "is no {}: it has bytes (cd) as in memory that nobody has written yet. Copy the object to "
        "the device if it lies in a struct or an array.",
        wanted_);
  }
  if (found != nullptr) {
    return fmt::format(
        "is no {} but a pointer to device memory ({} bytes). Pass the object that {} made from "
        "that memory.",
        wanted_, found->bytes, call);
  }
  const bool of_host = handle > 0xffff'ffffu && (handle >> 47) == 0 && is_host_address(handle);
  return of_host ? fmt::format(
                       "is no {} but an address of host memory. Pass the object that {} made, by "
                       "value: neither its address nor the array itself.",
                       wanted_, call)
                 : fmt::format(
                       "is no {}: {} has made none with the number {:#x}. Is the variable "
                       "set before the launch?",
                       wanted_, call, handle);
}

GuestFault Request::fault(unsigned lane, FaultKind kind, std::string detail) const {
  GuestFault guest;
  guest.fault.kind = kind;
  guest.fault.space = Space::kTexture;
  guest.fault.address = handle(lane);
  guest.fault.allocation = warp_.grid->memory.nearest(handle(lane), 1);
  guest.fault.detail = std::move(detail);
  for (LaneMask rest = active_; rest != 0; rest &= rest - 1) {
    const auto other = static_cast<unsigned>(__builtin_ctz(rest));
    guest.lanes |= handle(other) == handle(lane) ? LaneMask{1} << other : 0;
  }
  return guest;
}

/// What the lane's handle stands for.
const WarpschoolTexture& Request::record(unsigned lane) {
  const DeviceAddress handle = this->handle(lane);
  if (known_ == handle && handle != 0) {
    return record_;
  }
  const Memory& memory = warp_.grid->memory;
  const Allocation* found = memory.find(handle);
  if (found != nullptr && found->begin == handle && found->name() == wanted_) {
    std::memcpy(&record_, found->backing, sizeof record_);
    known_ = handle;
    return record_;
  }
  const Allocation* freed = memory.find_freed(handle);
  if (freed != nullptr && freed->begin == handle && freed->name() == wanted_) {
    throw fault(lane, FaultKind::kUseAfterFree, {});
  }
  throw fault(lane, FaultKind::kInvalidHandle, what_it_is(handle, found));
}

void Request::refuse_geometry(unsigned lane, int asked) {
  const int has = record_.geometry;
  const char* const prefix = is_texture() ? "tex" : "surf";
  throw fault(lane, FaultKind::kInvalidHandle,
              fmt::format("stands for a {} of {}, which {}{}{} reads: this function is for {}.",
                          is_texture() ? "texture" : "surface", name_of(has), prefix,
                          suffix_of(has), is_texture() ? "" : "read", name_of(asked)));
}

void Request::refuse_type(unsigned lane, bool reads_float) {
  const std::string texels = record_.to_float != 0 || record_.kind == kIsFloat
                                 ? "floats"
                                 : fmt::format("integers of {} bits", 8 * record_.channel_bytes);
  throw fault(
      lane, FaultKind::kInvalidHandle,
      fmt::format(
          "stands for a texture of {}, but the type between < and > is one of {}: the bits would "
          "be taken for something else. {}",
          texels, reads_float ? "floats" : "integers",
          reads_float ? "Read the type of the texels, or make the texture with "
                        "cudaReadModeNormalizedFloat to get fractions of 8 and 16 bits."
                      : "Read floats (float, float2, float4), and convert them afterwards."));
}

void Request::refuse_place(unsigned lane, FaultKind kind, std::int64_t what, std::string detail) {
  GuestFault guest = fault(lane, kind, std::move(detail));
  guest.fault.is_write = (what & kWarpschoolWrites) != 0;
  guest.fault.access_bytes = static_cast<unsigned>(what >> kWarpschoolBytesShift);
  guest.fault.allocation = warp_.grid->memory.nearest(record_.data, 1);
  guest.lanes = LaneMask{1} << lane;
  throw guest;
}

bool is_plane(int geometry) {
  return geometry == kWarpschool1D || geometry == kWarpschool2D || geometry == kWarpschool2DLayered;
}

/// Does a fetch for `asked` give texels of a texture that is `has`? On an H100 others gave zeros.
/// To it a row is a plane of height 1, and a plane one layer.
bool fetches(int asked, int has) {
  return asked == has || (is_plane(asked) && is_plane(has));
}

/// The same of surfaces: one without layers is the first of several.
bool reaches(int asked, int has) {
  return asked == has || (asked == kWarpschool1D && has == kWarpschool1DLayered) ||
         (asked == kWarpschool2D && (has == kWarpschool3D || has == kWarpschool2DLayered));
}

struct Place {
  std::int64_t x, y, z;
};

class SurfaceAccess {
 public:
  SurfaceAccess(Request& request, const WarpschoolTexture& surface, std::int64_t what)
      : request_(request),
        surface_(surface),
        what_(what),
        geometry_(static_cast<int>(what) & 7),
        mode_(static_cast<int>(what) >> kWarpschoolModeShift & 15),
        bytes_(what >> kWarpschoolBytesShift),
        row_bytes_(std::int64_t{surface.width} * surface.channels * surface.channel_bytes) {}

  DeviceAddress address(unsigned lane, Place at);

 private:
  bool has_rows() const { return geometry_ != kWarpschool1D && geometry_ != kWarpschool1DLayered; }
  bool has_slices() const { return geometry_ != kWarpschool1D && geometry_ != kWarpschool2D; }
  const char* slice_name() const { return geometry_ == kWarpschool3D ? "z" : "layer"; }
  std::string outside(const Place& at) const;
  std::string crooked(const Place& at) const;

  Request& request_;
  const WarpschoolTexture& surface_;
  const std::int64_t what_;
  const int geometry_, mode_;
  const std::int64_t bytes_, row_bytes_;
};

bool is_inside(std::int64_t at, std::int64_t limit) {
  return at >= 0 && at < limit;
}

/// "x is 64, and a row has 64 bytes (16 texels of 4)"; of the first coordinate that is outside.
std::string SurfaceAccess::outside(const Place& at) const {
  const int texel = surface_.channels * surface_.channel_bytes;
  if (at.x < 0 || at.x + bytes_ > row_bytes_) {
    return fmt::format(
        "x is {}, and a row has {} bytes ({} texels of {}). x counts bytes: it is the column times "
        "sizeof(type). Guard it with if (column < width).",
        at.x, row_bytes_, surface_.width, texel);
  }
  const bool is_row = has_rows() && !is_inside(at.y, surface_.height);
  const char* const name = is_row ? "y" : slice_name();
  const char* const counted = is_row ? "row" : geometry_ == kWarpschool3D ? "slice" : "layer";
  return fmt::format("{} is {}, and the array has {} {}{}. Guard it with if ({} < {}).", name,
                     is_row ? at.y : at.z, is_row ? surface_.height : surface_.depth, counted,
                     (is_row ? surface_.height : surface_.depth) == 1 ? "" : "s", counted,
                     is_row ? "height" : "depth");
}

std::string SurfaceAccess::crooked(const Place& at) const {
  return fmt::format(
      "x is {}, which is not a multiple of {}. x counts bytes: pass the column times sizeof(type).",
      at.x, bytes_);
}

DeviceAddress SurfaceAccess::address(unsigned lane, Place at) {
  if (at.x % bytes_ != 0) {
    request_.refuse_place(lane, FaultKind::kMisaligned, what_, crooked(at));
  }
  if (at.x < 0 || at.x + bytes_ > row_bytes_ || !is_inside(at.y, surface_.height) ||
      !is_inside(at.z, surface_.depth)) {
    if (mode_ == kZero) {
      return 0;
    }
    if (mode_ == kTrap) {
      request_.refuse_place(lane, FaultKind::kOutOfBounds, what_, outside(at));
    }
    at.x = std::clamp<std::int64_t>(at.x, 0, row_bytes_ - bytes_);
    at.y = std::clamp<std::int64_t>(at.y, 0, surface_.height - 1);
    at.z = std::clamp<std::int64_t>(at.z, 0, surface_.depth - 1);
  }
  return surface_.data + surface_.slice_pitch * static_cast<std::uint64_t>(at.z) +
         surface_.pitch * static_cast<std::uint64_t>(at.y) + static_cast<std::uint64_t>(at.x);
}

}  // namespace

void texture_record(Warp& warp, const CallSite& site, LaneMask active) {
  Request request(warp, site, active, kTextureObject);
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const WarpschoolTexture& texture = request.record(lane);
    const auto what = static_cast<int>(argument(warp, site, 1, lane));
    if (!fetches(what & 7, texture.geometry)) {
      request.refuse_geometry(lane, what & 7);
    }
    const bool gives_float = texture.to_float != 0 || texture.kind == kIsFloat;
    const bool reads_float = (what & kWarpschoolReadsFloat) != 0;
    if (gives_float != reads_float) {
      request.refuse_type(lane, reads_float);
    }
    give(warp, site, lane, static_cast<DeviceAddress>(argument(warp, site, 0, lane)));
  }
}

void surface_address(Warp& warp, const CallSite& site, LaneMask active) {
  Request request(warp, site, active, kSurfaceObject);
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const WarpschoolTexture& surface = request.record(lane);
    const std::int64_t what = argument(warp, site, 4, lane);
    if (!reaches(static_cast<int>(what) & 7, surface.geometry)) {
      request.refuse_geometry(lane, static_cast<int>(what) & 7);
    }
    const Place at{argument(warp, site, 1, lane), argument(warp, site, 2, lane),
                   argument(warp, site, 3, lane)};
    give(warp, site, lane, SurfaceAccess(request, surface, what).address(lane, at));
  }
}

}  // namespace warpschool::sim
