// Takes a compiler's messages apart.
#include "compile_errors.hpp"

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

namespace warpschool::warp {
namespace {

constexpr std::size_t kMostErrors = 3;

struct Place {
  std::string file;
  int line = 0;
};

/// Of a line "FILE:LINE:COLUMN: error: ..." or "... fatal error: ...".
std::optional<Place> place_of_error(const std::string& line) {
  for (const std::string_view mark : {": error: ", ": fatal error: "}) {
    const std::size_t end = line.find(mark);
    const std::size_t column =
        end == std::string::npos || end == 0 ? end : line.rfind(':', end - 1);
    const std::size_t number =
        column == std::string::npos || column == 0 ? column : line.rfind(':', column - 1);
    if (end != std::string::npos && number != std::string::npos && number > 0) {
      return Place{line.substr(0, number), std::atoi(line.c_str() + number + 1)};
    }
  }
  return std::nullopt;
}

/// "2 errors generated.", "1 warning and 1 error generated."
bool is_count(const std::string& line) {
  return line.find(" generated.") != std::string::npos && line.find_first_of("0123456789") == 0 &&
         line.find("error") != std::string::npos;
}

}  // namespace

CompileErrors first_errors(const std::string& said) {
  CompileErrors first;
  std::size_t count = 0;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const std::optional<Place> place = place_of_error(line);
    if (place && count++ == 0) {
      first.file = place->file;
      first.line = place->line;
    }
    if (count <= kMostErrors && !is_count(line)) {
      first.text += line + "\n";
    }
  }
  first.more = count > kMostErrors ? count - kMostErrors : 0;
  return first;
}

}  // namespace warpschool::warp
