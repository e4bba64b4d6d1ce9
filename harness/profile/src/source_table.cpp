// Writes the rows of a source file: each line, its counters, its share as heat.
#include "source_table.hpp"

#include "warpschool/profile/pictures.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace warpschool::profile {
namespace {

using screen::figure;

constexpr int kAround = 3;  ///< lines without counters that are shown before and behind others
constexpr std::size_t kLongestLine = 400;

/// Line number -> index into Kernel::lines.
using Counted = std::map<int, std::size_t>;

std::string cell(const char* label, const std::string& text) {
  return fmt::format("<td data-label=\"{}\"{}>{}</td>", label,
                     text.empty() ? " class=\"none\"" : "", text);
}

std::string number_or_none(double value) {
  return value > 0 ? figure(value) : "";
}

std::string cells_of(const Line& line, double share) {
  const double requests = line.global_requests(), shared = line.counter("shared_requests");
  const double warps = line.counter("warp_instructions");
  std::string cells = fmt::format(
      "<td class=\"share\" data-label=\"share\"><span class=\"heat\" style=\"--heat:{:.3f}\">{}"
      "</span></td>",
      share,
      share >= 0.005 ? fmt::format("{:.0f} %", 100 * share)
      : share > 0    ? "&lt;1 %"
                     : "");
  cells += cell("instructions", number_or_none(warps));
  cells += cell("active threads",
                warps > 0 ? figure(ratio(line.counter("thread_instructions"), warps)) : "");
  cells += cell("global requests", number_or_none(requests));
  cells += cell("sectors a request",
                requests > 0 ? figure(ratio(line.counter("global_sectors"), requests)) : "");
  cells += cell("shared requests", number_or_none(shared));
  cells += cell("bank conflicts", shared > 0 ? figure(line.bank_conflicts()) : "");
  cells += cell("atomics", number_or_none(line.counter("atomic_requests")));
  const double branches = line.counter("branches");
  cells += cell("divergent branches",
                branches > 0 ? fmt::format("{} of {}", figure(line.counter("divergent_branches")),
                                           figure(branches))
                             : "");
  return cells;
}

std::string row(int number, const std::string& code, const std::string& cells) {
  return fmt::format(
      "<tr{}><th scope=\"row\">{}</th><td class=\"code\"><code>{}</code></td>{}"
      "</tr>\n",
      cells.empty() ? " class=\"plain\"" : "", number, escaped(code.substr(0, kLongestLine)),
      cells.empty() ? "<td colspan=\"9\" class=\"none\"></td>" : cells);
}

bool is_near(const Counted& counted, int line) {
  const auto next = counted.lower_bound(line - kAround);
  return next != counted.end() && next->first <= line + kAround;
}

std::string rows_of(const Kernel& kernel, const HeatScale& heat, const Counted& counted,
                    const std::string& text) {
  std::istringstream lines(text);
  std::string html, code;
  bool was_left_out = false;
  for (int number = 1; std::getline(lines, code); ++number) {
    if (!is_near(counted, number)) {
      was_left_out = true;
      continue;
    }
    if (was_left_out) {
      html += "<tr class=\"cut\"><td colspan=\"11\">...</td></tr>\n";
      was_left_out = false;
    }
    const auto found = counted.find(number);
    html += row(number, code,
                found == counted.end()
                    ? ""
                    : cells_of(kernel.lines[found->second], heat.shares[found->second]));
  }
  return html;
}

/// Of a file that cannot be read only the lines with counters are there, without their text.
std::string rows_without_text(const Kernel& kernel, const HeatScale& heat, const Counted& counted) {
  std::string html;
  for (const auto& [number, index] : counted) {
    html += row(number, "", cells_of(kernel.lines[index], heat.shares[index]));
  }
  return html;
}

}  // namespace

kainjow::mustache::list source_tables(const Kernel& kernel, const HeatScale& heat,
                                      const SourceReader& source) {
  std::map<std::string, Counted> files;
  for (std::size_t n = 0; n < kernel.lines.size(); ++n) {
    files[kernel.lines[n].file][kernel.lines[n].line] = n;
  }
  kainjow::mustache::list tables;
  for (const auto& [file, counted] : files) {
    const std::optional<std::string> text =
        file.empty() ? std::optional<std::string>() : source(file);
    const std::size_t slash = file.rfind('/');
    const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
    tables.push_back(kainjow::mustache::object{
        {"file", name.empty() ? std::string("code of no known file") : name},
        {"rows",
         text ? rows_of(kernel, heat, counted, *text) : rows_without_text(kernel, heat, counted)}});
  }
  return tables;
}

}  // namespace warpschool::profile
