// Figures about a class: tallies of statuses, means and medians, how the totals are spread.
#pragma once

#include "class_result.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace warpschool::grader::report {

/// Columns that say something: not those that are not due and that nobody has handed in. All of
/// them where there are no students.
std::vector<std::size_t> columns_to_show(const ClassResult& result);

/// How many results ended with each status; index: the Verdict.
using Tally = std::array<std::size_t, kVerdicts>;

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
  Tally tally{};        ///< over all results in columns_to_show()
  Centre points;        ///< of the students' totals
  double possible = 0;  ///< the points due, bonus exercises not counted
};

ClassFigures figures_of_class(const ClassResult& result);

/// Students per tenth of the points to be had: [0, 10 %), ..., [90, 100 %], and last those beyond
/// 100 %.
using Histogram = std::array<std::size_t, 11>;
Histogram spread_of_totals(const ClassResult& result);

}  // namespace warpschool::grader::report
