// Reads the environment variables of the runtime.
#include "runtime/base/settings.hpp"

#include "warpschool/support/cores.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

/// Like a desktop GPU's watchdog: a kernel that never ends is stopped after some ten seconds. One
/// whose blocks end one after the other may take some minutes.
constexpr std::uint64_t kDefaultStallLimit = 20'000'000'000;
constexpr std::uint64_t kDefaultWorkLimit = 500'000'000'000;
/// A launch is never cut into more parts than this.
constexpr std::uint64_t kMostHostThreads = 14;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// A variable that holds a number; anything else is complained about.
/// @param meaning what the number is, and what stands for itself.
std::uint64_t number_or(const char* name, std::uint64_t fallback, const char* meaning) {
  const std::string text = environment(name);
  if (text.empty()) {
    return fallback;
  }
  char* end = nullptr;
  errno = 0;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
  const bool begins_with_digit = text[0] >= '0' && text[0] <= '9';  // no sign: it would wrap
  if (!begins_with_digit || *end != '\0' || errno == ERANGE) {
    std::fprintf(stderr, "warpschool: %s=%s is no number; it is %s, and %llu is taken instead\n",
                 name, text.c_str(), meaning, static_cast<unsigned long long>(fallback));
    return fallback;
  }
  return number;
}

/// As many as are asked for, and can be had.
unsigned host_threads() {
  constexpr const char* kName = "WARPSCHOOL_HOST_THREADS";
  const std::uint64_t asked = number_or(kName, usable_cores(), "a number of threads, as 2");
  const std::uint64_t taken = std::clamp<std::uint64_t>(asked, 1, kMostHostThreads);
  if (asked != taken && !environment(kName).empty()) {
    std::fprintf(stderr, "warpschool: %s=%llu: there may be 1 to %llu, and %llu is taken instead\n",
                 kName, static_cast<unsigned long long>(asked),
                 static_cast<unsigned long long>(kMostHostThreads),
                 static_cast<unsigned long long>(taken));
  }
  return static_cast<unsigned>(taken);
}

bool lines_are_wanted() {
  const std::string wanted = environment("WARPSCHOOL_PROFILE");
  if (!wanted.empty() && wanted != "lines") {
    std::fprintf(stderr, "warpschool: WARPSCHOOL_PROFILE=%s: the only value is lines\n",
                 wanted.c_str());
  }
  return wanted == "lines";
}

/// exec reads it itself, where it is needed first (exec/launch/cpu_features.hpp), and tells nobody.
void check_instruction_set() {
  const std::string wanted = environment("WARPSCHOOL_ISA");
  if (!wanted.empty() && wanted != "baseline" && wanted != "avx2") {
    std::fprintf(stderr,
                 "warpschool: WARPSCHOOL_ISA=%s is neither baseline nor avx2, and the best that "
                 "this processor has is taken instead\n",
                 wanted.c_str());
  }
}

void set_all(Checks& checks, bool on) {
  checks = {on, on, on};
}

/// "5,0,0": numbers that are left out are 0.
bool read_place(const std::string& text, Dim3& place) {
  std::uint32_t* const parts[] = {&place.x, &place.y, &place.z};
  const char* at = text.c_str();
  for (std::uint32_t* part : parts) {
    char* end = nullptr;
    errno = 0;
    const unsigned long long number = std::strtoull(at, &end, 10);
    if (*at < '0' || *at > '9' || errno == ERANGE || number > 0xffff'ffffull) {
      return false;
    }
    *part = static_cast<std::uint32_t>(number);
    if (*end == '\0') {
      return true;
    }
    if (*end != ',') {
      return false;
    }
    at = end + 1;
  }
  return false;
}

/// One word of WARPSCHOOL_TRACE.
bool read_trace_word(const std::string& name, const std::string& value, TraceRequest& wanted) {
  if (name == "kernel") {
    wanted.kernel = value;
    return true;
  }
  if (name == "block") {
    return read_place(value, wanted.block);
  }
  if (name == "thread") {
    return read_place(value, wanted.thread);
  }
  if (name == "lanes") {
    wanted.whole_warp = value == "all";
    return wanted.whole_warp || value == "one";
  }
  Dim3 steps{0, 0, 0};
  const bool is_number = name == "steps" && read_place(value, steps);
  wanted.most_steps = is_number ? steps.x : wanted.most_steps;
  return is_number;
}

