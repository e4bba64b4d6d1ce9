// Options that several subcommands of bin/grader have.
#pragma once

#include "commands/commands.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>

namespace warpschool::grader {

/// For an option that takes a whole number, from `least` on.
CLI::Validator count_from(unsigned least);

void add_build_options(CLI::App& command, ManifestQuery& build, SandboxMode& sandbox,
                       bool& no_build);
/// What report and diff may be given; grade takes course.yaml from its build.
void add_score_options(CLI::App& command, ScoreOptions& scoring, bool with_course);
void add_output_options(CLI::App& command, OutputOptions& output, bool with_quiet = true);
void add_out(CLI::App& command, std::filesystem::path& out);

}  // namespace warpschool::grader
