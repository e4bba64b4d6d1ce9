// What must be true of an exercise before students see it.
//
// Texts: the folder is complete and says what it should. Runs: the same pipeline that grades
// students shows that the model answer gets full marks, that the stub fails every task and that
// every near miss gets exactly its verdict.
#pragma once

#include "intake/submissions.hpp"
#include "pipeline/job.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/course/excuses.hpp"
#include "warpschool/support/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
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

/// An exercise's README.md: its headings, at most 250 words, a link to the page of its module, a
/// picture.
Diagnostics lint_readme(const std::string& name, const std::string& text);

/// The regions of a model answer: at most 8 lines that are no mere brace, and about as many as the
/// stub announces. `name` is the answer's, for the findings.
Diagnostics lint_task_sizes(const std::string& name, const std::string& stub,
                            const std::string& answer);

/// Module pages: theory of 400 to 700 words (pictures and code not counted) that links to each of
/// the module's exercises.
Diagnostics lint_module_page(const std::filesystem::path& root, const course::Module& module);

/// What a page says of files: pictures that are not there, sources of other exercises, tests of
/// others.
Diagnostics lint_page_names(const ExerciseFolders& folders, const course::Exercise& exercise,
                            const std::string& text);

/// Pictures of a page that are not in its folder.
Diagnostics lint_pictures(const std::string& name, const std::filesystem::path& folder,
                          const std::string& text);

/// Files and folders of the exercise and its solution that nothing names.
Diagnostics lint_stray(const ExerciseFolders& folders, const course::Exercise& exercise);
/// Files beside a module's page that it does not link.
Diagnostics lint_stray(const std::filesystem::path& root, const course::Module& module);

/// Folders under exercises/ and solutions/ that course.yaml does not list.
Diagnostics lint_unlisted(const std::filesystem::path& root, const course::Course& course);

/// One submission to be graded by lint and what must come of it.
struct Trial {
  enum class Role : std::uint8_t {
    kStub,
    kModelAnswer,
    kReference,
    kVariant,
    kNearMiss,
    kAttack,
    kMutant
  };
  const course::Exercise* exercise = nullptr;
  Role role = Role::kStub;
  Submission submission;
  std::string name;                             ///< relative to the course's folder
  Verdict expected = Verdict::kWrong;           ///< of a near miss
  std::optional<Verdict> expected_on_gpu = {};  ///< where it is another one: see verdict_on_gpu()
  JobManner manner = {};                        ///< of attacks and mutants
  int line = 0, column = 0;                     ///< of a mutant's change
  /// Which excuse speaks for it: an attack's name, or a mutant's line and change.
  std::string attack = {}, mutated_line = {}, change = {};
  std::string what = {};  ///< an attack: completes "a submission that ..."
};

/// Stub, model answer, reference, variants and near misses of an exercise.
///
/// The reference is tried as it was built, in the place of a submission, and only by the checks of
/// correctness: what the exercise forbids, counts and times is nothing that it must keep to.
///
/// A near miss or variant holds bodies of TODO regions, `// TODO(n)` to `// END TODO(n)`, and
/// stands for the model answer with these in place of its own; a file without such a region is a
/// whole submission (its first file, if there are several). What lint_texts() complains about is
/// left out: names without a verdict, regions that the stub does not have.
std::vector<Trial> trials_of(const ExerciseFolders& folders, const course::Exercise& exercise);

/// Attacks on an exercise, made from its model answer, its near misses and its reference. Those for
/// which it gives no handle are named in `not_made`.
std::vector<Trial> attacks_of(const ExerciseFolders& folders, const course::Exercise& exercise,
                              const std::vector<Trial>& trials, std::vector<std::string>& not_made);

/// A cached answer that passed may never have been asked twice for the same sizes: the trial that
/// passes if so, for an attack of that kind.
std::optional<Trial> repetition_probe(const Trial& attack);

/// At most `most` mutants of the model answer among `trials` (0: all).
std::vector<Trial> mutants_of(const ExerciseFolders& folders, const course::Exercise& exercise,
                              const std::vector<Trial>& trials, std::size_t most);

/// What solutions/<module>/<id>/excused.yaml excuses, and solutions/excused.yaml for all exercises.
Result<std::vector<course::Excuse>> excuses_of(const ExerciseFolders& folders);

/// Attacks and mutants that get full marks without an excuse, and excuses that nothing needs.
/// `has_mutants`: all mutants were tried, so that an excuse for one can be called needless.
Diagnostics judge_attempts(const ExerciseFolders& folders,
                           const std::vector<course::Excuse>& excuses,
                           const std::vector<Trial>& trials, const std::vector<JobReport>& reports,
                           bool has_mutants);

/// The reference, if there is one and anything that judges it. None without solutions/, where its
/// excuses are.
std::optional<Trial> reference_trial(const ExerciseFolders& folders,
                                     const course::Exercise& exercise);

/// Checks of correctness that the reference does not pass and nothing excuses, and excuses for it
/// that nothing needs.
Diagnostics judge_reference(const ExerciseFolders& folders,
                            const std::vector<course::Excuse>& excuses, const Trial& trial,
                            const ExerciseResult& result);

/// A check's message in a line: its first sentence, and the lines after it up to the first with
/// figures (what was counted and the limit, the first difference), three in all.
std::string in_a_line(const std::string& message);

/// What is wrong with a trial's outcome (not of a reference, an attack or a mutant).
Diagnostics judge_trial(const Trial& trial, const ExerciseResult& result);

/// "memory_fault_no_guard" -> memory_fault.
std::optional<Verdict> verdict_of_name(const std::string& stem);

/// The word in a line "// On a GPU: wrong" before a near miss's code. A device runs ahead of the
/// host, its first launch takes longer, and it does not know who wrote a place of memory: there
/// some mistakes end otherwise than on the simulator, or have a worse effect beside the one in the
/// name.
std::optional<std::string> word_on_gpu(std::string_view text);
std::optional<Verdict> verdict_on_gpu(std::string_view text);

}  // namespace warpschool::grader
