// Writes a term's dates into course.yaml line by line, so that what stays reads as it was written;
// what comes out is read again, and must be the course in that term.
#include "release/course_term.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <sstream>
#include <vector>

namespace warpschool::grader {
namespace {

using Lines = std::vector<std::string>;

Lines lines_in(const std::string& yaml) {
  Lines lines;
  std::istringstream stream(yaml);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::size_t blanks_before(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool has_key(const std::string& line, std::size_t indent, const std::string& key) {
  return blanks_before(line) == indent && line.compare(indent, key.size() + 1, key + ":") == 0;
}

/// Replaces a key of the course itself, with what is indented below it, or adds it below the title.
void set_key(Lines& lines, const std::string& key, const std::string& value) {
  const auto is_key = [&](const std::string& line) { return has_key(line, 0, key); };
  auto at = std::find_if(lines.begin(), lines.end(), is_key);
  if (at == lines.end()) {
    at = std::find_if(lines.begin(), lines.end(),
                      [](const std::string& line) { return has_key(line, 0, "title"); });
    at = lines.insert(at == lines.end() ? at : at + 1, std::string());
  }
  *at = key + ": " + value;
  while (++at != lines.end() && (at->empty() || at->front() == ' ')) {
    at->clear();
  }
}

std::string in_yaml(const course::LatePolicy& late) {
  return fmt::format(
      "{{grace: {}s, loss_per_day: {:g}%{}, late_days: {}}}", late.grace_s, 100 * late.loss_per_day,
      late.latest_s ? fmt::format(", latest: {}s", *late.latest_s) : "", late.late_days);
}

/// Into the exercise's entry: the key that it has, or a new one.
void set_due(Lines& lines, const course::Exercise& exercise, const std::string& due) {
  const auto begin = static_cast<std::size_t>(exercise.line) - 1;
  const std::size_t indent = blanks_before(lines[begin]);
  std::size_t end = begin + 1;
  while (end < lines.size() && (lines[end].empty() || blanks_before(lines[end]) > indent)) {
    if (has_key(lines[end], indent + 2, "due")) {
      lines[end] = std::string(indent + 2, ' ') + "due: " + due;
      return;
    }
    ++end;
  }
  if (lines[begin].compare(indent, 3, "- {") != 0) {
    lines[begin] += "\n" + std::string(indent + 2, ' ') + "due: " + due;
    return;
  }
  static const std::regex kDue("\\bdue: *[^,}]*");
  if (std::regex_search(lines[begin], kDue)) {
    lines[begin] = std::regex_replace(lines[begin], kDue, "due: " + due);
  } else {
    lines[begin].insert(lines[begin].find('{') + 1, "due: " + due + ", ");
  }
}

bool has_dates_of(const course::Course& course, const course::Course& wanted) {
  const auto exercises = course.exercises();
  return course.term == wanted.term &&
         std::all_of(exercises.begin(), exercises.end(), [&](const course::Exercise* exercise) {
           const course::Exercise* other = wanted.find(exercise->id);
           return other != nullptr && other->due == exercise->due;
         });
}

}  // namespace

course::Course in_term(course::Course course, const course::Policy& policy) {
  course.term = policy.term.empty() ? course.term : policy.term;
  course.late = policy.late ? policy.late : course.late;
  for (course::Module& module : course.modules) {
    for (course::Exercise& exercise : module.exercises) {
      const auto due = policy.due.find(exercise.id);
      exercise.due = due == policy.due.end() ? exercise.due : due->second;
    }
  }
  return course;
}

Result<std::string> in_term(const std::string& yaml, const course::Policy& policy,
                            const std::string& file) {
  const Result<course::Course> course = course::parse(yaml, file);
  if (!course) {
    return course.diagnostics();
  }
  Lines lines = lines_in(yaml);
  for (const course::Exercise* exercise : course->exercises()) {
    if (const auto due = policy.due.find(exercise->id); due != policy.due.end()) {
      set_due(lines, *exercise, due->second);
    }
  }
  if (policy.late) {
    set_key(lines, "late", in_yaml(*policy.late));
  }
  if (!policy.term.empty()) {
    set_key(lines, "term",
            fmt::format("\"{}\"", std::regex_replace(policy.term, std::regex("[\"\\\\]"), "\\$&")));
  }
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  const Result<course::Course> made = course::parse(text, file);
  if (!made || !has_dates_of(*made, in_term(*course, policy))) {
    return Diagnostic{file, 0, 0, "is laid out so that the term's dates find no place in it",
                      "begin each exercise's entry in a line of its own, as in \"- id: "
                      "vector_add\", and each of its keys"};
  }
  return text;
}

}  // namespace warpschool::grader
