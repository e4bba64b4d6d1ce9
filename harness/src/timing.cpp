// How many pairs a race takes, and what they say.
//
// Each pair gives one ratio; their median is the result. On the simulator time is modelled and one
// pair is exact. On a GPU a warm-up pair is thrown away; then pairs alternate who goes first until
// the confidence interval is tight or lies wholly on one side.
#include "warpschool/harness/timing.hpp"

#include "judge.hpp"
#include "statistics.hpp"
#include "warpschool/course/worth.hpp"
#include "warpschool/profile/mends.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace warpschool::harness {
namespace detail {
namespace {

constexpr std::size_t kLeastPairs = 8;  ///< below this there is no 99 % interval
constexpr std::size_t kUsualPairs = 15;
constexpr std::size_t kMostPairs =
    31;                          ///< when the interval straddles the threshold it is measured again
constexpr double kTight = 0.02;  ///< half width of the interval over the median
/// A GPU that stood still for longer was with another process. Its slices of time are a millisecond
/// and more; a GPU that is ours alone was never seen to pause for a tenth of this.
constexpr double kMostPauseUs = 300;
/// So many disturbed pairs, if they are more than the others, and nothing can be measured.
constexpr std::size_t kMostDisturbed = 8;
/// Two events tell the time between them in steps of about half a microsecond (CUDA Runtime API,
/// cudaEventElapsedTime).
constexpr double kClockStepUs = 0.5;
/// A student waits for it; only what lies on the threshold is measured for longer.
constexpr auto kUsualTime = std::chrono::milliseconds(2500);
constexpr auto kTimeCap = std::chrono::seconds(20);
/// Of the time that reading the inputs from memory takes at peak bandwidth; below it a claimed time
/// cannot be.
constexpr double kFloorSlack = 0.9;

}  // namespace

struct Racer::Impl {
  RaceResult result;
  std::vector<double> ratios, reference_times, student_times;
  double reference_us = 0, student_us = 0;  ///< of the pair in progress
  BesideCalls reference_beside, student_beside;
  std::size_t pairs_begun = 0;
  double pause_us = 0;  ///< after the reference of the pair in progress
  bool exact = false;
  bool stop = false;
  Clock::time_point begin = Clock::now();

