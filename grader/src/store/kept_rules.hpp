// What a score depends on besides verdicts, as the store keeps it: course.yaml and the policy as
// they were when they were last applied, the moment that counts, and when work was handed in. So a
// report can be made again without any of the files.
#pragma once

#include "intake/submissions.hpp"
#include "score/class_score.hpp"
#include "store/class_roster.hpp"
#include "store/store.hpp"
#include "warpschool/support/result.hpp"

#include <cstddef>
#include <string>

namespace warpschool::grader {

struct KeptRules {
  std::string course;       ///< text of course.yaml; empty in stores of older graders
  std::string course_file;  ///< where it was read, absolute
  std::string policy;       ///< text of the policy; empty: none
  std::string policy_file;  ///< absolute; empty: none
  course::Time as_of;
  bool as_of_chosen = false;
  Arrivals handed_in;
};

/// The store's; what an older grader did not keep is made from its roster and its last attempt.
KeptRules kept_rules(Store& store);
void keep_rules(Store& store, const KeptRules& kept);
/// The class and the rules that it is scored by, both or none.
void keep_class(Store& store, const ClassRoster& roster, const KeptRules& kept);

/// The texts understood. `roster` stands in for a course.yaml that was not kept.
Result<ScoreRules> rules_from(const KeptRules& kept, const ClassRoster& roster);

/// When each submission arrived, where the platform says so.
Arrivals arrivals(const ClassFolder& folder);

/// Adds to the store what results are worth now, where that is news. Returns how many are worth
/// something else though their work was not judged again.
std::size_t record_scores(Store& store, const ClassResult& result);

}  // namespace warpschool::grader
