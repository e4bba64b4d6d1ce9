// Finds the student whom a command line means.
#include "commands/student_names.hpp"

#include "commands/commands.hpp"
#include "intake/foreign_names.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace warpschool::grader {

std::vector<std::string> students_called(const std::string& asked,
                                         const std::vector<std::string>& ids,
                                         const std::map<std::string, Person>& people) {
  using intake::folded;
  using intake::name_key;
  static const Person kNobody;
  const std::string small = folded(asked);
  const std::string words = name_key(asked);
  const std::vector<std::function<bool(const std::string&, const Person&)>> ways = {
      [&](const std::string& id, const Person&) { return id == asked; },
      [&](const std::string& id, const Person&) { return folded(id) == small; },
      [&](const std::string&, const Person& person) {
        const Identity& who = person.who;
        return folded(who.login) == small || folded(who.email) == small ||
               folded(who.number) == small || folded(who.github) == small ||
               folded(who.platform_id) == small;
      },
      [&](const std::string&, const Person& person) { return name_key(person.name) == words; }};
  std::vector<std::string> found;
  for (const auto& fits : ways) {
    std::copy_if(ids.begin(), ids.end(), std::back_inserter(found), [&](const std::string& id) {
      const auto person = people.find(id);
      return !asked.empty() && fits(id, person == people.end() ? kNobody : person->second);
    });
    if (!found.empty()) {
      break;
    }
  }
  return found;
}

std::optional<std::string> student_called(const std::string& asked,
                                          const std::vector<std::string>& ids,
                                          const std::map<std::string, Person>& people) {
  const std::vector<std::string> found = students_called(asked, ids, people);
  if (found.empty()) {
    all_known({asked}, ids, "student");
    return std::nullopt;
  }
  if (found.size() > 1) {
    complain(
        fmt::format("\"{}\" may be each of these students: {}", asked, fmt::join(found, ", ")));
    return std::nullopt;
  }
  if (found.front() != asked) {
    fmt::print(stderr, "{} is the student {}\n", asked, found.front());
  }
  return found.front();
}

}  // namespace warpschool::grader
