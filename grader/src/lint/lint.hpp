// What must be true of an exercise before students see it.
//
// Texts: the folder is complete and says what it should. Runs: the same pipeline that grades
// students shows that the model answer gets full marks, that the stub fails every task and that
// every near miss gets exactly its verdict.
#pragma once

#include "pipeline/job.hpp"
#include "pipeline/submissions.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

/// Where an exercise's files are.
struct ExerciseFolders {
  std::filesystem::path root;      ///< the course's folder: names in findings are relative to it
  std::filesystem::path exercise;  ///< exercises/<module>/<id>
  std::filesystem::path solution;  ///< solutions/<module>/<id>
  bool has_solutions = true;  ///< false: this tree comes without solutions/, as students have it
};

ExerciseFolders folders_of(const std::filesystem::path& root, const course::Exercise& exercise);

/// Files, headings, lengths, hints, TODO regions, texts that still say "write me".
Diagnostics lint_texts(const ExerciseFolders& folders, const course::Exercise& exercise);

/// Folders under exercises/ and solutions/ that course.yaml does not list.
Diagnostics lint_unlisted(const std::filesystem::path& root, const course::Course& course);

/// One submission to be graded by lint and what must come of it.
struct Trial {
  enum class Role : std::uint8_t { kStub, kModelAnswer, kVariant, kNearMiss };
  const course::Exercise* exercise = nullptr;
  Role role = Role::kStub;
  Submission submission;
  std::string name;                    ///< relative to the course's folder
  Verdict expected = Verdict::kWrong;  ///< of a near miss
};

/// Stub, model answer, variants and near misses of an exercise.
///
/// A near miss or variant holds bodies of TODO regions, `// TODO(n)` to `// END TODO(n)`, and
/// stands for the model answer with these in place of its own; a file without such a region is a
/// whole submission (its first file, if there are several). What lint_texts() complains about is
/// left out: names without a verdict, regions that the stub does not have.
std::vector<Trial> trials_of(const ExerciseFolders& folders, const course::Exercise& exercise);

/// What is wrong with a trial's outcome.
Diagnostics judge_trial(const Trial& trial, const ExerciseResult& result);

/// "memory_fault_no_guard" -> memory_fault.
std::optional<Verdict> verdict_of_name(const std::string& stem);

}  // namespace warpschool::grader
