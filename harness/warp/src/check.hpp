// Builds and judges one exercise and puts what came of it on one screen.
#pragma once

#include "tree.hpp"

#include <string>
#include <vector>

namespace warpschool::warp {

/// Exit statuses of warp check. 77 is what ctest takes for "skipped".
enum CheckStatus { kPassed = 0, kNotPassed = 1, kBroken = 3, kSkipped = 77 };

struct CheckOptions {
  bool build = true;     ///< false: what is built is judged, as in the tests of ctest
  bool verbose = false;  ///< all that the judges know
  bool colour = false;
  bool is_watching = false;      ///< the next check begins by itself
  std::string program = "warp";  ///< how people call this program
};

struct CheckReport {
  int status = kBroken;
  std::string text;
};

/// Builds alone; `text` is what the compiler says where it fails.
CheckReport build_exercise(const Tree& tree, const course::Exercise& exercise);

CheckReport check_exercise(const Tree& tree, const course::Exercise& exercise,
                           const CheckOptions& options);

/// The file of the exercise as it is typed from where we are; of several files their folder.
std::string file_to_edit(const Tree& tree, const course::Exercise& exercise);

}  // namespace warpschool::warp
