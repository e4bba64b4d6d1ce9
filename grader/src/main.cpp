// bin/grader: reads the command line and hands over to grader/src/commands.
#include "commands/commands.hpp"
#include "warpschool/pages/pages.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace warpschool::grader;

constexpr const char* kFooter = R"(
Exit status of grade: 0 everything is graded, 1 graded but some job ended in internal_error, 2 bad command line,
course.yaml or submissions, 3 could not run (no build, no sandbox, no compiler), 130 interrupted: the same command goes
on from there. Of diff and regrade: 0 nothing would change, 1 something would. Of export: 1 somebody who was graded has
no place in the gradebook. Of lint: 0 clean, 1 findings. Of all others: 0 done; 2 and 3 as above. docs/GRADER.md has more.)";

const std::map<std::string, SandboxMode> kSandboxModes{
    {"auto", SandboxMode::kAuto}, {"require", SandboxMode::kRequire}, {"off", SandboxMode::kOff}};

void add_build_options(CLI::App& command, ManifestQuery& build, SandboxMode& sandbox,
                       bool& no_build) {
  auto* folder =
      command.add_option("--build", build.build, "Build folder with warpschool-build.json")
          ->type_name("DIR");
  command.add_option("--preset", build.preset, "Build folder by its preset: sim or gpu")
      ->type_name("NAME")
      ->excludes(folder);
  command.add_option("--sandbox", sandbox, "require (default), auto (where there is one) or off")
      ->transform(CLI::CheckedTransformer(kSandboxModes, CLI::ignore_case).description(""))
      ->type_name("MODE");
  command.add_flag("--no-build", no_build, "Take judges and references as they are");
}

/// What report and diff may be given; grade takes course.yaml from its build.
void add_score_options(CLI::App& command, ScoreOptions& scoring, bool with_course) {
  if (with_course) {
    command.add_option("--course", scoring.course, "course.yaml with the points of now")
        ->type_name("FILE");
  }
  command
      .add_option("--policy", scoring.policy,
                  "Dates, late policy and extensions of a term; default: the last one, none: none")
      ->type_name("FILE");
  command
      .add_option("--as-of", scoring.as_of,
                  "What is due after this moment counts neither for nor against")
      ->type_name("TIME");
}

void add_output_options(CLI::App& command, OutputOptions& output, bool with_quiet = true) {
  command.add_flag("--json", output.json, "For programs: one JSON object on stdout");
  if (with_quiet) {
    command.add_flag("--quiet,-q", output.quiet, "Only what went wrong");
  }
}

void add_out(CLI::App& command, std::filesystem::path& out) {
  command.add_option("--out", out, "The folder that grade wrote")->type_name("DIR")->required();
}

constexpr std::array kLayouts{intake::Layout::kFolders, intake::Layout::kCanvas,
                              intake::Layout::kMoodle, intake::Layout::kGradescope,
                              intake::Layout::kGithub};

std::vector<std::string> layout_names() {
  std::vector<std::string> names{"auto"};
  for (const intake::Layout layout : kLayouts) {
    names.emplace_back(intake::name_of(layout));
  }
  return names;
}

/// Nothing for "auto".
std::optional<intake::Layout> layout_named(const std::string& name) {
  for (const intake::Layout layout : kLayouts) {
    if (name == intake::name_of(layout)) {
      return layout;
    }
  }
  return std::nullopt;
}

void add_grade(CLI::App& app, int& status) {
  static GradeOptions options;
  static std::string layout = "auto";
  CLI::App* command = app.add_subcommand(
      "grade", "Grade a class: a folder with one folder a student, or what a platform exports");
  command
      ->add_option("--submissions", options.intake.submissions,
                   "Folder or archive (may be repeated: of two files of one name that of the later "
                   "counts)")
      ->type_name("PATH")
      ->required();
  command
      ->add_option("--layout", layout,
                   "How submissions are laid out: auto (default), folders, canvas, moodle, "
                   "gradescope or github")
      ->check(CLI::IsMember(layout_names()).description(""))
      ->type_name("NAME");
  command
      ->add_option("--roster", options.intake.roster,
                   "Who is in the class: a CSV file as the platform exports it")
      ->type_name("FILE");
  command->add_flag("--accept-likely-names", options.intake.accept_likely_names,
                    "Take \"vector add.cu\" and the like for the file that was probably meant");
  command->add_option("--out", options.out, "Where results go; graded work there is kept")
      ->type_name("DIR")
      ->required();
  command->add_option("--jobs,-j", options.jobs, "Jobs at a time; default: one a core")
      ->type_name("N");
  command->add_option("--student", options.students, "Only this student (may be repeated)")
      ->type_name("S");
  command->add_option("--exercise", options.exercises, "Only this exercise (may be repeated)")
      ->type_name("E");
  command->add_flag("--again", options.again, "Grade unchanged work again");
  command->add_flag("--no-progress", options.no_progress, "Plain lines instead of a progress bar");
  command
      ->add_option(
          "--salt", options.salt,
          "Inputs from this text instead of the folder's secret one: to see the same again")
      ->type_name("TEXT");
  add_output_options(*command, options.output);
  add_score_options(*command, options.scoring, false);
  add_build_options(*command, options.build, options.sandbox, options.no_build);
  command->callback([&status] {
    options.intake.layout = layout_named(layout);
    status = grade_command(options);
  });
}

