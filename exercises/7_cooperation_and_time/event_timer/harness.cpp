// The tests of exercise event_timer. `launched` and `timed` are executed by the worker, next to the
// code under test; the TEST_CASEs by the judge.
#include "event_timer.hpp"

#include <cmath>
#include <utility>
#include <warpschool/harness.hpp>
#include <warpschool/harness/backend.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;

// What is timed: on a GPU a launch must take longer than what is around it.
std::size_t many() {
  return std::size_t{1} << (simulated() ? 17 : 19);
}

// The first launch warms up; the judge's own measurement is that of the second call.
Output<float> launched(Student& student, const Input<float>& values,
                       Named<"blocks", unsigned> blocks, Named<"launches", int> launches) {
  auto in = to_device(values);
  auto out = device_array<float>(values.size());
  CALL_UNTIMED(student, launch_copies)(in, out, values.size(), blocks, 1);
  CALL(student, launch_copies)(in, out, values.size(), blocks, launches);
  return to_judge(out);
}

std::tuple<double, double, Floats> timed(Student& student, const Floats& values,
                                         Named<"blocks", unsigned> blocks) {
  auto out = host_array<float>(values.size());
  const Timing timing = CALL(student, time_copy)(values.data(), out.data(), out.size(), blocks);
  return {timing.milliseconds, timing.gb_per_s, out};
}

// Few blocks take long: then what is around a launch counts for little. With 32 it is a fifth of
// the time on an H200. With one, a copy that is timed as well would count for little, too.
unsigned some_blocks() {
  return GENERATE(2U, 4U);
}

// What the judge measures for one launch, by the reference's kernel, and how well another
// measurement must agree with that: two of a GPU differ, the simulator's clock is exact. A launch
// that waits in the queue is on the device already when it begins, one by itself is not: who times
// each by itself is right as well.
struct Measured {
  double queued, alone, cold, agreement;

  double like(double milliseconds) const {
    return std::abs(milliseconds - queued) < std::abs(milliseconds - alone) ? queued : alone;
  }
};

// The first launch of a call finds L2 cold, and is none of those that count: who times has warmed
// up before. What a launch by itself takes longer is that of a kernel with little to do.
Measured measure(const Floats& values, unsigned blocks) {
  // On the simulator's clock all launches but the first take the same time.
  const int more = simulated() ? 2 : kRepeats;
  const auto first_and_each = [blocks, more](const Floats& some) {
    const auto all = ask_reference(launched, some, blocks, 1 + more);
    const auto first = ask_reference(launched, some, blocks, 1);
    // Where a device of its own runs the kernels, those of untimed calls count, too.
    const double warm_up = ask_reference(launched, some, blocks, 0).elapsed_us();
    return std::pair(first.elapsed_us() - warm_up, (all.elapsed_us() - first.elapsed_us()) / more);
  };
  const auto [cold, each] = first_and_each(values);
  const auto [little_first, little_each] = first_and_each(random_floats(32));
  return {each / 1e3, (each + little_first - little_each) / 1e3, cold / 1e3,
          simulated() ? 0.05 : 0.2};
}

// How many launches stand between the events, by the time that was reported. In what unit it is,
// and whether it was divided, is no matter of where the events stand: the likeliest is taken.
double timed_launches(double milliseconds, const Measured& measured) {
  double likeliest = 0;
  for (const double unit : {1.0, 1e3, 1e-3}) {
    for (const double divided_by : {1, kRepeats}) {
      const double of_one = milliseconds / unit / divided_by;
      const double launches = kRepeats * of_one / measured.like(of_one);
      if (std::abs(launches - kRepeats) < std::abs(likeliest - kRepeats)) {
        likeliest = launches;
      }
    }
  }
  return likeliest;
}

bool are_near(double one, double other, double share) {
  return std::abs(one - other) <= share * other;
}

