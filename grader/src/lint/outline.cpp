// Splits a stub into its TODO regions and the code around them.
#include "outline.hpp"

#include "support/lines.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace warpschool::grader {
namespace {

/// The n of `mark` n `)` in this line: `// TODO(3)`.
std::optional<int> number_after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  int number = 0;
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const char* begin = line.data() + at + mark.size();
  const auto [end, error] = std::from_chars(begin, line.data() + line.size(), number);
  const bool closed = error == std::errc() && end != line.data() + line.size() && *end == ')';
  return closed ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<Outline> outline_of(std::string_view text, const std::string& file) {
  Outline outline;
  Diagnostics problems;
  std::optional<int> open;
  int number = 0;
  for (const std::string_view line : lines_in(text)) {
    ++number;
    const auto end = number_after(line, "END TODO(");
    const auto begin = end ? std::nullopt : number_after(line, "// TODO(");
    if (end && open != end) {
      problems.push_back(
          {file, number, 1, fmt::format("END TODO({}) ends no region that is open", *end), {}});
    }
    if (end && open == end) {
      outline.end_lines.push_back(number);
    }
    if (begin && open) {
      problems.push_back(
          {file, number, 1, fmt::format("TODO({}) begins inside TODO({})", *begin, *open), {}});
    }
    if (begin) {
      outline.tasks.push_back(*begin);
      outline.task_lines.push_back(number);
      outline.bodies[*begin];
    }
    const bool inside = open && !begin && !end;
    (inside ? outline.bodies[*open] : outline.outside).append(line).append("\n");
    open = begin ? begin : end ? std::nullopt : open;
  }
  if (open) {
    problems.push_back(
        {file, number, 1, fmt::format("TODO({}) does not end", *open), "add // END TODO(n)"});
  }
  if (!problems.empty()) {
    return problems;
  }
  return outline;
}

std::string splice(std::string_view text, const std::map<int, std::string>& bodies) {
  std::string spliced;
  bool replaced = false;  // inside a region whose body was replaced
  for (const std::string_view line : lines_in(text)) {
    const bool ends = number_after(line, "END TODO(").has_value();
    const auto begin = ends ? std::nullopt : number_after(line, "// TODO(");
    replaced = replaced && !ends;
    if (!replaced) {
      spliced.append(line).append("\n");
    }
    if (const auto body = bodies.find(begin.value_or(-1)); body != bodies.end()) {
      spliced.append(body->second);
      replaced = true;
    }
  }
  return spliced;
}

int first_difference(std::string_view left, std::string_view right) {
  const auto left_lines = lines_in(left), right_lines = lines_in(right);
  const std::size_t common = std::min(left_lines.size(), right_lines.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (left_lines[i] != right_lines[i]) {
      return static_cast<int>(i) + 1;
    }
  }
  return left_lines.size() == right_lines.size() ? 0 : static_cast<int>(common) + 1;
}

}  // namespace warpschool::grader
