// The judge's half of a question: send it, wait with an eye on clock and memory, and turn whatever
// comes into an answer.
#include "fate.hpp"
#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/ask.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/result.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// The only writer of an answer's private parts.
struct AnswerAccess {
  static Finding& trouble(AnswerBase& answer) { return answer.trouble_; }
  static std::string& output(AnswerBase& answer) { return answer.trouble_.output; }
  static void set_not_asked(AnswerBase& answer) { answer.not_asked_ = true; }
  static void set_question(AnswerBase& answer, std::string text) {
    answer.question_ = std::move(text);
  }
  static void set_wall(AnswerBase& answer, double wall_us) { answer.wall_us_ = wall_us; }
  static void set_report(AnswerBase& answer, const WorkerReport& report) {
    answer.function_ = report.function;
    answer.note_ = report.note;
    answer.elapsed_us_ = report.elapsed_us;
    answer.exact_ = report.simulated;
    answer.simulator_report_ = report.simulator_report;
    answer.copies_ = copies_in(report.simulator_report, report.harness_copies);
  }
  static void set_function(AnswerBase& answer, std::string name) {
    answer.function_ = std::move(name);
  }
};

void book(Finding finding) {
  if (has_judge()) {
    judge().record().book(std::move(finding));
  }
}

void forget_booked() {
  if (has_judge()) {
    judge().record().forget_booked();
  }
}

Finding AnswerBase::finding(Verdict verdict, std::string message, std::string hint) const {
  std::string text =
      question_.empty() ? std::move(message) : question_ + ":\n" + std::move(message);
  if (!note_.empty()) {
    text = "CUDA reported an error that nobody looked at: " + note_ + ".\n" + text;
    hint =
        "A CUDA call or launch failed: look at this error first (cudaGetLastError() after the "
        "launch).";
  }
  return {verdict, std::move(text), std::move(hint), output(), {}};
}

namespace detail {
namespace {

constexpr auto kMemoryLookEvery = std::chrono::milliseconds(20);
constexpr int kGraceMs = 500;
constexpr std::size_t kMostResponseBytes = std::size_t{4} << 30;

/// Anonymous memory of a process; 0 if it is gone.
std::uint64_t private_bytes(int pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/statm";
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (file == nullptr) {
    return 0;
  }
  unsigned long long size = 0, resident = 0, shared = 0;
  const int got = std::fscanf(file, "%llu %llu %llu", &size, &resident, &shared);
  std::fclose(file);
  static const auto kPage = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return got == 3 && resident > shared ? (resident - shared) * kPage : 0;
}

std::size_t response_capacity(std::uint64_t memory_limit) {
  rlimit files{};
  ::getrlimit(RLIMIT_FSIZE, &files);
  const std::uint64_t wanted =
      memory_limit == 0 ? kMostResponseBytes : std::max<std::uint64_t>(memory_limit, 1U << 20);
  return static_cast<std::size_t>(std::min({wanted, static_cast<std::uint64_t>(kMostResponseBytes),
                                            static_cast<std::uint64_t>(files.rlim_cur)}));
}

/// A real GPU does not count for us.
bool mode_unavailable(Mode mode) {
  return mode == Mode::kCounters && judge().options().backend == "gpu";
}

bool leaves_worker_sound(Trouble trouble) {
  return trouble == Trouble::kMissingSymbol || trouble == Trouble::kGuardDamaged ||
         trouble == Trouble::kInputChanged || trouble == Trouble::kLaunchError;
}

/// A flag or a count may come back to the host inside a call; data may not.
Finding finding_of_host_work(const AnswerBase& answer, bool allowed) {
  constexpr std::uint64_t kMostBytes = 256;
  if (allowed || !answer.copies() || answer.copies()->device_to_host_bytes <= kMostBytes) {
    return {Verdict::kPassed, {}, {}, {}, {}};
  }
  return {Verdict::kCounters,
          fmt::format("{} copied {} bytes from the device to the host, where at most {} may be: "
                      "the work of this exercise is the device's.",
                      answer.function(), screen::count_text(answer.copies()->device_to_host_bytes),
                      kMostBytes),
          "Let kernels compute; the tests fetch the results by themselves.",
          {},
          {}};
}

enum class End { kAnswered, kDied, kTimeout, kMemory };

}  // namespace

struct Exchange::Impl {
  Who who;
  Question question;
  UniqueFd request_fd, response_fd;
  Mapping request, response;
  Done done;
  Reader reader;
  bool worker_is_sound = true;  ///< what went wrong left the worker as good as new
  bool device_is_lost = false;  ///< expected, but the worker can do no more