// Why a time stands for that many launches, where it is another task that must be mended first.
std::string hint_on_launches(double launches, const Measured& measured) {
  // The number may be in launches that are alone.
  const auto is_time_of = [&](double queued_ones) {
    const double by_queued = launches * measured.alone / measured.queued;
    return are_near(launches, queued_ones, 0.01) || are_near(by_queued, queued_ones, 0.01);
  };
  const double with_a_cold_one = kRepeats - 1 + measured.cold / measured.queued;
  if (launches == 0) {
    return "Nothing was timed: is task 3 there? It sets the milliseconds by which this is told. If "
           "it is: is the first event recorded before the launches, and the second after them?";
  }
  if (is_time_of(with_a_cold_one)) {
    return "The first of the launches between the events is the first of all and takes longer: "
           "mend task 1 first, where a launch before them pays for that.";
  }
  if (is_time_of(1 + with_a_cold_one)) {
    return "A launch too many lies between the events, the first of all: the one of task 1 comes "
           "before them.";
  }
  return are_near(launches, 1, measured.agreement)
             ? "One launch stands between the events, or task 3 divides their time twice by "
               "kRepeats."
             : std::string();
}

// By which factor a time is off, and what makes such a factor.
std::string hint_on_factor(double milliseconds, const Measured& measured) {
  constexpr double repeats = kRepeats;
  const std::pair<double, const char*> factors[] = {
      {repeats,
       "That is the time of kRepeats launches: divide what lies between the events by as "
       "many as there are."},
      {1 / repeats,
       "That is a kRepeats-th of the time of one launch: are there kRepeats launches "
       "between the events, and is their time divided only once?"},
      {1e3,
       "These are microseconds: cudaEventElapsedTime gives milliseconds, and they are asked "
       "for."},
      {1e-3,
       "These are seconds: cudaEventElapsedTime gives milliseconds, and they are asked for, "
       "also where task 4 wants seconds."}};
  for (const auto& [factor, hint] : factors) {
    const double of_one = milliseconds / factor;
    if (are_near(of_one, measured.like(of_one), measured.agreement)) {
      return hint;
    }
  }
  return hint_on_launches(kRepeats * milliseconds / measured.queued, measured);
}

// The matcher, with a hint that was found by this very value.
template <class Matcher>
Matcher with_hint(const Matcher& matcher, double value, const std::string& hint) {
  return hint.empty() ? matcher : matcher.mistaken(value, hint);
}

// Who asks for a time that is not there yet gets an error in each check, and an exception from it:
// which task that is for stands in no line of it.
Answer<std::tuple<double, double, Floats>> ask_timed(const Floats& values, unsigned blocks) {
  auto answer = ask(timed, values, blocks);
  const bool is_early = answer.trouble().message.find("cudaErrorNotReady") != std::string::npos;
  if (is_early) {
    Finding early = answer.trouble();
    early.hint =
        "Mend task 2 first: the host waits there for the second event (cudaEventSynchronize); "
        "before, there is no time to ask for.";
    book(std::move(early));
  }
  REQUIRE(!is_early);
  return answer;
}

double bandwidth(std::size_t n, double milliseconds) {
  return 2.0 * sizeof(float) * static_cast<double>(n) / (milliseconds * 1e6);
}

// A time that is none.
Holds is_a_time(double milliseconds) {
  return {milliseconds > 0,
          "The milliseconds are " + number_text(milliseconds) + ", where they must be above 0.",
          milliseconds < 0
              ? "Is the end's event the first of cudaEventElapsedTime?"
              : "Mend task 3 first, which sets them. If it does: is the first event recorded "
                "before the launches, and the second after them?"};
}

auto is_bandwidth(std::size_t n, double milliseconds) {
  const double right = bandwidth(n, milliseconds);
  return IsCloseTo(right, within_relative(1e-3))
      .called("GB/s, by the milliseconds of the same answer")
      .mistaken(right / 2, "A copy reads each float and writes it: the bytes count twice.")
      .mistaken(
          right * kRepeats,
          "That is kRepeats times too much: the milliseconds are those of one launch already.")
      .mistaken(right / kRepeats,
                "That is a kRepeats-th: the milliseconds are those of one launch already.");
}

}  // namespace

