// Writes an exercise's entry for course.yaml.
#include "skeleton/course_entry.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <vector>

namespace warpschool::grader {
namespace {

std::size_t indent_of(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool says_nothing(const std::string& line) {
  const std::size_t at = indent_of(line);
  return at == line.size() || line[at] == '#';
}

/// `- id: 4_tiles`, whatever stands around it.
bool is_item(const std::string& line, const std::string& id) {
  std::string rest = line.substr(indent_of(line));
  rest = rest.substr(0, rest.find(" #"));
  while (!rest.empty() && rest.back() == ' ') {
    rest.pop_back();
  }
  return rest == "- id: " + id || rest == "- id: \"" + id + "\"";
}

/// Always quoted: a title may hold ": " or begin with anything.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? std::string(1, '\\') + c : std::string(1, c);
  }
  return result + "\"";
}

}  // namespace

std::string course_entry(const std::string& id, const std::string& title, std::size_t indent) {
  const std::string blanks(indent, ' ');
  return fmt::format(
      "{0}- id: {1}\n{0}  title: {2}\n{0}  points: {{correctness: 10}}\n{0}  limits: {{build: 60s, "
      "run: 30s, "
      "memory: 2GiB}}\n",
      blanks, id, quoted(title));
}

std::optional<std::string> with_entry(const std::string& yaml, const std::string& module,
                                      const std::string& id, const std::string& title) {
  std::vector<std::string> lines;
  std::istringstream stream(yaml);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  std::size_t at = 0;
  while (at < lines.size() && !is_item(lines[at], module)) {
    ++at;
  }
  if (at == lines.size()) {
    return std::nullopt;
  }
  const std::size_t module_indent = indent_of(lines[at]);
  std::optional<std::size_t> list_indent;  // of the first "- id:" under "exercises:"
  std::size_t end = at + 1;                // behind the last line that says something
  bool in_exercises = false;
  for (std::size_t i = at + 1; i < lines.size(); ++i) {
    if (says_nothing(lines[i])) {
      continue;
    }
    if (indent_of(lines[i]) <= module_indent) {
      break;
    }
    const std::string rest = lines[i].substr(indent_of(lines[i]));
    if (in_exercises && !list_indent && rest.rfind("- ", 0) == 0) {
      list_indent = indent_of(lines[i]);
    }
    in_exercises = in_exercises || rest.rfind("exercises:", 0) == 0;
    end = i + 1;
  }
  if (!list_indent) {
    return std::nullopt;
  }
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result += i == end ? course_entry(id, title, *list_indent) : "";
    result += lines[i] + "\n";
  }
  return end == lines.size() ? result + course_entry(id, title, *list_indent) : result;
}

}  // namespace warpschool::grader
