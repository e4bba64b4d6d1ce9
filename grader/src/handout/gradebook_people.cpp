// Matches a class with the rows of a gradebook.
#include "handout/gradebook_people.hpp"

#include "intake/foreign_names.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

using intake::Match;
using intake::RosterPerson;

bool has_keys(const Identity& who) {
  return !who.platform_id.empty() || !who.number.empty() || !who.login.empty() ||
         !who.email.empty() || !who.github.empty();
}

/// What an id tells by itself. Without a roster intake calls people "doejane_101", or "Zoë
/// Müller_201": a name and the platform's number. With one their ids are logins or mail addresses.
Identity identity_in(const StudentResult& student) {
  const std::string& id = student.id;
  Identity who{{}, {}, {}, {}, student.name == id ? "" : student.name};
  const std::size_t line = id.rfind('_');
  const bool numbered = line != std::string::npos && intake::is_number(id.substr(line + 1));
  if (numbered && (who.name.empty() || who.name == id.substr(0, line))) {
    return {id.substr(line + 1), {}, {}, {}, id.substr(0, line)};
  }
  if (who.name.empty() || intake::is_number(id)) {
    return who;  // a folder's name, or a number of any kind
  }
  (id.find('@') == std::string::npos ? who.login : who.email) = id;
  return who;
}

const RosterPerson* with_id(const intake::Roster& roster, const std::string& id) {
  for (const RosterPerson& person : roster.people()) {
    if (person.id == id) {
      return &person;
    }
  }
  return nullptr;
}

Identity keys_of(const StudentResult& student, const intake::Roster* roster) {
  const RosterPerson* const person = roster == nullptr ? nullptr : with_id(*roster, student.id);
  if (person != nullptr) {
    return person->who;
  }
  return has_keys(student.who) ? student.who : identity_in(student);
}

/// The surer of what the person's keys and the id, which may be any of them, find.
Match match_of(const StudentResult& student, const Identity& who, const intake::Roster& gradebook,
               const intake::SharedKeys& shared) {
  Match match = gradebook.find(who, shared);
  if (match.is_sure()) {
    return match;
  }
  const RosterPerson* const exact = with_id(gradebook, student.id);
  if (exact != nullptr &&
      intake::contradiction(who, exact->who, intake::Key::kName, shared).empty()) {
    return {{exact}, intake::Key::kLogin, {}};
  }
  Match any = gradebook.find_any(student.id, who, shared);
  const bool better = any.is_sure() || match.people.empty();
  any.contradiction = any.contradiction.empty() ? match.contradiction : any.contradiction;
  return better ? any : match;
}

std::string called(const StudentResult& student) {
  return student.name == student.id ? student.id : fmt::format("{} ({})", student.name, student.id);
}

std::string lines_of(const std::vector<const RosterPerson*>& rows) {
  std::string text;
  for (const RosterPerson* row : rows) {
    text += (text.empty() ? "" : ", ") + std::to_string(row->line);
  }
  return text;
}

/// Somebody whose row a line of the gradebook may be.
struct Claim {
  const StudentResult* student;
  bool is_sure;  ///< by more than the name
};

/// Whose row it is: a namesake's mere name makes no sure match doubtful.
void settle(int line, std::vector<Claim> claims, MatchedPeople& matched) {
  std::stable_partition(claims.begin(), claims.end(), [](const Claim& c) { return c.is_sure; });
  const bool settled = claims.size() == 1 || (claims[0].is_sure && !claims[1].is_sure);
  if (settled) {
    matched.by_line[line] = claims[0].student;
  }
  for (std::size_t i = settled ? 1 : 0; i < claims.size(); ++i) {
    const std::string student = called(*claims[i].student);
    matched.unmatched.push_back(
        settled ? fmt::format("{}: line {} has the name, but is {}", student, line,
                              called(*claims[0].student))
                : fmt::format("{}: line {} may be somebody else's, too", student, line));
  }
}

/// Why a student has no row of their own.
std::string without_row(const StudentResult& student, const Match& match) {
  if (!match.people.empty()) {
    return fmt::format("{}: may be any of lines {}", called(student), lines_of(match.people));
  }
  return match.contradiction.empty() ? called(student)
                                     : fmt::format("{}: {}", called(student), match.contradiction);
}

}  // namespace

MatchedPeople match_people(const intake::Roster& gradebook, const ClassResult& result,
                           const intake::Roster* roster) {
  std::vector<Identity> keys;
  keys.reserve(result.students.size());
  for (const StudentResult& student : result.students) {
    keys.push_back(keys_of(student, roster));
  }
  const intake::SharedKeys shared = gradebook.shared_with(keys);
  MatchedPeople matched;
  std::map<int, std::vector<Claim>> claims;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const StudentResult& student = result.students[i];
    const Match match = match_of(student, keys[i], gradebook, shared);
    if (match.people.size() == 1) {
      claims[match.people.front()->line].push_back({&student, match.is_sure()});
    } else {
      matched.unmatched.push_back(without_row(student, match));
    }
  }
  for (const auto& [line, claimants] : claims) {
    settle(line, claimants, matched);
  }
  for (const RosterPerson& person : gradebook.people()) {
    if (claims.count(person.line) == 0) {
      const std::string& name = person.who.name;
      matched.ungraded.push_back(
          fmt::format("line {}: {}", person.line, name.empty() ? person.id : name));
    }
  }
  return matched;
}

}  // namespace warpschool::grader
