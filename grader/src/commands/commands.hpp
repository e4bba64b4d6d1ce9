// The subcommands of bin/grader. Each prints for people and returns the program's exit status.
#pragma once

#include "intake/intake.hpp"
#include "pipeline/manifest.hpp"
#include "sandbox/sandbox.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/course/policy.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What the program's exit status says. docs/GRADER.md has the same list.
enum ExitStatus : int {
  kExitDone = 0,
  kExitFindings =
      1,  ///< grade: some job ended in internal_error; lint: something is wrong with an exercise
  kExitBadInput = 2,   ///< the command line, course.yaml, the roster or the submissions
  kExitCannotRun = 3,  ///< no build, no sandbox, no compiler, no room on the disk
  kExitInterrupted = 130,
};

/// What points depend on besides verdicts. What is not given stays as the store knows it.
struct ScoreOptions {
  std::optional<std::filesystem::path> course;
  std::optional<std::string> policy;  ///< a file, or "none"
  std::optional<std::string> as_of;   ///< RFC 3339
};

/// What goes to stdout at the end.
struct OutputOptions {
  bool quiet = false;  ///< only what went wrong
  bool json = false;   ///< one object instead of sentences
};

struct RescoreOptions {
  std::filesystem::path out;
  ScoreOptions scoring;
  OutputOptions output;
};

/// Points given by hand, or a comment.
struct RemarkOptions {
  std::filesystem::path out;
  std::string student;
  std::string exercise;  ///< may be empty for a comment
  std::optional<double> points;
  std::string text;
  std::optional<std::string> by;  ///< default: who is logged in
  bool revoke = false;            ///< override: the computed points hold again
  std::int64_t revoked = 0;       ///< comment: number of the one that is taken back
};

struct GradeOptions {
  intake::IntakeOptions intake;
  std::filesystem::path out;
  unsigned jobs = 0;  ///< 0: as many as the machine has cores
  std::vector<std::string> students;
  std::vector<std::string> exercises;
  ManifestQuery build;
  SandboxMode sandbox = SandboxMode::kRequire;
  bool no_progress = false;
  bool no_build = false;
  bool again = false;  ///< grade what has been graded already, too
  std::optional<std::string> salt;
  std::optional<std::filesystem::path> salt_of;  ///< an output folder: its salt
  ScoreOptions scoring;                          ///< but for the course, which is the build's
  OutputOptions output;
};

struct ListOptions {
  std::optional<std::filesystem::path> course;
  std::optional<std::filesystem::path> policy;  ///< of the term
  bool json = false;
};

struct LintOptions {
  std::vector<std::string> exercises;  ///< empty: all
  ManifestQuery build;
  SandboxMode sandbox = SandboxMode::kRequire;
  unsigned jobs = 0;
  bool no_build = false;
  bool attack = false;       ///< mutants, too
  bool no_attacks = false;   ///< only what the exercise itself brings
  bool brief = false;        ///< of that only stub and model answer
  std::size_t mutants = 16;  ///< most for an exercise; 0: all
};

struct CalibrateOptions {
  std::vector<std::string> exercises;  ///< empty: all with timing rules
  ManifestQuery build;
  SandboxMode sandbox = SandboxMode::kRequire;
  bool no_build = false;
  bool variants = false;        ///< time the variants of the model answers, too
  unsigned repeat = 0;          ///< > 0: no proposals, but so many gradings each of the same work
  std::filesystem::path patch;  ///< where the patch goes; empty: stdout
};

/// Each of them empty: not asked for.
struct ExportOptions {
  std::filesystem::path out;         ///< the folder that grade wrote
  std::filesystem::path feedback;    ///< zip of a self-contained page a student
  std::filesystem::path junit;       ///< JUnit XML
  std::filesystem::path gradescope;  ///< folder of a results.json a student
  std::filesystem::path canvas;      ///< a gradebook to fill, as the platform exported it
  std::filesystem::path moodle;      ///< the same
  std::filesystem::path to;          ///< where the filled one goes; empty: beside it
  std::filesystem::path roster;      ///< says who the class's ids are; empty: the gradebook alone
  std::vector<std::string> columns;  ///< "COLUMN" or "COLUMN=WHAT"
  bool scale = false;                ///< to the points of the column
  bool unscaled = false;             ///< points as they are, whatever the column has
  bool force = false;                ///< overwrite other marks
};

