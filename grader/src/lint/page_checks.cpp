// The page of an exercise: what it must say, and in how many words.
#include "lint/lint.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {
namespace {

constexpr std::size_t kReadmeWords = 250;
constexpr std::array<const char*, 6> kHeadings{"You will learn", "Before", "Predict",
                                               "Tasks",          "Run",    "Done when"};

using PageLines = std::vector<std::string_view>;

bool has_heading(const PageLines& lines, const std::string& heading) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return line.starts_with("## " + heading); });
}

/// An image, or a drawing of letters: indented or fenced lines. Commands under "Run" are none.
bool has_picture(const PageLines& lines) {
  bool runs = false;
  for (const std::string_view line : lines) {
    runs = line.starts_with("## ") ? line.starts_with("## Run") : runs;
    if (!runs && (line.starts_with("    ") || line.starts_with("```") ||
                  line.find("![") != std::string_view::npos)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Diagnostics lint_readme(const std::string& name, const std::string& text) {
  Diagnostics findings;
  const PageLines lines = lines_in(text);
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
