// Any bytes as course.yaml: never a crash or an exception, always a course or a reason, and no
// value that could become CMake code.
#include "warpschool/course/course.hpp"
#include "warpschool/course/emit_cmake.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

namespace course = warpschool::course;

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// Only what set() commands over ids, file names and numbers need.
bool is_harmless(const std::string& cmake) {
  const std::string comment = cmake.substr(0, cmake.find('\n'));
  for (const char c : cmake.substr(comment.size())) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!word && std::string(" \n_.-()").find(c) == std::string::npos) {
      return false;
    }
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const warpschool::Result<course::Course> course = course::parse(text, "fuzz.yaml");
  if (!course) {
    require(!course.diagnostics().empty());
    for (const warpschool::Diagnostic& diagnostic : course.diagnostics()) {
      require(!diagnostic.message.empty() && diagnostic.line >= 0 && diagnostic.column >= 0);
    }
    return 0;
  }
  require(is_harmless(course::to_cmake(*course)));
  for (const course::Exercise* exercise : course->exercises()) {
    require(course->find(exercise->id) == exercise);
    require(exercise->points.total() > 0 && !exercise->files.empty());
  }
  return 0;
}
