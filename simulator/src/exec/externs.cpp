#include "exec/externs.hpp"

#include "exec/grid.hpp"
#include "exec/guest_memory.hpp"
#include "exec/printf.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {
namespace {

using Function = void (*)(Warp&, const CallSite&, LaneMask);

template <class T>
T read(const Warp& warp, const ParameterSlot& slot, unsigned lane) {
  T value;
  std::memcpy(&value, warp.frame + slot.offset + lane * slot.stride, sizeof value);
  return value;
}

template <class T>
void write(Warp& warp, const ParameterSlot& slot, unsigned lane, T value) {
  std::memcpy(warp.frame + slot.offset + lane * slot.stride, &value, sizeof value);
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

float rsqrt_single(float a) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a)));
}
double rsqrt_double(double a) {
  return 1.0 / std::sqrt(a);
}
float rcbrt_single(float a) {
  return static_cast<float>(1.0 / std::cbrt(static_cast<double>(a)));
}
double rcbrt_double(double a) {
  return 1.0 / std::cbrt(a);
}
float sinpi_single(float a) {
  return static_cast<float>(std::sin(M_PI * std::fmod(static_cast<double>(a), 2.0)));
}
double sinpi_double(double a) {
  return std::sin(M_PI * std::fmod(a, 2.0));
}
float cospi_single(float a) {
  return static_cast<float>(std::cos(M_PI * std::fmod(static_cast<double>(a), 2.0)));
}
double cospi_double(double a) {
  return std::cos(M_PI * std::fmod(a, 2.0));
}
double exp10_double(double a) {
  return std::pow(10.0, a);
}
float exp10_single(float a) {
  return static_cast<float>(std::pow(10.0, static_cast<double>(a)));
}
double normal_cdf(double a) {
  return 0.5 * std::erfc(-a * M_SQRT1_2);
}
float normal_cdf_single(float a) {
  return static_cast<float>(normal_cdf(static_cast<double>(a)));
}

/// sincos(a, *s, *c) and its float form: results through pointers of the guest.
template <class T>
void sine_and_cosine(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    const T angle = read<T>(warp, site.arguments[0], lane);
    const T values[] = {std::sin(angle), std::cos(angle)};
    for (std::size_t n = 0; n < 2; ++n) {
      const auto place = read<DeviceAddress>(warp, site.arguments[n + 1], lane);
      std::memcpy(guest_memory(warp, lane, place, sizeof(T), true), &values[n], sizeof(T));
    }
  });
}

/// frexp, modf, ldexp have a pointer or an int beside the number.
template <class T>
void fraction_and_exponent(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    int exponent = 0;
    const T fraction = std::frexp(read<T>(warp, site.arguments[0], lane), &exponent);
    const auto place = read<DeviceAddress>(warp, site.arguments[1], lane);
    std::memcpy(guest_memory(warp, lane, place, sizeof exponent, true), &exponent, sizeof exponent);
    write<T>(warp, site.results[0], lane, fraction);
  });
}

template <class T>
void fraction_and_whole(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    T whole = 0;
    const T fraction = std::modf(read<T>(warp, site.arguments[0], lane), &whole);
    const auto place = read<DeviceAddress>(warp, site.arguments[1], lane);
    std::memcpy(guest_memory(warp, lane, place, sizeof whole, true), &whole, sizeof whole);
    write<T>(warp, site.results[0], lane, fraction);
  });
}

void print(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    const auto format = read<DeviceAddress>(warp, site.arguments[0], lane);
    const auto arguments = read<DeviceAddress>(warp, site.arguments[1], lane);
    std::string text;
    const int converted = format_guest(warp, lane, format, arguments, text);
    warp.worker->printed += text;
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

/// Device malloc: an allocation a lane; nullptr when the device is full.
void allocate(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    const auto bytes = read<std::uint64_t>(warp, site.arguments[0], lane);
    const Allocation* place =
        warp.grid->memory.allocate(bytes, AllocationKind::kDevice, {}, "malloc in device code");
    write<DeviceAddress>(warp, site.results[0], lane, place == nullptr ? 0 : place->begin);
  });
}

void release(Warp& warp, const CallSite& site, LaneMask active) {
  each_lane(active, [&](unsigned lane) {
    const auto address = read<DeviceAddress>(warp, site.arguments[0], lane);
    if (address != 0 && !warp.grid->memory.release(address)) {
      GuestFault guest;
      guest.lanes = LaneMask{1} << lane;
      guest.fault.kind = warp.grid->memory.find_freed(address) != nullptr ? FaultKind::kUseAfterFree
                                                                          : FaultKind::kOutOfBounds;
      guest.fault.space = Space::kGlobal;
      guest.fault.address = address;
      guest.fault.allocation = warp.grid->memory.nearest(address, 1);
      guest.fault.detail = "free of what is no allocation";
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

const Row kRows[] = {
    {"vprintf", print},
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
    WARPSCHOOL_MATH1(cbrt),
    WARPSCHOOL_MATH1(floor),
    WARPSCHOOL_MATH1(ceil),
    WARPSCHOOL_MATH1(trunc),
    WARPSCHOOL_MATH1(round),
    WARPSCHOOL_MATH1(rint),
    WARPSCHOOL_MATH1(nearbyint),
    WARPSCHOOL_MATH1(fabs),
    WARPSCHOOL_MATH1(erf),
    WARPSCHOOL_MATH1(erfc),
    WARPSCHOOL_MATH1(tgamma),
    WARPSCHOOL_MATH1(lgamma),
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
    {"rsqrt", Math<rsqrt_double>::call},
    {"rsqrtf", Math<rsqrt_single>::call},
    {"rcbrt", Math<rcbrt_double>::call},
    {"rcbrtf", Math<rcbrt_single>::call},
    {"sinpi", Math<sinpi_double>::call},
    {"sinpif", Math<sinpi_single>::call},
    {"cospi", Math<cospi_double>::call},
    {"cospif", Math<cospi_single>::call},
    {"exp10", Math<exp10_double>::call},
    {"exp10f", Math<exp10_single>::call},
    {"normcdf", Math<normal_cdf>::call},
    {"normcdff", Math<normal_cdf_single>::call},
    {"sincos", sine_and_cosine<double>},
    {"sincosf", sine_and_cosine<float>},
    {"frexp", fraction_and_exponent<double>},
    {"frexpf", fraction_and_exponent<float>},
    {"modf", fraction_and_whole<double>},
    {"modff", fraction_and_whole<float>},
};

#undef WARPSCHOOL_MATH1
#undef WARPSCHOOL_MATH2

}  // namespace

std::uint32_t find_intrinsic(const std::string& name) {
  static const std::unordered_map<std::string, std::uint32_t> index = [] {
    std::unordered_map<std::string, std::uint32_t> result;
    for (const Row& row : kRows) {
      result.emplace(row.name, static_cast<std::uint32_t>(&row - kRows));
    }
    return result;
  }();
  const auto found = index.find(name);
  return found == index.end() ? kNoIndex : found->second;
}

void call_intrinsic(std::uint32_t index, Warp& warp, const CallSite& site, LaneMask active) {
  kRows[index].call(warp, site, active);
}

}  // namespace warpschool::sim
