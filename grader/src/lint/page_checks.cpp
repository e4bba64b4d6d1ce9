// The page of an exercise: what it must say, and in how many words.
#include "lint/lint.hpp"

#include <array>
#include <fmt/format.h>
#include <iterator>
#include <sstream>

namespace warpschool::grader {
namespace {

constexpr std::size_t kReadmeWords = 250;
constexpr std::array<const char*, 6> kHeadings{"You will learn", "Before", "Predict",
                                               "Tasks",          "Run",    "Done when"};

std::vector<std::string> page_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

bool begins_with(const std::string& line, const std::string& begin) {
  return line.compare(0, begin.size(), begin) == 0;
}

bool has_heading(const std::vector<std::string>& lines, const std::string& heading) {
  for (const std::string& line : lines) {
    if (begins_with(line, "## " + heading)) {
      return true;
    }
  }
  return false;
}

/// An image, or a drawing of letters: indented or fenced lines. Commands under "Run" are none.
bool has_picture(const std::vector<std::string>& lines) {
  bool runs = false;
  for (const std::string& line : lines) {
    runs = begins_with(line, "## ") ? begins_with(line, "## Run") : runs;
    if (!runs && (begins_with(line, "    ") || begins_with(line, "```") ||
                  line.find("![") != std::string::npos)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Diagnostics lint_readme(const std::string& name, const std::string& text) {
  Diagnostics findings;
  const std::vector<std::string> lines = page_lines(text);
  for (const char* heading : kHeadings) {
    if (!has_heading(lines, heading)) {
      findings.push_back({name, 0, 0, fmt::format("has no heading \"## {}\"", heading), {}});
    }
  }
  std::istringstream stream(text);
  const auto words = static_cast<std::size_t>(std::distance(
      std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()));
  if (words > kReadmeWords) {
    findings.push_back({name, 0, 0,
                        fmt::format("has {} words; at most {} are read", words, kReadmeWords),
                        "the module's README.md is the place for theory"});
  }
  if (text.find("](../README.md") == std::string::npos) {
    findings.push_back({name, 0, 0, "has no link to the page of its module",
                        "write [the page of module ...](../README.md)"});
  }
  if (!has_picture(lines)) {
    findings.push_back({name, 0, 0, "has no picture",
                        "draw which thread works on which data, with numbers: indented lines, or "
                        "![...](....svg)"});
  }
  return findings;
}

}  // namespace warpschool::grader
