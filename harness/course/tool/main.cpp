// course_tool: what CMake and people ask course.yaml for.
//   course_tool cmake course.yaml OUT   writes OUT (only when it changes), for cmake/Course.cmake
//   course_tool lint course.yaml        says what is wrong with it, or nothing
// Exit status: 0 fine, 1 the file has mistakes (on stderr, as file:line:column: message), 2 bad
// usage.
#include "warpschool/course/course.hpp"
#include "warpschool/course/emit_cmake.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace course = warpschool::course;

int usage() {
  std::cerr << "usage: course_tool cmake course.yaml OUT\n       course_tool lint course.yaml\n";
  return 2;
}

/// Keeps the time stamp of an unchanged file, so that nothing is configured again for it.
bool write_if_changed(const std::string& file, const std::string& text) {
  std::ostringstream present;
  if (std::ifstream stream(file, std::ios::binary);
      stream && (present << stream.rdbuf()) && present.str() == text) {
    return true;
  }
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  return static_cast<bool>(stream.flush());
}

int run(const std::vector<std::string>& arguments) {
  const bool lint = arguments.size() == 2 && arguments[0] == "lint";
  const bool cmake = arguments.size() == 3 && arguments[0] == "cmake";
  if (!lint && !cmake) {
    return usage();
  }
  const warpschool::Result<course::Course> read = course::load_with_exercises(arguments[1]);
  if (!read) {
    for (const warpschool::Diagnostic& diagnostic : read.diagnostics()) {
      std::cerr << to_string(diagnostic) << '\n';
    }
    return 1;
  }
  if (cmake && !write_if_changed(arguments[2], course::to_cmake(*read))) {
    std::cerr << arguments[2] << ": cannot be written\n";
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "course_tool: internal error: %s\n", error.what());
    return 3;
  }
}
