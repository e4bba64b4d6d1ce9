// Reads the hints of an exercise.
#include "hints.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace warpschool::warp {
namespace {

constexpr std::string_view kTask = "## Task ";

/// Where the text of "12. text" begins; 0 if the line begins no item.
std::size_t item_begin(const std::string& line) {
  std::size_t at = 0;
  while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0) {
    ++at;
  }
  return at > 0 && line.compare(at, 2, ". ") == 0 ? at + 2 : 0;
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string::npos
             ? ""
             : line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

/// "[text](address)" -> "text": a terminal shows no links. Cut out of the whole hint, as a link may
/// be broken over lines.
std::string without_links(const std::string& markdown) {
  std::string text = markdown;
  for (std::size_t middle = text.find("]("); middle != std::string::npos;
       middle = text.find("](")) {
    const std::size_t begin = text.rfind('[', middle);
    const std::size_t end = text.find(')', middle);
    if (begin == std::string::npos || end == std::string::npos) {
      break;
    }
    text.erase(middle, end + 1 - middle);
    text.erase(begin, 1);
  }
  return text;
}

}  // namespace

std::map<int, std::vector<std::string>> read_hints(std::string_view markdown) {
  std::map<int, std::vector<std::string>> hints;
  int task = 0;
  std::istringstream lines{std::string(markdown)};
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, kTask.size(), kTask) == 0) {
      task = std::atoi(line.c_str() + kTask.size());
    } else if (!line.empty() && line[0] == '#') {
      task = 0;
    } else if (task > 0) {
      const std::size_t begin = item_begin(line);
      const std::string text = trimmed(line.substr(begin));
      if (begin > 0) {
        hints[task].push_back(text);
      } else if (!text.empty() && hints.count(task) > 0) {
        hints[task].back() += " " + text;
      }
    }
  }
  for (auto& [number, texts] : hints) {
    std::transform(texts.begin(), texts.end(), texts.begin(), without_links);
  }
  return hints;
}

}  // namespace warpschool::warp