  void set_rule();
  void fail(Finding finding);
  void count_untimed_copies();
  void check_claim(const AnswerBase& answer, std::size_t input_bytes);
  bool was_disturbed();
  const ReferenceRun* known_reference() const;
  bool decided() const;
  MedianInterval interval() const;
};

void Racer::Impl::fail(Finding finding) {
  if (!result.trouble) {
    result.trouble = std::move(finding);
  }
  stop = true;
}

void Racer::Impl::set_rule() {
  const Judge& the_judge = judge();
  const course::TimingRule* rule =
      the_judge.exercise().timing_rule(judge().record().current().task);
  if (rule == nullptr) {
    fail({Verdict::kInternalError, "course.yaml has no timing rule for this check."});
    return;
  }
  const course::TimingOn* on = rule->on(the_judge.options().backend);
  if (on == nullptr) {
    result.skipped = true;
    stop = true;
    return;
  }
  result.n = static_cast<std::size_t>(on->n);
  result.full_at = on->full_at;
  result.zero_at = on->zero_at;
}

/// A worker says itself how long it took. Two things bound a lie: the judge's own clock, and the
/// memory's bandwidth.
void Racer::Impl::check_claim(const AnswerBase& answer, std::size_t input_bytes) {
  if (answer.exact()) {
    return;
  }
  if (answer.elapsed_us() <= 0 || answer.elapsed_us() > answer.wall_us()) {
    fail(answer.finding(
        Verdict::kSuspicious,
        fmt::format(
            "claims {:.1f} us of device time, but {:.1f} us passed between question and answer.",
            answer.elapsed_us(), answer.wall_us())));
    return;
  }
  const double peak = judge().peak_bytes_per_us;
  const double floor_us = peak > 0 ? kFloorSlack * static_cast<double>(input_bytes) / peak : 0;
  const bool reference_keeps_it = reference_times.empty() || median_of(reference_times) >= floor_us;
  if (answer.elapsed_us() < floor_us && reference_keeps_it) {
    fail(answer.finding(
        Verdict::kSuspicious,
        fmt::format(
            "claims {:.1f} us, but reading its inputs takes at least {:.1f} us on this device.",
            answer.elapsed_us(), floor_us),
        "Every input must be read, and the time must cover all of the work."));
  }
}

/// Both did the same beside the timed calls, but for what a submission has moved there: copies of
/// its own in untimed calls count, those outside of all calls are nobody's.
void Racer::Impl::count_untimed_copies() {
  if (student_beside.untimed_bytes > reference_beside.untimed_bytes) {
    student_us += student_beside.untimed_us;
  }
  if (student_beside.outside_host_bytes > reference_beside.outside_host_bytes) {
    fail({Verdict::kSuspicious,
          fmt::format("{} bytes were copied to the host outside of all calls, of the reference {}.",
                      student_beside.outside_host_bytes, reference_beside.outside_host_bytes),
          "Copies belong to the functions that the tests call."});
  } else if (student_beside.outside_bytes > reference_beside.outside_bytes) {
    fail({Verdict::kSuspicious,
          fmt::format("{} bytes were copied outside of all calls, of the reference {}.",
                      student_beside.outside_bytes, reference_beside.outside_bytes),
          "Copies belong to the functions that the tests call."});
  }
}

/// Whether another process had the GPU during this pair; its times say nothing then, and a ratio of
/// them less. What a submission leaves running beside the reference is such a process, too.
bool Racer::Impl::was_disturbed() {
  if (pause_us <= kMostPauseUs) {
    return false;
  }
  result.pause_us = std::max(result.pause_us, pause_us);
  ++result.disturbed;
  const bool late = Clock::now() - begin > kTimeCap;
  result.shared = result.disturbed > ratios.size() && (late || result.disturbed >= kMostDisturbed);
  stop = stop || result.shared;
  return true;
}

/// What another judge measured of the reference, where that holds: nullptr if there is none.
const ReferenceRun* Racer::Impl::known_reference() const {
  const auto found = judge().known_races.find(judge().record().current().name);
  const bool holds = found != judge().known_races.end() && found->second.n == result.n;
  return holds ? &found->second : nullptr;
}

/// Of the median ratio, as far as the pairs and the clock's steps let it be known.
MedianInterval Racer::Impl::interval() const {
  MedianInterval interval = median_interval(ratios);
  if (!exact && !ratios.empty()) {
    const double steps =
        kClockStepUs / median_of(reference_times) + kClockStepUs / median_of(student_times);
    interval.low *= 1 - std::min(steps, 1.0);
    interval.high *= 1 + steps;
  }
  return interval;
}

bool Racer::Impl::decided() const {
  const std::size_t pairs = ratios.size();
  if (pairs == 0) {
    return false;
  }
  if (exact) {
    return true;
  }
  const auto elapsed = Clock::now() - begin;
  const bool late = elapsed > kTimeCap && pairs >= 3;
  if (pairs < kLeastPairs) {
    return late;
  }
  const MedianInterval interval = this->interval(), of_pairs = median_interval(ratios);
  const bool full = interval.low >= result.full_at;
  const bool none = interval.high < result.zero_at;
  const bool straddles = interval.low < result.full_at && interval.high >= result.full_at;
  const bool tight = of_pairs.high - of_pairs.low <= 2 * kTight * of_pairs.median;
  if (full || none || (tight && !straddles)) {
    return true;
  }
  if (straddles) {
    return late || pairs >= kMostPairs;
  }
  return elapsed > kUsualTime || pairs >= kUsualPairs;
}

Racer::Racer() : impl_(std::make_unique<Impl>()) {
  impl_->set_rule();
}
Racer::~Racer() = default;

bool Racer::wants_pair() {
  if (impl_->stop || impl_->decided()) {
    return false;
  }
  ++impl_->pairs_begun;
  impl_->reference_us = impl_->student_us = 0;
  if (const ReferenceRun* const known = impl_->known_reference(); known != nullptr) {
    impl_->reference_us = known->us;
    impl_->reference_beside = known->beside;
  }
  return true;
}

std::size_t Racer::n() const {
  return impl_->result.n;
}

Who Racer::runner(bool first) const {
  const bool student_first = impl_->pairs_begun % 2 == 1;
  return first == student_first ? Who::kStudent : Who::kReference;
}

bool Racer::needs(Who who) const {
  const bool is_known = who == Who::kReference && impl_->known_reference() != nullptr;
  return !impl_->stop && !is_known;
}

void Racer::record(Who who, const AnswerBase& answer, std::optional<Finding> finding,
                   std::size_t input_bytes) {
  if (answer.not_asked()) {
    impl_->result.ended = true;
    impl_->stop = true;
    return;
  }
  if (finding) {
    if (who == Who::kReference && finding->verdict != Verdict::kInternalError) {
      finding->verdict = Verdict::kInternalError;
      finding->message = "The reference solution failed. " + finding->message;
    }
    impl_->fail(std::move(*finding));
    return;
  }
  (who == Who::kStudent ? impl_->student_us : impl_->reference_us) = answer.elapsed_us();
  (who == Who::kStudent ? impl_->student_beside : impl_->reference_beside) =
      answer.beside().value_or(BesideCalls{});
  impl_->exact = answer.exact();
  if (who == Who::kStudent) {
    impl_->result.student_report = answer.simulator_report();
    impl_->check_claim(answer, input_bytes);
  } else {
    impl_->pause_us = answer.pause_us();
    if (judge().simulated()) {
      judge().races[judge().record().current().name] = {n(), impl_->reference_us,
                                                        impl_->reference_beside};
    }
  }
}

void Racer::end_pair() {
  Impl& race = *impl_;
  race.count_untimed_copies();
  const bool warm_up = race.pairs_begun == 1 && !race.exact;
  if (race.stop || warm_up || race.was_disturbed()) {
    return;
  }
  const auto is_time = [](double us) { return std::isfinite(us) && us > 0; };
  if (race.student_us == 0 && is_time(race.reference_us)) {
    race.fail({Verdict::kCounters,
               "The call took no time on the device: nothing ran there, no kernel and no copy. The "
               "work of this exercise is the device's."});
    return;
  }
  if (!is_time(race.student_us)) {
    race.fail({Verdict::kSuspicious,
               fmt::format("claims {} us of device time: no call takes that.", race.student_us),
               "Every call takes some time, and the time must cover all of the work."});
    return;
  }
  if (!is_time(race.reference_us)) {
    race.fail({Verdict::kInternalError,
               "A call took no time at all: the clock of the device does not run."});
    return;
  }
  race.ratios.push_back(race.reference_us / race.student_us);
  race.reference_times.push_back(race.reference_us);
  race.student_times.push_back(race.student_us);
}

RaceResult Racer::result() const {
  RaceResult result = impl_->result;
  const MedianInterval interval = impl_->interval();
  result.ratio = interval.median;
  result.ratio_low = interval.low;
  result.ratio_high = interval.high;
  result.reference_us = median_of(impl_->reference_times);
  result.student_us = median_of(impl_->student_times);
  result.pairs = impl_->ratios.size();
  return result;
}

namespace {

Finding busy_gpu(const RaceResult& race) {
  return {
      Verdict::kInconclusive,
      fmt::format("Nothing could be measured: other programs used the GPU in {} of {} "
                  "measurements, once for {}.",
                  race.disturbed, race.disturbed + race.pairs, screen::time_text(race.pause_us)),
      "Run it again when the GPU is free: nvidia-smi shows who uses it."};
}

/// On the threshold after measuring twice: the doubt is the machine's.
Finding spread(const RaceResult& race, const std::string& facts) {
  return {Verdict::kInconclusive,
          fmt::format("{}, but the measurements spread from {:.3g} to {:.3g}.", facts,
                      race.ratio_low, race.ratio_high),
          "Run it again on a quiet machine."};
}

Finding too_slow(const RaceResult& race, const std::string& facts) {
  Finding slow{Verdict::kSlow, facts + fmt::format(", none below {:.3g}.", race.zero_at)};
  const std::optional<profile::Report> report = profile::read_report(race.student_report);
  if (const auto mend = report ? profile::mend_of(*report, race.student_us) : std::nullopt) {
    slow.message += "\n" + mend->shown;
    slow.hint = mend->tried;
  }
  if (!race.advice.empty()) {
    slow.hint = race.advice;
  }
  return slow;
}

}  // namespace

std::optional<Finding> judge_race(const RaceResult& race) {
  Check& check = judge().record().current();
  if (race.trouble || race.ended) {
    return race.trouble;
  }
  if (race.skipped) {
    check.skip("course.yaml sets no time for this backend.");
    return std::nullopt;
  }
  if (race.shared) {
    check.share = 0;
    return busy_gpu(race);
  }
  check.ratio = race.ratio;
  check.ratio_low = race.ratio_low;
  check.ratio_high = race.ratio_high;
  check.threshold = race.full_at;
  const std::string facts = fmt::format(
      "n = {}: the reference takes {}, yours {}: {:.3g} times as fast; full points from {:.3g} on",
      screen::count_text(race.n), screen::time_text(race.reference_us),
      screen::time_text(race.student_us), race.ratio, race.full_at);
  const course::RaceWorth worth =
      course::worth_of({race.ratio, race.ratio_low, race.ratio_high}, race.full_at, race.zero_at);
  check.share = worth.share;
  if (worth.end == course::RaceEnd::kPassed) {
    return std::nullopt;
  }
  return worth.end == course::RaceEnd::kOpen ? spread(race, facts) : too_slow(race, facts);
}

}  // namespace detail
}  // namespace warpschool::harness
