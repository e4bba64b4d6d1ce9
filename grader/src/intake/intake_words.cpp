// Says what was taken in, what was not, and what to do about it.
#include "intake/class_builder.hpp"
#include "support/files.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

constexpr std::size_t kMostTold = 12;  ///< lines of a kind on the terminal

}  // namespace

std::string ClassBuilder::absence() const {
  std::size_t nothing = 0, uncounted = 0;
  for (const auto& [id, person] : intake_.folder.people) {
    bool has_work = false, is_told = !person.notes.empty();
    for (const course::Exercise* exercise : course_.exercises()) {
      const Submission& submission = intake_.folder.of(id, exercise->id);
      has_work = has_work || !submission.is_missing();
      is_told = is_told || !submission.notes.empty();
    }
    nothing += !has_work && !is_told ? 1U : 0U;
    uncounted += !has_work && is_told ? 1U : 0U;
  }
  return fmt::format("{} handed in nothing{}", nothing,
                     uncounted == 0 ? "" : fmt::format(", {} nothing that counts", uncounted));
}

void ClassBuilder::tell_roster() {
  if (!roster_) {
    return;
  }
  intake_.told.push_back(fmt::format("{} names {}; {}", to_utf8(options_.roster.string()),
                                     count_of(roster_->people().size(), "student", "students"),
                                     absence()));
  if (!roster_->skipped().empty()) {
    intake_.told.push_back(fmt::format("Not students: {}", listed(roster_->skipped(), ", ")));
  }
  if (!groups_.empty()) {
    intake_.told.push_back(
        fmt::format("Groups, graded for each of them:\n  {}", listed(groups_, "\n  ")));
  }
  if (!doubtful_groups_.empty()) {
    intake_.told.push_back(fmt::format(
        "Perhaps groups, whose people get nothing for it yet: {}. Pass a --roster with a column "
        "group_name (in Canvas: People, Groups, Export)",
        listed(doubtful_groups_, ", ")));
  }
  if (!strangers_.empty()) {
    intake_.told.push_back(
        fmt::format("Not in the roster, but graded: {}", listed(strangers_, ", ")));
  }
  tell("Of these, alike somebody in the roster; correct it where they are one:", contradicted_);
}

std::string ClassBuilder::listed(const std::vector<std::string>& items,
                                 const std::string& between) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), kMostTold); ++i) {
    text += (i == 0 ? "" : between) + items[i];
  }
  return items.size() > kMostTold
             ? text + between + fmt::format("and {} more", items.size() - kMostTold)
             : text;
}

std::optional<Diagnostic> ClassBuilder::nothing_to_grade() const {
  const auto& submissions = intake_.folder.submissions;
  const bool some = std::any_of(submissions.begin(), submissions.end(),
                                [](const auto& entry) { return !entry.second.files.empty(); });
  if (some || names_.troubled > 0) {
    return std::nullopt;
  }
  std::size_t files = 0;
  std::string example;
  for (const auto& [id, parts] : parts_) {
    for (const Part& part : parts) {
      files += part.handin->pieces.size();
      example = example.empty() && !part.handin->pieces.empty()
                    ? part.handin->pieces.front().entry->path
                    : example;
    }
  }
  std::string looks;
  for (const std::string& told : intake_.told) {
    looks += (looks.empty() ? "" : "; ") + told;
  }
  const std::string place = downloads_.empty() ? "" : downloads_.front()->place;
  std::string why =
      files == 0 ? "there is no file in it"
                 : fmt::format("no file has a name that an exercise asks for, neither {}", example);
  if (files > 1) {
    why += fmt::format(" nor the {}", count_of(files - 1, "other one", "others"));
  }
  return Diagnostic{"", 0, 0, fmt::format("nothing to grade: {}. {}", why, looks), remedy()};
}

std::string ClassBuilder::remedy() const {
  if (!names_.proposed.empty()) {
    return fmt::format("{}; --accept-likely-names takes such files", listed(names_.proposed, "; "));
  }
  std::vector<std::string> files;
  for (const course::Exercise* exercise : course_.exercises()) {
    files.insert(files.end(), exercise->files.begin(), exercise->files.end());
  }
  files.resize(std::min<std::size_t>(files.size(), 3));
  return fmt::format(
      "the course asks for {} ...: is this the right folder, and one folder a "
      "student? --layout overrides what was recognised",
      listed(files, ", "));
}

void ClassBuilder::tell(const std::string& what, const std::vector<std::string>& lines) {
  if (!lines.empty()) {
    intake_.told.push_back(fmt::format("{}\n  {}", what, listed(lines, "\n  ")));
  }
}

void ClassBuilder::tell_names() {
  tell("Likely names, graded:", names_.taken);
  tell("Likely names, not graded (--accept-likely-names takes them):", names_.proposed);
  tell("Not graded, because several files may be meant; rename the one that counts:", names_.asked);
  tell("Of two different files of one name the first was graded; remove the wrong one:",
       names_.doubled);
}

}  // namespace warpschool::grader::intake
