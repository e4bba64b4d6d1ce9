// course.yaml as data, with every mistake in it reported at once: line, column and a suggestion.
#pragma once

#include "warpschool/support/result.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

/// The three kinds of a check: what its points are booked under and what its ctest test is called.
enum class Kind : std::uint8_t { kCorrectness, kTiming, kCounters };
const char* to_string(Kind kind);  ///< "correctness", "timing", "counters"

/// Where something stands in course.yaml, from 1; 0: nowhere.
struct Place {
  int line = 0, column = 0;
};

/// Size and threshold of a timing check on one backend.
struct TimingOn {
  std::uint64_t n = 0;  ///< problem size; what it means is the exercise's to say (elements, or the
                        ///< edge of a matrix)
  double full_at = 0;   ///< reference time / student time from which on the points are full
  double zero_at = 1;   ///< ratio at or below which there are none; linear between
  Place full_at_place;  ///< of the number
};

/// timing: [{task: 2, than: reference, gpu: {...}, sim: {...}}]
struct TimingRule {
  int task = 0;  ///< 0: the exercise has one timing check
  std::string than = "reference";
  std::optional<TimingOn> gpu, sim;
  Place place;  ///< of its task, or of the rule where it names none

  /// Null where the rule says nothing of this backend, "gpu" or "sim".
  const TimingOn* on(std::string_view backend) const;
};

/// counters: [{name: sectors_per_request, max: 4.1}]. Names:
/// harness/include/warpschool/harness/metrics.hpp.
struct CounterRule {
  int task = 0;
  std::string name;
  std::optional<double> min, max;
  Place place;       ///< of its task, or of the rule where it names none
  Place name_place;  ///< of the metric's name
};

struct Limits {
  std::uint64_t build_ms = 60'000;
  std::uint64_t run_ms = 30'000;
  std::uint64_t memory_bytes = 2ull << 30;
};

/// Points per kind, in whole or half points; a kind without points has no checks.
struct Points {
  double correctness = 0, timing = 0, counters = 0;
  double total() const { return correctness + timing + counters; }
  double of(Kind kind) const;
};

/// What a call of a submission may bring from the device to the host.
enum class HostCopies : std::uint8_t {
  kNothing,  ///< of an input that is a few numbers, a few numbers are all
  kFlags,    ///< a flag or a count
  kArrays
};

struct Exercise {
  std::string id;  ///< lower_case, at most 32 characters
  std::string title;
  std::string module;  ///< id of its module
  std::vector<std::string> needs;
  Points points;
  Points hidden_points;            ///< those of `points` that only checks for grading day win
  double on_grading_day = 0;       ///< in a students' tree: points to be won then, beside `points`
  std::optional<std::string> due;  ///< RFC 3339, as written
  std::vector<std::string> files;  ///< what a student submits; default {"<id>.cu"}
  Limits limits;
  std::vector<TimingRule> timing;
  std::vector<CounterRule> counters;
  std::vector<std::string> forbidden;  ///< identifiers a submission may not contain, e.g. "thrust"
  bool bonus = false;
  HostCopies host_copies = HostCopies::kFlags;
  bool measures_time = false;              ///< do its checks of correctness compare times?
  int line = 0;                            ///< of its entry in course.yaml
  Place place, points_place, files_place;  ///< of the id, the points and the files
  Place hidden_place;

  std::filesystem::path folder() const { return std::filesystem::path(module) / id; }
  /// What the checks of a kind can win together: those for grading day, or the others.
  double points_of_checks(Kind kind, bool hidden) const;
  /// The rule of a timing check: the one of its task, else the exercise's only one; null if there
  /// is none.
  const TimingRule* timing_rule(int task) const;
};

/// late: {grace: 15min, loss_per_day: 10%, latest: 7d, late_days: 3}
struct LatePolicy {
  std::uint64_t grace_s = 0;              ///< seconds after the due date that cost nothing
  double loss_per_day = 0;                ///< of the points won, 0 to 1, for every day begun
  std::optional<std::uint64_t> latest_s;  ///< seconds after which nothing counts any more
  std::uint64_t late_days = 0;            ///< that a student may use up before points are lost
};

struct Module {
  std::string id;  ///< "5_reductions": also the folder's name
  std::string title;
  std::vector<Exercise> exercises;
};

struct Course {
  std::string title;
  std::string term;
  std::map<std::string, double> grading;  ///< grade -> least percentage, e.g. {"A": 90}
  std::optional<LatePolicy> late;
  std::vector<Module> modules;

  const Exercise* find(std::string_view id) const;
  std::vector<const Exercise*> exercises() const;  ///< in course order
  double total_points() const;                     ///< bonus exercises not counted
};

/// Beside harness.cpp: the TEST_CASEs for grading day, which no students' tree has.
inline constexpr const char* kHiddenHarness = "harness_hidden.cpp";

/// The file that says that a folder is a students' tree, made by grader release, and what is in it.
inline constexpr const char* kReleaseMark = ".warpschool-release";

/// Why an exercise cannot be called so, and what to do (may be empty).
struct IdProblem {
  std::string message;
  std::string help;
};
std::optional<IdProblem> problem_with_id(const std::string& id);

/// Reads and checks the file. Unknown keys, wrong types, unknown prerequisites, duplicate ids,
/// missing thresholds: all of them at once, each with line, column and, where a known word is near,
/// "did you mean".
Result<Course> load(const std::filesystem::path& file);
/// The same, held against the folder exercises/ beside the file as well: folders and files that are
/// not there, rules that no check of a harness.cpp is about, metrics that do not exist. For those
/// who have the course's folder (CMake, the grader); a judge in its box has course.yaml alone.
/// Where there is no folder exercises/ it is load(). A students' tree (kReleaseMark) has references
/// and tests as programs only, so the stubs alone are looked for.
Result<Course> load_with_exercises(const std::filesystem::path& file);
/// The same for text in memory; `name` is used in diagnostics.
Result<Course> parse(const std::string& text, const std::string& name);

}  // namespace warpschool::course
