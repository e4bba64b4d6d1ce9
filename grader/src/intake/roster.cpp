// Reads a roster.
#include "intake/roster.hpp"

#include "intake/foreign_names.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

/// The digits at the end: "Participant 1234" -> "1234".
std::string digits_at_end(const std::string& text) {
  const std::size_t before = text.find_last_not_of("0123456789");
  return before == std::string::npos ? text : text.substr(before + 1);
}

/// A row of the file under its headers.
class Cells {
 public:
  Cells(const CsvRow& row, const Columns& columns) : row_(row), columns_(columns) {}

  bool has(Role role) const { return columns_.find(role) != columns_.end(); }
  std::string of(Role role) const {
    const auto column = columns_.find(role);
    return column == columns_.end() || column->second >= row_.cells.size()
               ? ""
               : composed(to_utf8(trimmed(row_.cells[column->second])));
  }

 private:
  const CsvRow& row_;
  const Columns& columns_;
};

/// "ID" is Canvas' number, or the university's where no other column is, or Moodle's "Participant
/// 1234" in a translation.
void take_id(const std::string& id, bool has_number, Identity& who) {
  if (is_number(id)) {
    who.platform_id = id;
    who.number = has_number ? who.number : id;
    who.vague_number = !has_number;
  } else if (id.find_first_of(" /") != std::string::npos && !digits_at_end(id).empty()) {
    who.platform_id = digits_at_end(id);
  } else if (!has_number) {
    who.number = id;
    who.vague_number = true;
  }
}

/// GitHub Classroom lets the teacher choose what identifies a student.
void take_identifier(const std::string& identifier, Identity& who) {
  const std::string digits = digits_at_end(identifier);
  // NOLINTNEXTLINE(bugprone-branch-clone): one branch takes the digits, another all of it
  if (!digits.empty() && digits != identifier && folded(identifier).rfind("participant", 0) == 0) {
    who.platform_id = digits;
  } else if (identifier.find('@') != std::string::npos) {
    who.email = who.email.empty() ? identifier : who.email;
  } else if (identifier.find(' ') != std::string::npos && digits.empty()) {
    who.name = who.name.empty() ? identifier : who.name;
  } else if (identifier.find_first_of(" /") != std::string::npos) {
    who.platform_id = digits;
  } else if (is_number(identifier)) {
    who.vague_number = who.number.empty();
    who.number = who.number.empty() ? identifier : who.number;
  } else {
    who.vague_login = who.login.empty();
    who.login = who.login.empty() ? identifier : who.login;
  }
}

/// "Doe, Jane" -> "Jane Doe"; the other way round the last word is taken for the family name.
void take_name(const Cells& cells, RosterPerson& person) {
  const std::string first = cells.of(Role::kFirstName);
  const std::string last = cells.of(Role::kLastName);
  std::string& name = person.who.name;
  name = cells.of(Role::kName);
  const std::size_t comma = name.find(',');
  if (!last.empty() || !first.empty()) {
    name = name.empty() ? trimmed(first + " " + last) : name;
    person.sortable = last + ", " + first;
  } else if (comma != std::string::npos) {
    person.sortable = name;
    name = trimmed(trimmed(name.substr(comma + 1)) + " " + trimmed(name.substr(0, comma)));
  } else if (const std::size_t blank = name.rfind(' '); blank != std::string::npos) {
    person.sortable = name.substr(blank + 1) + ", " + name.substr(0, blank);
  }
}

/// "Team Rocket, Lab Monday": the whole, which may be one name, and its parts.
void add_groups(const std::string& cell, std::vector<std::string>& groups) {
  if (cell.empty()) {
    return;
  }
  groups.push_back(cell);
  for (std::size_t at = 0; cell.find_first_of(",;") != std::string::npos && at <= cell.size();) {
    const std::size_t end = std::min(cell.find_first_of(",;", at), cell.size());
    if (std::string part = trimmed(cell.substr(at, end - at)); !part.empty()) {
      groups.push_back(std::move(part));
    }
    at = end + 1;
  }
}

RosterPerson person_of(const Cells& cells, int line) {
  RosterPerson person;
  person.line = line;
  Identity& who = person.who;
  who.number = cells.of(Role::kNumber);
  who.login = cells.of(Role::kLogin);
  who.email = cells.of(Role::kEmail);
  who.github = cells.of(Role::kGithub);
  person.section = cells.of(Role::kSection);
  add_groups(cells.of(Role::kGroup), person.groups);
  add_groups(person.section, person.groups);
  take_name(cells, person);
  if (const std::string id = cells.of(Role::kPlatformId); !id.empty()) {
    take_id(id, cells.has(Role::kNumber), who);
  }
  if (const std::string identifier = cells.of(Role::kIdentifier); !identifier.empty()) {
    take_identifier(identifier, who);
  }
  for (const std::string& id :
       {who.login, who.email, who.number, who.platform_id, who.github, who.name}) {
    person.id = person.id.empty() ? id : person.id;
  }
  return person;
}

