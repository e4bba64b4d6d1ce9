// Computes figures about a class: counts, quantiles, histograms.
#include "report/class_statistics.hpp"

#include "report/words.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace warpschool::grader::report {
namespace {

/// A sum of thirds may end a hair below or above a bound: that hair decides nothing.
constexpr double kHair = 1e-9;

/// The least of 1, 2 and 5 times a power of ten that is not below `least`.
double round_step(double least) {
  if (!(least > 0)) {
    return 1;
  }
  const double power = std::pow(10, std::floor(std::log10(least) + kHair));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - kHair)) {
      return factor * power;
    }
  }
  return 10 * power;
}

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

Bins bins_of(const std::vector<double>& values, double limit) {
  double most = limit;
  for (const double value : values) {
    most = std::isfinite(value) ? std::max(most, value) : most;
  }
  const double step = round_step(most / 10);
  const auto index_of = [step](double value) {
    return static_cast<std::size_t>(std::max(0.0, value / step + kHair));
  };
  Bins bins;
  bins.counts.resize(most > 0 ? index_of(most) + 1 : 1);
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    const double from = step * static_cast<double>(i);
    const bool is_limit = limit > 0 && from + step > limit && number(from) == number(limit);
    bins.labels.push_back(is_limit || most <= 0 ? number(from)
                                                : number(from) + " to " + number(from + step));
  }
  for (const double value : values) {
    if (std::isfinite(value)) {
      ++bins.counts.at(std::min(index_of(value), bins.counts.size() - 1));
    }
  }
  return bins;
}

std::vector<SpeedUps> speed_ups_of(const ClassResult& result, std::size_t column) {
  std::map<std::pair<int, std::string>, SpeedUps> by_check;
  for (const StudentResult& student : result.students) {
    if (column >= student.exercises.size()) {
      continue;
    }
    for (const CheckResult& check : student.exercises[column].checks) {
      if (!check.ratio) {
        continue;
      }
      SpeedUps& speed_ups = by_check[{check.task, check.name}];
      speed_ups.check = check.name;
      speed_ups.task = check.task;
      speed_ups.threshold = check.threshold;
      speed_ups.ratios.push_back(*check.ratio);
    }
  }
  std::vector<SpeedUps> all;
  all.reserve(by_check.size());
  for (auto& [key, speed_ups] : by_check) {
    all.push_back(std::move(speed_ups));
  }
  return all;
}

std::vector<std::size_t> handed_in_columns(const ClassResult& result) {
  std::vector<std::size_t> columns;
  for (std::size_t column = 0; column < result.exercises.size(); ++column) {
    const auto handed_in = [column](const StudentResult& student) {
      return column < student.exercises.size() && is_handed_in(student.exercises[column].status);
    };
    if (std::any_of(result.students.begin(), result.students.end(), handed_in)) {
      columns.push_back(column);
    }
  }
  return columns;
}

}  // namespace warpschool::grader::report
