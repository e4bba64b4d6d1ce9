// Edits numbers in YAML text and shows the edits as a unified diff.
#include "lint/course_patch.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::string_view kToBeMeasured = "to be measured";

using Lines = std::vector<std::string>;

/// Each with its line break; the last may have none.
Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

/// `... # gpu: to be measured` without the comment, if it says nothing more.
void drop_reminder(std::string& line, const std::string& backend) {
  const std::size_t comment = line.rfind(" #");
  const std::size_t reminder = line.rfind(kToBeMeasured);
  if (comment == std::string::npos || reminder == std::string::npos || reminder < comment ||
      line.substr(comment, reminder - comment) != " # " + backend + ": ") {
    return;
  }
  const std::size_t behind = line.find_first_not_of(" \r\n", reminder + kToBeMeasured.size());
  if (behind == std::string::npos) {
    const std::size_t last = line.find_last_not_of(' ', comment);
    line = line.substr(0, last + 1) + (line.back() == '\n' ? "\n" : "");
  }
}

/// First and behind the last line of each group of changes with its context.
std::vector<std::pair<std::size_t, std::size_t>> hunks(const Lines& before, const Lines& after) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == after[i]) {
      continue;
    }
    const std::size_t begin = i < kContext ? 0 : i - kContext;
    const std::size_t end = std::min(i + kContext + 1, before.size());
    if (!found.empty() && begin <= found.back().second) {
      found.back().second = end;
    } else {
      found.emplace_back(begin, end);
    }
  }
  return found;
}

std::string marked(char mark, const std::string& line) {
  return std::string(1, mark) + line +
         (line.empty() || line.back() != '\n' ? "\n\\ No newline at end of file\n" : "");
}

}  // namespace

std::string with_thresholds(const std::string& yaml, const std::vector<Proposal>& proposals) {
  std::vector<Proposal> backwards = proposals;  // so that columns stay true
  std::sort(backwards.begin(), backwards.end(), [](const Proposal& a, const Proposal& b) {
    return a.place.line != b.place.line ? a.place.line > b.place.line
                                        : a.place.column > b.place.column;
  });
  Lines lines = lines_of(yaml);
  for (const Proposal& proposal : backwards) {
    const auto row = static_cast<std::size_t>(proposal.place.line - 1);
    const auto column = static_cast<std::size_t>(proposal.place.column - 1);
    if (proposal.place.line < 1 || row >= lines.size() || column >= lines[row].size()) {
      continue;
    }
    std::string& line = lines[row];
    const std::size_t end =
        std::min(line.find_first_not_of("0123456789.eE+-", column), line.size());
    if (end > column) {
      if (proposal.full_at > 0) {
        line.replace(column, end - column, fmt::format("{:g}", proposal.full_at));
      }
      drop_reminder(line, proposal.backend);
    }
  }
  std::string text;
  for (const std::string& line : lines) {
    text += line;
  }
  return text;
}

std::string unified_diff(const std::string& name, const std::string& before,
                         const std::string& after) {
  const Lines old_lines = lines_of(before);
  const Lines new_lines = lines_of(after);
  if (before == after || old_lines.size() != new_lines.size()) {
    return {};
  }
  std::string text = fmt::format("--- a/{0}\n+++ b/{0}\n", name);
  for (const auto& [begin, end] : hunks(old_lines, new_lines)) {
    text += fmt::format("@@ -{0},{1} +{0},{1} @@\n", begin + 1, end - begin);
    for (std::size_t i = begin; i < end;) {
      std::size_t same = i;  // the first line that does not differ
      while (same < end && old_lines[same] != new_lines[same]) {
        ++same;
      }
      for (std::size_t k = i; k < same; ++k) {
        text += marked('-', old_lines[k]);
      }
      for (std::size_t k = i; k < same; ++k) {
        text += marked('+', new_lines[k]);
      }
      if (same == i) {
        text += marked(' ', old_lines[i]);
        ++same;
      }
      i = same;
    }
  }
  return text;
}

}  // namespace warpschool::grader
