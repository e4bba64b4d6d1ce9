// The command line of bin/grader: each function adds a subcommand, which sets the exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace warpschool::grader {

// class_commands.cpp: what is done with a class that hands in
void add_grade(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_diff(CLI::App& app, int& status);
void add_regrade(CLI::App& app, int& status);
void add_audit(CLI::App& app, int& status);
void add_override(CLI::App& app, int& status);
void add_comment(CLI::App& app, int& status);
void add_export(CLI::App& app, int& status);
void add_similarity(CLI::App& app, int& status);

// course_commands.cpp: what is done with the course
void add_list(CLI::App& app, int& status);
void add_lint(CLI::App& app, int& status);
void add_calibrate(CLI::App& app, int& status);
void add_new(CLI::App& app, int& status);
void add_release(CLI::App& app, int& status);

}  // namespace warpschool::grader
