// Writes the rows of a source file: each line, its counters, its share as heat.
#include "source_table.hpp"

#include "warpschool/profile/pictures.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <array>
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

/// Of what is counted: as it is called where there is room, and in the head of the table.
struct Column {
  const char *label, *head;
};
constexpr std::array kColumns = {Column{"instructions", "instruc&shy;tions"},
                                 Column{"active threads", "active threads"},
                                 Column{"global requests", "global requests"},
                                 Column{"sectors a request", "sectors/ request"},
                                 Column{"shared requests", "shared requests"},
                                 Column{"bank conflicts", "bank conflicts"},
                                 Column{"atomics", "atomics"},
                                 Column{"divergent branches", "divergent branches"}};

using Cells = std::array<std::string, kColumns.size()>;

std::string number_or_none(double value) {
  return value > 0 ? figure(value) : "";
}

Cells cells_of(const Line& line) {
  const double requests = line.global_requests(), shared = line.counter("shared_requests");
  const double warps = line.counter("warp_instructions"), branches = line.counter("branches");
  return {number_or_none(warps),
          warps > 0 ? figure(ratio(line.counter("thread_instructions"), warps)) : "",
          number_or_none(requests),
          requests > 0 ? figure(ratio(line.counter("global_sectors"), requests)) : "",
          number_or_none(shared),
          shared > 0 ? figure(line.bank_conflicts()) : "",
          number_or_none(line.counter("atomic_requests")),
          branches > 0 ? fmt::format("{} of {}", figure(line.counter("divergent_branches")),
                                     figure(branches))
                       : ""};
}

/// The table of one file. Columns that no line has anything in are left out.
class Table {
 public:
  Table(const Kernel& kernel, const HeatScale& heat, const Counted& counted) {
    for (const auto& [number, index] : counted) {
      shares_[number] = heat.shares[index];
      const Cells& cells = cells_[number] = cells_of(kernel.lines[index]);
      for (std::size_t n = 0; n < cells.size(); ++n) {
        is_used_[n] = is_used_[n] || !cells[n].empty();
      }
    }
  }

  std::string head() const {
    std::string html;
    for (std::size_t n = 0; n < kColumns.size(); ++n) {
      html += is_used_[n] ? fmt::format("<th scope=\"col\">{}</th>", kColumns[n].head) : "";
    }
    return html;
  }

  std::string row(int number, const std::string& code) const {
    const auto found = cells_.find(number);
    const bool is_plain = found == cells_.end();
    return fmt::format(
        "<tr{}><th scope=\"row\">{}</th>{}<td class=\"code\"><code>{}</code></td>{}</tr>\n",
        is_plain ? " class=\"plain\"" : "", number, share(number),
        escaped(code.substr(0, kLongestLine)), is_plain ? "" : row_of(found->second));
  }

  std::string gap() const {
    const auto used = std::count(is_used_.begin(), is_used_.end(), true);
    return fmt::format("<tr class=\"cut\"><td colspan=\"{}\">...</td></tr>\n", used + 3);
  }

 private:
  std::string share(int number) const {
    const auto found = shares_.find(number);
    if (found == shares_.end()) {
      return "<td class=\"share none\"></td>";
    }
    const double share = found->second;
    const std::string text = share >= 0.005 ? fmt::format("{:.0f} %", 100 * share)
                             : share > 0    ? "&lt;1 %"
                                            : "";
    return fmt::format(
        "<td class=\"share\" data-label=\"share\"><span class=\"heat\" style=\"--heat:{:.3f}\">{}"
        "</span></td>",
        share, text);
  }

  std::string row_of(const Cells& cells) const {
    std::string html;
    for (std::size_t n = 0; n < cells.size(); ++n) {
      if (is_used_[n]) {
        html += fmt::format("<td data-label=\"{}\"{}>{}</td>", kColumns[n].label,
                            cells[n].empty() ? " class=\"none\"" : "", cells[n]);
      }
    }
    return html;
  }

  std::map<int, double> shares_;
  std::map<int, Cells> cells_;
  std::array<bool, kColumns.size()> is_used_{};
};

bool is_near(const Counted& counted, int line) {
  const auto next = counted.lower_bound(line - kAround);
  return next != counted.end() && next->first <= line + kAround;
}

std::string rows_of(const Table& table, const Counted& counted, const std::string& text) {
  std::istringstream lines(text);
  std::string html, code;
  bool was_left_out = false;
  for (int number = 1; std::getline(lines, code); ++number) {
    if (!is_near(counted, number)) {
      was_left_out = true;
      continue;
    }
    html += (was_left_out ? table.gap() : "") + table.row(number, code);
    was_left_out = false;
  }
  return html;
}

/// Of a file that cannot be read only the lines with counters are there, without their text.
std::string rows_without_text(const Table& table, const Counted& counted) {
  std::string html;
  for (const auto& [number, index] : counted) {
    html += table.row(number, "");
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
    const Table table(kernel, heat, counted);
    tables.push_back(kainjow::mustache::object{
        {"file", name.empty() ? std::string("code of no known file") : name},
        {"head", table.head()},
        {"rows", text ? rows_of(table, counted, *text) : rows_without_text(table, counted)}});
  }
  return tables;
}

}  // namespace warpschool::profile
