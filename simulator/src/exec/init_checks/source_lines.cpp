// Reads lines of the guest's source for messages.
#include "exec/init_checks/source_lines.hpp"

#include <fstream>

namespace warpschool::sim {
const std::string* SourceLines::line(const std::string& file, unsigned number) {
  constexpr std::size_t kMostLines = 200'000;
  const auto [found, is_new] = files_.try_emplace(file);
  std::vector<std::string>& lines = found->second;
  if (is_new) {
    std::ifstream stream(file);
    for (std::string text; lines.size() < kMostLines && std::getline(stream, text);) {
      lines.push_back(std::move(text));
    }
  }
  return number == 0 || number > lines.size() ? nullptr : &lines[number - 1];
}

}  // namespace warpschool::sim
