// Merges a run that was narrowed with what the store has of the rest.
#include "commands/left_out.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace warpschool::grader {
namespace {

bool is_in(const std::vector<std::string>& students, const std::string& student) {
  return std::binary_search(students.begin(), students.end(), student);
}

/// A run without a roster knows no names.
Person completed(Person person, const Person& before) {
  person.name = person.name.empty() ? before.name : person.name;
  person.section = person.section.empty() ? before.section : person.section;
  return person;
}

}  // namespace

LeftOut::LeftOut(const GradeOptions& options, const ClassFolder& folder, Store& store)
    : options_(options), here_(folder.students) {
  const auto text =
      options.students.empty() && options.exercises.empty() ? std::nullopt : store.fact("roster");
  if (text) {
    before_ = roll_from(*text);
  }
}

bool LeftOut::holds(const std::string& student, const std::string& exercise) const {
  return before_ && !(is_in(here_, student) && is_chosen(options_.students, student) &&
                      is_chosen(options_.exercises, exercise));
}

void LeftOut::add_people(ClassFolder& folder) const {
  if (!before_) {
    return;
  }
  for (const std::string& student : before_->students) {
    const auto known = before_->people.find(student);
    const Person before = known == before_->people.end() ? Person{} : known->second;
    const bool is_new = !is_in(here_, student);
    if (is_new) {
      folder.students.push_back(student);
    }
    Person& person = folder.people[student];
    person = is_new || !is_chosen(options_.students, student) ? before : completed(person, before);
  }
  std::sort(folder.students.begin(), folder.students.end());
}

void LeftOut::keep_entries(ClassRoster& roster) const {
  if (!before_) {
    return;
  }
  std::map<std::pair<std::string, std::string>, const RollEntry*> known;
  for (const RollEntry& entry : before_->entries) {
    known[{entry.key.student, entry.key.exercise}] = &entry;
  }
  for (RollEntry& entry : roster.entries) {
    const auto before = known.find({entry.key.student, entry.key.exercise});
    if (before != known.end() && holds(entry.key.student, entry.key.exercise)) {
      entry = *before->second;
    }
  }
}

Arrivals LeftOut::with_times(Arrivals now, const Arrivals& before) const {
  const auto is_held = [&](const auto& arrival) {
    return holds(arrival.first.first, arrival.first.second);
  };
  for (auto at = now.begin(); at != now.end();) {
    at = is_held(*at) ? now.erase(at) : std::next(at);
  }
  std::copy_if(before.begin(), before.end(), std::inserter(now, now.end()), is_held);
  return now;
}

}  // namespace warpschool::grader
