// The tests of exercise pinned_and_mapped. `kind`, `kinds`, `uploaded` and `gathered` are executed
// by the worker, next to the student's code; the TEST_CASEs by the judge.
#include "pinned_and_mapped.hpp"

#include <algorithm>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

/// For a failure that is told in words.
std::vector<std::string> word(const std::string& kind) {
  return {kind};
}

using Floats = std::vector<float>;
using Indices = std::vector<unsigned>;

// What frame_alloc gives: giving it back is not what is asked.
std::string kind(Student& student, Named<"n"> n) {
  float* frame = CALL(student, frame_alloc)(n);
  std::string given = memory_kind(frame);
  CALL_UNTIMED(student, frame_free)(frame);
  return given;
}

// What frame_alloc gives, and what is at that address after frame_free.
std::pair<std::string, std::string> kinds(Student& student, Named<"n"> n) {
  float* frame = CALL(student, frame_alloc)(n);
  const std::string before = memory_kind(frame);
  CALL(student, frame_free)(frame);
  return {before, memory_kind(frame)};
}

// A frame with these values; nullptr if there is none. Making it is not what is timed.
float* filled_frame(Student& student, const Floats& values) {
  float* frame = CALL_UNTIMED(student, frame_alloc)(values.size());
  if (frame != nullptr) {
    std::copy(values.begin(), values.end(), frame);
  }
  return frame;
}

Output<float> uploaded(Student& student, const Floats& values) {
  auto device = device_array<float>(values.size());
  if (float* frame = filled_frame(student, values)) {
    CALL(student, upload)(frame, device, values.size());
    CALL_UNTIMED(student, frame_free)(frame);
  }
  return to_judge(device);
}

Output<float> gathered(Student& student, const Floats& values, const Indices& index) {
  auto index_on_device = to_device(index);
  auto out = device_array<float>(index.size());
  if (float* frame = filled_frame(student, values)) {
    CALL(student, gather)(frame, values.size(), index_on_device, out, index.size());
    CALL_UNTIMED(student, frame_free)(frame);
  }
  return to_judge(out);
}

Indices random_indices(std::size_t count, std::size_t n) {
  const auto numbers = random_ints(count, 0, static_cast<int>(n) - 1);
  return Indices(numbers.begin(), numbers.end());
}

Floats gathered_on_host(const Floats& values, const Indices& index) {
  Floats out(index.size());
  std::transform(index.begin(), index.end(), out.begin(), [&](unsigned i) { return values[i]; });
  return out;
}

}  // namespace

TEST_CASE("the frame is pinned memory", "[task 1][correctness]") {
  const auto answer = ask(kind, GENERATE(values<std::size_t>({1, 1000, 100'003})));
  CHECK_THAT(mapped(answer, word), EqualsExactly(word("pinned host memory")));
}

TEST_CASE("the frame is given back", "[task 2][correctness]") {
  const auto answer = ask(kinds, GENERATE(values<std::size_t>({1, 1000, 100'003})));
  CHECK(answer.value().first != "no memory");
  if (answer.value().second == "pinned host memory") {
    book(answer.finding(Verdict::kWrong, "The frame is still pinned memory after frame_free.",
                        "Memory of cudaHostAlloc goes back by cudaFreeHost."));
  }
  CHECK(answer.value().second != "pinned host memory");
}

TEST_CASE("what is in the frame is uploaded", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(100'000, 1)));
  CHECK_THAT(ask(uploaded, values), EqualsExactly(values));
}

TEST_CASE("any elements of a frame are gathered", "[task 3][correctness]") {
  const auto values = random_floats(GENERATE(std::size_t{1}, std::size_t{33}, std::size_t{70'001}));
  const auto index = random_indices(GENERATE(edge_sizes(5000)), values.size());
  CHECK_THAT(ask(gathered, values, index), EqualsExactly(gathered_on_host(values, index)));
}

TEST_CASE("beats a copy from pageable memory", "[task 1][timing]") {
  CHECK_THAT(race(
                 uploaded, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const Floats& values) { return EqualsExactly(values); }),
             MeetsThreshold());
}

TEST_CASE("beats a copy of the whole frame", "[task 3][timing]") {
  CHECK_THAT(race(
                 gathered,
                 [](std::size_t n) {
                   return std::tuple{random_floats(n), random_indices(n / 64, n)};
                 },
                 [](const Floats& values, const Indices& index) {
                   return EqualsExactly(gathered_on_host(values, index));
                 }),
             MeetsThreshold());
}

TEST_CASE("gathers without a copy", "[task 3][counters]") {
  constexpr std::size_t kFetched = 32'768;
  const auto values = random_floats(50'000);
  const auto index = random_indices(kFetched, values.size());
  CHECK_THAT(count(gathered, values, index)
                 .per("store_requests_of_those_needed", "global_store_requests", kFetched / 32),
             MeetsLimits(EqualsExactly(gathered_on_host(values, index))));
}
