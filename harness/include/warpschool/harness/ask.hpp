// ask(run, arguments...): has a worker execute run(student, arguments...) and brings back an
// Answer.
//
// Code crosses as a pointer: the worker is a fork of this very program, so functions have the same
// addresses there. `run` must be a function or a captureless lambda; all it needs comes as
// arguments, which are copied (large ones through shared memory).
#pragma once

#include "warpschool/harness/answer.hpp"
#include "warpschool/harness/sealed.hpp"
#include "warpschool/harness/student.hpp"
#include "warpschool/harness/wire.hpp"

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// Which module a worker has loaded.
enum class Who : unsigned char { kStudent, kReference };

/// What a question is for: decides which checks run beside it. kUneven: a simulated device takes
/// six times as long for every fifth launch.
enum class Mode : unsigned char { kCorrectness, kTiming, kCounters, kUneven };

namespace detail {

using AnyFunction = void (*)();
/// Runs in the worker: decodes arguments, calls, encodes the result.
using Thunk = void (*)(AnyFunction, Student&, Reader&, Writer&);

template <class R, class... P>
void thunk(AnyFunction function, Student& student, Reader& reader, Writer& writer) {
  const auto run = reinterpret_cast<R (*)(Student&, P...)>(function);
  std::tuple<std::remove_cv_t<std::remove_reference_t<P>>...> arguments;
  std::apply([&](auto&... argument) { (decode(reader, argument), ...); }, arguments);
  const auto result =
      std::apply([&](auto&... argument) { return run(student, argument...); }, arguments);
  Writer counter;
  encode(counter, result);
  writer.make_room(counter.size());
  encode(writer, result);
}

/// One question on its way: allocate, fill, perform, read.
class Exchange {
 public:
  Exchange(Who who, Mode mode, Thunk thunk, AnyFunction function);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Nobody but the device is to get the inputs, where it is a process of its own.
  static bool seals_inputs();
  /// Memory for `bytes` of such inputs.
  Writer sealed_request(std::size_t bytes);
  /// Memory for `bytes` of arguments.
  Writer request(std::size_t bytes);
  /// No worker of ours copies anything to the host for this question.
  void expect_no_host_copies() { allows_host_copies_ = false; }
  /// The worker of ours copies inputs on the device to where they belong, and results back.
  void expect_copies_on_device() { places_inputs_ = true; }
  /// Asks and waits. True if there is a result to read.
  bool perform(AnswerBase& answer, std::string question);
  /// The same, and no check is the worse for it.
  bool perform_unbooked(AnswerBase& answer);
  Reader& result();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  bool allows_host_copies_ = true;
  bool places_inputs_ = false;
};

/// "997 floats", "33": one argument in a question.
std::string describe_count(std::size_t count, const char* singular);

template <class T>
const char* type_word() {
  if constexpr (std::is_same_v<T, float>) {
    return "float";
  } else if constexpr (std::is_same_v<T, double>) {
    return "double";
  } else if constexpr (sizeof(T) == 1) {
    return "byte";
  } else if constexpr (std::is_integral_v<T>) {
    return "integer";
  } else {
    return "element";
  }
}

/// A type may have words of its own, in_words(value) beside the type; other structs are not told.
template <class T>
void describe(std::vector<std::string>& words, const T& value) {
  if constexpr (requires { in_words(value); }) {
    words.push_back(in_words(value));
  } else if constexpr (std::is_same_v<T, bool>) {
    words.push_back(value ? "true" : "false");
  } else if constexpr (std::is_arithmetic_v<T>) {
    std::string text = std::to_string(value);
    words.push_back(std::move(text));
  } else if constexpr (std::is_same_v<T, std::string>) {
    words.push_back('"' + value + '"');
  }
}

template <class T>
void describe(std::vector<std::string>& words, const std::vector<T>& values) {
  words.push_back(describe_count(values.size(), type_word<T>()));
}

/// "997 floats, 997 floats and 3.5"
std::string join_words(const std::vector<std::string>& words);

/// Books it as an internal error that an answer could not be decoded and such.
void set_unreadable(AnswerBase& answer, const std::string& why);

/// One value whose type has words of its own, in_words(value) beside the type, is told by them.
template <class T>
void describe(std::vector<std::string>& words, const Input<T>& values) {
  if constexpr (requires(const T& value) { in_words(value); }) {
    if (values.size() == 1) {
      words.push_back(in_words(*values.data()));
      return;
    }
  }
  words.push_back(describe_count(values.size(), type_word<T>()));
}

template <class T>
void describe(std::vector<std::string>& words, const PlacedInput<T>& values) {
  words.push_back(describe_count(values.size(), type_word<T>()));
}

template <class R, class... P, class... A>
Answer<typename Judged<R>::Value> ask(Who who, Mode mode, R (*run)(Student&, P...),
                                      const A&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "run takes other arguments than ask was given");
  static_assert(!std::is_void_v<R>, "run must return what is to be judged");
  static_assert(!std::is_const_v<R>);
  Answer<typename Judged<R>::Value> answer;
  Exchange exchange(who, mode, &thunk<R, P...>, reinterpret_cast<AnyFunction>(run));
  if (!Judged<R>::kLeavesDevice) {
    exchange.expect_no_host_copies();
  }
  if ((kIsPlaced<std::remove_cv_t<std::remove_reference_t<P>>> || ...)) {
    exchange.expect_copies_on_device();
  }
  constexpr bool kSeals = (kIsInput<std::remove_cv_t<std::remove_reference_t<P>>> || ...);
  std::vector<std::string> words;
  // As the types of run's parameters, without a copy where they agree already.
  const auto pack = [&](const std::remove_cv_t<std::remove_reference_t<P>>&... argument) {
    Writer counter, sealed_counter;
    const bool seals = kSeals && Exchange::seals_inputs();
    counter.seal_into(seals ? &sealed_counter : nullptr);
    (encode(counter, argument), ...);
    Writer sealed = exchange.sealed_request(sealed_counter.size());
    Writer writer = exchange.request(counter.size());
    writer.seal_into(seals ? &sealed : nullptr);
    (encode(writer, argument), ...);
    (describe(words, argument), ...);
  };
  pack(arguments...);
  if (exchange.perform(answer, join_words(words))) {
    try {
      answer.set(Judged<R>::read(exchange.result()));
    } catch (const std::exception& error) {
      set_unreadable(answer, error.what());
    }
  }
  return answer;
}

}  // namespace detail

/// Asks the student's submission.
template <class F, class... A>
auto ask(const F& run, const A&... arguments) {
  return detail::ask(Who::kStudent, Mode::kCorrectness, +run, arguments...);
}

/// The same of a device whose launches take unevenly long, if it is simulated: every fifth takes
/// six times as long as the others, ten in a row twice as long as ten of ask().
template <class F, class... A>
auto ask_unevenly(const F& run, const A&... arguments) {
  return detail::ask(Who::kStudent, Mode::kUneven, +run, arguments...);
}

/// Asks the reference: for exercises whose expected values only device code can give.
template <class F, class... A>
auto ask_reference(const F& run, const A&... arguments) {
  return detail::ask(Who::kReference, Mode::kCorrectness, +run, arguments...);
}

}  // namespace warpschool::harness
