// The tests of exercise error_checking. The functions that take a Student are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "error_checking.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

struct ErrorCode {
  int value;
};
struct Capacity {
  std::size_t characters;
};
struct Launch {
  unsigned blocks, threads;
};
/// What fill_host gets: `n` integers to fill, and host memory for `room` of them.
struct HostFill {
  std::size_t n, room;
  Launch launch;
};

// How a question names them.
static std::string in_words(ErrorCode error) {
  std::string number = "error " + std::to_string(error.value);
  switch (static_cast<cudaError_t>(error.value)) {  // the judge asks no device for its names
    case cudaSuccess:
      return number + " (cudaSuccess)";
    case cudaErrorMemoryAllocation:
      return number + " (cudaErrorMemoryAllocation)";
    case cudaErrorInvalidConfiguration:
      return number + " (cudaErrorInvalidConfiguration)";
    case cudaErrorIllegalAddress:
      return number + " (cudaErrorIllegalAddress)";
    default:
      return number;
  }
}
static std::string in_words(Capacity room) {
  return "room for " + std::to_string(room.characters) + " characters";
}
static std::string in_words(Launch launch) {
  return std::to_string(launch.blocks) + (launch.blocks == 1 ? " block of " : " blocks of ") +
         std::to_string(launch.threads) + " threads";
}

static std::string in_words(HostFill fill) {
  return std::to_string(fill.n) + " integers to fill, host memory for " +
         std::to_string(fill.room) + ", " + in_words(fill.launch);
}

namespace {

using Words = std::vector<std::string>;

/// The text, and whether anything behind its room was written.
Words described(Student& student, ErrorCode error, Capacity capacity, const std::string& file,
                Named<"line", int> line) {
  std::string text(200, '#');
  CALL(student, describe_error)
  (static_cast<cudaError_t>(error.value), file.c_str(), line, text.data(), capacity.characters);
  const bool within = text.find_first_not_of('#', capacity.characters) == std::string::npos;
  return {text.substr(0, text.find('\0')) + (within ? "" : " (written beyond its room)")};
}

/// The integers, and behind them what the call returned.
auto filled(Student& student, Named<"n"> n, Named<"value", int> value,
            Named<"blocks", unsigned> blocks, Named<"threads", unsigned> threads) {
  auto values = device_array<int>(n);
  const int error = CALL(student, fill)(values, n, value, blocks, threads);
  constexpr auto kJoin = [](std::vector<int> integers, int returned) {
    integers.push_back(returned);
    return integers;
  };
  return in_judge(kJoin, to_judge(values), error);
}

std::string name_of(int error) {
  return cudaGetErrorName(static_cast<cudaError_t>(error));
}

/// A launch that is refused: drivers do not agree on the word (CUDA 13 calls more than 1024 threads
/// cudaErrorInvalidValue).
std::string refusal(const std::string& name) {
  return name == "cudaErrorInvalidValue" ? "cudaErrorInvalidConfiguration" : name;
}

Words words(const std::string& returned, const std::string& left) {
  return {"returned " + returned + ", left " + left};
}

/// What a call returned, and what it left behind.
Words words_of(const Outcome<cudaError_t>& outcome, bool is_refused = false) {
  const std::string returned = name_of(outcome.value);
  return words(is_refused ? refusal(returned) : returned,
               outcome.after.device == 0 ? name_of(outcome.after.pending) + " pending"
                                         : "a device that has stopped");
}

/// A launch that is refused, on memory that is there.
Words refused(Student& student, Launch launch) {
  auto values = device_array<int>(100);
  return words_of(CALL_TO_FAIL(student, fill)(values, 100, 7, launch.blocks, launch.threads), true);
}

/// A kernel that writes where no memory is, or between two integers.
Words stopped(Student& student, const std::string& target) {
  auto values = device_array<int>(100);
  char* address = target == "address 0" ? nullptr : reinterpret_cast<char*>(values.get()) + 2;
  return words_of(CALL_TO_FAIL(student, fill)(reinterpret_cast<int*>(address), 10, 7, 1, 32));
}

/// What fill_host made of integers of host memory that were all -1.
std::pair<Words, std::vector<int>> on_host(Student& student, HostFill fill) {
  std::vector<int> values(fill.room, -1);
  int* target = fill.room > 0 ? values.data() : nullptr;
  const auto [blocks, threads] = fill.launch;
  constexpr unsigned kMostThreads = 1024;
  const Words what = words_of(CALL_TO_FAIL(student, fill_host)(target, fill.n, 7, blocks, threads),
                              threads > kMostThreads);
  return {what, values};
}

Words words_on_host(Student& student, HostFill fill) {
  return on_host(student, fill).first;
}

/// The integers that came back, of those that were to come.
double copied_share(const AnswerBase& answer, std::size_t n) {
  return static_cast<double>(answer.copies().value_or(Copies{}).bytes) /
         static_cast<double>(n * sizeof(int));
}

Words outcome(const std::string& returned) {
  return words(returned, "cudaSuccess pending");
}

}  // namespace

