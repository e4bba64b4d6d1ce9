// What becomes of what a worker sent, or of its silence: an answer, or a finding.
#include "answer_access.hpp"
#include "call_log.hpp"
#include "claims.hpp"
#include "exchange_impl.hpp"
#include "fate.hpp"
#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/confine.hpp"
#include "worker.hpp"

#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace warpschool::harness::detail {
namespace {

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

bool leaves_worker_sound(Trouble trouble) {
  return trouble == Trouble::kMissingSymbol || trouble == Trouble::kGuardDamaged ||
         trouble == Trouble::kInputChanged || trouble == Trouble::kLaunchError;
}

DeviceOutput output_of_device(std::uint32_t index) {
  DeviceOutput output;
  std::uint64_t bytes = 0;
  output.data = static_cast<const std::byte*>(device_process().output(index, &bytes));
  output.bytes = static_cast<std::size_t>(bytes);
  return output;
}

/// A worker could not be confined, if that is so: a submission can end with any exit status, so it
/// is tried again without one.
std::optional<Finding> finding_of_unconfined(const Death& death) {
  if (!WIFEXITED(death.wait_status) || WEXITSTATUS(death.wait_status) != kNotConfined) {
    return std::nullopt;
  }
  const std::string trouble =
      trouble_of_confining({judge().options().student, judge().simulated()});
  if (trouble.empty()) {
    return std::nullopt;
  }
  return Finding{
      Verdict::kInternalError,
      "Your code was not run: the process that runs it could not be confined (" + trouble + ").",
      "This is not your mistake: tell your instructor. The machine, or the container "
      "that this runs in, forbids what the kernel offers.",
      {},
      {}};
}

}  // namespace

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
  if (const auto unconfined = finding_of_unconfined(death); who == Who::kStudent && unconfined) {
    return *unconfined;
  }
  return finding_of_death(death, breadcrumb());
}

/// What the device says counts, not what the worker says of it. False: it does not answer.
bool Exchange::Impl::take_device_report(AnswerBase& answer, WorkerHandle& worker,
                                        WorkerReport& report, Suspicion& found) const {
  const char* text = device_process().report(worker.device.control.get(), kDevicePatienceMs);
  const std::optional<DeviceCalls> calls = text == nullptr ? std::nullopt : device_calls_in(text);
  if (!calls) {
    return false;
  }
  const SealedQuestion sealed_question{question.mode, sealed_bytes, allows_host_copies,
                                       places_inputs, judge().exercise().host_copies};
  found = {forgery_in(*calls, report, sealed_question), leak_of(*calls, sealed_question),
           print_of(*calls, sealed_question)};
  if (judge().device.empty()) {
    judge().device = calls->device;  // no worker need be asked for it
  }
  report.simulator_report = text;
  report.simulated = true;
  report.elapsed_us = calls->timed_us;
  report.waits = calls->waits;
  report.harness_copies = {};
  AnswerAccess::set_printed(answer, calls->printed);
  AnswerAccess::set_beside(answer, {calls->untimed_us, calls->untimed.bytes,
                                    calls->outside.device_to_host_bytes, calls->outside.bytes});
  return true;
}

/// The worker's, as far as anybody reads it; nothing where it is none.
std::optional<WorkerReport> Exchange::Impl::read_report(AnswerBase& answer) {
  response =
      Mapping(response_fd.get(), kResultOffset + done.result_bytes + done.report_bytes, false);
  fetch_pages(response.data(), done.result_bytes);  // no more than that may be holes: see wait()
  Reader tail(response.data() + kResultOffset + done.result_bytes, done.report_bytes);
  try {
    WorkerReport report = decode_report(tail);
    report.errors_expected = report.errors_expected && has_failing_calls();
    for (std::string* text : {&report.message, &report.function, &report.note, &report.place}) {
      *text = cut(std::move(*text));
    }
    return report;
  } catch (const std::exception& error) {
    const std::string output = AnswerAccess::output(answer);
    set_unreadable(answer, error.what());
    AnswerAccess::output(answer) = output;
    return std::nullopt;
  }
}

