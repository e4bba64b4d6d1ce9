// Tries the comparison of answers, and the mistakes that it recognises.
#include "warpschool/harness/matchers.hpp"

#include "random.hpp"
#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/inputs.hpp"

#include <cmath>
#include <limits>
#include <numeric>

using namespace warpschool::harness;

namespace {

template <class T>
Answer<T> answer(T value) {
  Answer<T> result;
  result.set(std::move(value));
  return result;
}

std::vector<int> counting(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

constexpr int kPoison = static_cast<int>(0xA5A5A5A5);
const float kNan = std::numeric_limits<float>::quiet_NaN();

/// To half precision and back, for normal numbers: 11 bits of significand.
float as_half(float value) {
  int exponent = 0;
  const float fraction = std::frexp(value, &exponent);
  return std::ldexp(std::round(fraction * 2048.0F) / 2048.0F, exponent);
}

}  // namespace

TEST_CASE("an equal answer matches", "[harness][matchers]") {
  CHECK_FALSE(EqualsExactly(counting(10)).examine(answer(counting(10))));
  CHECK_FALSE(EqualsExactly(7).examine(answer(7)));
  CHECK_FALSE(EqualsExactly(std::vector<int>{}).examine(answer(std::vector<int>{})));
}

TEST_CASE("a wrong element is named with row, column, block and thread", "[harness][matchers]") {
  auto got = counting(30);
  got[17] = 0;
  const auto finding = EqualsExactly(counting(30)).as_matrix(5, 6).block(4, 2).examine(answer(got));
  REQUIRE(finding);
  CHECK(finding->verdict == Verdict::kWrong);
  CHECK_THAT(finding->message, Catch::Contains("row 2, column 5 (element 17): expected 18, got 0"));
  CHECK_THAT(finding->message, Catch::Contains("1 of 30 differ"));
  CHECK_THAT(finding->message, Catch::Contains("block (1, 1), thread (1, 0) computes"));
}

TEST_CASE("a number has its name, and a known mistake its hint", "[harness][matchers]") {
  const auto named = EqualsExactly(10)
                         .called("launches")
                         .mistaken(-1, "not this")
                         .mistaken(12, "as if 12 were 10");
  const auto finding = named.examine(answer(12));
  REQUIRE(finding);
  CHECK(finding->message == "launches: expected 10, got 12");
  CHECK(finding->hint == "as if 12 were 10");
  CHECK(named.examine(answer(13))->hint.empty());
  const auto twice = IsCloseTo(std::vector<double>{1, 2}, within_absolute(0.1))
                         .mistaken(
                             [] {
                               return std::vector<double>{2, 4};
                             },
                             "doubled");
  CHECK(twice.examine(answer(std::vector<float>{2, 4}))->hint == "doubled");
  CHECK(twice.examine(answer(std::vector<float>{2, 5}))->hint != "doubled");
}

TEST_CASE("a known mistake may be compared loosely, where there are values enough",
          "[harness][matchers]") {
  const auto hint_of = [](std::size_t count, double within) {
    const std::vector<double> right(count, 1), mistake(count, 2);
    const auto matcher = IsCloseTo(right, within_absolute(0.01))
                             .mistaken([mistake] { return mistake; }, "doubled", within);
    return matcher.examine(answer(std::vector<float>(count, 2.01F)))->hint;
  };
  CHECK(hint_of(40, 0.01) == "doubled");
  CHECK(hint_of(40, 1e-5) != "doubled");
  CHECK(hint_of(4, 0.01) != "doubled");
}

TEST_CASE("what a check has found out is told in its words", "[harness][matchers]") {
  CHECK_FALSE(Holds(true, "no pitch", "hint").examine(answer(3)));
  const auto finding = Holds(false, "no pitch", "hint").examine(answer(3));
  REQUIRE(finding);
  CHECK(finding->verdict == Verdict::kWrong);
  CHECK(finding->message == "no pitch");
  CHECK(finding->hint == "hint");
}

TEST_CASE("recognised mistakes have their hint", "[harness][matchers]") {
  const auto expected = counting(1000);
  auto got = expected;
  std::string word;
  SECTION("a tail that nobody wrote") {
    std::fill(got.begin() + 768, got.end(), kPoison);
    word = "rounded up";
  }
  SECTION("nothing was written") {
    std::fill(got.begin(), got.end(), kPoison);
    word = "does the kernel run";
  }
  SECTION("only the first block wrote") {
    std::fill(got.begin() + 256, got.end(), kPoison);
    word = "blockIdx.x";
  }
  SECTION("gaps") {
    got[500] = kPoison;
    word = "never written";
  }
  SECTION("one place too early") {
    std::rotate(got.begin(), got.end() - 1, got.end());
    got[0] = expected[0];
    word = "one place earlier";
  }
  SECTION("zeros") {
    std::fill(got.begin(), got.end(), 0);
    word = "All elements are 0";
  }
  SECTION("the last partial block") {
    std::fill(got.begin() + 992, got.end(), -1);
    word = "partial block";
  }
  const auto finding = EqualsExactly(expected).threads(256).examine(answer(got));
  REQUIRE(finding);
  INFO(finding->message);
  CHECK_THAT(finding->hint, Catch::Contains(word));
}

TEST_CASE("a wrong number of elements is told once", "[harness][matchers]") {
  const auto finding = EqualsExactly(counting(1000)).examine(answer(counting(999)));
  REQUIRE(finding);
  CHECK(finding->message == "expected 1,000 elements, got 999");
  CHECK(finding->hint.empty());
}

TEST_CASE("a tail that begins inside a warp is no partial block", "[harness][matchers]") {
  auto got = counting(1000);
  std::fill(got.begin() + 990, got.end(), -1);
  const auto finding = EqualsExactly(counting(1000)).examine(answer(got));
  REQUIRE(finding);
  CHECK_THAT(finding->hint, !Catch::Contains("partial block"));
}

TEST_CASE("NaN agrees with nothing but NaN", "[harness][matchers]") {
  const ErrorBound loose = within_absolute(1e30);
  CHECK(IsCloseTo({1, 2}, loose).examine(answer(std::vector<float>{1, kNan})));
  CHECK_FALSE(IsCloseTo({1, std::nan("")}, loose).examine(answer(std::vector<float>{1, kNan})));
  CHECK(MapsTo(
            1, [](std::size_t) { return 1.0; }, loose)
            .examine(answer(std::vector<float>{kNan})));
  CHECK(IsCloseTo(std::vector<double>{1}, loose)
            .examine(answer(std::vector<float>{std::numeric_limits<float>::infinity()})));
}

TEST_CASE("a bound is kept on both sides", "[harness][matchers]") {
  CHECK_FALSE(IsCloseTo(100.0, within_relative(0.01)).examine(answer(100.5F)));
  CHECK(IsCloseTo(100.0, within_relative(0.001)).examine(answer(99.5F)));
  CHECK(IsCloseTo(100.0, within_absolute(0.1)).examine(answer(100.5F)));
}

TEST_CASE("a narrower answer does not pass for the expected number", "[harness][matchers]") {
  CHECK(EqualsExactly(std::vector<std::int64_t>{1LL << 40}).examine(answer(std::vector<int>{0})));
  CHECK(EqualsExactly(std::vector<int>{300}).examine(answer(std::vector<std::uint8_t>{44})));
}

TEST_CASE("a float sum in the least careful order passes at every size",
          "[harness][matchers][bounds]") {
  seed_stream(11, "bounds", 0);
  for (const std::size_t n : {1U, 2U, 31U, 257U, 1025U, 65'521U, 1'048'573U}) {
    for (const float low : {-1.0F, 0.0F}) {
      const auto values = random_floats(n, low, 1);
      float sum = 0;
      for (const float value : values) {
        sum += value;
      }
      CAPTURE(n, low, sum);
      CHECK_FALSE(IsSumOf(values).examine(answer(sum)));
    }
  }
}

TEST_CASE("the worst of millions of right sums is within the bound",
          "[harness][matchers][bounds]") {
  // By the reference on an H200: one of the 3,211,264 outputs of a filter of 225 weights.
  const std::vector<double> expected{-16.7173498};
  CHECK_FALSE(IsCloseTo(expected, float_rounding(225)).examine(answer(std::vector{-16.71738F})));
}

TEST_CASE("a half-precision sum fails at the usual sizes", "[harness][matchers][bounds]") {
  seed_stream(12, "bounds", 0);
  for (const std::size_t n : {31U, 257U, 1025U, 5'003U}) {
    const auto values = random_floats(n);
    double sum = 0;
    for (const float value : values) {
      sum += static_cast<double>(as_half(value));
    }
    CAPTURE(n);
    CHECK(IsSumOf(values).examine(answer(static_cast<float>(sum))));
  }
}

TEST_CASE("integer sums are exact", "[harness][matchers]") {
  const std::vector<int> values{1'000'000'000, 1'000'000'000, 1'000'000'000};
  CHECK_FALSE(IsSumOf(values).examine(answer(std::int64_t{3'000'000'000})));
  CHECK(IsSumOf(values).examine(answer(std::int64_t{2'999'999'999})));
}

TEST_CASE("a part of a tuple is an answer of its own", "[harness][matchers]") {
  const auto both = answer(std::tuple{counting(3), 2.5F});
  CHECK_FALSE(EqualsExactly(counting(3)).examine(part<0>(both)));
  CHECK_FALSE(IsCloseTo(2.5, {}).examine(part<1>(both)));
}

TEST_CASE("an answer without a value is explained by its fate", "[harness][matchers]") {
  const Answer<int> none;
  CHECK(EqualsExactly(1).examine(none));
  CHECK(Answered().examine(none));
}

TEST_CASE("one text that differs is told without a place", "[harness][matchers]") {
  using Lines = std::vector<std::string>;
  const auto one = EqualsExactly(Lines{"right"}).examine(answer(Lines{"wrong"}));
  REQUIRE(one);
  CHECK(one->message == "expected \"right\", got \"wrong\"");
  const auto two = EqualsExactly(Lines{"a", "b"}).examine(answer(Lines{"a", "c"}));
  REQUIRE(two);
  CHECK(two->message == "1 of 2 lines differ:\n  expected \"b\"\n  got      \"c\"");
}

TEST_CASE("lines without an end are one line, and that is told", "[harness][matchers]") {
  using Lines = std::vector<std::string>;
  const auto joined = EqualsExactly(Lines{"a", "b", "c"}).examine(answer(Lines{"abc"}));
  REQUIRE(joined);
  CHECK(joined->message == "expected 3 lines, got 1");
  CHECK(joined->hint == "Everything stands in one line: end each text with \\n.");
  const auto few = EqualsExactly(Lines{"a", "b", "c"}).examine(answer(Lines{"a", "x"}));
  REQUIRE(few);
  CHECK(few->message == "expected 3 lines, got 2");
  CHECK(few->hint.empty());
}

TEST_CASE("numbers among the arguments of a call are told as people write them", "[harness][ask]") {
  CHECK(detail::join_words({"2.500000", "1,000 floats", "-0.125000", "3.000000"}) ==
        "2.5, 1,000 floats, -0.125 and 3.0");
  CHECK(detail::join_words({"100", "\"1.500000\""}) == "100 and \"1.500000\"");
}
