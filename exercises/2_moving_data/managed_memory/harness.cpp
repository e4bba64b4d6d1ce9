// The tests of exercise managed_memory. `summed`, `summed_twice` and `counted` are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "managed_memory.hpp"

#include <algorithm>
#include <numeric>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Ints = std::vector<int>;

int summed(Student& student, const Input<int>& values) {
  auto on_device = to_device(values);
  return CALL(student, managed_sum)(on_device, values.size());
}

// A variable outlives the call: what the first one leaves must not reach the second.
auto summed_twice(Student& student, const Input<int>& values) {
  auto on_device = to_device(values);
  const int first = CALL(student, sum_through_global)(on_device, values.size());
  const int second = CALL(student, sum_through_global)(on_device, values.size());
  constexpr auto kBoth = [](int one, int other) { return Ints{one, other}; };
  return in_judge(kBoth, first, second);
}

int summed_once(Student& student, const Input<int>& values) {
  auto on_device = to_device(values);
  return CALL(student, sum_through_global)(on_device, values.size());
}

unsigned counted(Student& student, const Input<int>& values) {
  auto on_device = to_device(values);
  return CALL(student, count_above_mean)(on_device, values.size());
}

int sum_on_host(const Ints& values) {
  return std::accumulate(values.begin(), values.end(), 0);
}

unsigned count_on_host(const Ints& values) {
  const double mean = static_cast<double>(sum_on_host(values)) / static_cast<double>(values.size());
  return static_cast<unsigned>(
      std::count_if(values.begin(), values.end(), [&](int value) { return value > mean; }));
}

// A sum that is divided as an integer loses its fraction; by a std::size_t it is no negative one.
auto is_count(const Ints& values) {
  const auto above = [&values](double mean) {
    return static_cast<double>(
        std::count_if(values.begin(), values.end(), [&](int value) { return value > mean; }));
  };
  const int sum = sum_on_host(values);
  const std::size_t n = std::max<std::size_t>(values.size(), 1);
  const auto as_unsigned = static_cast<double>(static_cast<std::size_t>(sum) / n);
  return EqualsExactly(count_on_host(values))
      .mistaken(above(sum / static_cast<int>(n)),
                "That is the number above the mean without its fraction: the quotient of two "
                "integers is one.")
      .mistaken(above(as_unsigned),
                "That is the number above a quotient of unsigned integers: an int that is divided "
                "by a std::size_t becomes unsigned before, and loses its sign and its fraction.");
}

constexpr std::size_t kCounted = 20'011;  // values in the counters tests

template <class R>
Counted<R> with_time(Counted<R> counted) {
  return counted.with("modelled_us", counted.answer().elapsed_us());
}

}  // namespace

TEST_CASE("the sum through an allocation", "[task 1][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(1 << 18));
  for (int time = 0; time < 2; ++time) {  // an old answer is none to new values
    const auto values = random_ints(n, -500, 1000);
    const auto answer = ask(summed, values);
    CHECK_THAT(answer, EqualsExactly(sum_on_host(values)));
    CHECK_THAT(answer, ReadsOnlyWhatIsSet());
  }
}

TEST_CASE("the sum through a variable, twice in a row", "[task 2][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(1 << 18)), -500, 1000);
  const int sum = sum_on_host(values);
  CHECK_THAT(ask(summed_twice, values),
             EqualsExactly(Ints{sum, sum})
                 .mistaken(
                     [sum] {
                       return std::vector<double>{1.0 * sum, 2.0 * sum};
                     },
                     "The second sum has the first in it: the variable keeps its value from call "
                     "to call, so it must be 0 before each."));
}

TEST_CASE("the values above their mean", "[task 3][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(1 << 18)), -1000, 500);
  CHECK_THAT(ask(counted, values), is_count(values));
  // A mean just below most values: a float rounds it up to them.
  Ints close(values.size(), static_cast<int>(random_number(700, 900)));
  if (!close.empty()) {
    --close[close.size() / 2];
  }
  CHECK_THAT(ask(counted, close), is_count(close));
}

TEST_CASE("no copies, and nothing is left", "[task 1][counters]") {
  const auto values = random_ints(kCounted);
  CHECK_THAT(with_time(count(summed, values)), MeetsLimits(EqualsExactly(sum_on_host(values))));
}

TEST_CASE("a variable takes no allocation and no copies", "[task 2][counters]") {
  const auto values = random_ints(kCounted);
  CHECK_THAT(with_time(count(summed_once, values)),
             MeetsLimits(EqualsExactly(sum_on_host(values))));
}

TEST_CASE("two launches and no copies", "[task 3][counters]") {
  const auto values = random_ints(kCounted);
  CHECK_THAT(with_time(count(counted, values)), MeetsLimits(is_count(values)));
}