void add_report(CLI::App& app, int& status) {
  static RescoreOptions options;
  CLI::App* command =
      app.add_subcommand("report", "Write the report of graded work again, from the store alone");
  add_out(*command, options.out);
  add_score_options(*command, options.scoring, true);
  add_output_options(*command, options.output);
  command->callback([&status] { status = report_command(options); });
}

void add_diff(CLI::App& app, int& status) {
  static RescoreOptions options;
  CLI::App* command = app.add_subcommand(
      "diff", "What a changed course.yaml or policy would change; writes nothing");
  add_out(*command, options.out);
  add_score_options(*command, options.scoring, true);
  add_output_options(*command, options.output, false);
  command->callback([&status] { status = diff_command(options); });
}

void add_regrade(CLI::App& app, int& status) {
  static RescoreOptions options;
  static bool apply = false;
  CLI::App* command = app.add_subcommand(
      "regrade", "Like diff; with --apply the class is scored by the new rules, and nothing runs");
  add_out(*command, options.out);
  add_score_options(*command, options.scoring, true);
  add_output_options(*command, options.output, false);
  command->add_flag("--apply", apply, "Do it, after showing what changes");
  command->callback([&status] { status = regrade_command(options, apply); });
}

void add_audit(CLI::App& app, int& status) {
  static std::filesystem::path out;
  static std::string student;
  CLI::App* command =
      app.add_subcommand("audit", "Every row that led to a student's grade, in order");
  command->add_option("student", student, "The student's id")->type_name("S")->required();
  add_out(*command, out);
  command->callback([&status] { status = audit_command(out, student); });
}

void add_override(CLI::App& app, int& status) {
  static RemarkOptions options;
  CLI::App* command =
      app.add_subcommand("override", "Give points by hand, instead of the computed ones");
  add_out(*command, options.out);
  command->add_option("--student", options.student, "Whose")->type_name("S")->required();
  command->add_option("--exercise", options.exercise, "For which")->type_name("E")->required();
  command->add_option("--points", options.points, "From 0 to what the exercise is worth")
      ->type_name("P");
  command->add_flag("--revoke", options.revoke, "The computed points hold again")
      ->excludes("--points");
  command->add_option("--why", options.text, "Shown beside the points")
      ->type_name("TEXT")
      ->required();
  command->add_option("--by", options.by, "Who says so; default: the user's name")
      ->type_name("NAME");
  command->callback([&status] { status = override_command(options); });
}

void add_comment(CLI::App& app, int& status) {
  static RemarkOptions options;
  CLI::App* command = app.add_subcommand("comment", "Say something to a result, or to a student");
  add_out(*command, options.out);
  command->add_option("--student", options.student, "To whom")->type_name("S")->required();
  command->add_option("--exercise", options.exercise, "To which result; default: to none of them")
      ->type_name("E");
  auto* text = command->add_option("--text", options.text, "The comment")->type_name("TEXT");
  command->add_option("--revoke", options.revoked, "Take this comment back; audit has the numbers")
      ->type_name("N")
      ->excludes(text);
  command->add_option("--by", options.by, "Who says so; default: the user's name")
      ->type_name("NAME");
  command->callback([&status] { status = comment_command(options); });
}

