// What recognisers must not take for a mistake that only looks alike, and memory that nobody wrote.
#include "mistakes/recogniser.hpp"
#include "random.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/inputs.hpp"
#include "warpschool/harness/matchers.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace warpschool::harness::detail {
namespace {

using Numbers = std::vector<float>;

const float kNan = std::numeric_limits<float>::quiet_NaN();

/// As memory of the simulator is before anybody writes.
const float kFreshFloat = [] {
  float value = 0;
  std::memset(&value, 0xCD, sizeof value);
  return value;
}();

Numbers distinct_numbers(std::size_t n, float low = 1) {
  seed_stream(5, "guards", 0);
  return random_floats(n, low, 100);
}

LaunchFacts no_launch() {
  LaunchFacts facts;
  facts.launches.emplace();
  return facts;
}

LaunchFacts one_of(std::size_t blocks, std::size_t threads) {
  LaunchFacts facts;
  facts.launches = std::vector{LaunchShape{{blocks, 1, 1}, {threads, 1, 1}}};
  facts.uses_block_index = facts.uses_thread_index = true;
  return facts;
}

template <class T>
std::string hint_on(const std::vector<T>& want, const std::vector<T>& got,
                    const LaunchFacts& facts = {}, const Layout& layout = {}) {
  const auto agree = [](T expected, T have) {
    return expected == have ||
           std::fabs(static_cast<double>(expected) - static_cast<double>(have)) <=
               1e-6 * std::fabs(static_cast<double>(expected));
  };
  const Differences found = compare(
      got, want.size(), [&want](std::size_t i) { return want[i]; }, agree, layout.preset);
  return recognise({found, layout, facts});
}

std::string hint_on_number(double want, double got, const Numbers& terms = {}) {
  const std::vector<double> only{got};
  Differences found = compare(
      only, 1, [want](std::size_t) { return want; },
      [](double expected, double have) { return expected == have; });
  found.scalar = true;
  if (!terms.empty()) {
    found.terms = terms_of(terms);
  }
  return recognise({found, {}, {}});
}

bool has(const std::string& sentence, const std::string& words) {
  CAPTURE(sentence, words);
  return sentence.find(words) != std::string::npos;
}

/// `change(i)` for all from `first` on.
template <class T, class Change>
std::vector<T> changed_from(std::vector<T> values, std::size_t first, const Change& change) {
  for (std::size_t i = first; i < values.size(); ++i) {
    values[i] = change(i);
  }
  return values;
}

}  // namespace

TEST_CASE("what unwritten memory holds is no sum", "[harness][mistakes]") {
  const Numbers want = distinct_numbers(32);
  const auto fresh = [](std::size_t) { return kFreshFloat; };
  const Numbers got = changed_from(want, 8, fresh);
  CHECK(has(hint_on(want, got, no_launch()), "as many bytes as it has elements"));
  CHECK(has(hint_on(want, changed_from(want, 9, fresh), no_launch()), "From element 9 on nobody"));
  CHECK(has(hint_on(want, got, one_of(2, 32)), "memory that nobody has written"));
  CHECK(has(hint_on(want, changed_from(want, 0, fresh), no_launch()), "Nothing came"));
  // With a value added, or as one of three in a mean.
  const auto added = [&want](std::size_t i) { return kFreshFloat / 3 + want[i]; };
  CHECK(has(hint_on(want, changed_from(want, 5, added), one_of(2, 32)), "nobody has written"));
  const auto shifted = [&want](std::size_t i) { return want[i] + 3; };
  CHECK_FALSE(has(hint_on(want, changed_from(want, 5, shifted)), "nobody has written"));
}

TEST_CASE("values of unwritten memory are marked", "[harness][mistakes]") {
  CHECK(got_text(kFreshFloat) == "-4.316021e+08, as in memory that nobody wrote");
  CHECK(got_text(std::int16_t{0x4DCD}) == "19917");
  CHECK(got_text(-1, -1.0) == "-1, as before your code ran");
  CHECK(got_text(-1) == "-1");
}

TEST_CASE("rows that a copy left out are told as a copy's", "[harness][mistakes]") {
  const Numbers want = distinct_numbers(256);
  Layout rows;
  rows.rows = rows.cols = 16;
  const auto narrow = [&want](std::size_t i) { return i % 16 < 4 ? want[i] : kFreshFloat; };
  CHECK(has(hint_on(want, changed_from(want, 0, narrow), no_launch(), rows),
            "the width of a copy is in bytes"));
  const auto first_row = [](std::size_t) { return kFreshFloat; };
  CHECK(has(hint_on(want, changed_from(want, 16, first_row), no_launch(), rows), "both pitches"));
}

TEST_CASE("sizes in elements and of pointers are told in arrays of zeros", "[harness][mistakes]") {
  const Numbers want = distinct_numbers(225);
  const auto zero = [](std::size_t) { return 0.0F; };
  Numbers cut = changed_from(want, 56, zero);
  cut[56] = 2.6e-43F;
  CHECK(has(hint_on(want, cut, one_of(1, 256)), "Only the first 225 bytes"));
  CHECK(has(hint_on(want, changed_from(want, 2, zero), one_of(1, 256)), "sizeof of a pointer"));
  CHECK_FALSE(has(hint_on(want, changed_from(want, 2, zero), one_of(1, 2)), "sizeof"));
}

