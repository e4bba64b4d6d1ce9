// The subcommands of bin/grader for a class that hands in.
#include "command_line/command_line.hpp"
#include "command_line/shared_options.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {
namespace {

constexpr std::array kLayouts{intake::Layout::kFolders, intake::Layout::kCanvas,
                              intake::Layout::kMoodle, intake::Layout::kGradescope,
                              intake::Layout::kGithub};

std::vector<std::string> layout_names() {
  std::vector<std::string> names{"auto"};
  names.reserve(1 + kLayouts.size());
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

/// Whose work it is, and how it lies there.
void add_intake_options(CLI::App& command, intake::IntakeOptions& intake, std::string& layout) {
  command
      .add_option("--submissions", intake.submissions,
                  "Folder or archive (may be repeated: of two files of one name that of the later "
                  "counts)")
      ->type_name("PATH")
      ->required();
  command
      .add_option("--layout", layout,
                  "How submissions are laid out: auto (default), folders, canvas, moodle, "
                  "gradescope or github")
      ->check(CLI::IsMember(layout_names()).description(""))
      ->type_name("NAME");
  command
      .add_option("--roster", intake.roster,
                  "Who is in the class: a CSV file as the platform exports it")
      ->type_name("FILE");
  command.add_flag("--accept-likely-names", intake.accept_likely_names,
                   "Take \"vector add.cu\" and the like for the file that was probably meant");
}

}  // namespace

void add_grade(CLI::App& app, int& status) {
  static GradeOptions options;
  static std::string layout = "auto";
  CLI::App* command = app.add_subcommand(
      "grade", "Grade a class: a folder with one folder a student, or what a platform exports");
  add_intake_options(*command, options.intake, layout);
  command->add_option("--out", options.out, "Where results go; graded work there is kept")
      ->type_name("DIR")
      ->required();
  command
      ->add_option("--jobs,-j", options.jobs, "Jobs at a time; default, or 0: one more than cores")
      ->type_name("N")
      ->check(count_from(0));
  command->add_option("--student", options.students, "Only this student (may be repeated)")
      ->type_name("S");
  command->add_option("--exercise", options.exercises, "Only this exercise (may be repeated)")
      ->type_name("E");
  command->add_flag("--again", options.again, "Grade unchanged work again");
  command->add_flag("--no-progress", options.no_progress, "Plain lines instead of a progress bar");
  auto* salt = command
                   ->add_option("--salt", options.salt,
                                "Inputs from this text instead of the folder's secret one")
                   ->type_name("TEXT");
  command
      ->add_option("--salt-of", options.salt_of,
                   "Inputs as in this folder of an earlier grade: to see the same again elsewhere")
      ->type_name("DIR")
      ->excludes(salt);
  add_output_options(*command, options.output);
  add_score_options(*command, options.scoring, false);
  add_build_options(*command, options.build, options.sandbox, options.no_build);
  command->callback([&status] {
    options.intake.layout = layout_named(layout);
    options.intake.out = options.out;
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
  command->add_option("student", student, "The student's id, login, e-mail or name")
      ->type_name("S")
      ->required();
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
      ->check(count_from(1))
      ->excludes(text);
  command->add_option("--by", options.by, "Who says so; default: the user's name")
      ->type_name("NAME");
  command->callback([&status] { status = comment_command(options); });
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
      ->type_name("N")
      ->check(count_from(1));
  command->add_option("--course", options.course, "course.yaml")->type_name("FILE");
  command->add_flag("--json", options.json, "For programs");
  add_build_options(*command, options.build, options.sandbox, unused);
  command->callback([&status] { status = similarity_command(options); });
}

}  // namespace warpschool::grader
