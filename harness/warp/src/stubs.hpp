// Stubs as they were handed out, and which of their TODO regions a student has not touched.
#pragma once

#include "tree.hpp"
#include "warpschool/screen/screen.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::warp {

/// What lies between "// TODO(2): wish" and "// END TODO(2)".
struct Region {
  std::string wish;         ///< the comment behind the number, without "(about 4 lines)"
  std::string code;         ///< its tokens, apart: neither comments nor blanks matter
  int first = 0, last = 0;  ///< lines, from 1, of the two comments
};

/// By number. A region without its end is none.
std::map<int, Region> todo_regions(std::string_view source);

/// Regions of `now` whose code is that of `stub`, in files called `file`.
std::vector<screen::EmptyTodo> untouched(std::string_view stub, std::string_view now,
                                         const std::string& file);

/// A file of the exercise as it was handed out. In a git repository: as it was when one of the
/// course's own files beside it changed last, so that work that a student committed is not taken
/// for the stub. Else the copy that the build made when it was configured first. Nothing if there
/// is neither.
std::optional<std::string> stub_of(const Tree& tree, const course::Exercise& exercise,
                                   const std::string& file);

/// Of all files of the exercise.
std::vector<screen::EmptyTodo> untouched_todos(const Tree& tree, const course::Exercise& exercise);

/// Where the regions of all files of the exercise lie now.
std::vector<screen::TodoLines> todo_lines(const Tree& tree, const course::Exercise& exercise);

}  // namespace warpschool::warp
