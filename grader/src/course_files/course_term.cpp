// Writes a term's dates into course.yaml line by line, so that what stays reads as it was written;
// what comes out is read again, and must be the course in that term.
#include "course_files/course_term.hpp"

#include "course_files/course_lines.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <string_view>
#include <vector>

namespace warpschool::grader {
namespace {

bool is_course_key(const std::string& line, const std::string& key) {
  return line.compare(0, key.size() + 1, key + ":") == 0;
}

/// Replaces a key of the course itself, with what is indented below it, or adds it below the title.
void set_key(Lines& lines, const std::string& key, const std::string& value) {
  const auto is_key = [&](const std::string& line) { return is_course_key(line, key); };
  auto at = std::find_if(lines.begin(), lines.end(), is_key);
  if (at == lines.end()) {
    at = std::find_if(lines.begin(), lines.end(),
                      [](const std::string& line) { return is_course_key(line, "title"); });
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
  const auto [first, last] = lines_of(lines, exercise, "due");
  if (first != last) {
    replace_key(lines, exercise, "due", "due: " + due);
    return;
  }
  std::string& begin = lines[static_cast<std::size_t>(exercise.line) - 1];
  const std::size_t indent = indent_of(begin);
  if (begin.compare(indent, 3, "- {") != 0) {
    begin += "\n" + std::string(indent + 2, ' ') + "due: " + due;
    return;
  }
  static const std::regex kDue("\\bdue: *[^,}]*");
  if (std::regex_search(begin, kDue)) {
    begin = std::regex_replace(begin, kDue, "due: " + due);
  } else {
    begin.insert(begin.find('{') + 1, "due: " + due + ", ");
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
      exercise.due = policy.due_of(exercise);
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
  const std::vector<std::string_view> old = lines_in(yaml);
  Lines lines(old.begin(), old.end());
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
