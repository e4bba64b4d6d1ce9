// The table of functions that device code calls and the simulator answers.
#include "exec/device_library/device_library.hpp"

#include "exec/access/address_windows.hpp"
#include "exec/access/guest_memory.hpp"
#include "exec/device_library/device_printf.hpp"
#include "exec/device_library/texture_checks.hpp"
#include "exec/launch/grid.hpp"
#include "lower/analysis/bounds_checks.hpp"
#include "warpschool/sim/special_functions.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {
namespace {

using Function = void (*)(Warp&, const CallSite&, LaneMask);

template <class T>
T read(const Warp& warp, const ParameterSlot& slot, unsigned lane) {
  T value;
  std::memcpy(&value, warp.frame + slot.offset + std::size_t{lane} * slot.stride, sizeof value);
  return value;
}

template <class T>
void write(Warp& warp, const ParameterSlot& slot, unsigned lane, T value) {
  std::memcpy(warp.frame + slot.offset + std::size_t{lane} * slot.stride, &value, sizeof value);
}

template <class Body>
void each_lane(LaneMask active, Body body) {
  for (; active != 0; active &= active - 1) {
    body(static_cast<unsigned>(__builtin_ctz(active)));
  }
}

/// R f(A, B, ...) of the host's library, lane by lane.
template <auto function>
struct Math;
template <class R, class... Arguments, R (*function)(Arguments...)>
struct Math<function> {
  static void call(Warp& warp, const CallSite& site, LaneMask active) {
    if (site.arguments.size() != sizeof...(Arguments) || site.results.size() != 1) {
      return;
    }
    each_lane(active, [&](unsigned lane) {
      invoke(warp, site, lane, std::index_sequence_for<Arguments...>{});
    });
  }
  template <std::size_t... n>
  static void invoke(Warp& warp, const CallSite& site, unsigned lane, std::index_sequence<n...>) {
    write<R>(warp, site.results[0], lane,
             function(read<Arguments>(warp, site.arguments[n], lane)...));
  }
};

/// A function of doubles in single precision: rounded from the double.
template <auto function>
struct Single;
template <class... Arguments, double (*function)(Arguments...)>
struct Single<function> {
  template <class T>
  using Narrow = std::conditional_t<std::is_same_v<T, double>, float, T>;
  static float call(Narrow<Arguments>... arguments) {
    return static_cast<float>(function(static_cast<Arguments>(arguments)...));
  }
};

int remquo_bits_single(float x, float y) {
  return remquo_bits_of(static_cast<double>(x), static_cast<double>(y));
}

void print(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    const auto format = read<DeviceAddress>(warp, site.arguments[0], lane);
    const auto arguments = read<DeviceAddress>(warp, site.arguments[1], lane);
    std::string text;
    const int converted = format_guest(warp, lane, format, arguments, text);
    warp.worker->printed += text;
    constexpr std::uint64_t kWorkPerByte = 16;  // bounds what a launch can print
    warp.worker->executed_threads += kWorkPerByte * text.size();
    if (!site.results.empty()) {
      write<int>(warp, site.results[0], lane, converted);
    }
  });
}

/// __assertfail(message, file, line, function, char size)
void fail_assertion(Warp& warp, const CallSite& site, LaneMask active) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(active));
  GuestFault guest;
  guest.lanes = active;
  guest.fault.kind = FaultKind::kAssert;
  if (!site.arguments.empty()) {
    guest.fault.detail =
        guest_string(warp, lane, read<DeviceAddress>(warp, site.arguments[0], lane));
  }
  throw guest;
}

/// grid.sync() begins: only a cooperative launch promises that all blocks are there.
void check_grid_barrier(Warp& warp, const CallSite&, LaneMask active) {
  if (!warp.grid->config.cooperative) {
    GuestFault guest;
    guest.lanes = active;
    guest.fault.kind = FaultKind::kTrap;
    guest.fault.cause = TrapCause::kNotCooperative;
    throw guest;
  }
}

