// Computes figures about a class: counts, quantiles, histograms.
#include "statistics.hpp"

#include "words.hpp"

#include <algorithm>
#include <numeric>

namespace warpschool::grader::report {
namespace {

void add(Tally& tally, Verdict status) {
  ++tally.at(static_cast<std::size_t>(status));
}

ExerciseFigures figures_of(const ClassResult& result, std::size_t column) {
  ExerciseFigures figures;
  std::vector<double> points;
  for (const StudentResult& student : result.students) {
    if (column >= student.exercises.size()) {
      continue;
    }
    const ExerciseResult& exercise = student.exercises[column];
    add(figures.tally, exercise.status);
    if (!exercise.has_points()) {
      continue;
    }
    ++figures.judged;
    figures.passed += exercise.status == Verdict::kPassed ? 1 : 0;
    points.push_back(exercise.points.won);
  }
  figures.points = centre_of(std::move(points));
  return figures;
}

}  // namespace

Centre centre_of(std::vector<double> values) {
  if (values.empty()) {
    return {};
  }
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  const std::size_t middle = values.size() / 2;
  const bool odd = values.size() % 2 == 1;
  return {std::accumulate(values.begin(), values.end(), 0.0) / count,
          odd ? values[middle] : (values[middle - 1] + values[middle]) / 2};
}

std::vector<ExerciseFigures> figures_of_exercises(const ClassResult& result) {
  std::vector<ExerciseFigures> figures;
  figures.reserve(result.exercises.size());
  for (std::size_t column = 0; column < result.exercises.size(); ++column) {
    figures.push_back(figures_of(result, column));
  }
  return figures;
}

std::vector<std::size_t> columns_to_show(const ClassResult& result) {
  std::vector<std::size_t> columns;
  for (std::size_t column = 0; column < result.exercises.size(); ++column) {
    const bool later = !result.exercises[column].is_due && !result.students.empty() &&
                       std::all_of(result.students.begin(), result.students.end(),
                                   [&](const StudentResult& student) {
                                     return column >= student.exercises.size() ||
                                            student.exercises[column].status == Verdict::kNotDueYet;
                                   });
    if (!later) {
      columns.push_back(column);
    }
  }
  return columns;
}

ClassFigures figures_of_class(const ClassResult& result) {
  ClassFigures figures;
  const std::vector<std::size_t> columns = columns_to_show(result);
  std::vector<double> totals;
  for (const StudentResult& student : result.students) {
    totals.push_back(student.points.won);
    for (const std::size_t column : columns) {
      if (column < student.exercises.size()) {
        add(figures.tally, student.exercises[column].status);
      }
    }
  }
  figures.points = centre_of(std::move(totals));
  for (const ExerciseInfo& exercise : result.exercises) {
    figures.possible += exercise.bonus || !exercise.is_due ? 0 : exercise.points;
  }
  return figures;
}

Histogram spread_of_totals(const ClassResult& result) {
  // A sum of thirds may end a hair below or above a bound: that hair decides nothing.
  constexpr double kHair = 1e-9;
  Histogram histogram{};
  for (const StudentResult& student : result.students) {
    if (student.points.possible <= 0) {
      continue;
    }
    const double share = student.points.won / student.points.possible;
    const double tenth = std::clamp(10 * share + kHair, 0.0, 9.0);
    ++histogram.at(share > 1 + kHair ? 10 : static_cast<std::size_t>(tenth));
  }
  return histogram;
}

}  // namespace warpschool::grader::report