void add_gradebook_options(CLI::App& command, ExportOptions& options) {
  auto* canvas =
      command.add_option("--canvas", options.canvas, "Fill marks into this gradebook of Canvas")
          ->type_name("CSV");
  auto* moodle = command
                     .add_option("--moodle", options.moodle,
                                 "Fill marks into this gradebook or grading worksheet of Moodle")
                     ->type_name("CSV");
  command
      .add_option("--column", options.columns,
                  "The gradebook's column to fill, by name or number; after a =, what it takes: "
                  "total, percent, or the id of an exercise or module (may be repeated)")
      ->type_name("NAME[=WHAT]");
  command
      .add_option("--to", options.to,
                  "Where the filled gradebook goes; default: NAME-filled.csv beside it")
      ->type_name("FILE");
  canvas->excludes(moodle);
  command
      .add_option("--roster", options.roster,
                  "The roster of the grade, where the gradebook knows people by other names")
      ->type_name("FILE");
  auto* scale = command.add_flag("--scale", options.scale,
                                 "Marks as parts of the points that the column has");
  command.add_flag("--unscaled", options.unscaled, "Points as they are, whatever the column has")
      ->excludes(scale);
  command.add_flag("--force", options.force, "Overwrite other marks that stand there already");
}

/// No class is needed for this one: it is made before anybody hands in.
void add_autograder_options(CLI::App& command, AutograderOptions& options) {
  auto* zip = command
                  .add_option("--gradescope-autograder", options.file,
                              "The autograder of a Gradescope assignment, made of this build")
                  ->type_name("ZIP")
                  ->excludes("--out");
  command
      .add_option("--exercise", options.exercises,
                  "Of the autograder: only this exercise (may be repeated)")
      ->type_name("E")
      ->needs(zip);
  command
      .add_option("--module", options.modules,
                  "Of the autograder: only this module (may be repeated)")
      ->type_name("M")
      ->needs(zip);
  auto* folder =
      command.add_option("--build", options.build.build, "Build folder with warpschool-build.json")
          ->type_name("DIR")
          ->needs(zip);
  command.add_option("--preset", options.build.preset, "Build folder by its preset: sim")
      ->type_name("NAME")
      ->needs(zip)
      ->excludes(folder);
  command.add_flag("--no-build", options.no_build, "Take the tools as they are")->needs(zip);
}

void add_export(CLI::App& app, int& status) {
  static ExportOptions options;
  static AutograderOptions autograder;
  CLI::App* command =
      app.add_subcommand("export", "Graded work for students and for other programs");
  command->add_option("--out", options.out, "The folder that grade wrote")->type_name("DIR");
  command
      ->add_option("--feedback", options.feedback,
                   "A zip of one self-contained page a student, which names nobody else")
      ->type_name("ZIP");
  command->add_option("--junit", options.junit, "JUnit XML: a test suite a submission")
      ->type_name("FILE");
  command->add_option("--gradescope", options.gradescope, "A folder of one results.json a student")
      ->type_name("DIR");
  add_gradebook_options(*command, options);
  add_autograder_options(*command, autograder);
  command->callback([&status] {
    status = autograder.file.empty() ? export_command(options) : autograder_command(autograder);
  });
}

void add_list(CLI::App& app, int& status) {
  static ListOptions options;
  CLI::App* command = app.add_subcommand("list", "Modules, exercises, points and due dates");
  command->add_option("--course", options.course, "course.yaml")->type_name("FILE");
  command->add_flag("--json", options.json, "For programs");
  command->callback([&status] { status = list_command(options); });
}

void add_lint(CLI::App& app, int& status) {
  static LintOptions options;
  CLI::App* command =
      app.add_subcommand("lint", "Are exercises fit for students? Without ids: all of them");
  command->add_option("exercise", options.exercises, "Ids")->type_name("ID");
  command->add_option("--jobs,-j", options.jobs, "Jobs at a time; default: one a core")
      ->type_name("N");
  command->add_flag("--attack", options.attack,
                    "Mutants of the model answer as well: minutes for a whole course");
  command
      ->add_flag("--no-attacks", options.no_attacks,
                 "Stub, model answer, variants and near misses alone: on a GPU the rest is no news")
      ->excludes("--attack");
  command->add_flag(
      "--brief", options.brief,
      "Stub and model answer alone (with --attack: and its mutants), and the texts: the first "
      "thing to try after a change");
  command
      ->add_option("--mutants", options.mutants,
                   "At most so many for an exercise; default: 16, 0: all")
      ->type_name("N");
  add_build_options(*command, options.build, options.sandbox, options.no_build);
  command->callback([&status] { status = lint_command(options); });
}

void add_calibrate(CLI::App& app, int& status) {
  static CalibrateOptions options;
  CLI::App* command = app.add_subcommand(
      "calibrate", "Measure model answers on this device and propose thresholds as a patch");
  command->add_option("exercise", options.exercises, "Ids")->type_name("ID");
  command->add_option("--patch", options.patch, "Write the patch of course.yaml there")
      ->type_name("FILE");
  command->add_flag("--variants", options.variants,
                    "Time the variants of the model answers, too (for why.md)");
  command
      ->add_option("--repeat", options.repeat,
                   "Instead: time model answer and reference N times each, and say how far the "
                   "verdicts agree")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->excludes("--patch", "--variants");
  add_build_options(*command, options.build, options.sandbox, options.no_build);
  command->callback([&status] { status = calibrate_command(options); });
}

