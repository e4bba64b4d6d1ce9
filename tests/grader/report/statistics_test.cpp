// Tries means, medians, pass rates and the bins of plots.
#include "report/class_statistics.hpp"
#include "sample_class.hpp"

#include <algorithm>
#include <cmath>
#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;
using namespace warpschool::grader::report;

TEST_CASE("mean and median of odd, even and no values", "[grader][report]") {
  CHECK(centre_of({3, 1, 8}).median == 3);
  CHECK(centre_of({3, 1, 8}).mean == 4);
  CHECK(centre_of({4, 1, 2, 9}).median == 3);
  CHECK(centre_of({}).mean == 0);
  CHECK(centre_of({}).median == 0);
}

TEST_CASE("internal errors and ungraded work are no part of a pass rate", "[grader][report]") {
  ClassResult result = tiny_class();
  result.students.resize(4, result.students[0]);
  result.students[3].exercises[0].status = Verdict::kSkipped;
  result.students[0].exercises[0].status = Verdict::kPassed;
  result.students[0].exercises[0].points = {6, 6};
  result.students[1].exercises[0].status = Verdict::kInternalError;
  result.students[2].exercises[0].status = Verdict::kWrong;
  const ExerciseFigures figures = figures_of_exercises(result).at(0);
  CHECK(figures.judged == 2);
  CHECK(figures.passed == 1);
  CHECK(figures.points.mean == 3);
  CHECK(figures.tally.at(0) == 1);
}

TEST_CASE("totals fall into tenths with the bounds where people expect them", "[grader][report]") {
  ClassResult result = tiny_class();
  const double totals[] = {0, 0.59, 0.6, 5.39, 5.4, 6, 6.5};
  result.students.resize(std::size(totals), result.students[0]);
  for (std::size_t i = 0; i < std::size(totals); ++i) {
    result.students[i].points = {totals[i], 6};
  }
  const Histogram histogram = spread_of_totals(result);
  CHECK(histogram[0] == 2);
  CHECK(histogram[1] == 1);
  CHECK(histogram[8] == 1);
  CHECK(histogram[9] == 2);
  CHECK(histogram[10] == 1);
}

TEST_CASE("a student of whom nothing was asked is in no tenth", "[grader][report]") {
  ClassResult result = tiny_class();
  result.students[0].points = {0, 0};
  for (const std::size_t count : spread_of_totals(result)) {
    CHECK(count == 0);
  }
}

TEST_CASE("values fall into round steps, full points into one of their own", "[grader][report]") {
  const Bins points = bins_of({0, 0.5, 3, 10, 10}, 10);
  REQUIRE(points.labels.size() == 11);
  CHECK(points.labels.front() == "0 to 1");
  CHECK(points.labels.back() == "10");
  CHECK(points.counts == std::vector<std::size_t>{2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2});
  const Bins ratios = bins_of({0.3, 0.1 + 0.2, 1.99, NAN, INFINITY});
  CHECK(ratios.labels.size() <= 12);
  CHECK(ratios.labels.front() == "0 to 0.2");
  CHECK(ratios.counts.at(1) == 2);
  CHECK(ratios.counts.at(9) == 1);
  CHECK(bins_of({}).labels == std::vector<std::string>{"0"});
}

TEST_CASE("speed-ups are collected by timing check", "[grader][report]") {
  const ClassResult result = sample_class();
  const std::vector<SpeedUps> all = speed_ups_of(result, 6);
  REQUIRE(all.size() == 1);
  CHECK(all[0].check == "beats the plain version");
  CHECK(all[0].threshold == 4);
  CHECK(std::count(all[0].ratios.begin(), all[0].ratios.end(), 2.31) == 4);
  CHECK(speed_ups_of(result, 0).empty());
}

TEST_CASE("an exercise counts as handed in where one student has it", "[grader][report]") {
  ClassResult result = tiny_class();
  CHECK(handed_in_columns(result).empty());
  result.students[0].exercises[0].status = Verdict::kSkipped;
  CHECK(handed_in_columns(result) == std::vector<std::size_t>{0});
}
