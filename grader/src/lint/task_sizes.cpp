// How much a task asks for: a region of the model answer is a few lines, and the stub says how
// many.
#include "course_files/outline.hpp"
#include "lint/lint.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <sstream>

namespace warpschool::grader {
namespace {

constexpr int kLongestTask = 8;  ///< that say something
constexpr int kEstimateOff = 2;  ///< lines that an estimate may be off

std::string without_margins(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string::npos
             ? ""
             : line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

struct Size {
  int lines = 0;   ///< of code, blank ones and comments not counted
  int saying = 0;  ///< those of them that are no mere brace and no directive
};

Size size_of(const std::string& body) {
  Size size;
  std::istringstream stream(body);
  for (std::string line; std::getline(stream, line);) {
    const std::string text = without_margins(line);
    if (text.empty() || text.rfind("//", 0) == 0) {
      continue;
    }
    ++size.lines;
    size.saying += text != "}" && text != "{" && text != "};" && text[0] != '#' ? 1 : 0;
  }
  return size;
}

/// The number in "(about 4 lines)" of the marker, which may go over several lines.
std::optional<int> estimate_in(const std::string& stub, int task) {
  const std::size_t marker = stub.find(fmt::format("// TODO({}):", task));
  const std::size_t end = stub.find(fmt::format("// END TODO({})", task));
  constexpr std::string_view kAbout = "(about ";
  const std::size_t about = stub.find(kAbout, marker);
  if (marker == std::string::npos || about == std::string::npos || about > end) {
    return std::nullopt;
  }
  return std::atoi(stub.c_str() + about + kAbout.size());
}

}  // namespace

Diagnostics lint_task_sizes(const std::string& name, const std::string& stub,
                            const std::string& answer) {
  Diagnostics findings;
  const auto outline = outline_of(answer, name);
  if (!outline) {
    return findings;  // which is told elsewhere
  }
  for (std::size_t i = 0; i < outline->tasks.size(); ++i) {
    const int task = outline->tasks[i];
    const auto find = [&](std::string message, std::string help) {
      findings.push_back({name, outline->task_lines[i], 1, std::move(message), std::move(help)});
    };
    const Size size = size_of(outline->bodies.at(task));
    if (size.saying > kLongestTask) {
      find(fmt::format("task {} takes {} lines, braces not counted; {} are the most", task,
                       size.saying, kLongestTask),
           "leave some of it to the stub, or make two tasks of it");
    }
    const std::optional<int> estimate = estimate_in(stub, task);
    if (!estimate || std::abs(*estimate - size.lines) > kEstimateOff) {
      find(fmt::format(
               "TODO({}) of the stub {}, and the model answer has {}", task,
               estimate ? fmt::format("says about {}", *estimate) : "gives no number of lines",
               size.lines),
           fmt::format("write (about {} line{})", size.lines, size.lines == 1 ? "" : "s"));
    }
  }
  return findings;
}

}  // namespace warpschool::grader
