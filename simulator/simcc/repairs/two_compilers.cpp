// Decides whether a library is shown nvcc's name or clang's.
#include "simcc/repairs/two_compilers.hpp"

#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/scanner.hpp"

#include <filesystem>
#include <fstream>
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

/// The path in "path:12:3: error: ..."; empty: the line says nothing of the kind.
std::string path_of_error(const std::string& line) {
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string::npos) {
    return {};
  }
  Scanner next(line, colon + 1);
  const bool is_error =
      next.skip_digits() && next.skip(":") && next.skip_digits() && next.skip(": error: ");
  return is_error ? line.substr(0, colon) : "";
}

}  // namespace

bool fails_between_compilers(const std::string& messages, const std::string& source,
                             const std::string& toolkit) {
  std::stringstream lines(without_colours(messages));
  std::error_code ignored;
  for (std::string line; std::getline(lines, line);) {
    const std::string path = path_of_error(line);
    if (!path.empty() && !fs::equivalent(path, source, ignored) && path.rfind(toolkit, 0) != 0 &&
        knows_both(path)) {
      return true;
    }
  }
  return false;
}

}  // namespace warpschool::simcc
