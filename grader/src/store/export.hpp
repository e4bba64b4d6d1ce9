// grades.csv and grades.json (docs/formats.md): no times of day, durations or seeds; equal work,
// equal bytes.
#pragma once

#include "result/class_result.hpp"

#include <filesystem>
#include <string>

namespace warpschool::grader {

/// One row a student: student, points and status of each exercise, total, out of, percent, grade.
/// What the machine could not judge is an empty cell.
std::string to_csv(const ClassResult& result);

/// The whole class, indented.
std::string to_grades_json(const ClassResult& result);

/// Writes grades.csv and grades.json.
void write_exports(const ClassResult& result, const std::filesystem::path& out);

}  // namespace warpschool::grader
