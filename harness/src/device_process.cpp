// Finds the functions of a device process, and reads what it says.
#include "device_process.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

namespace warpschool::harness {
namespace {

template <class F>
void find(F& function, const char* name) {
  function = reinterpret_cast<F>(::dlsym(RTLD_DEFAULT, name));
}

/// Most that managed and pinned memory may take at a time; a job may not have larger files.
std::size_t shared_bytes() {
  constexpr std::uint64_t kWanted = std::uint64_t{64} << 30, kPage = 4096;
  rlimit files{};
  ::getrlimit(RLIMIT_FSIZE, &files);
  return static_cast<std::size_t>(std::min<std::uint64_t>(kWanted, files.rlim_cur) / kPage * kPage);
}

}  // namespace

const DeviceProcessExtension& device_process() {
  static const DeviceProcessExtension found = [] {
    DeviceProcessExtension extension;
    find(extension.lane_bytes, "warpschool_device_lane_bytes");
    find(extension.become, "warpschool_device_exec");
    find(extension.connect, "warpschool_device_connect");
    find(extension.mark, "warpschool_device_mark");
    find(extension.take_input, "warpschool_device_take_input");
    find(extension.is_input, "warpschool_device_is_input");
    find(extension.give_output, "warpschool_device_give_output");
    find(extension.question, "warpschool_device_question");
    find(extension.report, "warpschool_device_report");
    find(extension.output, "warpschool_device_output");
    return extension;
  }();
  return found;
}

DeviceMemory make_device_memory() {
  return {make_shared_memory("lanes", device_process().lane_bytes()),
          make_shared_memory("shared", shared_bytes())};
}

namespace {

Copies copies_of(const nlohmann::json& calls, const char* name) {
  const auto found = calls.find(name);
  if (found == calls.end() || !found->is_object()) {
    return {};
  }
  return {found->value("host_to_device", std::uint64_t{0}),
          found->value("device_to_host", std::uint64_t{0}), found->value("bytes", std::uint64_t{0}),
          found->value("device_to_host_bytes", std::uint64_t{0})};
}

}  // namespace

std::optional<DeviceCalls> device_calls_in(const std::string& report) {
  // The device puts it last; the rest may have a megabyte.
  const std::size_t at = report.rfind("\"calls\":");
  const nlohmann::json parsed =
      at == std::string::npos ? nlohmann::json()
                              : nlohmann::json::parse("{" + report.substr(at), nullptr, false);
  const auto calls = parsed.is_object() ? parsed.find("calls") : parsed.end();
  if (!parsed.is_object() || calls == parsed.end() || !calls->is_object()) {
    return std::nullopt;
  }
  return DeviceCalls{calls->value("device", std::string()),
                     calls->value("timed_us", 0.0),
                     calls->value("untimed_us", 0.0),
                     calls->value("launches_outside", std::uint64_t{0}),
                     calls->value("moved_outside_bytes", std::uint64_t{0}),
                     copies_of(*calls, "outside"),
                     copies_of(*calls, "untimed"),
                     calls->value("printed_bytes", std::uint64_t{0}),
                     calls->value("printed", std::string()),
                     calls->value("waits", std::uint64_t{0}),
                     calls->value("written_bytes", std::uint64_t{0}),
                     calls->value("input_changed", false),
                     calls->value("irregular", std::string())};
}

}  // namespace warpschool::harness
