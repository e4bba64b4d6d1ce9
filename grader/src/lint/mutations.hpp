// Small mistakes made in a model answer, one at a time: tests that do not see them are too weak, or
// the mistake is none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

struct Mutation {
  /// In the order in which they are taken where there are too many.
  enum class Kind : std::uint8_t { kBarrier, kBound, kMask, kIndex, kCall, kOperator, kConstant };
  Kind kind = Kind::kOperator;
  std::size_t begin = 0, end = 0;  ///< bytes of the source
  std::string before, after;       ///< what stands there, and what takes its place
  int line = 0, column = 0;        ///< from 1
  std::string line_text;           ///< the whole line, without blanks around it

  std::string change() const { return before + " -> " + after; }
};

/// Everything between `// TODO(n)` and `// END TODO(n)` that can be changed, in the order of the
/// source. What stands in comments, strings, directives and template arguments is left alone.
std::vector<Mutation> mutations_of(std::string_view source);

std::string mutated(std::string_view source, const Mutation& mutation);

/// At most `most` of them, the telling kinds first and evenly spread; in the order of the source.
std::vector<Mutation> chosen_of(std::vector<Mutation> all, std::size_t most);

}  // namespace warpschool::grader