TEST_CASE("the floats are copied", "[task 1][correctness]") {
  const std::size_t n = GENERATE(edge_sizes(10'000, 1));
  for (int time = 0; time < 2; ++time) {  // an old answer is none to new values
    const auto values = random_floats(n);
    const auto answer = ask_timed(values, 4U);
    CHECK_THAT(part<2>(answer), EqualsExactly(values));
  }
}

TEST_CASE("a launch to warm up", "[task 1][counters]") {
  const auto values = random_floats(many());
  const Measured measured = measure(values, 4);
  auto counted = count(timed, values, 4U);
  const double sectors =
      counters_of(counted.answer()).value_or(CounterValues{})["global_store_sectors"];
  const double copies = 8 * sectors / static_cast<double>(values.size());
  const double milliseconds = part<0>(counted.answer()).value();
  const double within = timed_launches(milliseconds, measured);
  // Events that stand elsewhere, and clocks that are none of the device, are found out below: on
  // the simulator the time of some launches is that of a whole number.
  const double whole = std::round(within);
  const bool is_of_launches =
      std::abs(within - kRepeats) < 2 && (!simulated() || std::abs(within - whole) < 0.2);
  // Where nothing is timed yet, the few copies there are belong to this task.
  const bool nothing_yet = milliseconds == 0 && copies < kRepeats;
  const double timed_ones = is_of_launches ? whole : nothing_yet ? 0 : kRepeats;
  CHECK_THAT(counted
                 .with("copies_beside_those_timed", copies - timed_ones,
                       "launches outside of the two events")
                 .advise("copies_beside_those_timed",
                         "Launch once before the first event: that launch pays for what is cold, "
                         "and does not count."),
             MeetsLimits());
}

TEST_CASE("the events stand around ten launches", "[task 2][correctness]") {
  const auto blocks = some_blocks();
  const auto values = random_floats(many());
  const Measured measured = measure(values, blocks);
  const auto launches = mapped(part<0>(ask_timed(values, blocks)), [&](double milliseconds) {
    return timed_launches(milliseconds, measured);
  });
  const auto ten = IsCloseTo(kRepeats, within_relative(measured.agreement))
                       .called("as many launches stand between the events, by their time");
  const double number = launches.value();
  CHECK_THAT(launches, with_hint(ten, number, hint_on_launches(number, measured)));
}

TEST_CASE("all that is timed copies all", "[task 2][counters]") {
  const auto values = random_floats(10'000);
  CHECK_THAT(count(timed, values, 4U)
                 .advise("launches",
                         "One launch to warm up and kRepeats that are timed are enough: "
                         "launch_copies launches as often as its last argument says."),
             MeetsLimits());
}

TEST_CASE("the time is what the judge measures", "[task 3][correctness]") {
  const auto blocks = some_blocks();
  const auto values = random_floats(many());
  const Measured measured = measure(values, blocks);
  const auto milliseconds = part<0>(ask_timed(values, blocks));
  const double number = milliseconds.value();
  const auto right = IsCloseTo(measured.like(number), within_relative(measured.agreement))
                         .called("milliseconds of one launch");
  CHECK_THAT(milliseconds, with_hint(right, number, hint_on_factor(number, measured)));
}

TEST_CASE("all ten launches count, also those that take longer", "[task 3][correctness]") {
  // On the simulator every fifth launch can be made to take six times as long: a mean of ten
  // doubles then, and the time of no launch does. A GPU does not offer that.
  const auto values = random_floats(many());
  const auto even = part<0>(ask_timed(values, 4U));
  if (!simulated()) {
    CHECK_THAT(even, Answered());
    return;
  }
  const double milliseconds = even.value();
  REQUIRE_THAT(even, is_a_time(milliseconds));
  const auto times_as_long = mapped(part<0>(ask_unevenly(timed, values, 4U)),
                                    [=](double uneven) { return uneven / milliseconds; });
  CHECK_THAT(times_as_long, IsCloseTo(2, within_relative(0.05))
                                .called("where every fifth launch takes six times as long, the "
                                        "mean of ten in those of an even one"));
}

TEST_CASE("the bandwidth fits the time", "[task 4][correctness]") {
  constexpr unsigned blocks = 8;
  const auto values = random_floats(50'000);
  const auto answer = ask_timed(values, blocks);
  // 10^9 bytes, not 2^30: against the time of the same answer there is nothing to disagree about.
  // Whether that time is right is looked at above.
  const double milliseconds = part<0>(answer).value();
  REQUIRE_THAT(answer, is_a_time(milliseconds));
  CHECK_THAT(part<1>(answer), is_bandwidth(values.size(), milliseconds));
}
