// The subcommands of bin/grader for the course itself.
#include "command_line/command_line.hpp"
#include "command_line/shared_options.hpp"

namespace warpschool::grader {

void add_list(CLI::App& app, int& status) {
  static ListOptions options;
  CLI::App* command = app.add_subcommand("list", "Modules, exercises, points and due dates");
  command->add_option("--course", options.course, "course.yaml")->type_name("FILE");
  command->add_option("--policy", options.policy, "Dates of a term, instead of course.yaml's")
      ->type_name("FILE");
  command->add_flag("--json", options.json, "For programs");
  command->callback([&status] { status = list_command(options); });
}

void add_lint(CLI::App& app, int& status) {
  static LintOptions options;
  CLI::App* command =
      app.add_subcommand("lint", "Are exercises fit for students? Without ids: all of them");
  command->add_option("exercise", options.exercises, "Ids")->type_name("ID");
  command->add_option("--jobs,-j", options.jobs, "Jobs at a time; default, or 0: one a core")
      ->type_name("N")
      ->check(count_from(0));
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
      ->type_name("N")
      ->check(count_from(0));
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
      ->check(count_from(1))
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
  command->add_option("--policy", options.policy, "Dates of a term, instead of course.yaml's")
      ->type_name("FILE");
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

}  // namespace warpschool::grader