/// Canvas' gradebook, with names in one column or in two: its rows are not all students.
bool is_canvas(const CsvRow& header, const Columns& columns) {
  const auto name = columns.find(Role::kName);
  const bool in_one = name != columns.end() && squashed(header.cells[name->second]) == "student";
  const bool in_two = columns.count(Role::kLastName) > 0 && columns.count(Role::kFirstName) > 0;
  return (in_one || in_two) && columns.count(Role::kPlatformId) > 0 &&
         columns.count(Role::kSection) > 0;
}

/// Is the platform's number Canvas' own?
bool has_canvas_ids(const CsvRow& header, const Columns& columns) {
  const auto id = columns.find(Role::kPlatformId);
  return is_canvas(header, columns) ||
         (id != columns.end() && squashed(header.cells[id->second]).rfind("canvas", 0) == 0);
}

/// Why a row is no student, or empty. `canvas`: the file is Canvas' gradebook.
std::string no_student(const Cells& cells, const RosterPerson& person, bool canvas) {
  const std::string role = folded(cells.of(Role::kRole));
  if (!role.empty() && role != "student") {
    return fmt::format("{} ({})", person.id, cells.of(Role::kRole));
  }
  if (canvas && person.sortable == "Student, Test") {
    return "Canvas' test student";
  }
  return {};
}

}  // namespace

Result<Roster> Roster::read(const std::filesystem::path& file) {
  const auto text = read_table(file);
  if (!text) {
    return text.diagnostics();
  }
  return parse(*text, file.string());
}

Result<Roster> Roster::parse(std::string_view text, const std::string& file) {
  const auto rows = read_csv(text, file);
  if (!rows) {
    return rows.diagnostics();
  }
  if (rows->empty()) {
    return Diagnostic{file, 0, 0, "is empty", "its first line should name the columns"};
  }
  const CsvRow& header = rows->front();
  const Columns columns = find_columns(header);
  if (columns.empty()) {
    return Diagnostic{file, header.line, 1, "has no column that says who somebody is",
                      "the first line should name columns as Canvas, Moodle or Gradescope do: ID, "
                      "SIS Login ID, Email, Student, First name, Last name, SID, Section"};
  }
  Roster roster;
  Diagnostics problems;
  std::map<std::string, int> lines;
  for (auto row = rows->begin() + 1; row != rows->end(); ++row) {
    if (auto problem = roster.add_row(*row, header, columns, lines)) {
      problem->file = file;
      problem->line = row->line;
      problem->column = 1;
      problems.push_back(std::move(*problem));
    }
  }
  if (problems.empty() && roster.people_.empty()) {
    problems.push_back({file, 0, 0, "names no student", {}});
  }
  if (!problems.empty()) {
    return problems;
  }
  roster.add_to_indexes();
  return roster;
}

std::optional<Diagnostic> Roster::add_row(const CsvRow& row, const CsvRow& header,
                                          const Columns& columns,
                                          std::map<std::string, int>& lines) {
  if (row.cells.size() > header.cells.size()) {
    return Diagnostic{{},
                      0,
                      0,
                      fmt::format("has {} fields where the first line names {}", row.cells.size(),
                                  header.cells.size()),
                      "a field with the separator in it has to be quoted"};
  }
  const Cells cells(row, columns);
  RosterPerson person = person_of(cells, row.line);
  person.who.is_canvas = has_canvas_ids(header, columns);
  const bool canvas = is_canvas(header, columns);
  if (canvas && cells.of(Role::kPlatformId).empty()) {
    return std::nullopt;  // points possible, and whether marks are posted by hand
  }
  if (const std::string why = no_student(cells, person, canvas); !why.empty()) {
    skipped_.push_back(why);
    return std::nullopt;
  }
  if (person.id.empty()) {
    return Diagnostic{{}, 0, 0, "says nobody's name, number, login or e-mail", {}};
  }
  const auto [known, is_new] = lines.emplace(person.id, row.line);
  if (!is_new) {
    return Diagnostic{{},
                      0,
                      0,
                      fmt::format("{} stands in line {} already", person.id, known->second),
                      "two people need two logins, e-mails or numbers"};
  }
  people_.push_back(std::move(person));
  return std::nullopt;
}

}  // namespace warpschool::grader::intake
