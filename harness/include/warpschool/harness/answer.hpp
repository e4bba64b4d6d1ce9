// What the judge gets for a question: a value, or what became of the worker that was asked.
#pragma once

#include "warpschool/harness/verdict.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// Answer::value() of an answer that is not clean. The finding is booked before it is thrown.
class NoAnswer : public std::exception {
 public:
  const char* what() const noexcept override { return "there is no answer"; }
};

/// Copies between host and device.
struct Copies {
  std::uint64_t host_to_device = 0, device_to_host = 0;  ///< how many
  std::uint64_t bytes = 0;                               ///< of all
  std::uint64_t device_to_host_bytes = 0;                ///< of those to the host
};

/// What a simulated device of its own saw beside the timed calls.
struct BesideCalls {
  double untimed_us = 0;                 ///< of untimed calls without kernels
  std::uint64_t untimed_bytes = 0;       ///< that those copied
  std::uint64_t outside_host_bytes = 0;  ///< copied to the host in no call at all
  std::uint64_t outside_bytes = 0;       ///< in either direction
};

/// Everything about an answer except its value.
class AnswerBase {
 public:
  /// kPassed: the submission answered, and nothing was found wrong on the way. Whether the answer
  /// is right is for a matcher.
  Verdict fate() const { return trouble_.verdict; }
  bool clean() const { return trouble_.verdict == Verdict::kPassed; }
  /// Earlier questions of this check went so badly that this one was not asked.
  bool not_asked() const { return not_asked_; }
  const Finding& trouble() const { return trouble_; }
  const std::string& output() const { return trouble_.output; }
  /// What kernels printed, where the device itself tells the judge; elsewhere it cannot be told
  /// from what host code printed.
  const std::string& output_of_kernels() const { return printed_ ? *printed_ : output(); }
  /// "vector_add, given 997 floats and 997 floats"
  const std::string& question() const { return question_; }
  const std::string& function() const { return function_; }
  /// A CUDA error that the submission caused and did not look at; empty if none. No verdict by
  /// itself.
  const std::string& note() const { return note_; }
  double elapsed_us() const {
    return elapsed_us_;
  }  ///< device time of the calls, as the worker claims
  /// Of a reference that was timed on a GPU: the longest that other processes kept the device from
  /// it right after the call.
  double pause_us() const { return pause_us_; }
  double wall_us() const { return wall_us_; }  ///< from question to answer on the judge's clock
  bool exact() const { return exact_; }  ///< the time is modelled, hence the same in every run
  const std::string& simulator_report() const {
    return simulator_report_;
  }  ///< JSON, empty on a real GPU

  /// What the submission's calls copied; nothing on a real GPU.
  const std::optional<Copies>& copies() const { return copies_; }

  /// How often the host waited in the submission's timed calls for work of the device that was not
  /// done yet, in synchronisations and in copies and frees that return when all is done; 0 on a
  /// real GPU.
  std::uint64_t waits() const { return waits_; }

  /// Nothing where the device lives in the worker, and on a real GPU.
  const std::optional<BesideCalls>& beside() const { return beside_; }

  /// Why even a right answer is none; nothing if it is one.
  std::optional<Finding> reservation() const;

  /// A finding about this answer: question and prints filled in.
  Finding finding(Verdict verdict, std::string message, std::string hint = {}) const;

 private:
  friend struct AnswerAccess;
  Finding trouble_{Verdict::kPassed, {}, {}, {}, {}};
  bool not_asked_ = false;
  bool exact_ = false;
  std::string question_;
  std::string function_;
  std::string called_;  ///< all functions that the question called: "one,two,"
  std::string note_;
  std::optional<std::string> printed_;
  std::string print_;  ///< that kernels may not make; empty: they made none
  std::string simulator_report_;
  std::optional<Copies> copies_;
  std::optional<BesideCalls> beside_;
  std::uint64_t waits_ = 0;
  double elapsed_us_ = 0;
  double pause_us_ = 0;
  double wall_us_ = 0;
};

/// Books why the current assertion fails; a later clean match or question forgets it.
void book(Finding finding);
/// Forgets what was booked and not yet used by a failed assertion.
void forget_booked();

/// A value or a fate.
template <class R>
class Answer : public AnswerBase {
 public:
  /// True if there is a value at all. Faults (a race, say) may lie beside it: see clean().
  bool has_value() const { return value_.has_value(); }

  /// The value of a clean answer; otherwise the check fails here with the explanation of what
  /// happened.
  const R& value() const {
    if (!clean() || !value_) {
      if (!not_asked()) {
        book(trouble());
      }
      throw NoAnswer();
    }
    return *value_;
  }
  /// The value even if faults lie beside it.
  const std::optional<R>& raw() const { return value_; }

  void set(R value) { value_ = std::move(value); }

 private:
  std::optional<R> value_;
};

}  // namespace warpschool::harness
