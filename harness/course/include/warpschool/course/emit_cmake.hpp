// The course as CMake needs it: `course_tool` writes it at configure time, cmake/Course.cmake
// includes it.
#pragma once

#include "warpschool/course/course.hpp"

#include <string>

namespace warpschool::course {

/// set() commands: WARPSCHOOL_EXERCISES and, for each,
/// WARPSCHOOL_<id>_{MODULE,FILES,KINDS,TASKS,BUILD_SECONDS,...}. Everything written is a checked
/// id, file name or number, so that no value can become CMake code.
std::string to_cmake(const Course& course);

}  // namespace warpschool::course
