// Turns points into grades by the scale of course.yaml.
#include "grading.hpp"

#include <cmath>

namespace warpschool::grader {

double percent_of(const Score& score) {
  return score.possible > 0 ? std::round(1000 * score.won / score.possible) / 10 : 0;
}

std::string grade_for(const CourseInfo& course, double percent) {
  std::string best;
  double reached = -1;
  for (const auto& [grade, least] : course.grading) {
    if (percent >= least && least > reached) {
      best = grade;
      reached = least;
    }
  }
  return best;
}

}  // namespace warpschool::grader
