#include "simcc/repairs/two_compilers.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

bool knows_both(const std::string& path) {
  std::stringstream stream;
  stream << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string text = stream.str();
  return text.find("NVCC") != std::string::npos &&
         (text.find("CLANG") != std::string::npos || text.find("__clang") != std::string::npos);
}

}  // namespace

bool fails_between_compilers(const std::string& messages, const std::string& source,
                             const std::string& toolkit) {
  static const std::regex colour("\033\\[[0-9;]*m");
  static const std::regex error("^([^:]+):[0-9]+:[0-9]+: error: ");
  std::stringstream lines(std::regex_replace(messages, colour, ""));
  std::error_code ignored;
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (line.size() < 4096 && std::regex_search(line, found, error)) {
      const std::string path = found[1];
      if (!fs::equivalent(path, source, ignored) && path.rfind(toolkit, 0) != 0 &&
          knows_both(path)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace warpschool::simcc
