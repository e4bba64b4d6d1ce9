// Writes marks between the bytes of a gradebook.
#include "handout/gradebook.hpp"

#include "handout/gradebook_people.hpp"
#include "intake/foreign_names.hpp"
#include "report/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace warpschool::grader {
namespace {

using intake::CsvRow;
using intake::CsvTable;

bool same(double a, double b) {
  return std::abs(a - b) < 0.005;  // platforms keep two decimals
}

/// Does the file write 9,5 rather than 9.5? Where no number tells, ';' between the cells does.
bool has_decimal_commas(const CsvTable& table) {
  for (auto row = table.rows.begin() + 1; row != table.rows.end(); ++row) {
    for (const std::string& cell : row->cells) {
      if (parse_mark(cell) && cell.find_first_of(",.") != std::string::npos) {
        return cell.find(',') != std::string::npos;
      }
    }
  }
  return table.separator == ';';
}

/// Moodle says so of rows that are locked: the column before "Last modified (submission)". Its
/// header is translated, and so is what stands in it: known are the languages below.
bool is_locked(const CsvRow& header, const CsvRow& row) {
  for (std::size_t i = 0; i < header.cells.size() && i < row.cells.size(); ++i) {
    const std::string key = intake::squashed(header.cells[i]);
    const bool about_locks = key == "gradecanbechanged" || key == "bewertungkanngeandertwerden" ||
                             key == "lanotepeutetremodifiee" ||
                             key == "lacalificacionsepuedecambiar";
    const std::string word = intake::squashed(row.cells[i]);
    if (about_locks && (word == "no" || word == "nein" || word == "non")) {
      return true;
    }
  }
  return false;
}

/// What Canvas writes for who owes nothing there (nullptr: none of it): EX, and N/A to whom the
/// assignment is not given. It takes neither cell back as a mark.
const char* why_not_due(const std::string& cell) {
  const std::string word = intake::folded(cell);
  return word == "ex" ? "excused" : word == "n/a" ? "not assigned to them (N/A)" : nullptr;
}

/// One run over one file.
class Filler {
 public:
  Filler(std::string_view text, std::string file, const ClassResult& result,
         const GradebookOptions& options, CsvTable table)
      : text_(text),
        file_(std::move(file)),
        result_(result),
        options_(options),
        table_(std::move(table)),
        commas_(has_decimal_commas(table_)) {}

  Result<FilledGradebook> run(const intake::Roster& gradebook) {
    auto fillings = choose_columns(mark_columns(table_, options_.kind), options_.columns,
                                   options_.remembered, result_, file_);
    if (!fillings) {
      return fillings.diagnostics();
    }
    filled_.fillings = std::move(*fillings);
    if (auto problem = check_points()) {
      return *problem;
    }
    MatchedPeople people = match_people(gradebook, result_, options_.roster);
    filled_.unmatched = std::move(people.unmatched);
    filled_.ungraded = std::move(people.ungraded);
    for (const CsvRow& row : table_.rows) {
      if (const auto match = people.by_line.find(row.line); match != people.by_line.end()) {
        fill_row(row, *match->second);
      }
    }
    write();
    return std::move(filled_);
  }

 private:
  /// Points in a column that is worth something else would be wrong marks in silence.
  std::optional<Diagnostic> check_points() const {
    for (const Filling& filling : filled_.fillings) {
      const double full = full_mark(result_, filling.source);
      const auto& points = filling.column.points;
      if (options_.scale && (!points || full <= 0)) {
        return Diagnostic{
            file_, 0, 0,
            fmt::format("nothing says how many points \"{}\" has, so that nothing can "
                        "be scaled to it",
                        filling.column.header),
            "leave --scale out, or fill in =percent"};
      }
      if (points && !same(*points, full) && !options_.scale && !options_.unscaled) {
        return Diagnostic{
            file_, 0, 0,
            fmt::format("the column \"{}\" has {} points, {} has {}", filling.column.header,
                        report::number(*points), filling.source.word(), report::number(full)),
            "--scale turns marks into parts of the column's points, --unscaled writes them as "
            "they are, --column NAME=WHAT fills in something else"};
      }
    }
    return std::nullopt;
  }

