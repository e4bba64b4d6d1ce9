// Finds the remarks that nobody took back.
#include "score/remark.hpp"

#include <map>
#include <set>
#include <utility>

namespace warpschool::grader {

std::vector<Remark> in_force(const std::vector<Remark>& remarks) {
  std::set<std::int64_t> taken_back;
  std::map<std::pair<std::string, std::string>, std::int64_t> last_override;
  for (const Remark& remark : remarks) {
    if (remark.kind == Remark::Kind::kOverride) {
      last_override[{remark.student, remark.exercise}] = remark.number;
    } else if (remark.revokes != 0) {
      taken_back.insert({remark.revokes, remark.number});
    }
  }
  std::vector<Remark> valid;
  for (const Remark& remark : remarks) {
    const std::int64_t last = remark.kind == Remark::Kind::kOverride
                                  ? last_override[{remark.student, remark.exercise}]
                                  : remark.number;
    const bool says_something = remark.kind == Remark::Kind::kComment || remark.points;
    if (says_something && remark.number == last && taken_back.count(remark.number) == 0) {
      valid.push_back(remark);
    }
  }
  return valid;
}

}  // namespace warpschool::grader
