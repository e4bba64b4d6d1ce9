// Reads the simulator's report on one question.
#include "simulator_report.hpp"

#include "overlap.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpschool::harness {
namespace {

using nlohmann::json;

CounterValues counters_in(const json& launch) {
  CounterValues values;
  const auto counters = launch.find("counters");
  if (counters == launch.end()) {
    return values;
  }
  for (const auto& [name, value] : counters->items()) {
    if (value.is_number()) {
      values[name] = value.get<double>();
    }
  }
  return values;
}

/// Copies and kernels of the time line; what only happens within the device's memory is neither.
std::vector<Busy> copies_and_kernels(const json& report) {
  std::vector<Busy> work;
  for (const json& piece : report.value("timeline", json::array())) {
    const std::string what = piece.value("what", std::string());
    if (what == "kernel" || what == "host_to_device" || what == "device_to_host") {
      work.push_back({piece.value("begin_us", 0.0), piece.value("end_us", 0.0)});
    }
  }
  return work;
}

std::uint64_t less(const json& copies, const char* name, std::uint64_t harness) {
  const auto value = copies.find(name);
  const std::uint64_t all =
      value != copies.end() && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
  return all - std::min(all, harness);
}

}  // namespace

std::optional<CountedLaunches> counted_launches(const std::string& simulator_report) {
  const json report = json::parse(simulator_report, nullptr, false);
  if (!report.is_object() || !report.contains("launches")) {
    return std::nullopt;
  }
  CountedLaunches counted;
  for (const json& launch : report["launches"]) {
    counted.launches.push_back(counters_in(launch));
  }
  const auto allocations = report.find("allocations");
  counted.leaked_allocations =
      allocations != report.end() && allocations->is_array() ? allocations->size() : 0;
  counted.overlap = overlap_of(copies_and_kernels(report));
  return counted;
}

std::optional<Copies> copies_in(const std::string& simulator_report, const Copies& harness) {
  const json report = json::parse(simulator_report, nullptr, false);
  const auto copies = report.is_object() ? report.find("copies") : report.end();
  if (!report.is_object() || copies == report.end() || !copies->is_object()) {
    return std::nullopt;
  }
  return Copies{less(*copies, "host_to_device", harness.host_to_device),
                less(*copies, "device_to_host", harness.device_to_host),
                less(*copies, "bytes", harness.bytes),
                less(*copies, "device_to_host_bytes", harness.device_to_host_bytes)};
}

}  // namespace warpschool::harness
