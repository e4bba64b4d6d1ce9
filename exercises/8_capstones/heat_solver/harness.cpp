// The tests of exercise heat_solver. The functions above the TEST_CASEs that take a Student are
// executed by the worker, next to the student's code; the TEST_CASEs by the judge.
#include "heat_solver.hpp"

#include <warpschool/harness.hpp>
#include <warpschool/harness/backend.hpp>

using namespace warpschool::harness;

namespace {

using Plate = std::vector<float>;  // row-major
// The plate and the report.
using Solved = std::tuple<Output<float>, unsigned, float, float, float>;

constexpr unsigned kBatch = 8;  // steps between two residuals
constexpr float kReached = -2;  // a tolerance: the residual of the third batch, to the last bit

Output<float> step(Student& student, const Input<float>& plate, Named<"rows"> rows,
                   Named<"cols"> cols) {
  auto from = to_device(plate);
  auto to = device_array<float>(plate.size());
  CALL(student, heat_step)(from, to, rows, cols);
  return to_judge(to);
}

Output<float> warp_maxima(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto maxima = device_array<float>((values.size() + 31) / 32);
  CALL(student, heat_warp_maxima)(in, values.size(), maxima);
  return to_judge(maxima);
}

OutputValue<float> residual(Student& student, const Input<float>& before,
                            const Input<float>& after) {
  auto from = to_device(before);
  auto to = to_device(after);
  auto result = device_value<float>();
  CALL(student, heat_residual)(from, to, before.size(), result);
  return to_judge(result);
}

float measured(Student& student, const Input<float>& before, const Input<float>& after) {
  auto from = to_device(before);
  auto to = to_device(after);
  return CALL(student, heat_measure)(from, to, before.size());
}

// The last state, and the one before.
std::pair<Output<float>, Output<float>> steps(Student& student, const Input<float>& plate,
                                              Named<"rows"> rows, Named<"cols"> cols,
                                              Named<"number", unsigned> number) {
  auto first = to_device_in_place(plate);
  auto second = device_array<float>(plate.size());
  const float* last = CALL(student, heat_steps)(first, second, rows, cols, number);
  const bool in_second = last == second.get();
  return {to_judge(in_second ? second : first), to_judge(in_second ? first : second)};
}

Output<float> two_steps(Student& student, const Input<float>& plate, Named<"rows"> rows,
                        Named<"cols"> cols) {
  return steps(student, plate, rows, cols, 2).first;
}

Solved solve(Student& student, const Input<float>& plate, Named<"rows"> rows, Named<"cols"> cols,
             Named<"tolerance", float> tolerance, Named<"max_steps", unsigned> max_steps) {
  auto first = to_device_in_place(plate);
  auto second = device_array<float>(plate.size());
  HeatReport report{};
  const float* last =
      CALL(student, heat_solve)(first, second, rows, cols, tolerance, kBatch, max_steps, &report);
  return {to_judge(last == second.get() ? second : first), report.steps, report.residual,
          report.milliseconds, report.gigabytes_per_second};
}

// With the time of the quicker of two. On a GPU the first call of all loads the code, and
// another program may take the host's processor while the steps are asked for.
Solved solve_timed(Student& student, const Input<float>& plate, Named<"rows"> rows,
                   Named<"cols"> cols, Named<"tolerance", float> tolerance,
                   Named<"max_steps", unsigned> max_steps) {
  const Solved best = solve(student, plate, rows, cols, tolerance, max_steps);
  const Solved next = solve(student, plate, rows, cols, tolerance, max_steps);
  return std::get<3>(next) < std::get<3>(best) ? next : best;
}

// The simulator's clock does not vary.
auto timed_solve() {
  return simulated() ? solve : solve_timed;
}

Output<float> solved_plate(Student& student, const Input<float>& plate, Named<"rows"> rows,
                           Named<"cols"> cols, Named<"max_steps", unsigned> max_steps) {
  return std::get<0>(solve(student, plate, rows, cols, -1, max_steps));
}

Plate step_on_host(const Plate& from, std::size_t rows, std::size_t cols) {
  Plate to = from;
  for (std::size_t r = 1; r + 1 < rows; ++r) {
    for (std::size_t c = 1; c + 1 < cols; ++c) {
      const std::size_t i = r * cols + c;
      to[i] = 0.25F * (((from[i - cols] + from[i + cols]) + from[i - 1]) + from[i + 1]);
    }
  }
  return to;
}

float residual_on_host(const Plate& before, const Plate& after) {
  float largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    largest = std::max(largest, std::fabs(after[i] - before[i]));
  }
  return largest;
}

