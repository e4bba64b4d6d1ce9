// Finds entries and keys in the lines of course.yaml by how far they are indented.
#include "course_files/course_lines.hpp"

#include <algorithm>

namespace warpschool::grader {

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

std::size_t end_of_entry(const Lines& lines, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < lines.size() &&
         (lines[end].empty() || indent_of(lines[end]) > indent_of(lines[begin]))) {
    ++end;
  }
  return end;
}

std::pair<std::size_t, std::size_t> lines_of(const Lines& lines, const course::Exercise& exercise,
                                             const std::string& key) {
  const auto begin = static_cast<std::size_t>(exercise.line) - 1;
  const std::size_t last = end_of_entry(lines, begin);
  const std::size_t indent = indent_of(lines[begin]) + 2;
  for (std::size_t i = begin; i < last; ++i) {
    if (lines[i].compare(std::min(indent, lines[i].size()), key.size() + 1, key + ":") == 0) {
      std::size_t end = i + 1;
      while (end < last && (lines[end].empty() || indent_of(lines[end]) > indent)) {
        ++end;
      }
      return {i, end};
    }
  }
  return {begin, begin};
}

void replace_key(Lines& lines, const course::Exercise& exercise, const std::string& key,
                 const std::string& value) {
  const auto [begin, end] = lines_of(lines, exercise, key);
  for (std::size_t i = begin; i < end; ++i) {
    lines[i] = i == begin && !value.empty() ? std::string(indent_of(lines[begin]), ' ') + value
                                            : std::string();
  }
}

}  // namespace warpschool::grader
