// What a TA should hear at the end though no verdict says it: results that are gone, remarks on
// people who are, points by hand beyond what there is to win.
#pragma once

#include "result/class_result.hpp"
#include "score/class_score.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "store/store.hpp"
#include "warpschool/course/course.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

/// A result that was graded once. What was graded last has nothing of that student for it.
struct LostResult {
  std::string exercise;
  std::string student;
};

/// In the order of the exercises, then of the attempts. Internal errors were never graded.
std::vector<LostResult> lost_results(const ClassResult& result,
                                     const std::vector<Attempt>& attempts);

/// Those that no run has scored as lost yet. `scores` has the newest of each result. Who is gone is
/// not scored any more, so this holds for all of theirs.
std::vector<LostResult> still_scored(const std::vector<LostResult>& lost,
                                     const std::vector<ScoreEntry>& scores);

/// "hello_grid of ada, bob; vector_add of ada", at most so many names for each exercise.
std::string listed(const std::vector<LostResult>& lost);

/// A result that is worth something else than it was when the class was scored last.
struct ChangedScore {
  std::string exercise;
  std::string student;
  double before = 0;  ///< points
  double now = 0;
};

/// In the order of the students. What had not been judged before is new, not changed.
std::vector<ChangedScore> changed_scores(const ClassResult& result,
                                         const std::vector<ScoreEntry>& before);

/// "ada: vector_add 4 to 10; bob: hello_grid 10 to 9.5", at most so many.
std::string listed(const std::vector<ChangedScore>& changed);

/// How many results have a time that the machine could not tell.
std::size_t noisy_results(const ClassResult& result);

/// Sentences on exercises that were graded and are in the course no more.
std::vector<std::string> gone_exercises(const ClassResult& result,
                                        const std::vector<Attempt>& attempts);

/// Sentences on exercises that a course has and the class does not, or the other way round: what
/// the next grade would make of them. `file`: the course's.
std::vector<std::string> course_news(const course::Course& course, const std::string& file,
                                     const ClassRoster& roster);

/// Sentences on entries of the policy and remarks of the store that are for nobody in the class,
/// and on overrides of more points than the exercise is worth now.
std::vector<std::string> doubts(const ClassResult& result, const ScoreRules& rules,
                                const KeptRules& kept, const std::vector<Remark>& remarks);

}  // namespace warpschool::grader
