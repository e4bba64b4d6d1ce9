// Adds the options that several subcommands of bin/grader have.
#include "command_line/shared_options.hpp"

#include <charconv>
#include <fmt/format.h>
#include <map>
#include <string>
#include <system_error>

namespace warpschool::grader {
namespace {

const std::map<std::string, SandboxMode> kSandboxModes{
    {"auto", SandboxMode::kAuto}, {"require", SandboxMode::kRequire}, {"off", SandboxMode::kOff}};

}  // namespace

CLI::Validator count_from(unsigned least) {
  return {[least](std::string& word) {
            constexpr unsigned kMost = 1'000'000;
            unsigned number = 0;
            const char* const end = word.data() + word.size();
            const auto read = std::from_chars(word.data(), end, number);
            const bool is_number = read.ec == std::errc() && read.ptr == end;
            return is_number && number >= least && number <= kMost
                       ? std::string()
                       : fmt::format(
                             "\"{}\" is no whole number from {} {}", word, least,
                             is_number && number > kMost ? fmt::format("to {}", kMost) : "on");
          },
          ""};
}

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

void add_score_options(CLI::App& command, ScoreOptions& scoring, bool with_course) {
  if (with_course) {
    command.add_option("--course", scoring.course, "course.yaml with the points of now")
        ->type_name("FILE");
  }
  command
      .add_option("--policy", scoring.policy,
                  "Dates, late policy and extensions of a term; default: those given last "
                  "(\"none\": without any)")
      ->type_name("FILE");
  command
      .add_option("--as-of", scoring.as_of,
                  "What is due after this moment counts neither for nor against")
      ->type_name("TIME");
}

void add_output_options(CLI::App& command, OutputOptions& output, bool with_quiet) {
  command.add_flag("--json", output.json, "For programs: one JSON object on stdout");
  if (with_quiet) {
    command.add_flag("--quiet,-q", output.quiet, "Only what went wrong");
  }
}

void add_out(CLI::App& command, std::filesystem::path& out) {
  command.add_option("--out", out, "The folder that grade wrote")->type_name("DIR")->required();
}

}  // namespace warpschool::grader
