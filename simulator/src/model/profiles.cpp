// The built-in device profiles: a file of numbers each, with where they come from (profiles/*.def;
// docs/TIME_MODEL.md, section "Profiles").
#include "warpschool/sim/profile.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

/// A row of a card's file.
struct Number {
  ProfileSource told;
  void (*put)(DeviceProfile& profile);
};

#define NUMBER(field, value, source) \
  {{#field, #value, source}, [](DeviceProfile& p) { p.field = value; }},
constexpr Number kH200[] = {
#include "model/profiles/h200.def"
};
constexpr Number kH100[] = {
#include "model/profiles/h100.def"
};
constexpr Number kA100[] = {
#include "model/profiles/a100.def"
};
constexpr Number kT4[] = {
#include "model/profiles/t4.def"
};
constexpr Number kRtx3080[] = {
#include "model/profiles/rtx3080.def"
};
constexpr Number kL4[] = {
#include "model/profiles/l4.def"
};
#undef NUMBER

struct Card {
  const char* id;
  const char* name;
  std::span<const Number> numbers;
};

/// The first is the default.
constexpr Card kCards[] = {
    {"h200", "NVIDIA H200", kH200},
    {"h100", "NVIDIA H100 80GB HBM3", kH100},
    {"a100", "NVIDIA A100-SXM4-40GB", kA100},
    {"t4", "Tesla T4", kT4},
    {"rtx3080", "NVIDIA GeForce RTX 3080", kRtx3080},
    {"l4", "NVIDIA L4", kL4},
};

/// What a card has if its file says nothing else. Never destroyed: the texts are shown by views.
const std::vector<std::pair<ProfileSource, std::string>>& common_rows() {
  static const auto& rows = *[] {
    auto* made = new std::vector<std::pair<ProfileSource, std::string>>;
    const DeviceProfile begin;
#define SOURCE(field, source) \
  made->push_back({{#field, {}, source}, fmt::format("{}", begin.field)});
#include "model/profiles/every_card.def"
#undef SOURCE
    for (auto& [told, value] : *made) {
      told.value = value;
    }
    return made;
  }();
  return rows;
}

DeviceProfile profile_of(const Card& card) {
  DeviceProfile profile;
  profile.id = card.id;
  profile.name = fmt::format("{} (simulated)", card.name);
  for (const Number& number : card.numbers) {
    number.put(profile);
  }
  return profile;
}

std::vector<ProfileSource> sources_of(const Card& card) {
  std::vector<ProfileSource> sources;
  sources.reserve(card.numbers.size());
  for (const Number& number : card.numbers) {
    sources.push_back(number.told);
  }
  const std::size_t own = sources.size();
  for (const auto& [told, value] : common_rows()) {
    const auto is_told = [&name = told.name](const ProfileSource& row) { return row.name == name; };
    if (std::none_of(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(own),
                     is_told)) {
      sources.push_back(told);
    }
  }
  return sources;
}

}  // namespace

std::span<const DeviceProfile> device_profiles() {
  // Never destroyed: a program's report is made while it exits.
  static const auto& profiles = *[] {
    auto* made = new std::vector<DeviceProfile>;
    std::transform(std::begin(kCards), std::end(kCards), std::back_inserter(*made), profile_of);
    return made;
  }();
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
  static const auto& sources = *[] {
    auto* made = new std::vector<std::vector<ProfileSource>>;
    std::transform(std::begin(kCards), std::end(kCards), std::back_inserter(*made), sources_of);
    return made;
  }();
  const auto card =
      std::find_if(std::begin(kCards), std::end(kCards), [=](const Card& c) { return c.id == id; });
  return card == std::end(kCards) ? std::span<const ProfileSource>()
                                  : sources[static_cast<std::size_t>(card - std::begin(kCards))];
}

}  // namespace warpschool::sim