void add_new(CLI::App& app, int& status) {
  static NewOptions options;
  CLI::App* command =
      app.add_subcommand("new", "Write a skeleton exercise and enter it into course.yaml");
  command->add_option("id", options.id, "The exercise's id, for example warp_vote")
      ->type_name("ID")
      ->required();
  command->add_option("--module", options.module, "Id of its module")->type_name("M")->required();
  command->add_option("--title", options.title, "Title")->type_name("T")->required();
  command->add_option("--course", options.course, "course.yaml")->type_name("FILE");
  command->add_flag("--print", options.print_only, "Print the entry instead of inserting it");
  command->callback([&status] { status = new_command(options); });
}

void add_release(CLI::App& app, int& status) {
  static ReleaseOptions options;
  CLI::App* command =
      app.add_subcommand("release", "Make the tree that students get, with prebuilt tools");
  command->add_option("folder", options.folder, "A new or empty folder")
      ->type_name("DIR")
      ->required();
  command->add_option("--exercise", options.exercises, "Only this exercise (may be repeated)")
      ->type_name("E");
  command->add_option("--module", options.modules, "Only this module (may be repeated)")
      ->type_name("M");
  command->add_flag("--package", options.package, "DIR.tar.gz and DIR.deb as well");
  command->add_flag("--devcontainer", options.devcontainer, "Add a development container");
  command->add_flag("--github-actions", options.github_actions,
                    "Add a workflow that judges every push");
  command->add_flag("--vscode", options.vscode, "Add tasks and problem matchers for VS Code");
  command->add_flag("--site", options.site, "Add the pages as a site with a search (needs Sphinx)");
  command->add_flag("--with-sources", options.with_sources,
                    "References, tests and framework as sources instead of prebuilt tools");
  command->add_flag(
      "--force", options.force,
      "Write into a folder that is not empty; files in the way are set aside as NAME.kept-1");
  auto* folder =
      command->add_option("--build", options.build.build, "Build folder with warpschool-build.json")
          ->type_name("DIR");
  command->add_option("--preset", options.build.preset, "Build folder by its preset: sim or gpu")
      ->type_name("NAME")
      ->excludes(folder);
  command->add_flag("--no-build", options.no_build, "Take the tools as they are");
  command->callback([&status] { status = release_command(options); });
}

void add_similarity(CLI::App& app, int& status) {
  static SimilarityOptions options;
  static bool unused = false;
  CLI::App* command = app.add_subcommand(
      "similarity",
      "Which works of a graded class are alike beyond what the exercise makes alike?");
  add_out(*command, options.out);
  command
      ->add_option("--earlier", options.earlier,
                   "Another year: a folder that grade wrote, or submissions (may be repeated)")
      ->type_name("DIR");
  command->add_option("--exercise", options.exercises, "Only this exercise (may be repeated)")
      ->type_name("E");
  command->add_flag("--ptx", options.ptx, "Compare what the compiler makes of the works, too");
  command->add_option("--most", options.most, "At most so many pairs of an exercise; default: 50")
      ->type_name("N");
  command->add_option("--course", options.course, "course.yaml")->type_name("FILE");
  command->add_flag("--json", options.json, "For programs");
  add_build_options(*command, options.build, options.sandbox, unused);
  command->callback([&status] { status = similarity_command(options); });
}

/// CLI11 would only say that a subcommand is required.
bool knows_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return all_known({word}, names, "command");
}

int run(int argc, char** argv) {
  CLI::App app{"Warpschool's grader", "grader"};
  int status = kExitDone;
  app.require_subcommand(1);
  app.set_version_flag("--version", WARPSCHOOL_VERSION);
  app.footer(kFooter);
  add_list(app, status);
  add_grade(app, status);
  add_report(app, status);
  add_diff(app, status);
  add_regrade(app, status);
  add_audit(app, status);
  add_override(app, status);
  add_comment(app, status);
  add_export(app, status);
  add_lint(app, status);
  add_calibrate(app, status);
  add_new(app, status);
  add_release(app, status);
  add_similarity(app, status);
  warpschool::pages::add_pages(app, WARPSCHOOL_VERSION);
  if (argc > 1 && argv[1][0] != '-' && !knows_command(app, argv[1])) {
    return kExitBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitBadInput;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "grader: %s\n", problem.what());
    return kExitCannotRun;
  }
}