// Steps on the host, with the number of steps and the residual as heat_solve must have them.
struct Expected {
  Plate plate;
  unsigned steps = 0;
  float residual = 0;
};

Expected solve_on_host(Plate plate, std::size_t rows, std::size_t cols, float tolerance,
                       unsigned max_steps) {
  Expected expected{std::move(plate)};
  bool converged = false;
  while (expected.steps < max_steps) {
    const bool last = converged;
    Plate before;
    for (unsigned step = 0; step < kBatch; ++step) {
      before = std::exchange(expected.plate, step_on_host(expected.plate, rows, cols));
    }
    expected.steps += kBatch;
    if (last) {
      break;
    }
    expected.residual = residual_on_host(before, expected.plate);
    converged = expected.residual <= tolerance;
  }
  return expected;
}

// A match of every bit, infinities and NaNs included.
auto Equals(const Plate& plate) {
  return IsCloseTo(std::vector<double>(plate.begin(), plate.end()), within_absolute(0));
}

Plate random_plate(std::size_t cells) {
  return random_floats(cells, 0, 100);
}

detail::CloseMatcher is_residual_of(const Plate& before, const Plate& after) {
  return IsCloseTo(static_cast<double>(residual_on_host(before, after)), within_absolute(0));
}

}  // namespace

TEST_CASE("one step on a plate of any shape", "[task 1][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(130, 300));
  if (rows > 0 && cols > 0) {
    const auto plate = random_plate(rows * cols);
    CHECK_THAT(ask(step, plate, rows, cols),
               Equals(step_on_host(plate, rows, cols)).as_matrix(rows, cols).block(32, 8));
  }
}

TEST_CASE("the maximum of each warp", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(5000, 1)));
  Plate maxima((values.size() + 31) / 32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    maxima[i / 32] = std::max(maxima[i / 32], std::fabs(values[i]));
  }
  CHECK_THAT(ask(warp_maxima, values), Equals(maxima));
}

TEST_CASE("the residual of plates of any size", "[task 3][correctness]") {
  const auto before = random_floats(GENERATE(edge_sizes(1 << 19, 1)));
  // The largest change is one to the cold side, anywhere. In plates of whole blocks it is also at
  // the end: that is the last warp's.
  const auto check_change_at = [&](std::size_t place) {
    auto after = before;
    after[place] -= 50.0F;
    CHECK_THAT(ask(residual, before, after), is_residual_of(before, after));
  };
  check_change_at(random_number(0, before.size() - 1));
  if (before.size() % 256 == 0 && before.size() < 10'000) {
    check_change_at(before.size() - 1);
  }
}

TEST_CASE("any number of steps", "[task 4][correctness]") {
  const std::size_t rows = 67, cols = 45;
  auto plate = random_plate(rows * cols);
  const unsigned number = GENERATE(0U, 1U, 2U, 7U, 24U);
  Plate expected = plate, before;
  for (unsigned step = 0; step < number; ++step) {
    before = std::exchange(expected, step_on_host(expected, rows, cols));
  }
  const auto answer = ask(steps, plate, rows, cols, number);
  CHECK_THAT(part<0>(answer), Equals(expected).as_matrix(rows, cols));
  if (number > 0) {
    CHECK_THAT(part<1>(answer), Equals(before).as_matrix(rows, cols));
  }
}

