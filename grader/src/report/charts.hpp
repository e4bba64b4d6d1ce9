// The figures that report.js draws, as JSON inside a page.
#pragma once

#include "report/class_statistics.hpp"
#include "report/templates.hpp"
#include "result/class_result.hpp"

#include <string>
#include <vector>

namespace warpschool::grader::report {

/// One plot of bars.
struct BarChart {
  std::string place;  ///< id of the element that it is drawn in
  std::string label;  ///< what it shows, for those who do not see it
  std::string axis;   ///< title of the axis below the bars
  Bins bins;
  std::vector<std::string> classes;  ///< a status' CSS class for each bar, or empty
};

/// ASCII and without '<', so that nothing in it ends the script element around it. With `columns`
/// (indices of exercises) the statuses of each, stacked, are drawn as well.
std::string chart_data(const std::vector<BarChart>& bars, const ClassResult& result,
                       const std::vector<std::size_t>& columns);

/// Rows of a table with the same figures: label, count, width of a bar in percent.
List bar_rows(const Bins& bins);

/// What a tally says, for reading and for the bar beside it; mildest first.
List tally_parts(const Tally& tally, std::size_t all);

/// How many results have this word.
std::size_t count_in(const Tally& tally, Verdict verdict);

}  // namespace warpschool::grader::report
