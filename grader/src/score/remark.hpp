// What people add to results: points given by hand, and comments. The store only ever adds them; a
// later one takes an earlier one back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

struct Remark {
  enum class Kind : std::uint8_t { kOverride, kComment };

  Kind kind = Kind::kComment;
  std::string student;
  std::string exercise;          ///< empty: the student as a whole (comments only)
  std::optional<double> points;  ///< of an override; none: the computed points hold again
  std::string text;              ///< why, or the comment
  std::string by;
  std::int64_t revokes = 0;  ///< number of the comment that this takes back
  std::int64_t number = 0;   ///< given by the store, as is the next
  std::string at;            ///< UTC, RFC 3339
};

/// Those that nobody took back or replaced, in their order: at most one override for a result.
/// `remarks` are oldest first.
std::vector<Remark> in_force(const std::vector<Remark>& remarks);

}  // namespace warpschool::grader
