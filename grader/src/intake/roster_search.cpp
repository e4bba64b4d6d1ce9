// Finds people in a roster.
#include "intake/foreign_names.hpp"
#include "intake/roster.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

/// Do the names forbid that these are one person? A number alone may be a coincidence: Moodle's
/// participant 1234 is not the university's student 1234.
bool names_disagree(const Identity& who, const RosterPerson& person) {
  const std::string letters = squashed(who.name);
  const std::vector<std::string> words = name_words(person.who.name);
  if (letters.empty() || words.empty()) {
    return false;
  }
  for (const std::string& name : words) {
    const std::string word = squashed(name);
    if (word.size() > 1 && letters.find(word) != std::string::npos) {
      return false;
    }
  }
  // Canvas drops letters that are not ASCII.
  return squashed(person.sortable, true) != letters;
}

}  // namespace

std::string shown(const RosterPerson& person) {
  return person.who.name.empty() || person.who.name == person.id
             ? fmt::format("{} (line {})", person.id, person.line)
             : fmt::format("{} ({}, line {})", person.id, person.who.name, person.line);
}

void Roster::add_to_indexes() {
  const auto add = [](Index& index, const std::string& key, std::size_t at) {
    const auto [begin, end] = index.equal_range(key);
    if (!key.empty() &&
        std::none_of(begin, end, [&](const auto& known) { return known.second == at; })) {
      index.emplace(key, at);
    }
  };
  for (std::size_t i = 0; i < people_.size(); ++i) {
    const RosterPerson& person = people_[i];
    add(by_platform_, person.who.platform_id, i);
    add(by_number_, number_key(person.who.number), i);
    add(by_login_, folded(person.who.login), i);
    add(by_login_, folded(person.who.github), i);
    add(by_email_, folded(person.who.email), i);
    add(by_local_, folded(local_part(person.who.email)), i);
    add(by_local_, folded(local_part(person.who.login)), i);
    add(by_name_, name_key(person.who.name), i);
    for (const std::string& group : person.groups) {
      add(by_group_, squashed(group), i);
    }
    for (const std::string& name : {person.who.name, person.sortable}) {
      add(by_letters_, squashed(name), i);
      add(by_letters_, squashed(name, true), i);
    }
  }
}

std::vector<const RosterPerson*> Roster::found(const Index& index, const std::string& key) const {
  std::vector<const RosterPerson*> people;
  const auto [begin, end] = index.equal_range(key);
  for (auto match = begin; match != end && !key.empty(); ++match) {
    people.push_back(&people_[match->second]);
  }
  return people;
}

Match Roster::first_of(const Ways& ways, const Identity& who, const SharedKeys& shared) const {
  Match match;
  for (const auto& [by, index, key] : ways) {
    for (const RosterPerson* person : found(*index, key)) {
      if (by == Key::kPlatformId && names_disagree(who, *person)) {
        continue;
      }
      const std::string why = contradiction(who, person->who, by, shared);
      if (why.empty()) {
        match.people.push_back(person);
      } else if (match.contradiction.empty()) {
        match.contradiction = fmt::format("{} has {}", shown(*person), why);
      }
    }
    if (!match.people.empty()) {
      match.by = by;
      match.contradiction.clear();
      break;
    }
  }
  return match;
}

SharedKeys Roster::shared_with(const std::vector<Identity>& list) const {
  SharedKeys shared;
  for (const Identity& who : list) {
    const auto names = first_of({{Key::kName, &by_name_, name_key(who.name)},
                                 {Key::kName, &by_letters_, squashed(who.name)}},
                                {}, {});
    const auto knows = [&](const Index& index, const std::string& key) {
      const auto people = found(index, key);
      return std::find_first_of(people.begin(), people.end(), names.people.begin(),
                                names.people.end()) != people.end();
    };
    shared.platform_ids = shared.platform_ids || knows(by_platform_, who.platform_id);
    shared.numbers = shared.numbers || knows(by_number_, number_key(who.number));
    shared.logins = shared.logins || knows(by_login_, folded(who.login));
  }
  return shared;
}

Match Roster::find(const Identity& who, const SharedKeys& shared) const {
  return first_of({{Key::kPlatformId, &by_platform_, who.platform_id},
                   {Key::kGithub, &by_login_, folded(who.github)},
                   {Key::kNumber, &by_number_, number_key(who.number)},
                   {Key::kLogin, &by_login_, folded(who.login)},
                   {Key::kEmail, &by_email_, folded(who.email)},
                   {Key::kEmail, &by_email_, folded(who.login)},
                   {Key::kEmail, &by_login_, folded(who.email)},
                   {Key::kLocalPart, &by_local_, folded(who.login)},
                   {Key::kLocalPart, &by_login_, folded(local_part(who.email))},
                   {Key::kName, &by_name_, name_key(who.name)},
                   {Key::kName, &by_letters_, squashed(who.name)}},
                  who, shared);
}

RosterGroup Roster::group(const std::string& name) const {
  const std::string key = squashed(name);
  RosterGroup group{name, found(by_group_, key)};
  for (const RosterPerson* person : group.people) {
    for (const std::string& spelled : person->groups) {
      group.name = squashed(spelled) == key ? spelled : group.name;
    }
  }
  return group;
}

std::vector<const RosterPerson*> Roster::without_group() const {
  std::vector<const RosterPerson*> alone;
  for (const RosterPerson& person : people_) {
    if (person.groups.empty()) {
      alone.push_back(&person);
    }
  }
  return alone.size() == people_.size() ? std::vector<const RosterPerson*>{} : alone;
}

const RosterPerson* Roster::with_platform_id(const std::string& id) const {
  const auto people = found(by_platform_, id);
  return people.size() == 1 ? people.front() : nullptr;
}

Match Roster::find_any(const std::string& name, const Identity& who,
                       const SharedKeys& shared) const {
  return first_of({{Key::kPlatformId, &by_platform_, name},
                   {Key::kNumber, &by_number_, number_key(name)},
                   {Key::kLogin, &by_login_, folded(name)},
                   {Key::kEmail, &by_email_, folded(name)},
                   {Key::kLocalPart, &by_local_, folded(name)},
                   {Key::kName, &by_name_, name_key(name)},
                   {Key::kName, &by_letters_, squashed(name)}},
                  who, shared);
}

}  // namespace warpschool::grader::intake
