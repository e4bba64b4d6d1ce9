// Reads a report of the simulator.
#include "warpschool/profile/run_report.hpp"

#include "warpschool/profile/limits.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace warpschool::profile {
namespace {

using nlohmann::json;

/// A value of another type than it should have is as good as none.
template <class T>
T value_of(const json& object, const char* key, T otherwise) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) {
    return otherwise;
  }
  if constexpr (std::is_same_v<T, std::string>) {
    return found->is_string() ? found->template get<std::string>() : otherwise;
  } else if constexpr (std::is_same_v<T, bool>) {
    return found->is_boolean() ? found->template get<bool>() : otherwise;
  } else {
    return found->is_number() ? found->template get<T>() : otherwise;
  }
}

const json& part_of(const json& object, const char* key) {
  static const json kNone;
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : kNone;
}

void add_numbers(Numbers& sums, const json& object) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_number()) {
      sums[name] += value.get<double>();
    }
  }
}

std::array<std::uint64_t, 3> extent_of(const json& list) {
  std::array<std::uint64_t, 3> extent{1, 1, 1};
  for (std::size_t i = 0; list.is_array() && i < std::min<std::size_t>(3, list.size()); ++i) {
    extent[i] = list[i].is_number() ? list[i].get<std::uint64_t>() : 1;
  }
  return extent;
}

Occupancy occupancy_of(const json& launch) {
  Occupancy occupancy;
  occupancy.share = value_of(launch, "occupancy", 0.0);
  occupancy.limiter = value_of(launch, "occupancy_limiter", std::string());
  const json& details = part_of(launch, "occupancy_details");
  occupancy.blocks_per_sm = value_of(details, "blocks_per_sm", 0);
  occupancy.by_warps = value_of(details, "blocks_by_warps", 0);
  occupancy.by_blocks = value_of(details, "blocks_by_blocks", 0);
  occupancy.by_registers = value_of(details, "blocks_by_registers", 0);
  occupancy.by_shared = value_of(details, "blocks_by_shared", 0);
  occupancy.registers_per_thread = value_of(details, "registers_per_thread", 0);
  occupancy.shared_bytes_per_block = value_of(details, "shared_bytes_per_block", std::uint64_t{0});
  return occupancy;
}

void add_launch(Kernel& kernel, const json& launch) {
  const double time_us = value_of(launch, "time_us", 0.0);
  kernel.launches += 1;
  kernel.time_us += time_us;
  add_numbers(kernel.terms, part_of(launch, "time"));
  add_numbers(kernel.counters, part_of(launch, "counters"));
  if (time_us < kernel.longest_us) {
    return;
  }
  kernel.longest_us = time_us;
  kernel.limiter = value_of(launch, "limiter", std::string());
  kernel.longest_terms.clear();
  add_numbers(kernel.longest_terms, part_of(launch, "time"));
  kernel.grid = extent_of(part_of(launch, "grid"));
  kernel.block = extent_of(part_of(launch, "block"));
  kernel.sm_count = value_of(launch, "sm_count", 0);
  kernel.occupancy = occupancy_of(launch);
}

std::string memory_name(const json& allocation) {
  const std::string name = value_of(allocation, "name", std::string());
  const std::string origin = value_of(allocation, "origin", std::string());
  return !name.empty() ? name : !origin.empty() ? "the memory that " + origin + " allocates" : "";
}

Access access_of(const json& read) {
  Access access;
  access.file = value_of(read, "file", std::string());
  access.line = value_of(read, "line", 0);
  access.is_shared = value_of(read, "space", std::string()) == "shared";
  access.is_write = value_of(read, "is_write", false);
  access.is_atomic = value_of(read, "is_atomic", false);
  access.bytes = std::max(1, value_of(read, "bytes", 4));
  access.first = value_of(read, "first", std::uint64_t{0});
  const json& offsets = part_of(read, "offsets");
  for (std::size_t lane = 0; offsets.is_array() && lane < std::min<std::size_t>(32, offsets.size());
       ++lane) {
    if (offsets[lane].is_number_integer()) {
      access.offsets[lane] = offsets[lane].get<std::int64_t>();
    }
  }
  access.cost = value_of(read, "cost", 0);
  access.ideal = value_of(read, "ideal", 0);
  access.requests = value_of(read, "requests", 0.0);
  access.memory = memory_name(part_of(read, "allocation"));
  return access;
}

