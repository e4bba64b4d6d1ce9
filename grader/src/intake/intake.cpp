// Takes in a class: reads the downloads, finds their people in the roster, matches their files.
#include "intake/intake.hpp"

#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"
#include "intake/matching.hpp"
#include "intake/roster.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace warpschool::grader::intake {
namespace {

constexpr std::size_t kMostTold = 12;  ///< lines of a kind on the terminal

/// One of the places that the user named. Entries are pointed to: it stays where it is.
struct Download {
  std::string place;  ///< as it was given
  Tree tree;
  Reading reading;
};

std::string count_of(std::size_t n, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

class ClassBuilder {
 public:
  ClassBuilder(const IntakeOptions& options, const course::Course& course)
      : options_(options), course_(course), wanted_(course) {}

  Result<Intake> run() {
    if (!read_roster() || !read_downloads() || !find_people()) {
      return problems_;
    }
    add_students();
    match_all();
    finish_submissions(course_, intake_.folder);
    if (const auto problem = nothing_to_grade()) {
      return *problem;
    }
    tell_names();
    return std::move(intake_);
  }

 private:
  bool read_roster() {
    if (options_.roster.empty()) {
      return true;
    }
    auto roster = Roster::read(options_.roster);
    if (!roster) {
      problems_ = roster.diagnostics();
      return false;
    }
    roster_ = std::make_unique<Roster>(std::move(*roster));
    return true;
  }

  bool read_downloads() {
    const Matters matters = [this](std::string_view name) {
      return name == kGradescopeMetadata || wanted_.may_matter(name);
    };
    Hints hints{wanted_, options_.layout, {}, {}, {}};
    if (roster_) {
      hints.knows = [this](const std::string& name) {
        return !roster_->find_any(name).people.empty();
      };
      hints.knows_user = [this](const std::string& name) {
        return !roster_->find_any(name, {{}, {}, {}, {}, {}, name}).people.empty();
      };
      hints.knows_group = [this](const std::string& name) {
        return !roster_->group(name).people.empty();
      };
    }
    for (const std::filesystem::path& place : options_.submissions) {
      auto tree = read_tree(place, matters, {}, options_.out);
      if (!tree) {
        add_problems(tree.diagnostics());
        continue;
      }
      auto download = std::make_unique<Download>();
      download->place = place.string();
      download->tree = std::move(*tree);
      auto reading = read_layout(download->tree, hints);
      if (!reading) {
        add_problems(named(reading.diagnostics(), *download));
        continue;
      }
      download->reading = std::move(*reading);
      intake_.told.push_back(fmt::format(
          "{} looks like {}: {}", to_utf8(download->place), describe(download->reading.layout),
          count_of(download->reading.handins.size(), "student", "students")));
      tell("Results of a grader, not looked at:", download->tree.left_out);
      downloads_.push_back(std::move(download));
    }
    return problems_.empty();
  }

  void add_problems(const Diagnostics& more) {
    problems_.insert(problems_.end(), more.begin(), more.end());
  }

  /// Layouts know the name in the tree alone; the user gave a path.
  static Diagnostics named(Diagnostics problems, const Download& download) {
    for (Diagnostic& problem : problems) {
      problem.file =
          problem.file == download.tree.name ? download.place : download.place + "/" + problem.file;
    }
    return problems;
  }

  Match people_for(const Handin& handin, Layout layout) const {
    const bool bare = layout == Layout::kFolders || layout == Layout::kGithub;
    return bare ? roster_->find_any(handin.id, handin.who, shared_)
                : roster_->find(handin.who, shared_);
  }

  /// What this download's keys are worth against the roster's.
  void compare_keys(const Reading& reading) {
    std::vector<Identity> list;
    list.reserve(reading.handins.size());
    for (const Handin& handin : reading.handins) {
      list.push_back(handin.who);
    }
    shared_ = roster_ ? roster_->shared_with(list) : SharedKeys{};
  }

  /// Gives every hand-in its student.
  bool find_people() {
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
        }
      }
    }
    return problems_.empty();
  }

  /// The ids of those who handed this in; none if that is ambiguous, which is a problem.
  std::vector<std::string> students_of(Handin& handin, const Download& download) {
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

  /// The ids of a group's people, if it is a group's work and the roster says who is in it.
  std::vector<std::string> members_of(Handin& handin, Layout layout) {
    if (layout == Layout::kFolders || layout == Layout::kGradescope) {
      return {};
    }
    const RosterGroup group =
        roster_->group(layout == Layout::kGithub ? handin.who.github : handin.who.name);
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

  /// An id that nobody in the roster has: a contradicted key may be somebody's.
  std::string strange_id(const std::string& id) const {
    const auto& people = roster_->people();
    const bool taken = std::any_of(people.begin(), people.end(), [&](const RosterPerson& person) {
      return folded(person.id) == folded(id);
    });
    return taken ? id + " (not in the roster)" : id;
  }

  /// `contradiction`: why a similar person of the roster is another one, or empty.
  std::vector<std::string> take_stranger(const Handin& handin, const Download& download,
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

  void remember(const std::string& id, const Identity& who, const std::string& section) {
    Person& person = intake_.folder.people[id];
    person.who = who;
    person.name = who.name.empty() ? person.name : who.name;
    person.section = section.empty() ? person.section : section;
  }

  std::string prefix_of(const Download& download) const {
    return downloads_.size() > 1 ? download.tree.name + "/" : "";
  }

  void add_students() {
    std::size_t absent = 0;
    if (roster_) {
      for (const RosterPerson& person : roster_->people()) {
        remember(person.id, person.who, person.section);
        absent += parts_.find(person.id) == parts_.end() ? 1U : 0U;
      }
      tell_roster(absent);
    }
    for (const auto& [id, person] : intake_.folder.people) {
      intake_.folder.students.push_back(id);
    }
    for (const auto& download : downloads_) {
      for (UnmatchedFile file : download->reading.unmatched) {
        file.path = prefix_of(*download) + file.path;
        intake_.folder.unmatched.push_back(std::move(file));
      }
    }
  }

  void tell_roster(std::size_t absent) {
    intake_.told.push_back(
        fmt::format("{} names {}; {} handed in nothing", to_utf8(options_.roster.string()),
                    count_of(roster_->people().size(), "student", "students"), absent));
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

  static std::string listed(const std::vector<std::string>& items, const std::string& between) {
    std::string text;
    for (std::size_t i = 0; i < std::min(items.size(), kMostTold); ++i) {
      text += (i == 0 ? "" : between) + items[i];
    }
    return items.size() > kMostTold
               ? text + between + fmt::format("and {} more", items.size() - kMostTold)
               : text;
  }

  /// What counts comes first: the latest time, else Canvas' last attachment, else the download that
  /// was named last.
  static void put_in_order(std::vector<Part>& parts) {
    std::reverse(parts.begin(), parts.end());
    const auto has_time = [](const Part& part) { return part.handin->submitted_at.has_value(); };
    const auto is_numbered = [](const Part& part) { return part.handin->last_attachment > 0; };
    if (std::all_of(parts.begin(), parts.end(), has_time)) {
      std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return *a.handin->submitted_at > *b.handin->submitted_at;
      });
    } else if (std::all_of(parts.begin(), parts.end(), is_numbered)) {
      std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return a.handin->last_attachment > b.handin->last_attachment;
      });
    }
  }

  void match_all() {
    for (auto& [id, parts] : parts_) {
      put_in_order(parts);
      match_files(id, parts, wanted_, options_.accept_likely_names, intake_.folder, names_);
    }
  }

  /// Nobody handed in a file that an exercise asks for: that is no class, but a mistake.
  std::optional<Diagnostic> nothing_to_grade() const {
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
        files == 0
            ? "there is no file in it"
            : fmt::format("no file has a name that an exercise asks for, neither {}", example);
    if (files > 1) {
      why += fmt::format(" nor the {}", count_of(files - 1, "other one", "others"));
    }
    return Diagnostic{"", 0, 0, fmt::format("nothing to grade: {}. {}", why, looks), remedy()};
  }

  std::string remedy() const {
    if (!names_.proposed.empty()) {
      return fmt::format("{}; --accept-likely-names takes such files",
                         listed(names_.proposed, "; "));
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

  void tell(const std::string& what, const std::vector<std::string>& lines) {
    if (!lines.empty()) {
      intake_.told.push_back(fmt::format("{}\n  {}", what, listed(lines, "\n  ")));
    }
  }

  void tell_names() {
    tell("Likely names, graded:", names_.taken);
    tell("Likely names, not graded (--accept-likely-names takes them):", names_.proposed);
    tell("Not graded, because several files may be meant; rename the one that counts:",
         names_.asked);
    tell("Of two different files of one name the first was graded; remove the wrong one:",
         names_.doubled);
  }

  const IntakeOptions& options_;
  const course::Course& course_;
  WantedNames wanted_;
  std::unique_ptr<Roster> roster_;
  std::vector<std::unique_ptr<Download>> downloads_;
  std::map<std::string, std::vector<Part>> parts_;  ///< by student
  SharedKeys shared_;                               ///< of the roster and the download at hand
  std::vector<std::string> strangers_;
  std::vector<std::string> contradicted_;     ///< of these, whom another key makes strangers
  std::vector<std::string> groups_;           ///< a line each: its name and its people
  std::vector<std::string> doubtful_groups_;  ///< work under a number whose name is another
  NameReport names_;
  Diagnostics problems_;
  Intake intake_;
};

}  // namespace

Result<Intake> take_in(const IntakeOptions& options, const course::Course& course) {
  return ClassBuilder(options, course).run();
}

}  // namespace warpschool::grader::intake