/// "block=0;thread=5,0;kernel=add;lanes=all;steps=500"; false: no trace is asked for.
bool read_trace(std::string list, RecordingOptions& options) {
  const bool is_wanted = !list.empty();
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(';'), list.size());
    const std::string word = list.substr(0, end);
    list.erase(0, std::min(end + 1, list.size()));
    const std::size_t equals = std::min(word.find('='), word.size());
    if (!read_trace_word(word.substr(0, equals), word.substr(std::min(equals + 1, word.size())),
                         options.traced)) {
      std::fprintf(stderr,
                   "warpschool: WARPSCHOOL_TRACE: '%s' is not understood; as an example: "
                   "block=0,0;thread=5,0;kernel=add;lanes=all;steps=500\n",
                   word.c_str());
    }
  }
  return is_wanted;
}

/// The process as it was when the library was loaded.
struct Process {
  std::string folder;
  pid_t id = ::getpid();
  Process() {
    std::error_code unknown;
    folder = std::filesystem::current_path(unknown).string();
  }
};

const Process& process_at_load() {
  // Never destroyed: reports are written when everything else is gone.
  static const Process& process = *new Process;
  return process;
}

__attribute__((constructor)) void remember_process() {
  process_at_load();
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
      number_or("WARPSCHOOL_WORK_LIMIT", kDefaultWorkLimit,
                "the most thread instructions of a launch, as 1000000000, or 0 for no limit");
  options.max_stalled_instructions = number_or(
      "WARPSCHOOL_STALL_LIMIT",
      environment("WARPSCHOOL_WORK_LIMIT").empty() ? kDefaultStallLimit : 0,
      "the most thread instructions in which no block comes to its end, or 0 for no limit");
  options.host_threads = host_threads();
  options.recording.lines = lines_are_wanted();
  check_instruction_set();
  options.recording.is_tracing = read_trace(environment("WARPSCHOOL_TRACE"), options.recording);
  std::string list = environment("WARPSCHOOL_CHECKS");
  set_all(options.checks, list.empty());
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string name = list.substr(0, comma);
    list.erase(0, std::min(comma + 1, list.size()));
    if (name == "all") {
      set_all(options.checks, true);
    } else if (name != "none" && name != "leaks" && !set_option(options, name, true)) {
      std::fprintf(
          stderr,
          "warpschool: WARPSCHOOL_CHECKS: '%s' is no check; there are races, uninitialised, "
          "barriers, leaks, all and none\n",
          name.c_str());
    }
  }
  return options;
}

std::string report_file() {
  return report_file(::getpid());
}

std::string report_file(int id) {
  std::string path = environment("WARPSCHOOL_REPORT_FILE");
  if (path.empty()) {
    return path;
  }
  const Process& first = process_at_load();
  const std::string absolute = path.starts_with('/') ? path : first.folder + "/" + path;
  return id == first.id ? absolute : absolute + "." + std::to_string(id);
}

bool goes_on_after_faults() {
  const std::string wanted = environment("WARPSCHOOL_ON_FAULT");
  if (!wanted.empty() && wanted != "go_on" && wanted != "stop") {
    std::fprintf(stderr, "warpschool: WARPSCHOOL_ON_FAULT=%s is neither stop nor go_on\n",
                 wanted.c_str());
  }
  return wanted == "go_on";
}

bool leaks_are_faults() {
  const std::string list = "," + environment("WARPSCHOOL_CHECKS") + ",";
  return list.find(",leaks,") != std::string::npos || list.find(",all,") != std::string::npos;
}

bool reports_as_json() {
  const char* value = std::getenv("WARPSCHOOL_SIM_REPORT");
  if (value == nullptr || *value == '\0') {
    return false;
  }
  static const bool known = [&] {
    const bool is_json = std::strcmp(value, "json") == 0;
    if (!is_json) {
      std::fprintf(stderr, "warpschool: WARPSCHOOL_SIM_REPORT=%s: the only value is json\n", value);
    }
    return is_json;
  }();
  return known;
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
