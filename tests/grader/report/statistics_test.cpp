#include "statistics.hpp"

#include "sample_class.hpp"

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