void Exchange::Impl::judge_report(AnswerBase& answer, const WorkerReport& report,
                                  const Suspicion& found) {
  AnswerAccess::set_report(answer, report);
  const course::HostCopies allowed = judge().exercise().host_copies;
  Finding finding =
      found.forged.empty() ? finding_of_report(report) : finding_of_forgery(found.forged);
  if (who == Who::kStudent && finding.verdict == Verdict::kPassed) {
    const std::string seen =
        has_inputs ? leak_of(host_memory_in(report.simulator_report), allowed) : std::string();
    finding = finding_of_host_work(answer, seen.empty() ? found.leak : seen, allowed);
    if (!found.print.empty()) {
      AnswerAccess::set_print(answer, found.print);
    }
  }
  finding.output = AnswerAccess::output(answer);
  AnswerAccess::trouble(answer) = std::move(finding);
  worker_is_sound = leaves_worker_sound(report.trouble) && answer.trouble().faults.empty();
  is_called = report.trouble != Trouble::kMissingSymbol;
  device_is_lost = report.device_lost;
}

/// Where an Output lies that the device gave is known from now on.
void Exchange::Impl::read_result(const WorkerHandle& worker) {
  reader = Reader(response.data() + kResultOffset, done.result_bytes);
  if (worker.device.pid > 0) {
    reader.take_outputs_from(&output_of_device);
  }
}

bool Exchange::Impl::read(AnswerBase& answer, WorkerHandle& worker) {
  std::optional<WorkerReport> report = read_report(answer);
  worker_is_sound = false;
  if (!report) {
    return false;
  }
  Suspicion found;
  if (worker.device.pid > 0 && !take_device_report(answer, worker, *report, found)) {
    AnswerAccess::trouble(answer) = finding_of_dead_device();
    return false;
  }
  if (is_overlong(report->simulator_report)) {
    // The device's own is not forged. One that is whole gives nothing to who forges it.
    const auto launches = launches_of_overlong(report->simulator_report);
    if (worker.device.pid > 0 || launches) {
      AnswerAccess::trouble(answer) = finding_of_too_much_work(report->function, launches);
      return false;
    }
  }
  if (who == Who::kStudent && found.forged.empty()) {
    const bool has_device = report->trouble == Trouble::kNoDevice &&
                            ask_for_device(Who::kReference).fate() != Verdict::kSkipped;
    found.forged = forgery_in(*report, has_device);
  }
  if (!found.forged.empty()) {
    report->simulator_report.clear();
  }
  judge_report(answer, *report, found);
  Judge& the_judge = judge();
  if (who == Who::kStudent && !the_judge.options().profile.empty()) {
    const Check& check = the_judge.record().current();
    the_judge.profile.note(check.task, check.name, report->simulator_report);
  }
  if (who == Who::kReference) {
    the_judge.device = report->device;
    the_judge.peak_bytes_per_us = report->peak_bytes_per_us;
  }
  read_result(worker);
  return report->trouble == Trouble::kNone && found.forged.empty();
}

/// Whose fault an answer is that did not come, and what of this check is still asked.
void Exchange::Impl::blame(Finding& trouble) const {
  if (who == Who::kReference) {
    trouble.verdict = Verdict::kInternalError;
    trouble.message = "The reference solution failed. " + trouble.message;
    trouble.hint = "This is not your mistake: tell your instructor.";
    return;
  }
  Check& check = judge().record().current();
  const bool hung = trouble.verdict == Verdict::kTimeout || trouble.verdict == Verdict::kDeadlock;
  if (hung) {
    judge().note_timeout(breadcrumb().calls > 0);
  }
  // Enough is known: more of the same would only make the student wait.
  constexpr unsigned kMostMishaps = 4;
  check.ended = hung || ++check.mishaps >= kMostMishaps;
}

/// Names the question and draws the consequences of an answer that did not come.
void Exchange::Impl::settle(AnswerBase& answer, std::string text) const {
  Judge& the_judge = judge();
  const Breadcrumb crumb = breadcrumb();
  AnswerAccess::set_called(
      answer, {crumb.called.data(), ::strnlen(crumb.called.data(), crumb.called.size())});
  if (answer.function().empty()) {
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
  if (who == Who::kStudent) {
    for (const LineRemark& remark : lane_notes(answer.simulator_report())) {
      the_judge.record().add_note_on_line(remark.line, remark.text);
    }
  }
  if (answer.clean()) {
    return;
  }
  Finding& trouble = AnswerAccess::trouble(answer);
  trouble.function = name;
  trouble.called = AnswerAccess::called(answer);
  if (trouble.verdict == Verdict::kSkipped) {
    the_judge.record().current().skip(trouble.message);
    AnswerAccess::set_not_asked(answer);
    return;
  }
  if (!text.empty() && is_called) {
    trouble.message = answer.question() + ":\n" + trouble.message;
  }
  blame(trouble);
}

}  // namespace warpschool::harness::detail
