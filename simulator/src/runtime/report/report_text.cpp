// Prints a fault as a person reads it.
#include "runtime/report/report_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace warpschool::sim::runtime {
namespace {

/// Blanks as wide as the first `count` bytes of `line`: tabs stay tabs.
std::string blanks_below(const std::string& line, std::size_t count) {
  std::string blanks = line.substr(0, std::min(count, line.size()));
  std::replace_if(
      blanks.begin(), blanks.end(), [](char c) { return c != '\t'; }, ' ');
  return blanks;
}

/// A line that fills screens helps nobody: what lies around the column stays.
void shorten(std::string& line, unsigned& column) {
  constexpr std::size_t kMostBytes = 400, kBefore = 200;
  if (line.size() <= kMostBytes) {
    return;
  }
  const std::size_t begin = column > kBefore ? column - kBefore : 0;
  if (begin > 0 && begin < line.size()) {
    line.erase(0, begin);
    line.insert(0, "...");
    column -= static_cast<unsigned>(begin) - 3;
  }
  if (line.size() > kMostBytes) {
    line.resize(kMostBytes);
    line += "...";
  }
}

/// Template arguments of library kernels fill screens.
std::string short_name(const std::string& kernel) {
  constexpr std::size_t kMostBytes = 200;
  const std::size_t arguments = kernel.find('<');
  return kernel.size() <= kMostBytes || arguments == std::string::npos
             ? kernel
             : kernel.substr(0, arguments) + "<...>";
}

}  // namespace

std::string quotation(SourceLocation where) {
  std::string line = source_line(where);
  if (line.empty()) {
    return {};
  }
  shorten(line, where.column);
  std::string text = fmt::format("{:5} | {}\n", where.line, line);
  // Without a column (what the host allocated, for one) the caret stands below the line's first
  // word.
  const bool has_column = where.column > 0 && where.column <= line.size();
  const std::size_t at = has_column ? where.column - 1 : line.find_first_not_of(" \t");
  if (at != std::string::npos) {
    text += fmt::format("      | {}^\n", blanks_below(line, at));
  }
  return text;
}

std::string source_line(const SourceLocation& where) {
  if (where.line == 0) {
    return {};
  }
  std::ifstream file(where.file);
  std::string line;
  for (unsigned number = 0; number < where.line; ++number) {
    if (!std::getline(file, line)) {
      return {};
    }
  }
  return line;
}

std::string fault_text(const Fault& fault) {
  const std::string in = fault.kernel.empty() ? "host code" : "kernel " + short_name(fault.kernel);
  std::string text = fmt::format("\nwarpschool: {} in {}\n", to_string(fault.kind), in);
  if (fault.where.line > 0) {
    text += fmt::format("  --> {}:{}\n", fault.where.file.empty() ? "PTX" : fault.where.file,
                        fault.where.line);
    text += quotation(fault.where);
  }
  return text + explain(fault) + "\n\n";
}

}  // namespace warpschool::sim::runtime