TEST_CASE("what code around the submission's set is no result", "[harness][mistakes]") {
  std::vector<int> want(257), got;
  std::iota(want.begin(), want.end(), 400);
  got = want;
  std::fill(got.begin(), got.begin() + 256, -1);
  Layout layout;
  layout.preset = -1;
  CHECK(has(hint_on(want, got, one_of(1, 257), layout), "The first 256 elements were never"));
  CHECK_FALSE(has(hint_on(want, got, one_of(1, 257)), "never"));
}

TEST_CASE("0 below 1 is no cut off fraction", "[harness][mistakes]") {
  CHECK(hint_on_number(0.4385, 0).empty());
  CHECK(has(hint_on_number(7.4385, 7), "The fractions are cut off"));
  const Numbers terms = distinct_numbers(1000, -100);
  CHECK(hint_on_number(12.5, 0, terms).empty());
}

TEST_CASE("one number that is off by one tells nothing", "[harness][mistakes]") {
  CHECK(hint_on_number(124, 123).empty());
  CHECK(hint_on_number(6, 7).empty());
}

TEST_CASE("0 and 1 everywhere are not the first element's", "[harness][mistakes]") {
  std::vector<int> sums{0, -458, -74, -368, 136, -337, 12, 44};
  CHECK_FALSE(has(hint_on(sums, std::vector<int>(8, 0)), "belongs to the first"));
  const std::vector<int> votes{1, 0, 1, 0, 1, 0, 0, 1, 0, 0};
  CHECK_FALSE(has(hint_on(votes, std::vector<int>(10, 1)), "belongs to the first"));
  sums[0] = 17;
  CHECK(has(hint_on(sums, std::vector<int>(8, 17)), "belongs to the first"));
}

TEST_CASE("the only element that is no filling zero is not the first", "[harness][mistakes]") {
  const std::vector<int> want{17, 0, 0, 0, 0, 0, 0, 0};
  std::vector<int> got = want;
  got[0] = 1;
  CHECK_FALSE(has(hint_on(want, got), "Only the first"));
}

TEST_CASE("the last element alone in its warp is not one of a comparison", "[harness][mistakes]") {
  std::vector<int> want(33), got;
  std::iota(want.begin(), want.end(), 5);
  got = want;
  got[32] = 99;
  CHECK_FALSE(has(hint_on(want, got, one_of(1, 256)), "comparison"));
  CHECK(has(hint_on(want, got, one_of(1, 256)), "alone in its warp"));
}

TEST_CASE("NaN that is not shown is not the mistake", "[harness][mistakes]") {
  const Numbers want = distinct_numbers(100);
  Numbers got = want;
  for (float& value : got) {
    value = std::sqrt(value) + 300;
  }
  got[50] = kNan;
  CHECK_FALSE(has(hint_on(want, got), "NaN"));
  got[1] = got[50];
  CHECK(has(hint_on(want, got), "NaN"));
}

TEST_CASE("one element a thread, and none after them", "[harness][mistakes]") {
  const Numbers want = distinct_numbers(1000);
  const auto old = [&want](std::size_t i) { return want[i] / 3 + 7; };
  const Numbers got = changed_from(want, 32, old);
  CHECK(has(hint_on(want, got, one_of(1, 32)), "Right are the first 32 elements"));
  CHECK_FALSE(has(hint_on(want, got, one_of(2, 32)), "Right are the first"));
}

TEST_CASE("one value that each lane added is told", "[harness][mistakes]") {
  CHECK(has(hint_on(std::vector<int>{414}, std::vector<int>{13248}), "32 times"));
  CHECK(has(hint_on(std::vector<int>{921}, std::vector<int>{3684}), "4 times"));
  CHECK(hint_on(std::vector<int>{921}, std::vector<int>{3685}).empty());
  CHECK(hint_on(std::vector<int>{3}, std::vector<int>{96}).empty());
  CHECK(has(hint_on_number(-0.9835598469, -1007.1652832), "1024 times"));
}

TEST_CASE("running sums that were never added are the values", "[harness][mistakes]") {
  std::vector<int> values(100), sums(100);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i * i % 97) - 40;
  }
  std::partial_sum(values.begin(), values.end(), sums.begin());
  CHECK(has(hint_on(sums, values), "nothing was added"));
  std::vector<int> last_step = values;
  for (std::size_t i = 64; i < values.size(); ++i) {
    last_step[i] += values[i - 64];
  }
  CHECK(has(hint_on(sums, last_step), "the one 64 places before it"));
  values[50] += 1;
  CHECK_FALSE(has(hint_on(sums, values), "nothing was added"));
}

TEST_CASE("a tree that rounds down is recognised", "[harness][mistakes]") {
  const Numbers terms = distinct_numbers(6);
  const double want = std::accumulate(terms.begin(), terms.end(), 0.0);
  const double got = static_cast<double>(terms[0]) + static_cast<double>(terms[3]) +
                     static_cast<double>(terms[1]) + static_cast<double>(terms[4]);
  // Of 6 places 3 are left, then 1, which adds its neighbour: the third is lost.
  CHECK(has(hint_on_number(want, got, terms), "halve their number and round down"));
}

TEST_CASE("a border of more than one element is called so", "[harness][mistakes]") {
  const Numbers want = distinct_numbers(400);
  Layout layout;
  layout.rows = layout.cols = 20;
  const auto inner = [](std::size_t i) {
    return std::min({i / 20, i % 20, 19 - i / 20, 19 - i % 20}) >= 2;
  };
  const Numbers got = changed_from(want, 0, [&](std::size_t i) {
    return inner(i) ? want[i] : want[i] * 0.4F + static_cast<float>(i);
  });
  CHECK(has(hint_on(want, got, {}, layout), "in the 2 rows and columns nearest to a border"));
}

}  // namespace warpschool::harness::detail