void add_lines(Kernel& kernel, const json& record) {
  for (const json& read : part_of(record, "lines")) {
    Line line;
    line.file = value_of(read, "file", std::string());
    line.line = value_of(read, "line", 0);
    add_numbers(line.counters, read.is_object() ? read : json::object());
    kernel.lines.push_back(std::move(line));
  }
  for (const json& read : part_of(record, "accesses")) {
    kernel.accesses.push_back(access_of(read));
  }
}

Work work_of(const json& read) {
  return {value_of(read, "what", std::string()),
          value_of(read, "name", std::string()),
          value_of(read, "stream", std::uint64_t{0}),
          value_of(read, "begin_us", 0.0),
          value_of(read, "end_us", 0.0),
          value_of(read, "bytes", 0.0)};
}

/// "out_of_bounds at add.cu:4"; where the place is not known, the kind.
std::string fault_name(const json& fault) {
  const json& where = part_of(fault, "where");
  const int line = value_of(where, "line", 0);
  const std::string kind = value_of(fault, "kind", std::string("fault"));
  return line == 0 ? kind
                   : kind + " at " + place_text(value_of(where, "file", std::string()), line);
}

std::vector<FaultedKernel> faulted_kernels(const json& faults) {
  std::vector<FaultedKernel> faulted;
  for (const json& fault : faults) {
    const std::string name = value_of(fault, "kernel", std::string());
    const bool is_known =
        std::any_of(faulted.begin(), faulted.end(),
                    [&](const FaultedKernel& other) { return other.name == name; });
    if (!name.empty() && !is_known) {  // empty: host code's
      faulted.push_back({name, fault_name(fault)});
    }
  }
  return faulted;
}

}  // namespace

double number(const Numbers& numbers, const std::string& name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? 0 : found->second;
}

double ratio(double above, double below) {
  return below > 0 ? above / below : 0;
}

double Line::global_requests() const {
  return counter("global_load_requests") + counter("global_store_requests");
}

double Line::bank_conflicts() const {
  return counter("shared_passes") - counter("shared_ideal_passes");
}

int Access::lanes() const {
  return static_cast<int>(std::count_if(offsets.begin(), offsets.end(),
                                        [](const auto& offset) { return offset.has_value(); }));
}

double Kernel::global_requests() const {
  return counter("global_load_requests") + counter("global_store_requests");
}

double Kernel::sectors_per_request() const {
  return ratio(counter("global_load_sectors") + counter("global_store_sectors"), global_requests());
}

double Kernel::shared_passes() const {
  return counter("shared_load_passes") + counter("shared_store_passes");
}

double Kernel::bank_conflicts() const {
  return shared_passes() - counter("shared_load_ideal_passes") -
         counter("shared_store_ideal_passes");
}

double Kernel::active_threads() const {
  return ratio(counter("thread_instructions"), counter("warp_instructions"));
}

double Kernel::tail() const {
  const auto sms = static_cast<double>(sm_count), all = static_cast<double>(blocks());
  return sms > 0 && all > 0 ? std::ceil(all / sms) * sms / all : 1;
}

std::string fault_text(const FaultedKernel& kernel) {
  return kernel.name + " ended in a fault (" + kernel.fault +
         "): what it did until then says nothing of its speed. Mend that first.";
}

std::optional<Report> read_report(const std::string& text) {
  const json read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object() || !part_of(read, "launches").is_array()) {
    return std::nullopt;
  }
  Report report;
  std::vector<Kernel>& kernels = report.kernels;
  for (const json& launch : part_of(read, "launches")) {
    const std::string name = value_of(launch, "kernel", std::string());
    auto kernel = std::find_if(kernels.begin(), kernels.end(),
                               [&](const Kernel& other) { return other.name == name; });
    if (kernel == kernels.end()) {
      kernel = kernels.insert(kernels.end(), Kernel{});
      kernel->name = name;
      add_lines(*kernel, part_of(part_of(read, "lines"), name.c_str()));
    }
    add_launch(*kernel, launch);
  }
  report.faulted = faulted_kernels(part_of(read, "faults"));
  for (const FaultedKernel& faulted : report.faulted) {
    std::erase_if(kernels, [&](const Kernel& kernel) { return kernel.name == faulted.name; });
  }
  std::stable_sort(kernels.begin(), kernels.end(),
                   [](const Kernel& a, const Kernel& b) { return a.time_us > b.time_us; });
  for (const json& work : part_of(read, "timeline")) {
    report.timeline.push_back(work_of(work));
  }
  return report;
}

}  // namespace warpschool::profile
