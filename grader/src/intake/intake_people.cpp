// Finds the student of each hand-in, or of a group the students.
#include "intake/class_builder.hpp"
#include "intake/foreign_names.hpp"
#include "support/files.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace warpschool::grader::intake {
namespace {

/// Under which the platform takes files back; empty where it takes none.
std::string upload_prefix(const Handin& handin, Layout layout) {
  return layout == Layout::kCanvas   ? handin.label + "_"
         : layout == Layout::kMoodle ? handin.label + "_assignsubmission_file_"
                                     : "";
}

}  // namespace

Match ClassBuilder::people_for(const Handin& handin, Layout layout) const {
  const bool bare = layout == Layout::kFolders || layout == Layout::kGithub;
  return bare ? roster_->find_any(handin.id, handin.who, shared_)
              : roster_->find(handin.who, shared_);
}

void ClassBuilder::compare_keys(const Reading& reading) {
  std::vector<Identity> list;
  list.reserve(reading.handins.size());
  for (const Handin& handin : reading.handins) {
    list.push_back(handin.who);
  }
  shared_ = roster_ ? roster_->shared_with(list) : SharedKeys{};
}

bool ClassBuilder::find_people() {
  for (const auto& download : downloads_) {
    compare_keys(download->reading);
    std::map<std::string, std::string> labels;  // student -> what this download calls them
    for (Handin& handin : download->reading.handins) {
      for (const std::string& id : students_of(handin, *download)) {
        const auto [known, is_new] = labels.emplace(id, handin.label);
        if (!is_new) {
          problems_.push_back(
              {download->place, 0, 0,
               fmt::format("{} and {} both are {}", known->second, handin.label, id),
               "one student, one folder: merge them, or name one otherwise"});
        }
        parts_[id].push_back({&handin, prefix_of(*download)});
        upload_prefixes_[id] = upload_prefix(handin, download->reading.layout);
      }
    }
  }
  return problems_.empty();
}

std::vector<std::string> ClassBuilder::students_of(Handin& handin, const Download& download) {
  if (!roster_) {
    remember(handin.id, handin.who, "");
    return {handin.id};
  }
  const Match match = people_for(handin, download.reading.layout);
  const auto& people = match.people;
  if (people.size() == 1) {
    return {people.front()->id};
  }
  if (people.empty()) {
    const std::vector<std::string> members = members_of(handin, download.reading.layout);
    return members.empty() ? take_stranger(handin, download, match.contradiction) : members;
  }
  std::string names;
  for (const RosterPerson* person : people) {
    names += (names.empty() ? "" : " or ") + shown(*person);
  }
  problems_.push_back({download.place, 0, 0, fmt::format("{} may be {}", handin.label, names),
                       "rename it to the login of the one that it is, or pass a roster with the "
                       "platform's numbers"});
  return {};
}

std::vector<std::string> ClassBuilder::members_of(Handin& handin, Layout layout) {
  if (layout == Layout::kFolders || layout == Layout::kGradescope) {
    return {};
  }
  RosterGroup group =
      roster_->group(layout == Layout::kGithub ? handin.who.github : handin.who.name);
  if (group.people.empty() && handin.is_of_the_rest) {
    group.people = roster_->without_group();
  }
  std::vector<std::string> ids;
  ids.reserve(group.people.size());
  for (const RosterPerson* person : group.people) {
    ids.push_back(person->id);
  }
  if (!ids.empty()) {
    handin.notes.push_back(fmt::format("{}{}.", kGroupNote, group.name));
    groups_.push_back(fmt::format("{}: {}", group.name, listed(ids, ", ")));
  }
  return ids;
}

std::string ClassBuilder::strange_id(const std::string& id) const {
  const auto& people = roster_->people();
  const bool taken = std::any_of(people.begin(), people.end(), [&](const RosterPerson& person) {
    return folded(person.id) == folded(id);
  });
  return taken ? id + " (not in the roster)" : id;
}

std::vector<std::string> ClassBuilder::take_stranger(const Handin& handin, const Download& download,
                                                     const std::string& contradiction) {
  const std::string id = strange_id(handin.id);
  remember(id, handin.who, "");
  strangers_.push_back(id);
  std::string reason = "matches nobody in the roster: graded under this name";
  if (!contradiction.empty()) {
    reason += fmt::format(". {}: if they are one, correct the roster", contradiction);
    contradicted_.push_back(fmt::format("{}: {}", id, contradiction));
  }
  // Canvas gives a group's work the number of one of its people.
  const RosterPerson* const one = download.reading.layout == Layout::kCanvas
                                      ? roster_->with_platform_id(handin.who.platform_id)
                                      : nullptr;
  if (one != nullptr) {
    reason += fmt::format(
        ". Its number is that of {}: if it is a group's work, pass a --roster with a column "
        "group_name (in Canvas: People, Groups, Export)",
        one->id);
    doubtful_groups_.push_back(id);
  }
  intake_.folder.unmatched.push_back(
      {prefix_of(download) + join(download.reading.below, handin.label), std::move(reason)});
  return {id};
}

std::optional<Diagnostic> ClassBuilder::nobody_known() const {
  const bool all_bare = std::all_of(downloads_.begin(), downloads_.end(), [](const auto& download) {
    return download->reading.layout == Layout::kFolders ||
           download->reading.layout == Layout::kGithub;
  });
  if (!roster_ || !all_bare || strangers_.size() < 2 || strangers_.size() < parts_.size()) {
    return std::nullopt;
  }
  return Diagnostic{
      downloads_.front()->place, 0, 0,
      fmt::format("none of its {} is anybody in {}: {}",
                  count_of(strangers_.size(), "folder", "folders"),
                  to_utf8(options_.roster.string()), listed(strangers_, ", ")),
      "one folder a student, called by a login, number, e-mail or name of the roster; without "
      "--roster, folders are graded under their own names"};
}

void ClassBuilder::remember(const std::string& id, const Identity& who,
                            const std::string& section) {
  Person& person = intake_.folder.people[id];
  person.who = who;
  person.name = who.name.empty() ? person.name : who.name;
  person.section = section.empty() ? person.section : section;
}

std::string ClassBuilder::prefix_of(const Download& download) const {
  return downloads_.size() > 1 ? download.tree.name + "/" : "";
}

}  // namespace warpschool::grader::intake
