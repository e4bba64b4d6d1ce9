// A judge's record for people (console) and for programs (the result file).
#pragma once

#include "judge.hpp"

#include <string>

namespace warpschool::harness {

/// What a student reads: one screen (warpschool/screen/screen.hpp); all of it with --verbose.
std::string console_report(Judge& judge, const std::string& program, bool colour);

/// The result as JSON (schema 1, docs/HARNESS.md).
std::string result_json(Judge& judge);

/// Writes a file so that a reader sees all of it or nothing. A path /dev/fd/N is written to the
/// inherited descriptor N itself: a grader's file that has no name in the sandbox. False if it
/// cannot.
bool write_result(const std::string& path, const std::string& text);

}  // namespace warpschool::harness
