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

constexpr std::size_t kMostLines = 8;
constexpr std::size_t kMostFaultText = 400;

/// The end of it tells more than its begin.
std::string end_of(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : ".." + text.substr(text.size() - width + 2);
}

std::string table_row(const Kernel& kernel) {
  const auto light = speed_of_light(kernel);
  const double shared = kernel.shared_passes();
  return fmt::format("  {:<16} {:>5} {:>8} {:<8} {:>5.0f} % {:>4.0f} % {:>6} {:>8} {:>4.0f} %\n",
                     end_of(screen::tame_line(kernel.name, kernel.name.size()), 16),
                     figure(static_cast<double>(kernel.launches)), time_text(kernel.time_us),
                     kernel.limiter, 100 * light.at(0).share, 100 * light.at(1).share,
                     kernel.global_requests() > 0 ? figure(kernel.sectors_per_request()) : "-",
                     shared > 0 ? figure(kernel.bank_conflicts()) : "-",
                     100 * kernel.occupancy.share);
}

std::string or_dash(double value) {
  return value > 0 ? figure(value) : "-";
}

std::string line_row(const Line& line, double share) {
  const double requests = line.global_requests();
  return fmt::format("  {:<19} {:>3.0f} % {:>11} {:>8} {:>6} {:>8} {:>8} {:>6}\n",
                     end_of(place_text(line.file, line.line), 19), 100 * share,
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
      fmt::format("  {:<19} {:>5} {:>11} {:>8} {:>6} {:>8} {:>8} {:>6}", "line", "share",
                  "instruct.", "gl. req.", "sect/r", "sh. req.", "bank c.", "split"),
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
  std::string text =
      "\n" + screen::wrapped(kernel.name + " is " + limit.shown, "  ", screen::kScreenWidth);
  if (!limit.tried.empty()) {
    text += screen::wrapped("Try: " + limit.tried, "  ", screen::kScreenWidth);
  }
  text += screen::wrapped("Occupancy " + occupancy_text(kernel) + ".", "  ", screen::kScreenWidth);
  for (const Access* const access : accesses_to_show(kernel, 2)) {
    text += screen::wrapped(
        place_text(access->file, access->line) + ", the dearest request: " + access_text(*access),
        "  ", screen::kScreenWidth);
  }
  return text + lines_text(kernel, colour);
}

}  // namespace

std::string text_view(const Report& report, bool colour) {
  std::string text;
  for (const FaultedKernel& kernel : report.faulted) {
    text += screen::wrapped(screen::tame_line(fault_text(kernel), kMostFaultText), "  ",
                            screen::kScreenWidth);
  }
  if (report.kernels.empty()) {
    return text.empty() ? "No kernel was launched.\n" : text;
  }
  text += screen::painted(
      fmt::format("  {:<16} {:>5} {:>8} {:<8} {:>7} {:>6} {:>6} {:>8} {:>6}", "kernel", "runs",
                  "time", "limiter", "compute", "memory", "sect/r", "bank c.", "occup."),
      "1", colour);
  text += "\n";
  for (const Kernel& kernel : report.kernels) {
    text += table_row(kernel);
  }
  for (const Kernel& kernel : report.kernels) {
    text += kernel_text(kernel, colour);
  }
  return text +
         "  (gl., sh. req.: requests of global and shared memory; sect/r: sectors of 32\n"
         "  bytes a request; bank c.: bank conflicts; split: branches that divide warps)\n";
}

}  // namespace warpschool::profile