/// Before an access that leaves its object (lower/analysis/bounds_checks.hpp). Of other memory than
/// the thread's own the access finds out itself.
void outside_local(Warp& warp, const CallSite& site, LaneMask active) {
  GuestFault guest;
  if (site.arguments.size() < 4) {
    guest.lanes = active;
    guest.fault.kind = FaultKind::kOutOfBounds;
    guest.fault.cause = BoundsCause::kConstantIndex;
    throw guest;
  }
  each_lane(active, [&](unsigned lane) {
    const DeviceAddress address = read<DeviceAddress>(warp, site.arguments[0], lane) +
                                  read<DeviceAddress>(warp, site.arguments[1], lane);
    if (space_of(address) == Space::kLocal) {
      guest.fault.address =
          guest.lanes == 0 ? address - kLocalWindow - kFirstAddress : guest.fault.address;
      guest.lanes |= LaneMask{1} << lane;
    }
  });
  if (guest.lanes != 0) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(guest.lanes));
    guest.fault.kind = FaultKind::kOutOfBounds;
    guest.fault.space = Space::kLocal;
    guest.fault.access_bytes = read<std::uint32_t>(warp, site.arguments[2], lane);
    guest.fault.is_write = read<std::uint64_t>(warp, site.arguments[3], lane) != 0;
    throw guest;
  }
}

void is_cooperative(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    write<int>(warp, site.results[0], lane, warp.grid->config.cooperative ? 1 : 0);
  });
}

/// Device malloc: an allocation a lane; nullptr when the heap, or the device, is full.
void allocate(Warp& warp, const CallSite& site, LaneMask active) {
  Grid& grid = *warp.grid;
  each_lane(active, [&](unsigned lane) {
    const auto bytes = read<std::uint64_t>(warp, site.arguments[0], lane);
    const std::uint64_t used = grid.memory.heap_bytes(), most = grid.options.heap_bytes;
    const Allocation* place =
        used > most || bytes > most - used
            ? nullptr
            : grid.memory.allocate(bytes, AllocationKind::kDevice, {}, kDeviceMalloc);
    grid.refused_mallocs += place == nullptr ? 1u : 0u;
    write<DeviceAddress>(warp, site.results[0], lane, place == nullptr ? 0 : place->begin);
  });
}

void release(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    const auto address = read<DeviceAddress>(warp, site.arguments[0], lane);
    Memory& memory = warp.grid->memory;
    const Allocation* const held = memory.find(address);
    const bool is_of_host = held != nullptr && held->origin() != kDeviceMalloc;
    if (address != 0 && (is_of_host || !memory.release(address))) {
      GuestFault guest;
      guest.lanes = LaneMask{1} << lane;
      guest.fault.kind = memory.find_freed(address) != nullptr ? FaultKind::kUseAfterFree
                                                               : FaultKind::kInvalidFree;
      guest.fault.space = Space::kGlobal;
      guest.fault.address = address;
      guest.fault.allocation = memory.nearest(address, 1);
      guest.fault.cause = is_of_host ? FreeCause::kOfHosts : FreeCause::kInKernel;
      throw guest;
    }
  });
  for (MemorySite& known : warp.worker->sites) {
    known.begin = 1;
    known.end = 0;
  }
}

struct Row {
  const char* name;
  Function call;
};

#define WARPSCHOOL_MATH1(name)                                           \
  {#name, Math<static_cast<double (*)(double)>(::name)>::call}, {        \
#    name "f", Math < static_cast < float (*)(float)>(::name##f)> ::call \
  }
#define WARPSCHOOL_MATH2(name)                                                  \
  {#name, Math<static_cast<double (*)(double, double)>(::name)>::call}, {       \
#    name "f", Math < static_cast < float (*)(float, float)>(::name##f)> ::call \
  }

#define WARPSCHOOL_SPECIAL(name, function)              \
  {#name, Math<function>::call}, {                      \
#    name "f", Math < Single < function> ::call> ::call \
  }

