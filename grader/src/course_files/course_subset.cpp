// Cuts entries out of course.yaml line by line, so that what stays reads as it was written; what
// comes out is read again, and must be the course that was asked for.
#include "course_files/course_subset.hpp"

#include "course_files/course_lines.hpp"
#include "warpschool/course/course.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <vector>

namespace warpschool::grader {
namespace {

constexpr const char* kHead =
    "# What the course asks for: points, due dates, limits, thresholds. CMake and the judges read "
    "it.\n"
    "# Times are compared with those of a reference on the same device: ratio = its time / "
    "yours.\n";

/// Without a comment: a # outside of quotes, at the beginning or behind a blank.
std::string without_comment(const std::string& line) {
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != '\0') {
      i += quote == '"' && c == '\\' ? 1U : 0U;
      quote = c == quote ? '\0' : quote;
    } else if ((c == '"' || c == '\'') &&
               (i == 0 || std::string(" [{,:").find(line[i - 1]) != std::string::npos)) {
      quote = c;
    } else if (c == '#' && (i == 0 || line[i - 1] == ' ')) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string trimmed_right(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) {
    text.pop_back();
  }
  return text;
}

/// Comments go, lines keep their numbers.
Lines bare_lines(const std::string& yaml) {
  Lines lines;
  std::istringstream stream(yaml);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(trimmed_right(without_comment(line)));
  }
  return lines;
}

void erase(Lines& lines, std::size_t begin) {
  const std::size_t end = end_of_entry(lines, begin);
  std::fill(lines.begin() + static_cast<std::ptrdiff_t>(begin),
            lines.begin() + static_cast<std::ptrdiff_t>(end), std::string());
}

/// The line in which the module's entry begins: the last "- " above its first exercise that is
/// indented less.
std::size_t line_of_module(const Lines& lines, const course::Module& module) {
  const auto first = static_cast<std::size_t>(module.exercises.front().line) - 1;
  std::size_t at = first;
  while (at > 0 && (lines[at].compare(indent_of(lines[at]), 2, "- ") != 0 ||
                    indent_of(lines[at]) >= indent_of(lines[first]))) {
    --at;
  }
  return at;
}

/// `needs: [a, b]` of a kept exercise, with those that are released.
void keep_needs(Lines& lines, const course::Exercise& exercise, const std::set<std::string>& ids) {
  std::string kept;
  for (const std::string& need : exercise.needs) {
    kept += ids.count(need) == 0 ? "" : (kept.empty() ? "" : ", ") + need;
  }
  const auto begin = static_cast<std::size_t>(exercise.line) - 1;
  const std::size_t last = end_of_entry(lines, begin);
  for (std::size_t i = begin; i < last; ++i) {
    const std::size_t at = lines[i].find("needs: [");
    const std::size_t end = lines[i].find(']', std::min(at, lines[i].size()));
    if (at != std::string::npos && end != std::string::npos) {
      lines[i].replace(at, end + 1 - at, "needs: [" + kept + "]");
      return;
    }
  }
}

/// Students win the points of the checks that they have; of the others they know how much they are
/// worth.
void hide_points(Lines& lines, const course::Exercise& exercise) {
  if (exercise.hidden_points.total() <= 0) {
    return;
  }
  std::string points;
  for (const course::Kind kind :
       {course::Kind::kCorrectness, course::Kind::kTiming, course::Kind::kCounters}) {
    const double left = exercise.points.of(kind) - exercise.hidden_points.of(kind);
    if (left > 0) {
      points += fmt::format("{}{}: {:g}", points.empty() ? "" : ", ", to_string(kind), left);
    } else if (exercise.points.of(kind) > 0 && kind != course::Kind::kCorrectness) {
      replace_key(lines, exercise, to_string(kind), {});  // its rules
    }
  }
  replace_key(lines, exercise, "points", fmt::format("points: {{{}}}", points));
  replace_key(lines, exercise, "hidden",
              fmt::format("on_grading_day: {:g}", exercise.hidden_points.total()));
}

void cut(Lines& lines, const course::Course& course, const std::set<std::string>& ids, bool hide) {
  for (const course::Module& module : course.modules) {
    const auto is_kept = [&](const course::Exercise& exercise) {
      return ids.count(exercise.id) > 0;
    };
    if (!module.exercises.empty() &&
        std::none_of(module.exercises.begin(), module.exercises.end(), is_kept)) {
      erase(lines, line_of_module(lines, module));
      continue;
    }
    for (const course::Exercise& exercise : module.exercises) {
      if (!is_kept(exercise)) {
        erase(lines, static_cast<std::size_t>(exercise.line) - 1);
      } else {
        if (hide) {
          hide_points(lines, exercise);
        }
        keep_needs(lines, exercise, ids);
      }
    }
  }
}

std::string joined(const Lines& lines) {
  std::string text = kHead;
  for (const std::string& line : lines) {
    text += line.empty() ? "" : line + "\n";
  }
  return text;
}

std::set<std::string> ids_of(const course::Course& course) {
  std::set<std::string> ids;
  for (const course::Exercise* exercise : course.exercises()) {
    ids.insert(exercise->id);
  }
  return ids;
}

bool tells_hidden(const course::Course& course) {
  const auto exercises = course.exercises();
  return std::any_of(exercises.begin(), exercises.end(), [](const course::Exercise* exercise) {
    return exercise->hidden_points.total() > 0;
  });
}

Result<std::string> subset(const std::string& yaml, const std::set<std::string>& ids,
                           const std::string& file, bool hide) {
  const Result<course::Course> whole = course::parse(yaml, file);
  if (!whole) {
    return whole.diagnostics();
  }
  Lines lines = bare_lines(yaml);
  cut(lines, *whole, ids, hide);
  std::string text = joined(lines);
  const Result<course::Course> rest = course::parse(text, file);
  if (!rest || ids_of(*rest) != ids || (hide && tells_hidden(*rest))) {
    return Diagnostic{file, 0, 0,
                      "is laid out so that the exercises to be released cannot be cut out of it",
                      "begin each entry in a line of its own, as in \"- id: vector_add\", and each "
                      "of its keys; write needs: [...] in "
                      "one line"};
  }
  return text;
}

}  // namespace

Result<std::string> course_for_students(const std::string& yaml, const std::set<std::string>& ids,
                                        const std::string& file) {
  return subset(yaml, ids, file, true);
}

Result<std::string> course_of(const std::string& yaml, const std::set<std::string>& ids,
                              const std::string& file) {
  return subset(yaml, ids, file, false);
}

}  // namespace warpschool::grader
