// What a student handed in for an exercise, over all runs: from the store's attempts and from what
// the downloads hold besides the submission that counts.
#pragma once

#include "result/class_result.hpp"
#include "store/class_roster.hpp"
#include "store/store.hpp"

#include <vector>

namespace warpschool::grader {

/// `attempts` are this student's to this exercise, in the order in which they were added.
std::vector<PastSubmission> history_of(const RollEntry& entry,
                                       const std::vector<Attempt>& attempts);

}  // namespace warpschool::grader
