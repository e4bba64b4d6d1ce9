// The built-in device profiles: a file of numbers each, with where they come from (profiles/*.def;
// docs/TIME_MODEL.md, section "Profiles").
#include "warpschool/sim/profile.hpp"

#include <array>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

DeviceProfile named(const char* id, const char* name) {
  DeviceProfile p;
  p.id = id;
  p.name = std::string(name) + " (simulated)";
  return p;
}

DeviceProfile h200() {
  DeviceProfile p = named("h200", "NVIDIA H200");
#define NUMBER(field, value, source) p.field = value;
#include "model/profiles/h200.def"
#undef NUMBER
  return p;
}

DeviceProfile h100() {
  DeviceProfile p = named("h100", "NVIDIA H100 80GB HBM3");
#define NUMBER(field, value, source) p.field = value;
#include "model/profiles/h100.def"
#undef NUMBER
  return p;
}

DeviceProfile a100() {
  DeviceProfile p = named("a100", "NVIDIA A100-SXM4-40GB");
#define NUMBER(field, value, source) p.field = value;
#include "model/profiles/a100.def"
#undef NUMBER
  return p;
}

DeviceProfile t4() {
  DeviceProfile p = named("t4", "Tesla T4");
#define NUMBER(field, value, source) p.field = value;
#include "model/profiles/t4.def"
#undef NUMBER
  return p;
}

DeviceProfile rtx3080() {
  DeviceProfile p = named("rtx3080", "NVIDIA GeForce RTX 3080");
#define NUMBER(field, value, source) p.field = value;
#include "model/profiles/rtx3080.def"
#undef NUMBER
  return p;
}

DeviceProfile l4() {
  DeviceProfile p = named("l4", "NVIDIA L4");
#define NUMBER(field, value, source) p.field = value;
#include "model/profiles/l4.def"
#undef NUMBER
  return p;
}

#define NUMBER(field, value, source) {#field, #value, source},
constexpr ProfileSource kH200Sources[] = {
#include "model/profiles/h200.def"
};
constexpr ProfileSource kH100Sources[] = {
#include "model/profiles/h100.def"
};
constexpr ProfileSource kA100Sources[] = {
#include "model/profiles/a100.def"
};
constexpr ProfileSource kT4Sources[] = {
#include "model/profiles/t4.def"
};
constexpr ProfileSource kRtx3080Sources[] = {
#include "model/profiles/rtx3080.def"
};
constexpr ProfileSource kL4Sources[] = {
#include "model/profiles/l4.def"
};
#undef NUMBER

}  // namespace

std::span<const DeviceProfile> device_profiles() {
  // Never destroyed: a program's report is made while it exits.
  static const auto& profiles = *new std::array{h200(), h100(), a100(), t4(), rtx3080(), l4()};
  return profiles;
}

const DeviceProfile* find_profile(std::string_view id) {
  for (const DeviceProfile& profile : device_profiles()) {
    if (profile.id == id) {
      return &profile;
    }
  }
  return nullptr;
}

std::span<const ProfileSource> profile_sources(std::string_view id) {
  if (id == "h200") {
    return kH200Sources;
  }
  if (id == "h100") {
    return kH100Sources;
  }
  if (id == "a100") {
    return kA100Sources;
  }
  if (id == "t4") {
    return kT4Sources;
  }
  if (id == "rtx3080") {
    return kRtx3080Sources;
  }
  if (id == "l4") {
    return kL4Sources;
  }
  return {};
}

}  // namespace warpschool::sim
