// Matches a class with the rows of a gradebook.
#include "handout/gradebook_people.hpp"

#include "intake/foreign_names.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

using People = std::vector<const intake::RosterPerson*>;

/// Without a roster intake calls people "doejane_101", or "Zoë Müller_201": a name and the
/// platform's number.
intake::Identity identity_in(const std::string& id) {
  const std::size_t line = id.rfind('_');
  if (line == std::string::npos || !intake::is_number(id.substr(line + 1))) {
    return {};
  }
  return {id.substr(line + 1), {}, {}, {}, id.substr(0, line)};
}

const intake::RosterPerson* with_id(const intake::Roster& roster, const std::string& id) {
  for (const intake::RosterPerson& person : roster.people()) {
    if (person.id == id) {
      return &person;
    }
  }
  return nullptr;
}

People rows_of(const StudentResult& student, const intake::Roster& gradebook,
               const intake::Roster* roster) {
  const intake::RosterPerson* const person =
      roster == nullptr ? nullptr : with_id(*roster, student.id);
  People rows = person == nullptr ? People{} : gradebook.find(person->who);
  if (const auto* exact = with_id(gradebook, student.id); rows.empty() && exact != nullptr) {
    rows = {exact};
  }
  if (rows.empty()) {
    rows = gradebook.find_any(student.id);
  }
  if (rows.empty()) {
    rows = gradebook.find(identity_in(student.id));
  }
  if (rows.empty() && student.name != student.id) {
    rows = gradebook.find({{}, {}, {}, {}, student.name});
  }
  return rows;
}

std::string called(const StudentResult& student) {
  return student.name == student.id ? student.id : fmt::format("{} ({})", student.name, student.id);
}

std::string lines_of(const People& rows) {
  std::string text;
  for (const intake::RosterPerson* row : rows) {
    text += (text.empty() ? "" : ", ") + std::to_string(row->line);
  }
  return text;
}

}  // namespace

MatchedPeople match_people(const intake::Roster& gradebook, const ClassResult& result,
                           const intake::Roster* roster) {
  MatchedPeople matched;
  std::map<int, std::vector<const StudentResult*>> claims;
  for (const StudentResult& student : result.students) {
    const People rows = rows_of(student, gradebook, roster);
    if (rows.size() == 1) {
      claims[rows.front()->line].push_back(&student);
    } else if (rows.empty()) {
      matched.unmatched.push_back(called(student));
    } else {
      matched.unmatched.push_back(
          fmt::format("{}: may be any of lines {}", called(student), lines_of(rows)));
    }
  }
  for (const auto& [line, students] : claims) {
    if (students.size() == 1) {
      matched.by_line[line] = students.front();
      continue;
    }
    for (const StudentResult* student : students) {
      matched.unmatched.push_back(
          fmt::format("{}: line {} may be somebody else's, too", called(*student), line));
    }
  }
  for (const intake::RosterPerson& person : gradebook.people()) {
    if (claims.count(person.line) == 0) {
      const std::string& name = person.who.name;
      matched.ungraded.push_back(
          fmt::format("line {}: {}", person.line, name.empty() ? person.id : name));
    }
  }
  return matched;
}

}  // namespace warpschool::grader
