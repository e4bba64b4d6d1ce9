// Finds the columns of a gradebook, and what belongs into them.
#include "handout/gradebook_columns.hpp"

#include "intake/foreign_names.hpp"
#include "intake/roster_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace warpschool::grader {
namespace {

using intake::squashed;
using intake::trimmed;

/// "Week 1 (55)" -> "55".
std::string number_in_title(const std::string& header) {
  const std::size_t open = header.rfind(" (");
  if (open == std::string::npos || header.back() != ')') {
    return {};
  }
  const std::string inside = header.substr(open + 2, header.size() - open - 3);
  return intake::is_number(inside) ? inside : "";
}

/// "Assignment: Week 1 (Real)" -> "Week 1". The words around it are translated, the form is not.
std::string moodle_title(std::string title) {
  if (const std::size_t open = title.rfind(" (");
      open != std::string::npos && title.back() == ')') {
    title.resize(open);
  }
  const std::size_t colon = title.find(": ");
  return trimmed(colon == std::string::npos ? title : title.substr(colon + 2));
}

/// What the grading worksheet calls its one column of marks.
bool is_worksheet_grade(const std::string& header) {
  constexpr std::array kWords{"grade", "bewertung", "note",        "calificacion",
                              "nota",  "cijfer",    "valutazione", "avaliacao",
                              "ocena", "betyg",     "karakter"};
  const std::string key = squashed(header);
  return std::find(kWords.begin(), kWords.end(), key) != kWords.end();
}

const std::string& cell(const intake::CsvRow& row, std::size_t at) {
  static const std::string kNone;
  return at < row.cells.size() ? row.cells[at] : kNone;
}

/// The row that says how many points there are, whatever language it is in: of those without an id
/// the first with a number.
std::vector<intake::CsvRow>::const_iterator points_possible(const intake::CsvTable& table,
                                                            const intake::Columns& known) {
  const auto id = known.find(intake::Role::kPlatformId);
  return std::find_if(table.rows.begin() + 1, table.rows.end(), [&](const intake::CsvRow& row) {
    return id != known.end() && trimmed(cell(row, id->second)).empty() &&
           std::any_of(row.cells.begin(), row.cells.end(),
                       [](const std::string& text) { return parse_mark(text).has_value(); });
  });
}

std::vector<MarkColumn> canvas_columns(const intake::CsvTable& table) {
  const intake::CsvRow& header = table.rows.front();
  const auto known = intake::find_columns(header);
  const auto section = known.find(intake::Role::kSection);
  const auto possible = points_possible(table, known);
  std::vector<MarkColumn> columns;
  for (std::size_t i = section == known.end() ? 0 : section->second + 1; i < header.cells.size();
       ++i) {
    const std::string points = possible == table.rows.end() ? "" : trimmed(cell(*possible, i));
    MarkColumn column{i, trimmed(header.cells[i]), {}, number_in_title(header.cells[i]), {}};
    if (points == "(read only)" || column.number.empty()) {
      continue;  // sums that Canvas makes, and notes of the teacher
    }
    column.title = trimmed(column.header.substr(0, column.header.rfind(" (")));
    column.points = parse_mark(points);
    columns.push_back(std::move(column));
  }
  return columns;
}

/// "Maximum grade" stands in each row of a worksheet: what all rows agree on.
std::optional<double> worksheet_points(const intake::CsvTable& table, std::size_t grade) {
  std::optional<double> points;
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    const auto here = parse_mark(cell(table.rows[i], grade + 1));
    if (!here || (points && *points != *here)) {
      return std::nullopt;
    }
    points = here;
  }
  return points;
}

std::vector<MarkColumn> moodle_columns(const intake::CsvTable& table) {
  const intake::CsvRow& header = table.rows.front();
  std::set<std::size_t> people;
  std::vector<MarkColumn> columns;
  for (const auto& [role, at] : intake::find_columns(header)) {
    people.insert(at);
  }
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    if (is_worksheet_grade(header.cells[i]) && people.count(i) == 0) {
      const std::string name = trimmed(header.cells[i]);
      return {{i, name, name, {}, worksheet_points(table, i)}};
    }
  }
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    if (people.count(i) == 0) {
      const std::string name = trimmed(header.cells[i]);
      columns.push_back({i, name, moodle_title(name), {}, {}});
    }
  }
  return columns;
}

std::string listed(const std::vector<MarkColumn>& columns) {
  std::string text;
  for (const MarkColumn& column : columns) {
    text += (text.empty() ? "\"" : ", \"") + column.header + "\"";
  }
  return text.empty() ? "none" : text;
}

