// What the judge makes of an answer beside its value: findings, and the words of its question.
#include "warpschool/harness/answer.hpp"

#include "answer_access.hpp"
#include "judge.hpp"
#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/named.hpp"
#include "warpschool/screen/figures.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::harness {

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
        note_.find("cudaErrorNotReady") != std::string::npos
            ? "A call asked for what the device had not done yet, the time of an event say: wait "
              "for that before (cudaEventSynchronize)."
            : "A CUDA call or launch failed: look at this error first (cudaGetLastError() after "
              "the launch).";
  }
  Finding made{verdict, std::move(text), std::move(hint), output(), {}};
  made.function = function_;
  made.called = called_;
  return made;
}

namespace detail {

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

std::string with_name(const char* name, const std::string& value) {
  return fmt::format("{} = {}", name, value);
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
  if (has_judge()) {
    judge().reap(Who::kStudent, 0);  // whoever wrote it answers no other question
  }
}

}  // namespace detail
}  // namespace warpschool::harness
