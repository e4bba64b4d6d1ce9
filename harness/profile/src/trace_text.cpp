// Writes a trace for a terminal.
#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/shown_trace.hpp"
#include "warpschool/screen/screen.hpp"
#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace warpschool::profile {
namespace {

std::string without_indent(const std::string& code) {
  const std::size_t first = code.find_first_not_of(" \t");
  return first == std::string::npos
             ? ""
             : screen::tame_line(code.substr(first), screen::kScreenWidth - 18);
}

std::string facts_text(const ShownStep& step, const std::string& indent) {
  std::string text;
  for (const std::string& fact : step.facts) {
    text += screen::wrapped(fact, indent, screen::kScreenWidth);
  }
  return text;
}

std::string heading(const ShownTrace& trace) {
  return fmt::format("{} of {}", trace.who, trace.kernel);
}

/// The lines around the one that is marked.
std::string around(const ShownStep& step, const SourceReader& source, bool colour) {
  constexpr int kAround = 4;
  std::istringstream lines(source(step.file).value_or(""));
  std::string text, code;
  for (int number = 1; std::getline(lines, code) && number <= step.line + kAround; ++number) {
    if (number < step.line - kAround) {
      continue;
    }
    const std::string line = fmt::format("{} {:>4} | {}", number == step.line ? ">" : " ", number,
                                         screen::tame_line(code, screen::kScreenWidth - 13));
    text += (number == step.line ? screen::painted(line, "1", colour) : line) + "\n";
  }
  return text;
}

}  // namespace

std::string trace_text(const ShownTrace& trace, bool colour) {
  std::string text = screen::painted(heading(trace), "1", colour) + "\n";
  std::string file;
  std::size_t number = 0;
  for (const ShownStep& step : trace.steps) {
    if (step.file != file) {
      file = step.file;
      text += "\n" + place_text(file, step.line) + "\n";
    }
    const std::string deeper(2 * static_cast<std::size_t>(std::clamp(step.depth, 0, 10)), ' ');
    const std::string lanes = step.lanes.empty() ? "" : "  [" + step.lanes + "]";
    text += fmt::format("{:>5}  {}{:>4} | {}{}\n", ++number, deeper, step.line,
                        without_indent(step.code), lanes) +
            facts_text(step, "              " + deeper);
  }
  return text + cut_text(trace);
}

std::string step_text(const ShownTrace& trace, std::size_t number, const SourceReader& source,
                      bool colour) {
  if (number >= trace.steps.size()) {
    return {};
  }
  const ShownStep& step = trace.steps[number];
  std::string text = fmt::format("{}, step {} of {}: {}, in {}{}\n\n", heading(trace), number + 1,
                                 trace.steps.size(), place_text(step.file, step.line),
                                 step.function, step.lanes.empty() ? "" : ", " + step.lanes);
  text += around(step, source, colour) + "\n" + facts_text(step, "    ");
  for (const ShownVariable& variable : step.variables) {
    const std::string line =
        fmt::format("  {} {:<16} {}", variable.is_new ? "*" : " ", variable.name,
                    screen::tame_line(variable.value, screen::kScreenWidth - 25));
    text += (variable.is_new ? screen::painted(line, "1", colour) : line) + "\n";
  }
  return number + 1 == trace.steps.size() ? text + cut_text(trace) : text;
}

}  // namespace warpschool::profile