/// By header, number or title, in this order.
std::vector<const MarkColumn*> find_column(const std::vector<MarkColumn>& columns,
                                           const std::string& name) {
  using Is = bool (*)(const MarkColumn&, const std::string&);
  const std::array<Is, 4> ways{
      [](const MarkColumn& column, const std::string& text) { return column.header == text; },
      [](const MarkColumn& column, const std::string& text) { return column.number == text; },
      [](const MarkColumn& column, const std::string& text) { return column.title == text; },
      [](const MarkColumn& column, const std::string& text) {
        return squashed(column.title) == squashed(text);
      }};
  for (const Is is : ways) {
    std::vector<const MarkColumn*> found;
    for (const MarkColumn& column : columns) {
      if (is(column, name)) {
        found.push_back(&column);
      }
    }
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

/// "COLUMN" or "COLUMN=WHAT"; a '=' may belong to the column's own name.
Result<Filling> understood(const std::string& wish, const std::vector<MarkColumn>& columns,
                           const ClassResult& result, const std::string& file) {
  auto found = find_column(columns, wish);
  std::optional<MarkSource> source;
  const std::size_t sign = wish.rfind('=');
  if (found.empty() && sign != std::string::npos) {
    found = find_column(columns, trimmed(wish.substr(0, sign)));
    const std::string word = trimmed(wish.substr(sign + 1));
    source = mark_source(result, word);
    if (!found.empty() && !source) {
      return Diagnostic{
          file, 0, 0,
          fmt::format("--column {}: nothing of the course is called \"{}\"", wish, word),
          "after the = goes total, percent, or the id of a module or an exercise"};
    }
  }
  if (found.size() != 1) {
    return Diagnostic{file, 0, 0,
                      fmt::format("--column {}: {} columns that take marks are called so", wish,
                                  found.empty() ? "no" : std::to_string(found.size())),
                      fmt::format("there are {}", listed(columns))};
  }
  Filling filling{*found.front(), {}, {}};
  if (!source) {
    source = mark_source_by_title(result, filling.column.title);
    filling.because = source ? "by its title" : "nothing else was said";
  }
  filling.source = source.value_or(MarkSource{});
  return filling;
}

std::vector<Filling> known_fillings(
    const std::vector<MarkColumn>& columns,
    const std::vector<std::pair<std::string, std::string>>& remembered, const ClassResult& result) {
  std::vector<Filling> fillings;
  for (const MarkColumn& column : columns) {
    for (const auto& [header, word] : remembered) {
      const auto source = header == column.header ? mark_source(result, word) : std::nullopt;
      if (source) {
        fillings.push_back({column, *source, "as last time"});
        break;
      }
    }
  }
  return fillings;
}

std::vector<Filling> fillings_by_title(const std::vector<MarkColumn>& columns,
                                       const ClassResult& result) {
  std::vector<Filling> fillings;
  for (const MarkColumn& column : columns) {
    if (const auto source = mark_source_by_title(result, column.title)) {
      fillings.push_back({column, *source, "by its title"});
    }
  }
  return fillings;
}

}  // namespace

std::vector<MarkColumn> mark_columns(const intake::CsvTable& table, GradebookKind kind) {
  if (table.rows.empty()) {
    return {};
  }
  return kind == GradebookKind::kCanvas ? canvas_columns(table) : moodle_columns(table);
}

Result<std::vector<Filling>> choose_columns(
    const std::vector<MarkColumn>& columns, const std::vector<std::string>& wishes,
    const std::vector<std::pair<std::string, std::string>>& remembered, const ClassResult& result,
    const std::string& file) {
  std::vector<Filling> fillings;
  std::set<std::size_t> taken;
  for (const std::string& wish : wishes) {
    auto filling = understood(wish, columns, result, file);
    if (!filling) {
      return filling.diagnostics();
    }
    if (!taken.insert(filling->column.at).second) {
      return Diagnostic{
          file, 0, 0,
          fmt::format("the column \"{}\" is to be filled twice", filling->column.header),
          "name it once"};
    }
    fillings.push_back(std::move(*filling));
  }
  if (wishes.empty()) {
    fillings = known_fillings(columns, remembered, result);
  }
  if (fillings.empty() && wishes.empty()) {
    fillings = fillings_by_title(columns, result);
  }
  if (fillings.empty() && columns.size() == 1) {
    fillings.push_back({columns.front(), {}, "it is the only one"});
  }
  if (fillings.empty()) {
    return Diagnostic{
        file, 0, 0, "no column is called as an exercise or a module is",
        fmt::format("say which column takes what: --column \"NAME=total\"; there are {}",
                    listed(columns))};
  }
  return fillings;
}

std::optional<double> parse_mark(const std::string& text) {
  std::string plain = trimmed(text);
  if (std::count_if(plain.begin(), plain.end(), [](char c) { return c == ',' || c == '.'; }) > 1) {
    return std::nullopt;
  }
  std::replace(plain.begin(), plain.end(), ',', '.');
  double value = 0;
  const char* const end = plain.data() + plain.size();
  const auto [stopped, problem] = std::from_chars(plain.data(), end, value);
  return problem == std::errc() && stopped == end ? std::optional(value) : std::nullopt;
}

}  // namespace warpschool::grader