TEST_CASE("an error is described with its place", "[task 1][correctness]") {
  const ErrorCode error{GENERATE(9, 2, 700, 0, 98, 999)};
  const Capacity capacity{GENERATE(values<std::size_t>({200, 40, 1}))};
  const auto file = GENERATE(as<std::string>{}, "src/kernels.cu", "a.cu");
  const int line = file == "a.cu" ? 123'456 : 7;
  const Words expected = ask_reference(described, error, capacity, file, line).value();
  CHECK_THAT(ask(described, error, capacity, file, line), EqualsExactly(expected));
}

TEST_CASE("a launch that is refused is found out", "[task 2][correctness]") {
  const auto [blocks, threads] = GENERATE(
      table<unsigned, unsigned>({{1, 1025}, {0, 32}, {3, 0}, {2, 100000}, {1U << 31, 32}}));
  CHECK_THAT(ask(refused, Launch{blocks, threads}),
             EqualsExactly(outcome("cudaErrorInvalidConfiguration")));
}

TEST_CASE("a kernel that stops is found out, and one that does not is right",
          "[task 3][correctness]") {
  for (const std::size_t n : {0U, 1U, 33U, 1000U, 4099U}) {
    std::vector<int> expected(n, 7);
    expected.push_back(cudaSuccess);
    CHECK_THAT(ask(filled, n, 7, 5U, 96U), EqualsExactly(expected));
  }
  CHECK_THAT(ask(stopped, std::string("address 0")),
             EqualsExactly(words("cudaErrorIllegalAddress", "a device that has stopped")));
  CHECK_THAT(ask(stopped, std::string("an address that is no multiple of 4")),
             EqualsExactly(words("cudaErrorMisalignedAddress", "a device that has stopped")));
}

TEST_CASE("the first error comes back and the rest is not tried", "[task 4][correctness]") {
  struct Case {
    std::size_t n, room;
    unsigned threads;
    const char* returned;
  };
  const auto given =
      GENERATE(values<Case>({{1000, 1000, 128, "cudaSuccess"},
                             {0, 1, 128, "cudaSuccess"},
                             {1000, 1000, 1025, "cudaErrorInvalidConfiguration"},
                             {std::size_t{1} << 45, 9, 128, "cudaErrorMemoryAllocation"},
                             {std::size_t{1} << 45, 9, 1025, "cudaErrorMemoryAllocation"},
                             {1000, 0, 128, "cudaErrorInvalidValue"}}));
  const auto answer = ask(on_host, HostFill{given.n, given.room, {3, given.threads}});
  CHECK_THAT(part<0>(answer), EqualsExactly(outcome(given.returned)));
  std::vector<int> values(given.room, -1);
  if (given.returned == std::string("cudaSuccess")) {
    std::fill(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(given.n), 7);
  }
  CHECK_THAT(part<1>(answer), EqualsExactly(values));
}

TEST_CASE("all threads fill, and memory is freed on every way out", "[task 4][counters]") {
  constexpr std::size_t kFilled = 50'000;
  constexpr std::size_t kStores = (kFilled + 31) / 32;  // a warp stores 32 integers at a time
  auto filled = count(words_on_host, HostFill{kFilled, kFilled, {3, 128}});
  CHECK_THAT(filled
                 .with("copied_of_those_filled", copied_share(filled.answer(), kFilled),
                       "integers copied, divided by those filled")
                 .per("store_requests_of_those_needed", "global_store_requests", kStores),
             MeetsLimits(EqualsExactly(outcome("cudaSuccess"))));
  auto refused_copy = count(words_on_host, HostFill{kFilled, 0, {3, 128}});  // nowhere to copy to
  CHECK_THAT(refused_copy
                 .with("copied_of_those_filled", 1)  // nothing can be
                 .per("store_requests_of_those_needed", "global_store_requests", kStores),
             MeetsLimits(EqualsExactly(outcome("cudaErrorInvalidValue"))));
  auto refused_launch = count(words_on_host, HostFill{1000, 1000, {3, 1025}});
  CHECK_THAT(refused_launch.with("thread_efficiency", 32)
                 .with("copied_of_those_filled", 1)
                 .with("store_requests_of_those_needed", 1),  // nothing runs
             MeetsLimits(EqualsExactly(outcome("cudaErrorInvalidConfiguration"))));
}
