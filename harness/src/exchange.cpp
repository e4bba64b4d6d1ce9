// The judge's half of a question: send it, wait with an eye on clock and memory, and turn whatever
// comes into an answer.
#include "fate.hpp"
#include "judge.hpp"
#include "processor_time.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/ask.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/result.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/stat.h>
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
    answer.exact_ = judge().simulated();
    answer.simulator_report_ = report.simulator_report;
    answer.copies_ = copies_in(report.simulator_report, report.harness_copies);
  }
  static void set_beside(AnswerBase& answer, const BesideCalls& beside) { answer.beside_ = beside; }
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

/// What a worker uses at the moment; zeros if it is gone.
struct Use {
  std::uint64_t private_bytes = 0;
  unsigned threads = 0;
};

Use use_of(int pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/status";
  std::FILE* file = std::fopen(path.c_str(), "re");
  Use use;
  if (file == nullptr) {
    return use;
  }
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr) {
    unsigned long long value = 0;
    if (std::sscanf(line.data(), "RssAnon: %llu", &value) == 1) {
      use.private_bytes = value * 1024;
    } else if (std::sscanf(line.data(), "Threads: %llu", &value) == 1) {
      use.threads = static_cast<unsigned>(value);
    }
  }
  std::fclose(file);
  return use;
}