  void fill_row(const CsvRow& row, const StudentResult& student) {
    if (options_.kind == GradebookKind::kMoodle && is_locked(table_.rows.front(), row)) {
      note(row, student, "the platform says that the grade cannot be changed; left as it is");
      return;
    }
    for (const Filling& filling : filled_.fillings) {
      fill_cell(row, student, filling);
    }
  }

  void fill_cell(const CsvRow& row, const StudentResult& student, const Filling& filling) {
    const std::size_t at = filling.column.at;
    const auto score = mark_of(result_, student, filling.source);
    if (!score) {
      note(row, student, "no points yet in " + filling.source.word() + "; left as it is");
      return;
    }
    if (at >= row.cells.size()) {
      note(row, student,
           fmt::format("the row ends before \"{}\"; nothing is filled in", filling.column.header));
      return;
    }
    const std::string before = intake::trimmed(row.cells[at]);
    if (const char* const why = why_not_due(before)) {
      note(row, student, fmt::format("{}; left as it is", why));
      return;
    }
    note_other_sum(row, student, *score, filling);
    const double mark = mark_for(*score, filling);
    const auto known = parse_mark(before);
    ++filled_.marks;
    if (known && same(*known, mark)) {
      return;  // its bytes stay
    }
    const std::string after = written(mark);
    if (!before.empty() && before != "-") {
      filled_.changed.push_back({row.line, student.name, filling.column.header, before, after});
    }
    edits_[row.places[at].begin] = {row.places[at], after};
  }

  /// An extension, or an error of the machine: this total is of other points than the others'.
  void note_other_sum(const CsvRow& row, const StudentResult& student, const Score& score,
                      const Filling& filling) {
    const double full = full_mark(result_, filling.source);
    if (filling.source.kind != MarkSource::Kind::kPercent && !options_.scale &&
        !same(score.possible, full) && score.possible < full) {
      note(row, student,
           fmt::format("{} of {} points, not of {}: the rest is not due or not judged",
                       report::number(score.won), report::number(score.possible),
                       report::number(full)));
    }
  }

  double mark_for(const Score& score, const Filling& filling) const {
    if (!options_.scale || score.possible <= 0) {
      return score.won;
    }
    return score.won / score.possible * filling.column.points.value_or(score.possible);
  }

  std::string written(double mark) const {
    std::string text = report::number(mark);
    if (commas_) {
      std::replace(text.begin(), text.end(), '.', ',');
    }
    return text;
  }

  void note(const CsvRow& row, const StudentResult& student, const std::string& what) {
    filled_.notes.push_back(fmt::format("line {}, {}: {}", row.line, student.name, what));
  }

  void write() {
    std::size_t copied = 0;
    for (const auto& [begin, edit] : edits_) {
      const auto& [place, mark] = edit;
      filled_.text += text_.substr(copied, begin - copied);
      const bool quoted = place.end > place.begin && text_[place.begin] == '"';
      const bool needs_quotes = quoted || mark.find(table_.separator) != std::string::npos;
      filled_.text += needs_quotes ? '"' + mark + '"' : mark;
      copied = place.end;
    }
    filled_.text += text_.substr(copied);
  }

  std::string_view text_;
  std::string file_;
  const ClassResult& result_;
  const GradebookOptions& options_;
  CsvTable table_;
  bool commas_ = false;
  FilledGradebook filled_;
  std::map<std::size_t, std::pair<intake::CsvPlace, std::string>> edits_;  ///< by place
};

}  // namespace

Result<FilledGradebook> fill_gradebook(std::string_view text, const std::string& file,
                                       const ClassResult& result, const GradebookOptions& options) {
  const auto gradebook = intake::Roster::parse(text, file);
  if (!gradebook) {
    return gradebook.diagnostics();
  }
  auto table = intake::read_csv_table(text, file);
  if (!table) {
    return table.diagnostics();
  }
  return Filler(text, file, result, options, std::move(*table)).run(*gradebook);
}

}  // namespace warpschool::grader