const Row kRows[] = {
    {"vprintf", print},
    {"__ws_grid_barrier", check_grid_barrier},
    {kOutsideLocal, outside_local},
    {"__ws_is_cooperative", is_cooperative},
    {"__ws_texture", texture_record},
    {"__ws_surface", surface_address},
    {"__assertfail", fail_assertion},
    {"malloc", allocate},
    {"free", release},
    WARPSCHOOL_MATH1(sin),
    WARPSCHOOL_MATH1(cos),
    WARPSCHOOL_MATH1(tan),
    WARPSCHOOL_MATH1(asin),
    WARPSCHOOL_MATH1(acos),
    WARPSCHOOL_MATH1(atan),
    WARPSCHOOL_MATH1(sinh),
    WARPSCHOOL_MATH1(cosh),
    WARPSCHOOL_MATH1(tanh),
    WARPSCHOOL_MATH1(asinh),
    WARPSCHOOL_MATH1(acosh),
    WARPSCHOOL_MATH1(atanh),
    WARPSCHOOL_MATH1(exp),
    WARPSCHOOL_MATH1(exp2),
    WARPSCHOOL_MATH1(expm1),
    WARPSCHOOL_MATH1(log),
    WARPSCHOOL_MATH1(log2),
    WARPSCHOOL_MATH1(log10),
    WARPSCHOOL_MATH1(log1p),
    WARPSCHOOL_MATH1(logb),
    WARPSCHOOL_MATH1(sqrt),
    {"cbrt", Math<cbrt_of>::call},
    {"cbrtf", Math<static_cast<float (*)(float)>(::cbrtf)>::call},
    WARPSCHOOL_MATH1(floor),
    WARPSCHOOL_MATH1(ceil),
    WARPSCHOOL_MATH1(trunc),
    WARPSCHOOL_MATH1(round),
    WARPSCHOOL_MATH1(rint),
    WARPSCHOOL_MATH1(nearbyint),
    WARPSCHOOL_MATH1(fabs),
    WARPSCHOOL_MATH1(erf),
    WARPSCHOOL_MATH1(erfc),
    WARPSCHOOL_MATH2(pow),
    WARPSCHOOL_MATH2(atan2),
    WARPSCHOOL_MATH2(fmod),
    WARPSCHOOL_MATH2(remainder),
    WARPSCHOOL_MATH2(hypot),
    WARPSCHOOL_MATH2(fmin),
    WARPSCHOOL_MATH2(fmax),
    WARPSCHOOL_MATH2(fdim),
    WARPSCHOOL_MATH2(copysign),
    WARPSCHOOL_MATH2(nextafter),
    {"fma", Math<static_cast<double (*)(double, double, double)>(::fma)>::call},
    {"fmaf", Math<static_cast<float (*)(float, float, float)>(::fmaf)>::call},
    {"ldexp", Math<static_cast<double (*)(double, int)>(::ldexp)>::call},
    {"ldexpf", Math<static_cast<float (*)(float, int)>(::ldexpf)>::call},
    {"scalbn", Math<static_cast<double (*)(double, int)>(::scalbn)>::call},
    {"scalbnf", Math<static_cast<float (*)(float, int)>(::scalbnf)>::call},
    {"ilogb", Math<static_cast<int (*)(double)>(::ilogb)>::call},
    {"ilogbf", Math<static_cast<int (*)(float)>(::ilogbf)>::call},
    {"lrint", Math<static_cast<long (*)(double)>(::lrint)>::call},
    {"lrintf", Math<static_cast<long (*)(float)>(::lrintf)>::call},
    {"llrint", Math<static_cast<long long (*)(double)>(::llrint)>::call},
    {"llrintf", Math<static_cast<long long (*)(float)>(::llrintf)>::call},
    {"lround", Math<static_cast<long (*)(double)>(::lround)>::call},
    {"lroundf", Math<static_cast<long (*)(float)>(::lroundf)>::call},
    {"llround", Math<static_cast<long long (*)(double)>(::llround)>::call},
    {"llroundf", Math<static_cast<long long (*)(float)>(::llroundf)>::call},
    WARPSCHOOL_SPECIAL(rsqrt, rsqrt_of),
    WARPSCHOOL_SPECIAL(rcbrt, rcbrt_of),
    WARPSCHOOL_SPECIAL(sinpi, sinpi_of),
    WARPSCHOOL_SPECIAL(cospi, cospi_of),
    WARPSCHOOL_SPECIAL(exp10, exp10_of),
    WARPSCHOOL_SPECIAL(erfcx, erfcx_of),
    WARPSCHOOL_SPECIAL(erfinv, erfinv_of),
    WARPSCHOOL_SPECIAL(erfcinv, erfcinv_of),
    WARPSCHOOL_SPECIAL(normcdf, normcdf_of),
    WARPSCHOOL_SPECIAL(normcdfinv, normcdfinv_of),
    WARPSCHOOL_SPECIAL(cyl_bessel_i0, bessel_i0_of),
    WARPSCHOOL_SPECIAL(cyl_bessel_i1, bessel_i1_of),
    WARPSCHOOL_SPECIAL(j0, bessel_j0_of),
    WARPSCHOOL_SPECIAL(j1, bessel_j1_of),
    WARPSCHOOL_SPECIAL(jn, bessel_jn_of),
    WARPSCHOOL_SPECIAL(y0, bessel_y0_of),
    WARPSCHOOL_SPECIAL(y1, bessel_y1_of),
    WARPSCHOOL_SPECIAL(yn, bessel_yn_of),
    WARPSCHOOL_SPECIAL(lgamma, lgamma_of),
    WARPSCHOOL_SPECIAL(norm3d, norm3d_of),
    WARPSCHOOL_SPECIAL(norm4d, norm4d_of),
    WARPSCHOOL_SPECIAL(rhypot, rhypot_of),
    WARPSCHOOL_SPECIAL(rnorm3d, rnorm3d_of),
    WARPSCHOOL_SPECIAL(rnorm4d, rnorm4d_of),
    {"tgamma", Math<static_cast<double (*)(double)>(::tgamma)>::call},
    {"tgammaf", Math<Single<static_cast<double (*)(double)>(::tgamma)>::call>::call},
    {"__ws_remquo_bits", Math<remquo_bits_of>::call},
    {"__ws_remquo_bitsf", Math<remquo_bits_single>::call},
    {"scalbln", Math<static_cast<double (*)(double, long)>(::scalbln)>::call},
    {"scalblnf", Math<static_cast<float (*)(float, long)>(::scalblnf)>::call},
};

