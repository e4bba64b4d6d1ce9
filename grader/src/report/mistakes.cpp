// Finds the mistakes of a submission in its checks.
#include "report/mistakes.hpp"

#include "report/causes.hpp"
#include "report/empty_todos.hpp"
#include "report/line_notes.hpp"
#include "report/words.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

namespace warpschool::grader::report {
namespace {

using std::string_view;

constexpr std::size_t kLongest = 400;  ///< bytes of a sentence that is shown outside the details

bool is_failed(const CheckResult& check) {
  return check.verdict != Verdict::kPassed && check.verdict != Verdict::kSkipped &&
         check.verdict != Verdict::kInternalError;
}

/// A timing or counters check that fails because the answer is not right.
bool is_consequence(const CheckResult& check) {
  return check.kind != "correctness" && check.verdict != Verdict::kSlow &&
         check.verdict != Verdict::kCounters;
}

/// At a word's end where there is one, and never inside a character.
std::string cut(const std::string& text) {
  if (text.size() <= kLongest) {
    return text;
  }
  std::size_t end = text.find_last_of(" \n", kLongest);
  if (end == std::string::npos || end == 0) {
    end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
      --end;
    }
  }
  return text.substr(0, end) + " \u2026";
}

/// How long the first sentence is: to a full stop before a blank and a capital letter, or one's
/// end.
std::size_t first_sentence(string_view text) {
  for (std::size_t at = text.find(". "); at != string_view::npos; at = text.find(". ", at + 1)) {
    const char next = at + 2 < text.size() ? text[at + 2] : 'A';
    if ((next >= 'A' && next <= 'Z') || next == '_') {
      return at + 1;
    }
  }
  return text.size();
}

string_view without_indentation(string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(begin);
}

/// A message without its first line where that says what was given, and at most three lines of it.
std::string seen_in(const std::string& message) {
  std::vector<string_view> lines;
  for_each_line(message, [&](string_view line) { lines.push_back(without_indentation(line)); });
  if (lines.size() > 1 && !lines.front().empty() && lines.front().back() == ':') {
    lines.erase(lines.begin());
  }
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, lines.size()); ++i) {
    text += (i == 0 ? "" : "\n") + std::string(lines[i]);
  }
  return text;
}

/// Behind "262144", "0.996", "1e-05" or "0x1f" that begin at `at`.
std::size_t end_of_number(string_view text, std::size_t at) {
  const auto goes_on = [&](std::size_t i) { return i < text.size() && is_word(text[i]); };
  while (goes_on(at) || (at < text.size() && text[at] == '.' && goes_on(at + 1))) {
    ++at;
  }
  return at;
}

