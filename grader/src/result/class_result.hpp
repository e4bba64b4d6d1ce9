// ClassResult: everything that a report shows, as plain data. `grade` fills it from the store,
// write_report() turns it into HTML, export.cpp into grades.csv and grades.json. It holds no times
// of day, durations or seeds, so that equal work gives equal bytes.
#pragma once

#include "result/grade_verdict.hpp"
#include "result/identity.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// Points won out of those to be had.
struct Score {
  double won = 0;
  double possible = 0;
};

/// A mistake that the simulator caught, as the judge reported it.
struct FaultNote {
  std::string kind;     ///< "out_of_bounds", "race", ...
  std::string message;  ///< the sentences for a student
  std::string file;     ///< file name without folders, or empty
  int line = 0;         ///< 0: unknown
  std::string json;     ///< the fault as the simulator wrote it (one JSON object), or empty
};

/// One check (a TEST_CASE) after the backends' answers have been merged.
struct CheckResult {
  std::string name;     ///< a sentence: "the sum of any n values"
  int task = 0;         ///< 0: belongs to no single task
  std::string kind;     ///< "correctness", "timing", "counters"
  bool hidden = false;  ///< for grading day: has points of its own
  Verdict verdict = Verdict::kInternalError;
  std::string backend;  ///< which backend decided: "sim", "gpu"
  Score points;
  std::string message;          ///< empty where it passed
  std::string hint;             ///< may be empty
  std::string output;           ///< what the student's code printed, cut to a limit
  std::optional<double> ratio;  ///< reference time / student time
  std::optional<double> ratio_low,
      ratio_high;                          ///< its confidence interval (equal on the simulator)
  std::optional<double> threshold;         ///< ratio from which on the points are full
  std::map<std::string, double> counters;  ///< name -> value
  std::vector<FaultNote> faults;
};

/// A file as submitted.
struct SourceText {
  std::string file;
  std::string text;  ///< UTF-8, made so
};

/// Points that a person gave instead of those that were computed.
struct Override {
  double points = 0;
  std::string why;
  std::string by;
  std::string at;  ///< UTC, RFC 3339
  /// What they replace, by rules and calendar; none where nothing was judged.
  std::optional<double> computed = {};
};

/// What a person wrote to a result, or to a student as a whole.
struct Comment {
  std::string text;
  std::string by;
  std::string at;
};

/// What the calendar made of a result (score/deadline.hpp).
struct Timeliness {
  std::string due;         ///< as it holds for this student, RFC 3339; empty: never
  std::string handed_in;   ///< UTC, RFC 3339; empty: unknown
  bool early = false;      ///< there, but not due yet: counts apart
  bool too_late = false;   ///< after the latest moment: nothing counts
  unsigned days_late = 0;  ///< days begun since it was due
  unsigned late_days = 0;  ///< of these, paid from the student's budget
  double lost = 0;         ///< points
};

/// One of a student's submissions to an exercise. Files that were judged several times (after an
/// error, say) are one submission; what the grader was not run for is known only as far as the
/// export tells.
struct PastSubmission {
  std::string files;      ///< hash; empty: unknown
  std::string handed_in;  ///< as the platform's export says, RFC 3339; empty: it does not
  std::string place;      ///< path in the download, of what was never judged; else empty
  bool judged = false;
  Verdict status = Verdict::kSkipped;  ///< as it was judged last
  Score points;                        ///< by the rules of that day
  bool counts = false;                 ///< it is the one that ExerciseResult tells of
};

/// The note of a work that Canvas' download marks as late; it tells no time.
inline constexpr std::string_view kLateOnCanvas = "Canvas marks this as handed in late.";

/// Stands in the note of a work whose file had another name: "Vector Add.cu was handed in and ...".
inline constexpr std::string_view kGradedAs = " was handed in and graded as ";

/// One student's work on one exercise.
struct ExerciseResult {
  std::string exercise;  ///< its id
  Verdict status = Verdict::kMissing;
  Score points;
  std::vector<CheckResult> checks;  ///< in the order of the harness; empty where nothing ran
  std::string file;                 ///< file name as submitted, empty where missing
  std::string source;               ///< its text (UTF-8, made so), empty where missing or not text
  std::vector<SourceText> more_sources;  ///< the further files of an exercise that asks for several
  std::string build_log;                 ///< the compiler's diagnostics, cut to a limit
  std::vector<std::string> notes;        ///< sentences for students and TAs that are no verdicts
  std::string command;                   ///< what reproduces the verdict
  std::string log;                       ///< path of the job's log, relative to the output folder
  std::int64_t attempt = 0;              ///< row of the store that it is; 0: none
  Timeliness time = {};
  std::optional<Override> by_hand = {};  ///< its points are these
  std::vector<Comment> comments = {};
  std::vector<PastSubmission> history = {};  ///< oldest first, with the one that counts

  /// False where neither judge nor person has given any: neither some nor none.
  bool has_points() const { return is_judged(status) || by_hand.has_value(); }
  /// Nothing to say about it yet but when it is due.
  bool is_to_come() const { return status == Verdict::kNotDueYet && !by_hand && comments.empty(); }
};

/// One row of the class.
struct StudentResult {
  std::string id;    ///< the login, as the roster has it; else what the submissions call them
  std::string name;  ///< display name; the id where no roster says better
  std::vector<ExerciseResult> exercises;  ///< one per ClassResult::exercises, in that order
  Score points;                           ///< of what is due; bonus exercises count in `won` only
  std::vector<std::string> notes = {};    ///< sentences about all that was handed in
  Score early = {};                       ///< of what was handed in before it is due
  unsigned late_days_used = 0;
  std::vector<Comment> comments = {};  ///< to the student as a whole
  Identity who = {};                   ///< by which a gradebook may know them; no page shows it
  std::string section = {};            ///< of the roster; may be empty
};

/// One column of the class.
struct ExerciseInfo {
  std::string id;
  std::string title;
  std::string module;        ///< id, "5_reductions"
  std::string module_title;  ///< "Reductions"
  double points = 0;
  std::map<std::string, double> points_of;  ///< kind -> points, only kinds that have some
  std::string due;                          ///< RFC 3339 as written in course.yaml, or empty
  bool bonus = false;
  bool is_due = true;  ///< for those without an extension
};

struct CourseInfo {
  std::string title;
  std::string term;
  std::string version;  ///< hash of course.yaml and all exercises, 12 hexadecimal digits
  std::map<std::string, double> grading;  ///< grade -> least percentage
};

/// A file among the submissions that was graded for nobody, or a folder of somebody unknown.
struct UnmatchedFile {
  std::string path;    ///< relative to the submissions' folder, with '/'
  std::string reason;  ///< "no exercise asks for a file of this name (did you mean transpose.cu?)"
};

struct ClassResult {
  CourseInfo course;
  std::vector<std::string> devices;              ///< "NVIDIA H200 (simulated)"; one a backend
  std::string preset;                            ///< "sim" or "gpu"
  std::map<std::string, std::string> toolchain;  ///< "clang" -> "14.0.6", ...
  std::string grader_version;                    ///< "0.1.0"
  std::vector<ExerciseInfo> exercises;           ///< in course order
  std::vector<StudentResult> students;           ///< sorted by id
  std::vector<UnmatchedFile> unmatched;          ///< sorted by path
  /// The moment for which is said what is due, RFC 3339, where somebody chose it. Not where it was
  /// the time of grading: equal work gives equal bytes.
  std::string as_of = {};
  std::string late_policy = {};  ///< a sentence; empty: lateness costs nothing
  unsigned late_days = 0;        ///< that each student has
};

}  // namespace warpschool::grader
