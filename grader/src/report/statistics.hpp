// Figures about a class: tallies of statuses, means and medians, how the totals are spread.
#pragma once

#include "class_result.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace warpschool::grader::report {

/// How many results ended with each status; index: the Verdict.
using Tally = std::array<std::size_t, static_cast<std::size_t>(Verdict::kSkipped) + 1>;

/// Mean and median of a set of values; zero where there are none.
struct Centre {
  double mean = 0;
  double median = 0;
};

Centre centre_of(std::vector<double> values);

/// One exercise over the whole class. Results with an internal error and those not graded count in
/// the tally alone: they say nothing about students.
struct ExerciseFigures {
  Tally tally{};
  std::size_t judged = 0;  ///< results that say something about a student
  std::size_t passed = 0;
  Centre points;
};

/// One entry per ClassResult::exercises.
std::vector<ExerciseFigures> figures_of_exercises(const ClassResult& result);

struct ClassFigures {
  Tally tally{};        ///< over all results
  Centre points;        ///< of the students' totals
  double possible = 0;  ///< the course's points, bonus exercises not counted
};

ClassFigures figures_of_class(const ClassResult& result);

/// Students per tenth of the points to be had: [0, 10 %), ..., [90, 100 %], and last those beyond
/// 100 %.
using Histogram = std::array<std::size_t, 11>;
Histogram spread_of_totals(const ClassResult& result);

}  // namespace warpschool::grader::report