/// What two messages of one mistake have in common: figures, quoted names and what is in brackets
/// are an ellipsis.
std::string without_figures(string_view text) {
  std::string out;
  const auto leave_out = [&out] {
    constexpr string_view kEllipsis = "\u2026";
    if (out.size() < kEllipsis.size() ||
        string_view(out).substr(out.size() - kEllipsis.size()) != kEllipsis) {
      out += kEllipsis;
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (digit && (i == 0 || !is_word(text[i - 1]))) {
      i = end_of_number(text, i) - 1;
      leave_out();
    } else if (text[i] == '\'' && text.find('\'', i + 1) != string_view::npos) {
      i = text.find('\'', i + 1);
      leave_out();
    } else {
      out += text[i];
    }
  }
  return out;
}

const std::string* source_named(const ExerciseResult& result, const std::string& file) {
  if (file.empty() || file == result.file) {
    return &result.source;
  }
  for (const SourceText& source : result.more_sources) {
    if (source.file == file) {
      return &source.text;
    }
  }
  return nullptr;
}

/// "TODO(2)" of a line "// TODO(2): ...", or nothing.
std::string region_in(string_view line) {
  const std::size_t begin = line.find("TODO(");
  const std::size_t end = begin == string_view::npos ? begin : line.find(')', begin);
  return end == string_view::npos ? "" : std::string(line.substr(begin, end + 1 - begin));
}

/// The line's text, and the region of the stub that it lies in.
void look_up(Mistake& mistake, const std::string& source) {
  int at = 0;
  std::string region;
  for_each_line(source, [&](string_view line) {
    const std::string mark = region_in(line);
    const bool ends = line.find("END TODO") != string_view::npos;
    region = mark.empty() ? region : ends ? "" : mark;
    if (++at == mistake.line) {
      mistake.code = cut(std::string(without_indentation(line)));
      mistake.region = region;
    }
  });
}

/// For want of a hint: what helps with most results of this kind.
const char* usual_step(Verdict verdict) {
  switch (verdict) {
    case Verdict::kInternalError:
      return "Nothing: the grader tries again, and no points are lost.";
    case Verdict::kMissing:
      return "Hand it in: the exercise's page says which files.";
    case Verdict::kBuildError:
      return "Mend the first error first: those behind it often come from it.";
    case Verdict::kSuspicious:
      return "Nothing for now: a person will look at it.";
    case Verdict::kInconclusive:
      return "Nothing: it will be measured again.";
    case Verdict::kTimeout:
    case Verdict::kDeadlock:
      return "Find the loop or the barrier that some thread never leaves.";
    case Verdict::kSlow:
      return "Look among the counters below for what takes the time.";
    case Verdict::kCounters:
      return "Keep the answer and change the way to it, until the rule holds.";
    case Verdict::kWrong:
      return "Follow the first wrong element through your code, by hand.";
    default:
      return "Read what the failed check says, below.";
  }
}

void fill_from_fault(Mistake& mistake, const ExerciseResult& result, const FaultNote& fault) {
  const std::string* source = source_named(result, fault.file);
  const std::string cause = cause_of(fault, source == nullptr ? "" : *source);
  const std::size_t end = first_sentence(fault.message);
  const string_view rest = without_indentation(string_view(fault.message).substr(end));
  mistake.happened = cut(fault.message.substr(0, end));
  if (!rest.empty()) {
    mistake.next_step = cut(std::string(rest.substr(0, first_sentence(rest))));
  }
  mistake.is_known = !cause.empty();
  mistake.what = mistake.exactly = cause;
  mistake.file = fault.file.empty() ? result.file : fault.file;
  mistake.line = fault.line;
  if (source != nullptr && fault.line > 0) {
    look_up(mistake, *source);
  }
}

/// "bank_conflicts" of "bank_conflicts: 17, allowed at most 0", or nothing.
std::string counter_in(string_view message) {
  const std::size_t end = message.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_");
  const bool named = end != string_view::npos && end > 0 && message.substr(end, 2) == ": ";
  return named ? std::string(message.substr(0, end)) : "";
}

/// The first line, without a colon that leads to the next.
std::string first_line(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  if (!line.empty() && line.back() == ':') {
    line.pop_back();
  }
  return line;
}

void say(Mistake& mistake, const std::string& begin, const std::string& text) {
  mistake.what = begin + without_figures(text);
  mistake.exactly = begin + text;
}

/// Words for a failed check of which the simulator knows no cause.
void fill_in_words(Mistake& mistake, const CheckResult& check) {
  const std::string first = first_line(mistake.happened);
  const std::string counter = counter_in(first);
  mistake.is_known = true;
  if (check.verdict == Verdict::kSlow) {
    mistake.what = mistake.exactly = "are slower than full points ask for";
  } else if (check.verdict == Verdict::kCounters && !counter.empty()) {
    mistake.what = mistake.exactly = "break the rule on " + counter;
  } else if (check.verdict == Verdict::kWrong) {
    mistake.says_step = !check.hint.empty();
    const std::string seen = mistake.says_step ? mistake.next_step : first;
    say(mistake, seen.empty() ? "have a wrong answer" : "have a wrong answer: ", seen);
  } else {
    mistake.is_known = false;
    say(mistake, "", first.empty() ? explain(check.verdict) : first);
  }
}

Mistake mistake_in(const ExerciseResult& result, const CheckResult& check) {
  Mistake mistake;
  mistake.task = check.task;
  mistake.verdict = check.verdict;
  mistake.next_step = check.hint.empty() ? usual_step(check.verdict)
                                         : cut(check.hint.substr(0, first_sentence(check.hint)));
  if (!check.faults.empty()) {
    fill_from_fault(mistake, result, check.faults.front());
  } else {
    mistake.happened = cut(seen_in(check.message));
  }
  if (mistake.what.empty()) {
    fill_in_words(mistake, check);
  }
  return mistake;
}

/// Of the failed checks of a task the one that says most: where, else what to do, else the first.
const CheckResult& telling(const std::vector<const CheckResult*>& failed) {
  for (const CheckResult* check : failed) {
    if (!check->faults.empty()) {
      return *check;
    }
  }
  const auto hinted = std::find_if(failed.begin(), failed.end(),
                                   [](const CheckResult* check) { return !check->hint.empty(); });
  const bool first_is_clear = !failed.front()->message.empty();
  return hinted == failed.end() || first_is_clear ? *failed.front() : **hinted;
}

/// A task that nobody has begun: its values mean nothing.
std::optional<Mistake> of_empty_task(const ExerciseResult& result, int task, Verdict verdict) {
  const auto in_file = [&](const std::string& file, const std::string& source) {
    const std::map<int, int> empty = empty_todos(source);
    const auto found = empty.find(task);
    std::optional<Mistake> mistake;
    if (found != empty.end()) {
      mistake.emplace();
      mistake->task = task;
      mistake->verdict = verdict;
      mistake->what = mistake->exactly = fmt::format("leave TODO({}) empty", task);
      mistake->is_known = true;
      mistake->is_empty = true;
      mistake->happened = fmt::format("TODO({}) is empty.", task);
      mistake->next_step = fmt::format("Write what TODO({}) asks for.", task);
      mistake->file = file;
      mistake->line = found->second;
      look_up(*mistake, source);
    }
    return mistake;
  };
  std::optional<Mistake> mistake = in_file(result.file, result.source);
  for (std::size_t i = 0; i < result.more_sources.size() && !mistake; ++i) {
    mistake = in_file(result.more_sources[i].file, result.more_sources[i].text);
  }
  return mistake;
}

Mistake of_build(const ExerciseResult& result) {
  Mistake mistake;
  mistake.verdict = Verdict::kBuildError;
  mistake.next_step = usual_step(Verdict::kBuildError);
  const std::vector<LineNote> notes = diagnostics_in(result.build_log, result.file);
  const auto error = std::find_if(notes.begin(), notes.end(), [](const LineNote& note) {
    return note.kind == LineNote::Kind::kError;
  });
  if (error == notes.end()) {
    mistake.happened = result.notes.empty() ? explain(Verdict::kBuildError) : result.notes.front();
    mistake.next_step = "Hand in your source as plain text, and compile it yourself before.";
    say(mistake, "", mistake.happened);
  } else {
    mistake.happened = cut(error->text);
    mistake.is_known = true;
    say(mistake, "do not compile: ", mistake.happened);
    mistake.file = result.file;
    mistake.line = error->line;
    look_up(mistake, result.source);
  }
  return mistake;
}

/// A result that no check has judged.
Mistake of_status(const ExerciseResult& result) {
  Mistake mistake;
  mistake.verdict = result.status;
  mistake.happened = result.notes.empty() ? explain(result.status) : result.notes.front();
  mistake.next_step = usual_step(result.status);
  say(mistake, "", mistake.happened);
  return mistake;
}

}  // namespace