/// Pages of shared memory that somebody has written; holes cost nobody anything.
std::uint64_t bytes_held(const UniqueFd& memory) {
  struct stat status {};
  constexpr std::uint64_t kBlock = 512;
  return ::fstat(memory.get(), &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * kBlock
                                             : 0;
}

/// A worker's words, as far as anybody would read them.
std::string cut(std::string text) {
  constexpr std::size_t kMostBytes = std::size_t{16} << 10;
  if (text.size() > kMostBytes) {
    const std::size_t left = text.size() - kMostBytes;
    text.resize(kMostBytes);
    text += " ... and " + std::to_string(left) + " bytes more";
  }
  return text;
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
constexpr std::uint64_t kMostHostBytes = 256;

/// @param leak another way than copies, if there was one
Finding finding_of_host_work(const AnswerBase& answer, const std::string& leak, bool allowed) {
  const bool copied = answer.copies() && answer.copies()->device_to_host_bytes > kMostHostBytes;
  if (allowed || (!copied && leak.empty())) {
    return {Verdict::kPassed, {}, {}, {}, {}};
  }
  if (!copied) {
    return {Verdict::kCounters,
            fmt::format("{} {}, which host code can read: the work of this exercise is the "
                        "device's.",
                        answer.function(), leak),
            "Keep the data in device memory; the tests fetch the results by themselves.",
            {},
            {}};
  }
  return {Verdict::kCounters,
          fmt::format("{} copied {} bytes from the device to the host, where at most {} may be: "
                      "the work of this exercise is the device's.",
                      answer.function(), screen::count_text(answer.copies()->device_to_host_bytes),
                      kMostHostBytes),
          "Let kernels compute; the tests fetch the results by themselves.",
          {},
          {}};
}

constexpr unsigned kMostThreads = 512;

std::string forgery_in(const WorkerReport& report);

enum class End { kAnswered, kDied, kTimeout, kMemory, kThreads, kDeviceDied };

/// The device takes part in what a worker uses.
ProcessorUse processor_use_of(const WorkerHandle& worker) {
  ProcessorUse use = processor_use(worker.pid);
  if (worker.device.pid > 0) {
    const ProcessorUse of_device = processor_use(worker.device.pid);
    use.ms += of_device.ms;
    use.wants_more = use.wants_more || of_device.wants_more;
  }
  return use;
}

bool is_readable(const UniqueFd& descriptor) {
  return descriptor && wait_readable(descriptor.get(), Clock::now());
}

/// A device answers at once unless a kernel runs; then the question has run out of time before.
constexpr int kDevicePatienceMs = 10'000;

}  // namespace

struct Exchange::Impl {
  Who who;
  Question question;
  UniqueFd request_fd, response_fd, sealed_fd;
  Mapping request, response, sealed;
  std::size_t sealed_bytes = 0;
  Done done;
  Reader reader;
  bool worker_is_sound = true;     ///< what went wrong left the worker as good as new
  bool device_is_lost = false;     ///< expected, but the worker can do no more
  bool allows_host_copies = true;  ///< the harness in the worker makes some

  End wait(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  Finding finding_of(End end, std::uint64_t limit_ms, std::uint64_t limit_bytes,
                     const Death& death) const;
  bool read(AnswerBase& answer, WorkerHandle& worker);
  bool take_device_report(AnswerBase& answer, WorkerHandle& worker, WorkerReport& report,
                          std::string& forged, std::string& leak) const;
  std::string leak_of(const DeviceCalls& calls) const;
  std::optional<End> load(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  End ask(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  Breadcrumb breadcrumb() const;
  bool runs_on_and_on() const;
  void ask_where_it_is(const WorkerHandle& worker) const;
  void settle(AnswerBase& answer, std::string text) const;
};

End Exchange::Impl::wait(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes) {
  // Processor time is the limit: a right answer on a busy machine only takes longer.
  constexpr int kLoaded = 4;
  const auto limit = std::chrono::milliseconds(limit_ms);
  const auto begin = Clock::now(), last = begin + kLoaded * limit;
  const std::uint64_t before_ms = processor_use_of(worker).ms;
  auto deadline = begin + limit;
  const auto may_go_on = [&] {
    const ProcessorUse use = processor_use_of(worker);
    const std::uint64_t used_ms = use.ms - std::min(use.ms, before_ms);
    const bool may = use.wants_more && used_ms < limit_ms && Clock::now() < last;
    if (may) {
      deadline = std::min(last, Clock::now() + std::chrono::milliseconds(limit_ms - used_ms));
    }
    return may;
  };
  while (!wait_readable(worker.channel.get(), std::min(deadline, Clock::now() + kMemoryLookEvery),
                        worker.life.get())) {
    if ((Clock::now() >= deadline && !may_go_on()) || runs_on_and_on()) {
      ask_where_it_is(worker);
      return End::kTimeout;
    }
    Use use = use_of(worker.pid);
    if (worker.device.pid > 0) {
      use.private_bytes +=
          use_of(worker.device.pid).private_bytes + bytes_held(worker.device.shared);
      if (is_readable(worker.device.life)) {
        return End::kDeviceDied;
      }
    }
    if (limit_bytes > 0 && use.private_bytes > limit_bytes) {
      return End::kMemory;
    }
    if (use.threads > kMostThreads) {
      return End::kThreads;
    }
  }
  // Without a message by now it is the process that ended.
  const auto got = receive_message(worker.channel.get(), &done, sizeof done, Clock::now());
  const std::uint64_t room = question.response_capacity - kResultOffset;
  if (got != Received::kMessage || done.result_bytes > room ||
      done.report_bytes > room - done.result_bytes || done.result_bytes > bytes_held(response_fd)) {
    return End::kDied;
  }
  return End::kAnswered;
}

/// Host code that used this much processor time without a call of the runtime will not end soon;
/// less once it has happened.
std::uint32_t most_host_ms() {
  constexpr std::uint32_t kFirst = 1'000, kAgain = 500;
  return judge().has_hung() ? kAgain : kFirst;
}

bool Exchange::Impl::runs_on_and_on() const {
  const Breadcrumb crumb = breadcrumb();
  return who == Who::kStudent && (crumb.host_ms >= most_host_ms() || crumb.calls > 0);
}

/// The handler in the worker leaves the line of its host code in the breadcrumb.
void Exchange::Impl::ask_where_it_is(const WorkerHandle& worker) const {
  constexpr auto kPatience = std::chrono::milliseconds(50);
  if (who == Who::kStudent && ::kill(worker.pid, SIGPROF) == 0) {
    wait_readable(worker.life.get(), Clock::now() + kPatience);
  }
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
      return finding_of_timeout(breadcrumb(), runs_on_and_on() ? breadcrumb().host_ms : limit_ms);
    case End::kMemory:
      return finding_of_memory(breadcrumb(), limit_bytes);
    case End::kThreads:
      return finding_of_threads(breadcrumb(), kMostThreads);
    case End::kDeviceDied:
      return finding_of_dead_device();
    case End::kDied:
    case End::kAnswered:
      break;
  }
  return finding_of_death(death, breadcrumb());
}

/// What does not fit what the harness does in a worker; empty: all does. `harness` are the copies
/// that the worker says the harness made.
std::string forgery_in(const DeviceCalls& calls, const Copies& harness) {
  if (calls.launches_outside > 0) {
    return "kernels ran while none of your functions was being called";
  }
  if (calls.outside.bytes > harness.bytes ||
      calls.outside.device_to_host_bytes > harness.device_to_host_bytes) {
    return "copies were made while none of your functions was being called";
  }
  return calls.irregular;
}

/// A way beside copies on which host code got values of device memory; empty: there was none.
std::string Exchange::Impl::leak_of(const DeviceCalls& calls) const {
  constexpr std::uint64_t kMostShared = std::uint64_t{16} << 10;  // some flags, each on its page
  constexpr std::uint64_t kMostPrinted = std::uint64_t{64} << 10;
  constexpr std::uint64_t kMostPrintedTimed = 4096;
  if (sealed_bytes == 0) {
    return {};
  }
  if (calls.shared_bytes > kMostShared) {
    return fmt::format("used {} bytes of managed, pinned or mapped memory",
                       screen::count_text(calls.shared_bytes));
  }
  const bool is_correctness = question.mode == Mode::kCorrectness;
  return calls.printed_bytes > (is_correctness ? kMostPrinted : kMostPrintedTimed)
             ? fmt::format("printed {} bytes in kernels", screen::count_text(calls.printed_bytes))
             : std::string();
}

/// What the device says counts, not what the worker says of it. False: it does not answer.
bool Exchange::Impl::take_device_report(AnswerBase& answer, WorkerHandle& worker,
                                        WorkerReport& report, std::string& forged,
                                        std::string& leak) const {
  const char* text = device_process().report(worker.device.control.get(), kDevicePatienceMs);
  const std::optional<DeviceCalls> calls = text == nullptr ? std::nullopt : device_calls_in(text);
  if (!calls) {
    return false;
  }
  report.simulator_report = text;
  report.simulated = true;
  report.elapsed_us = calls->timed_us;
  if (report.trouble == Trouble::kNone) {
    forged = forgery_in(*calls, report.harness_copies);
  }
  report.harness_copies = {};
  if (sealed_bytes > 0 && !allows_host_copies && forged.empty() &&
      calls->outside.device_to_host_bytes > kMostHostBytes) {
    forged = "copies to the host were made while none of your functions was being called";
  }
  leak = leak_of(*calls);
  AnswerAccess::set_beside(
      answer, {calls->untimed_us, calls->untimed.bytes, calls->outside.device_to_host_bytes});
  return true;
}

bool Exchange::Impl::read(AnswerBase& answer, WorkerHandle& worker) {
  response =
      Mapping(response_fd.get(), kResultOffset + done.result_bytes + done.report_bytes, false);
  fetch_pages(response.data(), done.result_bytes);  // no more than that may be holes: see wait()
  Reader tail(response.data() + kResultOffset + done.result_bytes, done.report_bytes);
  WorkerReport report;
  try {
    report = decode_report(tail);
  } catch (const std::exception& error) {
    const std::string output = AnswerAccess::output(answer);
    set_unreadable(answer, error.what());
    AnswerAccess::output(answer) = output;
    worker_is_sound = false;
    return false;
  }
  report.message = cut(std::move(report.message));
  report.function = cut(std::move(report.function));
  report.note = cut(std::move(report.note));
  report.place = cut(std::move(report.place));
  std::string forged;
  std::string leak;
  if (worker.device.pid > 0 && !take_device_report(answer, worker, report, forged, leak)) {
    AnswerAccess::trouble(answer) = finding_of_dead_device();
    worker_is_sound = false;
    return false;
  }
  if (who == Who::kStudent && forged.empty()) {
    forged = forgery_in(report);
  }
  if (!forged.empty()) {
    report.simulator_report.clear();
  }
  AnswerAccess::set_report(answer, report);
  Finding found = forged.empty() ? finding_of_report(report) : finding_of_forgery(forged);
  if (who == Who::kStudent && found.verdict == Verdict::kPassed) {
    found = finding_of_host_work(answer, leak, judge().exercise().host_copies);
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
  if (who == Who::kReference) {
    the_judge.device = report.device;
    the_judge.peak_bytes_per_us = report.peak_bytes_per_us;
  }
  reader = Reader(response.data() + kResultOffset, done.result_bytes);
  if (worker.device.pid > 0) {
    reader.take_outputs_from([](std::uint32_t index) {
      DeviceOutput output;
      std::uint64_t bytes = 0;
      output.data = static_cast<const std::byte*>(device_process().output(index, &bytes));
      output.bytes = static_cast<std::size_t>(bytes);
      return output;
    });
  }
  return report.trouble == Trouble::kNone && forged.empty();
}

namespace {

void do_nothing(AnyFunction, Student&, Reader&, Writer&) {}

/// A question that any worker can answer: what device is there?
AnswerBase ask_for_device(Who who) {
  AnswerBase answer;
  Exchange exchange(who, Mode::kTiming, &do_nothing, nullptr);
  exchange.request(1);
  exchange.perform_unbooked(answer);
  return answer;
}

/// Why a report cannot be the worker's own; empty where it can. Only what a submission would gain
/// by is looked at: a check that is skipped, or a rule that nothing is held against.
std::string forgery_in(const WorkerReport& report) {
  if (report.trouble == Trouble::kNoDevice &&
      ask_for_device(Who::kReference).fate() != Verdict::kSkipped) {
    return "it says that there is no device, but there is one";
  }
  if (!judge().simulated() || report.trouble == Trouble::kNoDevice) {
    return {};
  }
  const std::string flaw = flaw_of_report(report.simulator_report);
  return flaw.empty() ? flaw : "the simulator's report cannot be read, " + flaw;
}

}  // namespace

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

bool Exchange::seals_inputs() {
  return device_process().present();
}

Writer Exchange::sealed_request(std::size_t bytes) {
  impl_->sealed_bytes = bytes;
  if (bytes == 0) {
    return {};
  }
  impl_->sealed_fd = make_shared_memory("inputs", bytes);
  impl_->sealed = Mapping(impl_->sealed_fd.get(), bytes, true);
  make_pages(impl_->sealed.data(), bytes);
  return {impl_->sealed.data(), bytes};
}

Writer Exchange::request(std::size_t bytes) {
  impl_->question.request_bytes = bytes;
  impl_->request_fd = make_shared_memory("arguments", bytes);
  impl_->request = Mapping(impl_->request_fd.get(), bytes, true);
  make_pages(impl_->request.data(), bytes);
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
  bool has_result = false;
  try {
    has_result = perform_unbooked(answer);
  } catch (const WorkersLost&) {
    if (!the_judge.student_began()) {
      throw;
    }
    AnswerAccess::trouble(answer) = finding_of_lost_workers();
    AnswerAccess::set_question(answer, std::move(question));
    check.ended = true;
    return false;
  }
  impl_->settle(answer, std::move(question));
  return has_result;
}

bool Exchange::perform_unbooked(AnswerBase& answer) {
  Judge& the_judge = judge();
  const std::uint64_t limit_ms = the_judge.time_limit_ms(impl_->who);
  const std::uint64_t limit_bytes = the_judge.exercise().limits.memory_bytes;
  impl_->request.reset();
  impl_->sealed.reset();
  impl_->allows_host_copies = allows_host_copies_;
  impl_->question.response_capacity = response_capacity(limit_bytes);
  impl_->response_fd = make_shared_memory("answer", impl_->question.response_capacity);

  WorkerHandle& worker = the_judge.worker(impl_->who);
  const auto begin = Clock::now();
  const std::optional<End> not_loaded = impl_->load(worker, limit_ms, limit_bytes);
  const End end = not_loaded ? *not_loaded : impl_->ask(worker, limit_ms, limit_bytes);
  AnswerAccess::set_wall(answer,
                         std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  AnswerAccess::output(answer) = take_output(worker);
  if (impl_->who == Who::kStudent && the_judge.record().has_current() &&
      the_judge.record().current().output.empty()) {
    // told although nothing may fail
    the_judge.record().current().output = AnswerAccess::output(answer);
  }
  if (end == End::kAnswered) {
    const bool has_result = impl_->read(answer, worker);
    if (impl_->device_is_lost || (!answer.clean() && !impl_->worker_is_sound)) {
      the_judge.reap(impl_->who, 0);
    }
    return has_result;
  }
  const Death death = the_judge.reap(impl_->who, end == End::kDied ? kGraceMs : 0);
  Finding found = impl_->finding_of(end, limit_ms, limit_bytes, death);
  found.output = AnswerAccess::output(answer);
  AnswerAccess::trouble(answer) = std::move(found);
  return false;
}

/// Sends the question and waits for the answer.
End Exchange::Impl::ask(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes) {
  const int correctness = question.mode == Mode::kCorrectness ? 1 : 0;
  if (worker.device.pid > 0 &&
      device_process().question(worker.device.control.get(), correctness, sealed_fd.get(),
                                sealed_bytes, kDevicePatienceMs) != 0) {
    return End::kDeviceDied;
  }
  const bool sent = send_message(worker.channel.get(), &question, sizeof(Question),
                                 {request_fd.get(), response_fd.get()});
  return sent ? wait(worker, limit_ms, limit_bytes) : End::kDied;
}

/// Where the device sees whether kernels run outside of calls, those of static constructors must
/// not be among them: a fresh worker loads the submission before it gets any input. Nothing where
/// it has loaded, or says itself why not.
std::optional<End> Exchange::Impl::load(WorkerHandle& worker, std::uint64_t limit_ms,
                                        std::uint64_t limit_bytes) {
  if (worker.device.pid == 0 || std::exchange(worker.has_loaded, true)) {
    return std::nullopt;
  }
  if (device_process().question(worker.device.control.get(), 0, -1, 0, kDevicePatienceMs) != 0) {
    throw std::runtime_error("the simulated device, a process of its own, does not start");
  }
  const Question wanted = question;
  question.thunk = &do_nothing;
  question.function = nullptr;
  question.request_bytes = 1;
  UniqueFd arguments = std::exchange(request_fd, make_shared_memory("nothing", 1));
  UniqueFd inputs = std::exchange(sealed_fd, {});
  const End end = ask(worker, limit_ms, limit_bytes);
  question = wanted;
  request_fd = std::move(arguments);
  sealed_fd = std::move(inputs);
  return end == End::kAnswered ? std::nullopt : std::optional(end);
}

std::string describe_count(std::size_t count, const char* singular) {
  return fmt::format("{} {}{}", screen::count_text(count), singular, count == 1 ? "" : "s");
}

/// "2.500000", as std::to_string writes it, -> "2.5". Other words stay.
static std::string as_written(std::string word) {
  const bool is_decimal = word.find('.') != std::string::npos &&
                          word.find_first_not_of("-0123456789.") == std::string::npos;
  if (is_decimal) {
    word.erase(word.find_last_not_of('0') + 1);
    word += word.back() == '.' ? "0" : "";
  }
  return word;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    text += as_written(words[i]);
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

void learn_device() {
  if (!judge().device.empty()) {
    return;
  }
  try {
    detail::ask_for_device(Who::kReference);
  } catch (const std::exception&) {
    // Workers may be lost, or none may start: verdicts are there already, and name no device.
  }
}

}  // namespace warpschool::harness
