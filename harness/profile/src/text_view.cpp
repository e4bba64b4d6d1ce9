// Writes a profile for a terminal.
#include "warpschool/profile/text_view.hpp"

#include "warpschool/profile/limits.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/screen.hpp"
#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace warpschool::profile {
namespace {

using screen::figure;
using screen::time_text;

constexpr std::size_t kWidth = 100, kMostLines = 8;

std::string table_row(const Kernel& kernel) {
  const auto light = speed_of_light(kernel);
  const double shared = kernel.shared_passes();
  const std::string limiter = kernel.occupancy.share < 1 && !kernel.occupancy.limiter.empty()
                                  ? " (" + kernel.occupancy.limiter + ")"
                                  : "";
  return fmt::format(
      "  {:<22} {:>8} {:>9} {:<8} {:>7.0f} % {:>6.0f} % {:>9} {:>11} {:>6.0f} %{}\n",
      screen::tame_line(kernel.name, 18), figure(static_cast<double>(kernel.launches)),
      time_text(kernel.time_us), kernel.limiter, 100 * light.at(0).share, 100 * light.at(1).share,
      kernel.global_requests() > 0 ? figure(kernel.sectors_per_request()) : "-",
      shared > 0 ? figure(kernel.bank_conflicts()) : "-", 100 * kernel.occupancy.share, limiter);
}

std::string or_dash(double value) {
  return value > 0 ? figure(value) : "-";
}

std::string line_row(const Line& line, double share) {
  const double requests = line.global_requests();
  return fmt::format("  {:<26} {:>5.0f} % {:>13} {:>10} {:>10} {:>10} {:>11} {:>9}\n",
                     screen::tame_line(place_text(line.file, line.line), 24), 100 * share,
                     or_dash(line.counter("warp_instructions")), or_dash(requests),
                     requests > 0 ? figure(ratio(line.counter("global_sectors"), requests)) : "-",
                     or_dash(line.counter("shared_requests")), or_dash(line.bank_conflicts()),
                     or_dash(line.counter("divergent_branches")));
}

/// The lines that take most of what limits the kernel, the dearest first.
std::string lines_text(const Kernel& kernel, bool colour) {
  const HeatScale heat = heat_of(kernel);
  std::vector<std::size_t> order(kernel.lines.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return heat.shares[a] > heat.shares[b]; });
  if (order.empty()) {
    return {};
  }
  std::string text = screen::painted(
      fmt::format("  {:<26} {:>7} {:>13} {:>10} {:>10} {:>10} {:>11} {:>9}", "line", "share",
                  "instructions", "gl. req.", "sectors/r", "sh. req.", "bank confl.", "divergent"),
      "1", colour);
  text += "\n";
  for (std::size_t n = 0; n < std::min(order.size(), kMostLines); ++n) {
    text += line_row(kernel.lines[order[n]], heat.shares[order[n]]);
  }
  const std::string rest =
      order.size() > kMostLines ? fmt::format("; {} more lines", order.size() - kMostLines) : "";
  return text + fmt::format("  (share: {}{})\n", heat.words, rest);
}

std::string kernel_text(const Kernel& kernel, bool colour) {
  const Limit limit = limit_of(kernel);
  std::string text = "\n" + screen::wrapped(kernel.name + " is " + limit.shown, "  ", kWidth);
  if (!limit.tried.empty()) {
    text += screen::wrapped("Try: " + limit.tried, "  ", kWidth);
  }
  text += screen::wrapped("Occupancy " + occupancy_text(kernel) + ".", "  ", kWidth);
  for (const Access* const access : accesses_to_show(kernel, 2)) {
    text += screen::wrapped(
        place_text(access->file, access->line) + ", the dearest request: " + access_text(*access),
        "  ", kWidth);
  }
  return text + lines_text(kernel, colour);
}

}  // namespace

std::string text_view(const Report& report, bool colour) {
  if (report.kernels.empty()) {
    return "No kernel was launched.\n";
  }
  std::string text = screen::painted(
      fmt::format("  {:<22} {:>8} {:>9} {:<8} {:>9} {:>8} {:>9} {:>11} {:>8}", "kernel", "launches",
                  "time", "limiter", "compute", "memory", "sectors/r", "bank confl.", "occup."),
      "1", colour);
  text += "\n";
  for (const Kernel& kernel : report.kernels) {
    text += table_row(kernel);
  }
  for (const Kernel& kernel : report.kernels) {
    text += kernel_text(kernel, colour);
  }
  return text;
}

}  // namespace warpschool::profile