std::vector<Mistake> mistakes_in(const ExerciseResult& result) {
  if (result.status == Verdict::kBuildError) {
    return {of_build(result)};
  }
  const bool is_right = std::none_of(
      result.checks.begin(), result.checks.end(),
      [](const CheckResult& check) { return is_failed(check) && check.kind == "correctness"; });
  std::map<int, std::vector<const CheckResult*>> by_task;
  for (const CheckResult& check : result.checks) {
    if (is_failed(check) && (is_right || !is_consequence(check))) {
      by_task[check.task].push_back(&check);
    }
  }
  std::vector<Mistake> mistakes;
  for (const auto& [task, failed] : by_task) {
    const CheckResult& most = telling(failed);
    std::optional<Mistake> empty = of_empty_task(result, task, most.verdict);
    Mistake mistake = empty ? *std::move(empty) : mistake_in(result, most);
    const bool known = std::any_of(mistakes.begin(), mistakes.end(), [&](const Mistake& earlier) {
      return earlier.what == mistake.what && earlier.line == mistake.line;
    });
    if (!known) {
      mistakes.push_back(std::move(mistake));
    }
  }
  return mistakes;
}

std::optional<Mistake> first_mistake(const ExerciseResult& result) {
  if (result.status == Verdict::kPassed || result.status == Verdict::kSkipped) {
    return std::nullopt;
  }
  const std::vector<Mistake> mistakes = mistakes_in(result);
  return mistakes.empty() || !is_judged(result.status) ? of_status(result) : mistakes.front();
}

}  // namespace warpschool::grader::report