#undef WARPSCHOOL_MATH1
#undef WARPSCHOOL_SPECIAL
#undef WARPSCHOOL_MATH2

}  // namespace

std::uint32_t find_intrinsic(const std::string& name) {
  // Never destroyed, as programs load kernels from static destructors, too.
  static const auto& index = *[] {
    auto* result = new std::unordered_map<std::string, std::uint32_t>;
    for (const Row& row : kRows) {
      result->emplace(row.name, static_cast<std::uint32_t>(&row - kRows));
    }
    return result;
  }();
  const auto found = index.find(name);
  return found == index.end() ? kNoIndex : found->second;
}

bool is_mathematical(std::uint32_t index) {
  constexpr Function kOthers[] = {print,          check_grid_barrier, outside_local,
                                  is_cooperative, texture_record,     surface_address,
                                  fail_assertion, allocate,           release};
  return std::find(std::begin(kOthers), std::end(kOthers), kRows[index].call) == std::end(kOthers);
}

std::uint32_t intrinsic_cost(std::uint32_t index) {
  constexpr std::uint32_t kOfPrintf = 1000, kOfOthers = 16;
  return kRows[index].call == print ? kOfPrintf : kOfOthers;
}

/// A declaration may say anything: what a function reads must be there.
static bool fits(const Row& row, const CallSite& site) {
  const std::string_view name = row.name;
  struct Shape {
    std::string_view name;
    std::size_t arguments, results;
  };
  static constexpr Shape kShapes[] = {{"vprintf", 2, 0},     {"malloc", 1, 1},
                                      {"free", 1, 0},        {"__ws_is_cooperative", 0, 1},
                                      {kOutsideLocal, 0, 0}, {"__ws_texture", 2, 1},
                                      {"__ws_surface", 5, 1}};
  std::size_t arguments = 0, results = 0;
  for (const Shape& shape : kShapes) {
    if (name == shape.name) {
      arguments = shape.arguments;
      results = shape.results;
    }
  }
  const auto is_wide = [](const ParameterSlot& slot) { return slot.bytes >= 8; };
  return site.arguments.size() >= arguments && site.results.size() >= results &&
         (arguments == 0 || std::all_of(site.arguments.begin(), site.arguments.end(), is_wide));
}

void call_intrinsic(std::uint32_t index, Warp& warp, const CallSite& site, LaneMask active) {
  if (!fits(kRows[index], site)) {
    GuestFault guest;
    guest.lanes = active;
    guest.fault.kind = FaultKind::kInvalidInstruction;
    guest.fault.detail = std::string("a call of ") + kRows[index].name + " with other parameters";
    throw guest;
  }
  kRows[index].call(warp, site, active);
}

}  // namespace warpschool::sim
