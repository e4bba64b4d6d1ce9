// The map of the course: what is done, what is next.
#pragma once

#include "progress.hpp"
#include "warpschool/course/course.hpp"

#include <map>
#include <string>

namespace warpschool::warp {

/// The first exercise in course order that is not passed and whose prerequisites all are; where
/// none is, the first that is not passed; null when all are. `except` is not it.
const course::Exercise* next_exercise(const course::Course& course, const Progress& progress,
                                      const std::string& except = {});

/// Modules with their exercises, tasks done, points, prerequisites that are open, and the next one.
/// `tasks` says how many tasks an exercise has.
std::string course_map(const course::Course& course, const Progress& progress,
                       const std::map<std::string, std::size_t>& tasks, bool colour);

}  // namespace warpschool::warp
