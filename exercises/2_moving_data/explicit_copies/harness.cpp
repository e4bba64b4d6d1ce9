// The tests of exercise explicit_copies. `uploaded`, `downloaded` and `run` are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "explicit_copies.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

/// For a failure that is told in words.
std::vector<std::string> word(const std::string& kind) {
  return {kind};
}

using Floats = std::vector<float>;

// The kind of memory, and what it holds.
std::pair<std::string, Floats> uploaded(Student& student, const Floats& values) {
  float* device = CALL(student, upload)(values.data(), values.size());
  const std::string kind = memory_kind(device);
  return {kind, take_from_device(device, values.size())};
}

// Uploads only: what is copied here is the submission's.
bool only_uploaded(Student& student, const Floats& values) {
  float* device = CALL(student, upload)(values.data(), values.size());
  take_from_device(device, 0);  // given back, so that no later call can return it again
  return device != nullptr;
}

std::string number_in_words(std::uint64_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

// Whether somebody hears of it where no device has so much memory.
std::string uploaded_too_much(Student& student, const Floats& values) {
  constexpr std::size_t kTooMany = std::size_t{1} << 50;
  try {
    CALL_TO_FAIL(student, upload)(values.data(), kTooMany);
  } catch (const std::runtime_error&) {
    return "an exception";
  }
  return "nothing";
}

Floats downloaded(Student& student, const Input<float>& values) {
  auto device = to_device(values);
  auto host = host_array<float>(values.size());
  CALL(student, download)(device, host.data(), host.size());
  return host;
}

Floats run(Student& student, Floats y, const Floats& x) {
  CALL(student, add_into)(y.data(), x.data(), x.size());
  return y;
}

// One rounding, the same on every device: compared exactly.
Floats sum_of(const Floats& y, const Floats& x) {
  Floats sum(y.size());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] = y[i] + x[i];
  }
  return sum;
}

constexpr std::size_t kCounted = 100'003;  // pairs in the counter checks

auto counted_run(const Floats& y, const Floats& x) {
  auto counted = count(run, y, x);
  return counted.per("load_sectors_per_pair", "global_load_sectors", kCounted)
      .with("modelled_us", counted.answer().elapsed_us());
}

}  // namespace

TEST_CASE("device memory holds what the host has", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(100'000)));
  const std::uint64_t bytes = values.size() * sizeof(float);
  // Before the judge copies the array back: of too few bytes it gets none, and too many are read
  // from beyond the caller's array.
  const auto alone = ask(only_uploaded, values);
  const std::uint64_t copied = alone.copies().value_or(Copies{0, 0, bytes, 0}).bytes;
  const bool is_whole = !alone.clean() || copied == 0 || copied == bytes;
  if (!is_whole) {
    book(alone.finding(
        Verdict::kWrong,
        "upload copied " + number_in_words(copied, "byte") + " of " + std::to_string(bytes) + ".",
        "sizeof(float) is 4, sizeof of a pointer is 8. cudaMalloc and cudaMemcpy "
        "both count bytes."));
  }
  REQUIRE(is_whole);
  const auto answer = ask(uploaded, values);
  if (alone.clean() && !answer.clean()) {
    Finding behind = answer.trouble();
    behind.message.insert(behind.message.find('\n') + 1,
                          "Where the judge copies " + number_in_words(values.size(), "float") +
                              " back from what upload returned: ");
    book(std::move(behind));
  }
  REQUIRE((answer.clean() || !alone.clean()));
  CHECK_THAT(part<1>(answer), EqualsExactly(values));
  if (!values.empty()) {
    CHECK_THAT(mapped(part<0>(answer), word), EqualsExactly(word("device memory")));
  }
}

TEST_CASE("what does not fit is an error that is told", "[task 1][correctness]") {
  const auto answer = ask(uploaded_too_much, random_floats(4));
  const bool is_told = answer.value() == "an exception";
  if (!is_told) {
    book(answer.finding(Verdict::kWrong,
                        "upload was to bring 2^50 floats to the device, which has not so much "
                        "memory, and returned as if it had.",
                        "Put check(...) around cudaMalloc: its error becomes an exception."));
  }
  CHECK(is_told);
}

TEST_CASE("the host gets what the device has", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(100'000)));
  CHECK_THAT(ask(downloaded, values), EqualsExactly(values));
}

TEST_CASE("any number of pairs is added", "[task 3][correctness]") {
  const auto n = GENERATE(edge_sizes(1 << 20));
  const auto y = random_floats(n);
  const auto x = random_floats(n);
  CHECK_THAT(ask(run, y, x), EqualsExactly(sum_of(y, x)));
}

TEST_CASE("two copies in, one copy out", "[task 3][counters]") {
  const auto y = random_floats(kCounted), x = random_floats(kCounted);
  CHECK_THAT(counted_run(y, x), MeetsLimits(EqualsExactly(sum_of(y, x))));
}

TEST_CASE("no device memory is left", "[task 4][counters]") {
  const auto y = random_floats(kCounted), x = random_floats(kCounted);
  CHECK_THAT(counted_run(y, x), MeetsLimits());
}
