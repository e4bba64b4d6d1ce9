// The worker's view of a loaded submission (or of the reference): functions by name, each call
// timed and checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpschool::harness {

/// What went wrong in the worker while it ran a submission; becomes a Finding in the judge.
enum class Trouble : unsigned char {
  kNone,
  kNoDevice,    ///< this machine cannot run CUDA: found before the submission was loaded
  kCannotLoad,  ///< dlopen failed
  kMissingSymbol,
  kLaunchError,   ///< a kernel could not be launched; the device is as before
  kApiError,      ///< a CUDA call or launch failed
  kException,     ///< the submission threw
  kGuardDamaged,  ///< written outside an array
  kInputChanged,  ///< an input array was written
  kGivenBack      ///< an array of the caller, or the whole device, was given back
};

/// Thrown inside the worker only.
class StudentError : public std::runtime_error {
 public:
  StudentError(Trouble trouble, const std::string& message, int code = 0)
      : std::runtime_error(message), trouble_(trouble), code_(code) {}
  Trouble trouble() const { return trouble_; }
  int code() const { return code_; }  ///< the cudaError_t of kApiError

 private:
  Trouble trouble_;
  int code_;
};

/// A loaded submission. Exercises use it through CALL alone.
class Student {
 public:
  explicit Student(void* module) : module_(module) {}
  /// The function's address; throws StudentError if the submission does not define it.
  void* find(const char* name) const;

 private:
  void* module_;
};

/// What a call that was expected to fail left behind: cudaError_t codes, 0 for none.
struct Aftermath {
  int pending = 0;  ///< what cudaGetLastError() would have told the next caller
  int device = 0;   ///< what the device ended with: a fault from which only a new process recovers
};

/// The value of such a call and its aftermath.
template <class R>
struct Outcome {
  R value;
  Aftermath after;
};

namespace detail {

/// Brackets one call of a submission's function: settles the device before, times it, and
/// afterwards waits, looks for errors and verifies that guard zones and inputs are as they were.
class CallScope {
 public:
  explicit CallScope(const char* name, bool timed = true);
  /// Throws StudentError.
  void finish();
  /// For a call that was expected to fail: errors are for the caller to judge. Throws StudentError
  /// for damaged arrays alone.
  Aftermath finish_in_spite_of_errors();

 private:
  const char* name_;
  bool timed_;
  std::string asked_;  ///< what the question was about before
  std::uint64_t waits_before_ = 0;
};

template <class F>
class Call;

template <class R, class... A>
class Call<R (*)(A...)> {
 public:
  Call(const Student& student, const char* name, bool timed = true)
      : student_(student), name_(name), timed_(timed) {}

  R operator()(A... arguments) const {
    const auto function = reinterpret_cast<R (*)(A...)>(student_.find(name_));
    CallScope scope(name_, timed_);
    if constexpr (std::is_void_v<R>) {
      function(arguments...);
      scope.finish();
    } else {
      R result = function(arguments...);
      scope.finish();
      return result;
    }
  }

 private:
  const Student& student_;
  const char* name_;
  bool timed_;
};

template <class R, class... A>
class Call<R (*)(A...) noexcept> : public Call<R (*)(A...)> {
 public:
  using Call<R (*)(A...)>::Call;
};

/// A harness has a CALL_TO_FAIL: said when its judge starts, long before there is a submission. Of
/// any other harness a worker that says so is not believed.
bool note_failing_calls();

template <class F>
class FailingCall;

template <class R, class... A>
class FailingCall<R (*)(A...)> {
 public:
  FailingCall(const Student& student, const char* name) : student_(student), name_(name) {
    static_cast<void>(kIsNoted);
  }

  Outcome<R> operator()(A... arguments) const {
    const auto function = reinterpret_cast<R (*)(A...)>(student_.find(name_));
    CallScope scope(name_);
    try {
      R result = function(arguments...);
      return {result, scope.finish_in_spite_of_errors()};
    } catch (...) {  // the submission looked at the error: it is no news in the next question
      scope.finish_in_spite_of_errors();
      throw;
    }
  }

 private:
  inline static const bool kIsNoted = note_failing_calls();
  const Student& student_;
  const char* name_;
};

}  // namespace detail
}  // namespace warpschool::harness

/// CALL(student, f)(arguments...) calls the submission's extern "C" function f, typed by the
/// exercise's header.
#define CALL(student, function) \
  (::warpschool::harness::detail::Call<decltype(&(function))>((student), #function))

/// The same for a function that is to meet CUDA errors and faults of the device and to report them:
/// neither is a verdict, the Outcome is for the exercise to judge. Make it the last call of its
/// question: after a fault a fresh worker answers the next one. Not timed.
#define CALL_TO_FAIL(student, function) \
  (::warpschool::harness::detail::FailingCall<decltype(&(function))>((student), #function))

/// The same for what belongs before or behind the work that is timed, such as to make buffers. Its
/// time is not counted; all else is.
#define CALL_UNTIMED(student, function) \
  (::warpschool::harness::detail::Call<decltype(&(function))>((student), #function, false))
