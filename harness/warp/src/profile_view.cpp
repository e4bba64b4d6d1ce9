// Turns a report of the simulator into a table of kernels and says what limits each.
#include "profile_view.hpp"

#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/screen.hpp"
#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpschool::warp {
namespace {

using nlohmann::json;
using screen::figure;
using screen::time_text;

void add_numbers(std::map<std::string, double>& sums, const json& object) {
  for (const auto& [name, value] : object.items()) {
    sums[name] += value.is_number() ? value.get<double>() : 0;
  }
}

void add_launch(KernelRow& row, const json& launch) {
  const double time_us = launch.value("time_us", 0.0);
  row.launches += 1;
  row.time_us += time_us;
  add_numbers(row.terms, launch.value("time", json::object()));
  add_numbers(row.counters, launch.value("counters", json::object()));
  if (time_us >= row.longest_us) {
    row.longest_us = time_us;
    row.occupancy = launch.value("occupancy", 0.0);
    row.occupancy_limiter = launch.value("occupancy_limiter", std::string());
    row.limiter = launch.value("limiter", std::string());
  }
}

double ratio(double above, double below) {
  return below > 0 ? above / below : 0;
}

double global_requests(const KernelRow& row) {
  return row.counter("global_load_requests") + row.counter("global_store_requests");
}

double sectors_per_request(const KernelRow& row) {
  return ratio(row.counter("global_load_sectors") + row.counter("global_store_sectors"),
               global_requests(row));
}

double shared_passes(const KernelRow& row) {
  return row.counter("shared_load_passes") + row.counter("shared_store_passes");
}

double bank_conflicts(const KernelRow& row) {
  return shared_passes(row) - row.counter("shared_load_ideal_passes") -
         row.counter("shared_store_ideal_passes");
}

double active_threads(const KernelRow& row) {
  return ratio(row.counter("thread_instructions"), row.counter("warp_instructions"));
}

constexpr double kManySectors = 5;      // a request; neighbouring 4-byte elements need 4
constexpr double kManyConflicts = 0.1;  // of the passes
constexpr double kFewThreads = 24;      // of the 32 of a warp

std::string scattered(const KernelRow& row) {
  return fmt::format(
      "a request of a warp touches {} sectors of 32 bytes, where 4 do for neighbouring 4-byte "
      "elements. Try: let neighbouring threads use neighbouring elements.",
      figure(sectors_per_request(row)));
}

std::string conflicts(const KernelRow& row) {
  return fmt::format(
      "{} of {} passes through shared memory are bank conflicts. Try: pad the rows of the array by "
      "one element, or let the lanes of a warp use different banks.",
      figure(bank_conflicts(row)), figure(shared_passes(row)));
}

std::string memory_limit(const KernelRow& row, const std::string& name, const char* what) {
  const std::string begin = "limited by " + name + ": ";
  if (sectors_per_request(row) > kManySectors) {
    return begin + scattered(row);
  }
  return begin + fmt::format(
                     "{} bytes {} in {}. Try: read and write each element once, keep in registers "
                     "or shared memory what is used again, use smaller types.",
                     figure(row.counter(name == "DRAM" ? "dram_bytes" : "l2_sector_slots") *
                            (name == "DRAM" ? 1 : 32)),
                     what, time_text(row.time_us));
}

std::string lsu_limit(const KernelRow& row) {
  const std::string begin = "limited by the path to L1 and shared memory: ";
  if (bank_conflicts(row) > kManyConflicts * shared_passes(row)) {
    return begin + conflicts(row);
  }
  if (sectors_per_request(row) > kManySectors) {
    return begin + scattered(row);
  }
  return begin +
         fmt::format(
             "{} global and {} shared requests of its {} warps. Try: more work for each "
             "value loaded: registers, wider loads (float4).",
             figure(global_requests(row)),
             figure(row.counter("shared_load_requests") + row.counter("shared_store_requests")),
             figure(row.counter("warps")));
}

std::string instruction_limit(const KernelRow& row) {
  const std::string begin = "limited by its instructions: ";
  if (active_threads(row) < kFewThreads) {
    return begin + fmt::format(
                       "only {} of the 32 threads of a warp are active on average. Try: let whole "
                       "warps take the same branch.",
                       figure(active_threads(row)));
  }
  return begin + fmt::format(
                     "{} a thread. Try: less index arithmetic, float instead of double, cheaper "
                     "functions.",
                     figure(ratio(row.counter("thread_instructions"), row.counter("threads"))));
}

std::string latency_limit(const KernelRow& row) {
  const double clocks = row.counter("block_critical_path_clk") / static_cast<double>(row.launches);
  return fmt::format(
      "limited by waiting: a block of {} threads takes {} clocks from its first to its last "
      "instruction, and the grid has {} such block(s). Try: more blocks or warps at once "
      "(occupancy "
      "is {:.0f} %), fewer barriers, shorter chains of loads.",
      figure(ratio(row.counter("threads"), row.counter("blocks"))), figure(clocks),
      figure(ratio(row.counter("blocks"), static_cast<double>(row.launches))), 100 * row.occupancy);
}

std::string atomic_limit(const KernelRow& row) {
  return fmt::format(
      "limited by atomics: {} threads' atomics in {} requests wait for each other. Try: add up "
      "within the warp or block first, one atomic each.",
      figure(row.counter("global_atomic_threads")), figure(row.counter("global_atomic_requests")));
}

std::string table_row(const KernelRow& row) {
  const double shared = shared_passes(row);
  const std::string limiter =
      row.occupancy < 1 && !row.occupancy_limiter.empty() ? " (" + row.occupancy_limiter + ")" : "";
  return fmt::format("  {:<24} {:>9} {:>10} {:<8} {:>12} {:>9} {:>11} {:>7.0f} %{}\n",
                     screen::tame_line(row.kernel, 20), figure(static_cast<double>(row.launches)),
                     time_text(row.time_us), row.limiter, figure(global_requests(row)),
                     figure(sectors_per_request(row)),
                     shared > 0 ? figure(bank_conflicts(row)) : "-", 100 * row.occupancy, limiter);
}

}  // namespace

