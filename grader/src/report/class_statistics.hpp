// Figures about a class: tallies of statuses, means and medians, how the totals are spread.
#pragma once

#include "result/class_result.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
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

/// How many of some values fall into steps of one width from 0 on.
struct Bins {
  std::vector<std::string> labels;  ///< "1.5 to 2": from the first on, to below the second
  std::vector<std::size_t> counts;
};

/// At most twelve steps of a round width. `limit`: a value that none goes beyond (full points),
/// which gets a step of its own; 0: there is none. Values that are not finite are left out.
Bins bins_of(const std::vector<double>& values, double limit = 0);

/// The measured ratios of one timing check over the class.
struct SpeedUps {
  std::string check;  ///< its name
  int task = 0;
  std::optional<double> threshold;
  std::vector<double> ratios;
};

/// Of one exercise (an index into ClassResult::exercises), by task and name.
std::vector<SpeedUps> speed_ups_of(const ClassResult& result, std::size_t column);

/// The exercises (indices) that somebody handed in, in order.
std::vector<std::size_t> handed_in_columns(const ClassResult& result);

}  // namespace warpschool::grader::report
