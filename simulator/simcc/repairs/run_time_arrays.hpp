// Arrays of run-time size that are given values (`int a[n] = {1, 2};`). g++ takes them, and so nvcc
// does; clang takes them without values only. Which arrays these are, only clang can say: simcc
// reads it from clang's messages and shows it the source with the values set behind the
// declaration.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::simcc {

/// Where the size of such an array begins.
struct ArrayPlace {
  std::string file;  ///< as clang names it
  std::size_t line = 0, column = 0;
};

/// The arrays that clang's messages complain of.
std::vector<ArrayPlace> arrays_without_values(const std::string& messages);

/// `source` with the values of the arrays at `places`, which are all of its file, set behind their
/// declarations, in the same lines. What looks unlike such a declaration stays.
std::string set_run_time_arrays(const std::string& source, std::vector<ArrayPlace> places);

/// Do the messages come from what the repair has put there, or would not be without it?
bool blames_set_arrays(const std::string& messages);

}  // namespace warpschool::simcc
