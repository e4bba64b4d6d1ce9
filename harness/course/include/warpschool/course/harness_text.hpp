// What can be read in an exercise's harness.cpp without compiling it: its checks and their tags.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

/// A TEST_CASE as it is written.
struct WrittenCheck {
  std::string name;
  std::vector<std::string> tags;  ///< without brackets
  int task = 0;                   ///< of "[task 2]"; 0: of no single task
  std::optional<Kind> kind;       ///< nothing if the tags name none or several
  int line = 0, column = 0;
  std::string file = "harness.cpp";  ///< its name
};

struct HarnessText {
  std::vector<WrittenCheck> checks;
  std::set<std::string> words;  ///< all string literals: figures of its own stand among them

  /// A check of this kind that a rule for `task` (0: every task) is about.
  bool has(Kind kind, int task) const;
  bool has(Kind kind) const;
};

HarnessText read_harness(std::string_view source);

/// TEST_CASEs whose tags do not say what they are. `file` is for the diagnostics.
Diagnostics check_tags(const HarnessText& harness, const std::string& file);

}  // namespace warpschool::course
