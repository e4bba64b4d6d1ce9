// What a compiler says, shortened to what comes first: later errors often follow from it.
#pragma once

#include <string>
#include <vector>

namespace warpschool::warp {

struct CompileErrors {
  std::string text;      ///< the first errors, each with its line, caret and notes
  std::string file;      ///< of the first error, as the compiler names it; empty if it names none
  int line = 0;          ///< of the first error
  std::size_t more = 0;  ///< errors that are left out
  std::vector<std::string> mends;  ///< "#include <vector>, for std::vector"
};

/// @param said by the compiler: "FILE:LINE:COLUMN: error: ...", with other lines between.
CompileErrors first_errors(const std::string& said);

}  // namespace warpschool::warp
