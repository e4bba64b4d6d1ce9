// Fills the template of a profile's page.
#include "warpschool/profile/page.hpp"

#include "page_texts.hpp"
#include "source_table.hpp"
#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/pictures.hpp"
#include "warpschool/screen/figures.hpp"

#include <fmt/format.h>
#include <kainjow/mustache.hpp>
#include <set>
#include <stdexcept>

namespace warpschool::profile {
namespace {

using kainjow::mustache::data;
using List = kainjow::mustache::list;
using Object = kainjow::mustache::object;
using screen::figure;
using screen::time_text;

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

/// Names of students' kernels go through the template, which escapes; control characters go first.
std::string clean(const std::string& text) {
  std::string plain = text;
  for (char& letter : plain) {
    letter = static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f ? ' ' : letter;
  }
  return plain;
}

List light_rows(const Kernel& kernel) {
  List rows;
  for (const SpeedOfLight& light : speed_of_light(kernel)) {
    rows.push_back(Object{{"unit", light.unit},
                          {"percent", percent(light.share)},
                          {"width", fmt::format("{:.1f}", 100 * light.share)},
                          {"limits", light.is_limiter}});
  }
  return rows;
}

List picture_rows(const Kernel& kernel) {
  List rows;
  for (const Access* const access : accesses_to_show(kernel, 3)) {
    rows.push_back(Object{{"place", clean(place_text(access->file, access->line))},
                          {"says", clean(access_text(*access))},
                          {"often", figure(access->requests)},
                          {"picture", access_picture(*access)}});
  }
  return rows;
}

List branch_rows(const Kernel& kernel) {
  List rows;
  for (const Line& line : kernel.lines) {
    if (line.counter("divergent_branches") > 0) {
      rows.push_back(Object{{"place", clean(place_text(line.file, line.line))},
                            {"branches", figure(line.counter("branches"))},
                            {"divergent", figure(line.counter("divergent_branches"))},
                            {"active", figure(ratio(line.counter("thread_instructions"),
                                                    line.counter("warp_instructions")))}});
    }
  }
  return rows;
}

std::string extent_text(const std::array<std::uint64_t, 3>& extent) {
  return extent[2] > 1   ? fmt::format("{} x {} x {}", extent[0], extent[1], extent[2])
         : extent[1] > 1 ? fmt::format("{} x {}", extent[0], extent[1])
                         : fmt::format("{}", extent[0]);
}

/// What each limit of the SM would allow.
List fit_rows(const Occupancy& fit) {
  List rows;
  const auto add = [&](const char* what, int blocks, const std::string& used) {
    if (blocks > 0) {
      rows.push_back(Object{{"what", what},
                            {"blocks", std::to_string(blocks)},
                            {"used", used},
                            {"limits", fit.share < 1 && blocks == fit.blocks_per_sm}});
    }
  };
  add("warps of the SM", fit.by_warps, "");
  add("blocks of the SM", fit.by_blocks, "");
  add("registers", fit.by_registers, fmt::format("about {} a thread", fit.registers_per_thread));
  add("shared memory", fit.by_shared,
      figure(static_cast<double>(fit.shared_bytes_per_block)) + " bytes a block");
  return rows;
}

Object kernel_data(const Kernel& kernel, const std::string& anchor, const SourceReader& source) {
  const Limit limit = limit_of(kernel);
  const auto light = speed_of_light(kernel);
  const List pictures = picture_rows(kernel), branches = branch_rows(kernel);
  const HeatScale heat = heat_of(kernel);
  return Object{{"kernel", clean(kernel.name)},
                {"anchor", anchor},
                {"launches", figure(static_cast<double>(kernel.launches))},
                {"time", time_text(kernel.time_us)},
                {"limiter", kernel.limiter},
                {"compute", percent(light.at(0).share)},
                {"compute_width", fmt::format("{:.1f}", 100 * light.at(0).share)},
                {"memory", percent(light.at(1).share)},
                {"memory_width", fmt::format("{:.1f}", 100 * light.at(1).share)},
                {"occupancy", percent(kernel.occupancy.share)},
                {"occupancy_says", clean(occupancy_text(kernel))},
                {"grid", extent_text(kernel.grid)},
                {"block", extent_text(kernel.block)},
                {"shown", clean(limit.shown)},
                {"has_tried", !limit.tried.empty()},
                {"tried", clean(limit.tried)},
                {"lights", light_rows(kernel)},
                {"fits", fit_rows(kernel.occupancy)},
                {"has_pictures", !pictures.empty()},
                {"pictures", pictures},
                {"has_branches", !branches.empty()},
                {"branches_list", branches},
                {"has_lines", !kernel.lines.empty()},
                {"heat_words", heat.words},
                {"sources", source_tables(kernel, heat, source)}};
}

Object run_data(const Run& run, std::size_t number, const SourceReader& source) {
  List kernels;
  for (std::size_t n = 0; n < run.report.kernels.size(); ++n) {
    kernels.emplace_back(
        kernel_data(run.report.kernels[n], fmt::format("k{}-{}", number, n + 1), source));
  }
  List faulted;
  for (const FaultedKernel& kernel : run.report.faulted) {
    faulted.emplace_back(Object{{"says", clean(fault_text(kernel))}});
  }
  const std::string timeline = timeline_picture(run.report.timeline);
  return Object{{"has_run_title", !run.title.empty()},
                {"run_title", clean(run.title)},
                {"run_number", std::to_string(number)},
                {"has_no_kernels", run.report.kernels.empty() && run.report.faulted.empty()},
                {"faulted", faulted},
                {"has_kernels", !run.report.kernels.empty()},
                {"kernels", kernels},
                {"has_timeline", !timeline.empty()},
                {"timeline", timeline},
                {"work_count", figure(static_cast<double>(run.report.timeline.size()))}};
}

}  // namespace

std::string page(const std::string& title, const std::vector<Run>& runs,
                 const SourceReader& source) {
  kainjow::mustache::mustache form(std::string(page_texts().at("profile.mustache")));
  if (!form.is_valid()) {
    throw std::logic_error("profile.mustache: " + form.error_message());
  }
  List list;
  for (std::size_t n = 0; n < runs.size(); ++n) {
    list.emplace_back(run_data(runs[n], n + 1, source));
  }
  return form.render(Object{{"title", clean(title)},
                            {"style", std::string(page_texts().at("ground.css")) +
                                          std::string(page_texts().at("profile.css"))},
                            {"runs", list}});
}

}  // namespace warpschool::profile
