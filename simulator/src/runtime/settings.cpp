#include "runtime/settings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace warpschool::sim::runtime {
namespace {

/// Like a desktop GPU's watchdog: a kernel that never ends is stopped after some ten seconds.
constexpr std::uint64_t kDefaultWorkLimit = 20'000'000'000;
/// A launch is never cut into more parts than this.
constexpr std::uint64_t kMostHostThreads = 14;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t number_or(const std::string& text, std::uint64_t fallback) {
  char* end = nullptr;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
  return text.empty() || *end != '\0' ? fallback : number;
}

void set_all(Checks& checks, bool on) {
  checks = {on, on, on};
}

}  // namespace

DeviceProfile profile_from_environment() {
  const std::string id = environment("WARPSCHOOL_DEVICE");
  const DeviceProfile* profile = id.empty() ? &device_profiles().front() : find_profile(id);
  if (profile == nullptr) {
    std::string known;
    for (const DeviceProfile& each : device_profiles()) {
      known += (known.empty() ? "" : ", ") + each.id;
    }
    std::fprintf(stderr, "warpschool: WARPSCHOOL_DEVICE=%s is no device; there are %s\n",
                 id.c_str(), known.c_str());
    profile = &device_profiles().front();
  }
  return *profile;
}

DeviceOptions options_from_environment() {
  DeviceOptions options;
  options.max_thread_instructions =
      number_or(environment("WARPSCHOOL_WORK_LIMIT"), kDefaultWorkLimit);
  options.host_threads = static_cast<unsigned>(std::clamp<std::uint64_t>(
      number_or(environment("WARPSCHOOL_HOST_THREADS"), std::thread::hardware_concurrency()), 1,
      kMostHostThreads));
  std::string list = environment("WARPSCHOOL_CHECKS");
  set_all(options.checks, list.empty());
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string name = list.substr(0, comma);
    list.erase(0, std::min(comma + 1, list.size()));
    if (name == "all") {
      set_all(options.checks, true);
    } else if (name != "none" && name != "leaks" && !set_option(options, name, true)) {
      std::fprintf(stderr,
                   "warpschool: WARPSCHOOL_CHECKS: %s is no check; there are races, uninitialised, "
                   "barriers, leaks\n",
                   name.c_str());
    }
  }
  return options;
}

std::string report_file() {
  return environment("WARPSCHOOL_REPORT_FILE");
}

bool leaks_are_faults() {
  const std::string list = "," + environment("WARPSCHOOL_CHECKS") + ",";
  return list.find(",leaks,") != std::string::npos || list.find(",all,") != std::string::npos;
}

bool reports_as_json() {
  return environment("WARPSCHOOL_SIM_REPORT") == "json";
}

bool set_option(DeviceOptions& options, std::string_view name, bool on) {
  if (name == "races") {
    options.checks.races = on;
  } else if (name == "uninitialised") {
    options.checks.uninitialised = on;
  } else if (name == "barriers") {
    options.checks.barriers = on;
  } else if (name == "counters") {
    options.counters = on;
  } else {
    return false;
  }
  return true;
}

}  // namespace warpschool::sim::runtime