TEST_CASE("a residual arrives on the host", "[task 5][correctness]") {
  const auto before = random_floats(GENERATE(1U, 31U, 1000U, 70'001U));
  const auto after = random_floats(before.size());
  CHECK_THAT(ask(measured, before, after), is_residual_of(before, after));
}

TEST_CASE("stops one batch after a batch has converged", "[task 6][correctness]") {
  const std::size_t rows = 20, cols = 33;
  const auto plate = random_plate(rows * cols);
  const auto [given, max_steps] = GENERATE(table<float, unsigned>(
      {{6.0F, 160U}, {kReached, 160U}, {1000.0F, 80U}, {1000.0F, 8U}, {-1.0F, 40U}, {0.5F, 0U}}));
  const float tolerance =
      given == kReached ? solve_on_host(plate, rows, cols, -1, 3 * kBatch).residual : given;
  const Expected expected = solve_on_host(plate, rows, cols, tolerance, max_steps);
  const auto answer = ask(solve, plate, rows, cols, tolerance, max_steps);
  CHECK_THAT(part<1>(answer), EqualsExactly(expected.steps));
  CHECK_THAT(part<2>(answer),
             IsCloseTo(static_cast<double>(expected.residual), within_absolute(0)));
  CHECK_THAT(part<0>(answer), Equals(expected.plate).as_matrix(rows, cols));
}

TEST_CASE("twice as many steps take twice as long", "[task 7][correctness]") {
  // On a GPU so many that its clock has risen, and what lies around them counts for little.
  const std::size_t rows = 50, cols = 75;
  const unsigned few_steps = simulated() ? 16 : 80;
  const auto plate = random_plate(rows * cols);
  const auto many = ask(timed_solve(), plate, rows, cols, -1.0F, 2 * few_steps);
  const auto few = ask(timed_solve(), plate, rows, cols, -1.0F, few_steps);
  const double ms = static_cast<double>(part<3>(many).value());
  const double bandwidth = 8.0 * static_cast<double>(rows * cols) * 2 * few_steps / ms / 1e6;
  CHECK_THAT(part<3>(few), IsCloseTo(ms / 2, within_relative(0.3)));
  CHECK(ms > 0);
  CHECK_THAT(part<4>(many), IsCloseTo(bandwidth, within_relative(1e-3)));
  // The steps are within the call; on the simulator's clock there is little beside them.
  const auto once = simulated() ? many : ask(solve, plate, rows, cols, -1.0F, 2 * few_steps);
  const double call_ms = once.elapsed_us() / 1e3;
  CHECK(static_cast<double>(part<3>(once).value()) <= call_ms);
  if (simulated()) {
    CHECK_THAT(part<3>(once), IsCloseTo(call_ms, within_relative(0.2)));
  }
}

TEST_CASE("steps that nobody waited for yet are measured as well", "[task 7][correctness]") {
  const std::size_t rows = simulated() ? 50 : 100, cols = simulated() ? 75 : 150;
  const auto plate = random_plate(rows * cols);
  const auto all = ask(timed_solve(), plate, rows, cols, -1.0F, 2 * kBatch);
  // Converged after the first batch: the next one is on its way when the time is taken.
  const auto early = ask(timed_solve(), plate, rows, cols, 1000.0F, 80U);
  CHECK_THAT(part<1>(early), EqualsExactly(2 * kBatch));
  CHECK_THAT(part<3>(early),
             IsCloseTo(static_cast<double>(part<3>(all).value()), within_relative(0.3)));
}

TEST_CASE("beats a thread a row", "[task 6][timing]") {
  CHECK_THAT(race(
                 solved_plate,
                 [](std::size_t n) {
                   return std::tuple{random_plate(n * n), n, n, 16U};
                 },
                 [](const Plate& plate, std::size_t rows, std::size_t cols, unsigned max_steps) {
                   return Equals(solve_on_host(plate, rows, cols, -1, max_steps).plate)
                       .as_matrix(rows, cols);
                 }),
             MeetsThreshold());
}

TEST_CASE("a step loads whole sectors", "[task 1][counters]") {
  const std::size_t rows = 122, cols = 320;
  const auto plate = random_plate(rows * cols);
  CHECK_THAT(count(step, plate, rows, cols)
                 .per("load_sectors_per_update", "global_load_sectors", rows * cols),
             MeetsLimits(Equals(step_on_host(plate, rows, cols)).as_matrix(rows, cols)));
}

TEST_CASE("few atomics for a residual", "[task 3][counters]") {
  const auto before = random_floats(40'000), after = random_floats(40'000);
  CHECK_THAT(count(residual, before, after), MeetsLimits(is_residual_of(before, after)));
}

TEST_CASE("steps run in their stream", "[task 4][counters]") {
  const std::size_t rows = 67, cols = 45;
  const auto plate = random_plate(rows * cols);
  const Plate once = step_on_host(plate, rows, cols);
  CHECK_THAT(count(two_steps, plate, rows, cols),
             MeetsLimits(Equals(step_on_host(once, rows, cols)).as_matrix(rows, cols)));
}

TEST_CASE("a residual travels while the next one is made", "[task 5][counters]") {
  const auto before = random_floats(1000), after = random_floats(1000);
  CHECK_THAT(count(measured, before, after), MeetsLimits(is_residual_of(before, after)));
}

TEST_CASE("a copy a batch, beside steps", "[task 6][counters]") {
  const std::size_t rows = 62, cols = 320;
  const auto plate = random_plate(rows * cols);
  const unsigned max_steps = 48;
  auto counted = count(solved_plate, plate, rows, cols, max_steps);
  counted.with("modelled_us", counted.answer().elapsed_us())
      .advise("modelled_us",
              "A launch that waits in the queue while the one before runs begins sooner: does the "
              "host wait for anything but a residual?");
  const Plate expected = solve_on_host(plate, rows, cols, -1, max_steps).plate;
  CHECK_THAT(counted, MeetsLimits(Equals(expected).as_matrix(rows, cols)));
}
