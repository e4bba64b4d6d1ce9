// Looks for TODO regions without code.
#include "report/empty_todos.hpp"

#include "support/lines.hpp"

#include <cstdlib>
#include <string>

namespace warpschool::grader::report {
namespace {

/// The number behind `mark` in a line that is a comment with it; 0 if the line has none.
int number_behind(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  return at == std::string_view::npos
             ? 0
             : std::atoi(std::string(line.substr(at + mark.size(), 8)).c_str());
}

bool has_code(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin != std::string_view::npos && line.substr(begin, 2) != "//";
}

}  // namespace

std::map<int, int> empty_todos(std::string_view source) {
  std::map<int, int> empty;
  int number = 0, begin = 0, at = 0;
  bool written = false;
  for_each_line(source, [&](std::string_view line) {
    ++at;
    if (const int ended = number_behind(line, "// END TODO("); ended > 0) {
      if (ended == number && !written) {
        empty[number] = begin;
      }
      number = 0;
    } else if (const int begun = number_behind(line, "// TODO("); begun > 0) {
      number = begun;
      begin = at;
      written = false;
    } else {
      written = written || has_code(line);
    }
  });
  return empty;
}

}  // namespace warpschool::grader::report
