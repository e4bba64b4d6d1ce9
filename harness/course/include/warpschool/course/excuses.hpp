// solutions/<module>/<id>/excused.yaml: what gets full marks though lint tries to prevent it, which
// checks the reference does not pass, and why it may.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::course {

/// - {attack: reference, why: ...}
/// - {mutation: "if (i < n) {", change: "< -> <=", why: ...}
/// - {mutation: "f(0, 0);", change: "0 -> 1", times: 2, why: ...}
/// - {reference: "there are four streams", why: ...}
struct Excuse {
  std::string attack;     ///< name of an attack
  std::string reference;  ///< name of a check that the reference need not pass
  std::string line;       ///< a mutation's line of the model answer, without blanks around it
  std::string change;     ///< "before -> after"
  std::uint64_t times =
      1;  ///< for so many at most, where a line can be changed so in several places
  std::string why;
  Place place;
};

/// All that is wrong at once. `name` is used in diagnostics.
Result<std::vector<Excuse>> parse_excuses(const std::string& text, const std::string& name);

}  // namespace warpschool::course
