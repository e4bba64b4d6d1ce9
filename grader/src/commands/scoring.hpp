// What grade, report, diff, audit, override and comment share: the store's class, its scoring
// rules, and writing the outputs.
#pragma once

#include "commands/commands.hpp"
#include "commands/folder_lock.hpp"
#include "score/class_score.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "store/store.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// The store of an output folder with the class in it.
struct OpenClass {
  std::unique_ptr<FolderLock> lock;  ///< only of open_class_to_write(); goes last
  std::unique_ptr<Store> store;
  ClassRoster roster;
  KeptRules kept;
};

/// Is it an output folder of grade, with a store?
bool is_class_folder(const std::filesystem::path& out);

/// Complains where the folder is none of grade's, or nothing was graded yet.
std::optional<OpenClass> open_class(const std::filesystem::path& out);

/// The same with the folder's lock, taken before anything is read: what is written then is of the
/// class as it is. Complains and sets the exit status where there is none.
std::optional<OpenClass> open_class_to_write(const std::filesystem::path& out, int& status);

/// Those of the class, and whom the store remembers besides.
std::vector<std::string> known_students(const OpenClass& opened);

/// Replaces what the options name. Complains and returns false where a file or time is no good.
bool apply_options(const ScoreOptions& options, KeptRules& kept);

/// The texts as rules. Complains.
std::optional<ScoreRules> understood(const KeptRules& kept, const ClassRoster& roster);

/// The class as the store knows it, with its points.
ClassResult scored_class(const ClassRoster& roster, const ScoreRules& rules, Store& store);

/// Report, grades.csv, grades.json.
void write_outputs(const ClassResult& result, const std::filesystem::path& out);

/// Complains of what has no effect, or too much (doubts() of commands/notices.hpp).
void complain_of_doubts(const ClassResult& result, const ScoreRules& rules, const KeptRules& kept,
                        Store& store);

/// Scores, records and writes the class as it is now.
int render(OpenClass& opened, const std::filesystem::path& out, const OutputOptions& output = {});

/// What report does: the class by the rules that the options name, from now on.
int rescore(OpenClass& opened, const RescoreOptions& options);

/// Exercises that differ in more than what score_class() works out: grade would judge them again.
std::vector<std::string> changed_exercises(const std::filesystem::path& course_file,
                                           const course::Course& course, const ClassRoster& roster);

}  // namespace warpschool::grader
