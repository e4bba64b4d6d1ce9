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

/// Of a line "simcc: std::vector needs #include <vector>." what to write and for what; empty: it is
/// none.
std::string mend_in(const std::string& line) {
  constexpr std::string_view kBegin = "simcc: ", kNeeds = " needs #include ";
  const std::size_t needs = line.find(kNeeds);
  if (line.compare(0, kBegin.size(), kBegin) != 0 || needs == std::string::npos) {
    return {};
  }
  std::string mend = line.substr(needs + std::string_view(" needs ").size());
  mend.erase(mend.find_last_not_of('.') + 1);
  return mend + "  (for " + line.substr(kBegin.size(), needs - kBegin.size()) + ")";
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
    if (std::string mend = mend_in(line); !mend.empty()) {
      first.mends.push_back(std::move(mend));
      continue;
    }
    if (count <= kMostErrors && !is_count(line)) {
      first.text += line + "\n";
    }
  }
  first.more = count > kMostErrors ? count - kMostErrors : 0;
  return first;
}

}  // namespace warpschool::warp