  End wait(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  Finding finding_of(End end, std::uint64_t limit_ms, std::uint64_t limit_bytes,
                     const Death& death) const;
  bool read(AnswerBase& answer);
  Breadcrumb breadcrumb() const;
  void settle(AnswerBase& answer, std::string text) const;
};

End Exchange::Impl::wait(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(limit_ms);
  while (!wait_readable(worker.channel.get(), std::min(deadline, Clock::now() + kMemoryLookEvery),
                        worker.life.get())) {
    if (Clock::now() >= deadline) {
      return End::kTimeout;
    }
    if (limit_bytes > 0 && private_bytes(worker.pid) > limit_bytes) {
      return End::kMemory;
    }
  }
  // Without a message by now it is the process that ended.
  const auto got = receive_message(worker.channel.get(), &done, sizeof done, Clock::now());
  const std::uint64_t room = question.response_capacity - kResultOffset;
  if (got != Received::kMessage || done.result_bytes > room ||
      done.report_bytes > room - done.result_bytes) {
    return End::kDied;
  }
  return End::kAnswered;
}

Breadcrumb Exchange::Impl::breadcrumb() const {
  Breadcrumb copy;
  std::memcpy(&copy, Mapping(response_fd.get(), kResultOffset, false).data(), sizeof copy);
  return copy;
}

Finding Exchange::Impl::finding_of(End end, std::uint64_t limit_ms, std::uint64_t limit_bytes,
                                   const Death& death) const {
  switch (end) {
    case End::kTimeout:
      return finding_of_timeout(breadcrumb(), limit_ms);
    case End::kMemory:
      return finding_of_memory(breadcrumb(), limit_bytes);
    case End::kDied:
    case End::kAnswered:
      break;
  }
  return finding_of_death(death, breadcrumb());
}

bool Exchange::Impl::read(AnswerBase& answer) {
  response =
      Mapping(response_fd.get(), kResultOffset + done.result_bytes + done.report_bytes, false);
  Reader tail(response.data() + kResultOffset + done.result_bytes, done.report_bytes);
  const WorkerReport report = decode_report(tail);
  AnswerAccess::set_report(answer, report);
  Finding found = finding_of_report(report);
  if (who == Who::kStudent && found.verdict == Verdict::kPassed) {
    found = finding_of_host_work(answer, judge().exercise().host_copies);
  }
  found.output = AnswerAccess::output(answer);
  AnswerAccess::trouble(answer) = std::move(found);
  worker_is_sound = leaves_worker_sound(report.trouble) && answer.trouble().faults.empty();
  device_is_lost = report.device_lost;
  Judge& the_judge = judge();
  if (who == Who::kStudent && !the_judge.options().profile.empty()) {
    const Check& check = the_judge.record().current();
    the_judge.profile.note(check.task, check.name, report.simulator_report);
  }
  if (the_judge.device.empty()) {
    the_judge.device = report.device;
  }
  the_judge.simulated = report.simulated;
  if (who == Who::kReference) {
    the_judge.peak_bytes_per_us = report.peak_bytes_per_us;
  }
  reader = Reader(response.data() + kResultOffset, done.result_bytes);
  return report.trouble == Trouble::kNone;
}

/// Names the question and draws the consequences of an answer that did not come.
void Exchange::Impl::settle(AnswerBase& answer, std::string text) const {
  Judge& the_judge = judge();
  if (answer.function().empty()) {
    const Breadcrumb crumb = breadcrumb();
    AnswerAccess::set_function(
        answer, {crumb.function.data(), ::strnlen(crumb.function.data(), crumb.function.size())});
  }
  const std::string& name = answer.function();
  AnswerAccess::set_question(
      answer,
      text.empty() ? name : fmt::format("{}, given {}", name.empty() ? "The program" : name, text));
  if (!answer.note().empty() && who == Who::kStudent) {
    the_judge.record().add_note("a CUDA error that nobody looked at: " + answer.note());
  }
  if (answer.clean()) {
    return;
  }
  Finding& trouble = AnswerAccess::trouble(answer);
  if (trouble.verdict == Verdict::kSkipped) {
    the_judge.record().current().skip(trouble.message);
    AnswerAccess::set_not_asked(answer);
    return;
  }
  if (!text.empty()) {
    trouble.message = answer.question() + ":\n" + trouble.message;
  }
  if (who == Who::kReference) {
    trouble.verdict = Verdict::kInternalError;
    trouble.message = "The reference solution failed. " + trouble.message;
    trouble.hint = "This is not your mistake: tell your instructor.";
    return;
  }
  Check& check = the_judge.record().current();
  const bool hung = trouble.verdict == Verdict::kTimeout || trouble.verdict == Verdict::kDeadlock;
  if (hung) {
    the_judge.note_timeout();
  }
  // Enough is known: more of the same would only make the student wait.
  constexpr unsigned kMostMishaps = 4;
  check.ended = hung || ++check.mishaps >= kMostMishaps;
}

Exchange::Exchange(Who who, Mode mode, Thunk thunk, AnyFunction function)
    : impl_(std::make_unique<Impl>()) {
  impl_->who = who;
  impl_->question.mode = mode;
  impl_->question.thunk = thunk;
  impl_->question.function = function;
}

Exchange::~Exchange() = default;

Writer Exchange::request(std::size_t bytes) {
  impl_->question.request_bytes = bytes;
  impl_->request_fd = make_shared_memory("arguments", bytes);
  impl_->request = Mapping(impl_->request_fd.get(), bytes, true);
  return {impl_->request.data(), bytes};
}

Reader& Exchange::result() {
  return impl_->reader;
}

bool Exchange::perform(AnswerBase& answer, std::string question) {
  Judge& the_judge = judge();
  Check& check = the_judge.record().current();
  forget_booked();
  if (mode_unavailable(impl_->question.mode)) {
    check.skip("Counters are read on the simulator only.");
  }
  if (the_judge.gives_up()) {
    check.skip(screen::kNotAsked);
  }
  if (check.ended) {
    AnswerAccess::set_not_asked(answer);
    AnswerAccess::trouble(answer).verdict = Verdict::kSkipped;
    return false;
  }
  const std::uint64_t limit_ms = the_judge.time_limit_ms(impl_->who);
  const std::uint64_t limit_bytes = the_judge.exercise().limits.memory_bytes;
  impl_->request.reset();
  impl_->question.response_capacity = response_capacity(limit_bytes);
  impl_->response_fd = make_shared_memory("answer", impl_->question.response_capacity);

  WorkerHandle& worker = the_judge.worker(impl_->who);
  const auto begin = Clock::now();
  const bool sent = send_message(worker.channel.get(), &impl_->question, sizeof(Question),
                                 {impl_->request_fd.get(), impl_->response_fd.get()});
  const End end = sent ? impl_->wait(worker, limit_ms, limit_bytes) : End::kDied;
  AnswerAccess::set_wall(answer,
                         std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  AnswerAccess::output(answer) = take_output(worker);
  if (impl_->who == Who::kStudent && check.output.empty()) {
    check.output = AnswerAccess::output(answer);  // told although nothing may fail
  }

  bool has_result = false;
  if (end == End::kAnswered) {
    has_result = impl_->read(answer);
    if (impl_->device_is_lost || (!answer.clean() && !impl_->worker_is_sound)) {
      the_judge.reap(impl_->who, 0);
    }
  } else {
    const Death death = the_judge.reap(impl_->who, end == End::kDied ? kGraceMs : 0);
    Finding found = impl_->finding_of(end, limit_ms, limit_bytes, death);
    found.output = AnswerAccess::output(answer);
    AnswerAccess::trouble(answer) = std::move(found);
  }
  impl_->settle(answer, std::move(question));
  return has_result;
}

std::string describe_count(std::size_t count, const char* singular) {
  return fmt::format("{} {}{}", screen::count_text(count), singular, count == 1 ? "" : "s");
}

std::string join_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

void set_unreadable(AnswerBase& answer, const std::string& why) {
  Finding& trouble = AnswerAccess::trouble(answer);
  trouble.verdict = Verdict::kCrash;
  trouble.message = "The worker's answer cannot be read: " + why + ".";
  trouble.hint = "Something overwrote the memory of the program that runs your code.";
}

}  // namespace detail
}  // namespace warpschool::harness
