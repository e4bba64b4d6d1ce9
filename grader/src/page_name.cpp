#include "class_result.hpp"

#include <fmt/format.h>

namespace warpschool::grader {

std::string page_name(const std::string& student_id) {
  // '_' is the escape itself, so that no two ids share a page even where a file system ignores
  // case.
  std::string name;
  for (const char c : student_id) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    name += plain ? std::string(1, c) : fmt::format("_{:02x}", static_cast<unsigned char>(c));
  }
  return name + ".html";
}

}  // namespace warpschool::grader
