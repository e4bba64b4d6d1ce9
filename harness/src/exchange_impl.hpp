// One question on its way (exchange.cpp), and what comes of it (exchange_answer.cpp).
#pragma once

#include "fate.hpp"
#include "judge.hpp"
#include "protocol.hpp"
#include "warpschool/harness/ask.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace warpschool::harness::detail {

/// What speaks against an answer beside the worker's own report.
struct Suspicion {
  std::string forged;  ///< why the report is none of our worker's; empty: it may be
  std::string leak;    ///< how host code got at values of the device; empty: it did not
  std::string print;   ///< what kernels printed where they may not; empty: nothing
};

inline constexpr unsigned kMostThreads = 512;

/// How a wait for an answer ended.
enum class End { kAnswered, kDied, kTimeout, kMemory, kThreads, kDeviceDied };

struct Exchange::Impl {
  Who who;
  Question question;
  UniqueFd request_fd, response_fd, sealed_fd;
  Mapping request, response, sealed;
  std::size_t sealed_bytes = 0;
  Done done;
  Reader reader;
  bool worker_is_sound = true;     ///< what went wrong left the worker as good as new
  bool is_called = true;           ///< the submission has what the question is for
  bool device_is_lost = false;     ///< expected, but the worker can do no more
  bool allows_host_copies = true;  ///< the harness in the worker makes some
  bool places_inputs = false;      ///< it moves inputs on the device
  bool has_inputs = false;         ///< that the submission gets in device memory only

  End wait(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  Finding finding_of(End end, std::uint64_t limit_ms, std::uint64_t limit_bytes,
                     const Death& death) const;
  End look_at_limits(const WorkerHandle& worker, std::uint64_t limit_bytes) const;
  bool read(AnswerBase& answer, WorkerHandle& worker);
  std::optional<WorkerReport> read_report(AnswerBase& answer);
  bool take_device_report(AnswerBase& answer, WorkerHandle& worker, WorkerReport& report,
                          Suspicion& found) const;
  void judge_report(AnswerBase& answer, const WorkerReport& report, const Suspicion& found);
  void read_result(const WorkerHandle& worker);
  void blame(Finding& trouble) const;
  std::optional<End> load(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  End ask(WorkerHandle& worker, std::uint64_t limit_ms, std::uint64_t limit_bytes);
  Breadcrumb breadcrumb() const;
  bool runs_on_and_on() const;
  void ask_where_it_is(const WorkerHandle& worker) const;
  void settle(AnswerBase& answer, std::string text) const;
  bool is_pointless(const Check& check) const;
};

/// A device answers at once unless a kernel runs; then the question has run out of time before. One
/// that is gone is noticed at once. To start may take seconds on a machine that is busy with much
/// else, and that must cost nobody a mark.
inline constexpr int kDevicePatienceMs = 60'000;

/// A question that any worker can answer: what device is there?
AnswerBase ask_for_device(Who who);

}  // namespace warpschool::harness::detail
