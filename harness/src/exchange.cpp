// The judge's half of a question: send it, and wait with an eye on clock and memory. What becomes
// of whatever comes is in exchange_answer.cpp.
#include "answer_access.hpp"
#include "exchange_impl.hpp"
#include "fate.hpp"
#include "judge.hpp"
#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/confine.hpp"
#include "warpschool/screen/judge_result.hpp"
#include "worker_use.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <sys/resource.h>
#include <utility>

namespace warpschool::harness {

namespace detail {
namespace {

constexpr auto kMemoryLookEvery = std::chrono::milliseconds(20);
constexpr int kGraceMs = 500;
constexpr std::size_t kMostResponseBytes = std::size_t{4} << 30;

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

bool is_readable(const UniqueFd& descriptor) {
  return descriptor && wait_readable(descriptor.get(), Clock::now());
}

/// How long a worker may take. Processor time is the limit: a right answer on a busy machine only
/// takes longer.
class WaitingTime {
 public:
  WaitingTime(const WorkerHandle& worker, std::uint64_t limit_ms)
      : worker_(worker), limit_ms_(limit_ms), before_ms_(processor_ms_of(worker)) {}

  Clock::time_point deadline() const { return deadline_; }
  /// Past the deadline a worker that has not used its time gets more.
  bool is_over() {
    if (Clock::now() < deadline_) {
      return false;
    }
    const std::uint64_t now_ms = processor_ms_of(worker_);
    const std::uint64_t used_ms = now_ms - std::min(now_ms, before_ms_);
    if (!wants_processor(worker_) || used_ms >= limit_ms_ || Clock::now() >= last_) {
      return true;
    }
    deadline_ = std::min(last_, Clock::now() + std::chrono::milliseconds(limit_ms_ - used_ms));
    return false;
  }

 private:
  static constexpr int kLoaded = 4;
  const WorkerHandle& worker_;
  std::uint64_t limit_ms_, before_ms_;
  Clock::time_point deadline_ = Clock::now() + std::chrono::milliseconds(limit_ms_);
  Clock::time_point last_ = Clock::now() + kLoaded * std::chrono::milliseconds(limit_ms_);
};

}  // namespace

/// A limit that is passed while the worker goes on; kAnswered: none is.
End Exchange::Impl::look_at_limits(const WorkerHandle& worker, std::uint64_t limit_bytes) const {
  if (is_readable(worker.device.life)) {
    return End::kDeviceDied;
  }
  const WorkerUse use = worker_use(worker);
  if (limit_bytes > 0 && use.private_bytes > limit_bytes) {
    return End::kMemory;
  }
  return use.threads > kMostThreads ? End::kThreads : End::kAnswered;
}

End Exchange::Impl::wait(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes) {
  WaitingTime time(worker, limit_ms);
  while (!wait_readable(worker.channel.get(),
                        std::min(time.deadline(), Clock::now() + kMemoryLookEvery),
                        worker.life.get())) {
    if (time.is_over() || runs_on_and_on()) {
      ask_where_it_is(worker);
      return End::kTimeout;
    }
    if (const End passed = look_at_limits(worker, limit_bytes); passed != End::kAnswered) {
      return passed;
    }
  }
  // Without a message by now it is the process that ended.
  const auto got = receive_message(worker.channel.get(), &done, sizeof done, Clock::now());
  const std::uint64_t room = question.response_capacity - kResultOffset;
  const bool is_sound = got == Received::kMessage && done.result_bytes <= room &&
                        done.report_bytes <= room - done.result_bytes &&
                        done.result_bytes <= bytes_held(response_fd);
  return is_sound ? End::kAnswered : End::kDied;
}

/// Host code that used this much processor time without a call of the runtime will not end soon;
/// less once it has happened.
std::uint32_t most_host_ms() {
  constexpr std::uint32_t kFirst = 1'000, kAgain = 250;
  return judge().has_hung() ? kAgain : kFirst;
}

/// Host code that made so many calls of the runtime will not end soon: a row of 65,600 that is
/// copied an element at a time needs nearly as many. No answer of the course makes a quarter of
/// them, and that is enough once it has happened.
std::uint32_t most_calls() {
  constexpr std::uint32_t kFirst = 100'000, kAgain = 25'000;
  return judge().has_called_on() ? kAgain : kFirst;
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

namespace {

void do_nothing(AnyFunction, Student&, Reader&, Writer&) {}

}  // namespace

AnswerBase ask_for_device(Who who) {
  AnswerBase answer;
  Exchange exchange(who, Mode::kTiming, &do_nothing, nullptr);
  exchange.request(1);
  exchange.perform_unbooked(answer);
  return answer;
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

/// What an answer costs that is wrong, or none, no counter of a later question brings back; and a
/// mistake that makes every block do the work of all may take long over each.
bool Exchange::Impl::is_pointless(const Check& check) const {
  return who == Who::kStudent && question.mode == Mode::kCounters &&
         check.verdict <= Verdict::kWrong;
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
  if (check.ended || impl_->is_pointless(check)) {
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

/// What the worker printed is told although nothing may fail.
static void keep_output(Who who, AnswerBase& answer, std::string text) {
  AnswerAccess::output(answer) = std::move(text);
  Record& record = judge().record();
  if (who == Who::kStudent && record.has_current() && record.current().output.empty()) {
    record.current().output = AnswerAccess::output(answer);
  }
}

bool Exchange::perform_unbooked(AnswerBase& answer) {
  Judge& the_judge = judge();
  const std::uint64_t limit_ms = the_judge.time_limit_ms(impl_->who);
  const std::uint64_t limit_bytes = the_judge.exercise().limits.memory_bytes;
  impl_->request.reset();
  impl_->sealed.reset();
  impl_->allows_host_copies = allows_host_copies_;
  impl_->places_inputs = places_inputs_;
  impl_->has_inputs = has_inputs_;
  impl_->question.response_capacity = response_capacity(limit_bytes);
  impl_->response_fd = make_shared_memory("answer", impl_->question.response_capacity);

  if (impl_->question.mode == Mode::kCounters) {
    // What an earlier question left allocated would count as this one's.
    the_judge.renew(impl_->who);
  }
  WorkerHandle& worker = the_judge.worker(impl_->who);
  worker.was_asked = true;
  const auto begin = Clock::now();
  const std::optional<End> not_loaded = impl_->load(worker, limit_ms, limit_bytes);
  const End end = not_loaded ? *not_loaded : impl_->ask(worker, limit_ms, limit_bytes);
  AnswerAccess::set_wall(answer,
                         std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  keep_output(impl_->who, answer, take_output(worker));
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

/// As warpschool_device_question numbers them.
static int checks_of(Mode mode) {
  switch (mode) {
    case Mode::kCorrectness:
      return 1;
    case Mode::kUneven:
      return 2;
    case Mode::kTiming:
    case Mode::kCounters:
      break;
  }
  return 0;
}

/// Sends the question and waits for the answer.
End Exchange::Impl::ask(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes) {
  question.most_calls = most_calls();
  if (worker.device.pid > 0 &&
      device_process().question(worker.device.control.get(), checks_of(question.mode),
                                sealed_fd.get(), sealed_bytes, kDevicePatienceMs) != 0) {
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
    const std::string why = trouble_of_confining({judge().options().student, true, true});
    throw std::runtime_error("the simulated device, a process of its own, does not start" +
                             (why.empty() ? why : ": it could not be confined (" + why + ")"));
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