double KernelRow::counter(const std::string& name) const {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

std::optional<std::vector<KernelRow>> kernels_of(const std::string& text) {
  const json report = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!report.is_object() || !report.value("launches", json()).is_array()) {
    return std::nullopt;
  }
  std::vector<KernelRow> rows;
  for (const json& launch : report["launches"]) {
    const std::string kernel = launch.value("kernel", std::string());
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const KernelRow& other) { return other.kernel == kernel; });
    if (row == rows.end()) {
      row = rows.insert(rows.end(), KernelRow{});
      row->kernel = kernel;
    }
    add_launch(*row, launch);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const KernelRow& a, const KernelRow& b) { return a.time_us > b.time_us; });
  return rows;
}

std::string limit_text(const KernelRow& row) {
  if (row.limiter == "dram") {
    return memory_limit(row, "DRAM", "moved");
  }
  if (row.limiter == "l2") {
    return memory_limit(row, "L2", "fetched or written");
  }
  if (row.limiter == "lsu") {
    return lsu_limit(row);
  }
  if (row.limiter == "latency") {
    return latency_limit(row);
  }
  if (row.limiter == "atomic") {
    return atomic_limit(row);
  }
  return row.limiter == "launch" ? "limited by the launch itself: it does nothing."
                                 : instruction_limit(row);
}

std::string profile_text(const std::vector<KernelRow>& rows, bool colour) {
  if (rows.empty()) {
    return "No kernel was launched.\n";
  }
  std::string text = screen::painted(
      fmt::format("  {:<24} {:>9} {:>10} {:<8} {:>12} {:>9} {:>11} {:>8}", "kernel", "launches",
                  "time", "limiter", "gl. requests", "sectors/r", "bank confl.", "occupancy"),
      "1", colour);
  text += "\n";
  for (const KernelRow& row : rows) {
    text += table_row(row);
  }
  for (const KernelRow& row : rows) {
    text += "\n" + screen::wrapped(row.kernel + " is " + limit_text(row), "  ", 100);
  }
  return text;
}

}  // namespace warpschool::warp
