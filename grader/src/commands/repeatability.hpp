// How far repeated gradings of the same work agree: what a device's clock makes of it.
#pragma once

#include "lint/lint.hpp"
#include "warpschool/course/course.hpp"

#include <filesystem>
#include <vector>

namespace warpschool::grader {

/// Of each exercise with timing rules its model answer and its reference (a submission that races
/// against itself), `times` each, with other inputs each time. Only timing is judged.
std::vector<Trial> repeated_trials(const std::filesystem::path& root,
                                   const std::vector<const course::Exercise*>& exercises,
                                   unsigned times);

/// Prints verdicts and ratios. False where one submission got different verdicts, or where fewer
/// than 95 % of the intervals of a reference against itself hold 1.
bool print_repeatability(const std::vector<Trial>& trials, const std::vector<JobReport>& reports);

}  // namespace warpschool::grader