struct AutograderOptions {
  std::filesystem::path file;          ///< the zip
  std::vector<std::string> exercises;  ///< these, and those of `modules`; both empty: all
  std::vector<std::string> modules;
  ManifestQuery build;
  bool no_build = false;
};

struct NewOptions {
  std::string id;
  std::string module;
  std::string title;
  std::optional<std::filesystem::path> course;
  bool print_only = false;  ///< print the entry for course.yaml instead of inserting it
};

struct ReleaseOptions {
  std::filesystem::path folder;        ///< where the students' tree goes
  std::vector<std::string> exercises;  ///< these, and those of `modules`; both empty: all
  std::vector<std::string> modules;
  ManifestQuery build;
  bool no_build = false;
  bool force = false;                           ///< into a folder that holds something already
  std::optional<std::filesystem::path> policy;  ///< of the term
  bool with_sources = false;                    ///< instead of prebuilt tools
  bool package = false;                         ///< .tar.gz and .deb as well
  bool devcontainer = false;
  bool github_actions = false;
  bool vscode = false;
  bool site = false;
};

struct SimilarityOptions {
  std::filesystem::path out;                   ///< of a graded class
  std::vector<std::filesystem::path> earlier;  ///< out folders or submissions of other years
  std::vector<std::string> exercises;          ///< empty: all
  std::optional<std::filesystem::path> course;
  ManifestQuery build;  ///< for `ptx`
  SandboxMode sandbox = SandboxMode::kRequire;
  bool ptx = false;       ///< compare what the compiler makes of the works, too
  bool json = false;      ///< to stdout, for programs
  std::size_t most = 50;  ///< pairs of one exercise
};

int grade_command(const GradeOptions& asked);
int report_command(const RescoreOptions& options);
int override_command(const RemarkOptions& asked);
int comment_command(const RemarkOptions& asked);
int audit_command(const std::filesystem::path& out, const std::string& asked);
int diff_command(const RescoreOptions& options);
/// The same, and with `apply` scores the class by the new rules.
int regrade_command(const RescoreOptions& options, bool apply);
int export_command(const ExportOptions& options);
int autograder_command(const AutograderOptions& options);
int list_command(const ListOptions& options);
int lint_command(const LintOptions& options);
int calibrate_command(const CalibrateOptions& options);
int new_command(const NewOptions& options);
int release_command(const ReleaseOptions& options);
int similarity_command(const SimilarityOptions& options);

/// Prints "grader: ..." lines on stderr.
void complain(const Diagnostics& diagnostics);
void complain(const std::string& text);

/// The course in the policy's term, if one is given. Complains and returns false where the policy
/// is no good.
bool take_policy(const std::optional<std::filesystem::path>& file, course::Course& course,
                 std::optional<course::Policy>& policy);

/// `asked` must be among `known`; else complains, with a suggestion, and returns false.
bool all_known(const std::vector<std::string>& asked, const std::vector<std::string>& known,
               const char* what);

/// Among `chosen`, or none was chosen, which means all.
bool is_chosen(const std::vector<std::string>& chosen, const std::string& name);

/// The exercises with these ids in the course's order; all of them without ids.
std::vector<const course::Exercise*> chosen_exercises(const course::Course& course,
                                                      const std::vector<std::string>& ids);
std::vector<std::string> ids_of(const std::vector<const course::Exercise*>& exercises);
std::vector<std::string> ids_of(const std::vector<course::Module>& modules);

/// course.yaml: the one that is named, that of the build, or the one above the folder we are in.
/// Complains itself.
std::optional<course::Course> load_course(const std::filesystem::path& file);

/// Where course.yaml is: as given, in the folder we are in or above it, or that of a build. Nothing
/// if it is nowhere.
std::optional<std::filesystem::path> course_file(const std::optional<std::filesystem::path>& given);

/// Builds judges, references and tools of these exercises with CMake and reads the manifest again:
/// the build may have configured the tree anew, for an exercise that is new in course.yaml. Nothing
/// if it fails; the output has been shown.
std::optional<Manifest> build_exercises(const Manifest& manifest,
                                        const std::vector<std::string>& exercises,
                                        bool quiet = false);

/// Judges and references of these exercises are there; else complains, and says what builds them.
bool has_tools(const Manifest& manifest, const std::vector<std::string>& exercises);

/// Complains where there is no usable sandbox.
std::optional<Sandbox> open_sandbox(SandboxMode mode);

}  // namespace warpschool::grader
