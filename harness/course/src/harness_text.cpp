// Finds the TEST_CASEs of a harness.cpp.
#include "warpschool/course/harness_text.hpp"

#include "warpschool/course/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace warpschool::course {
namespace {

constexpr std::array<Kind, 3> kKinds{Kind::kCorrectness, Kind::kTiming, Kind::kCounters};

using Tokens = std::vector<Token>;

/// Adjacent literals are one; `at` moves behind them.
std::string literal(const Tokens& tokens, std::size_t& at) {
  std::string text;
  for (; at < tokens.size() && tokens[at].kind == Token::Kind::kString; ++at) {
    text += string_value(tokens[at]);
  }
  return text;
}

std::vector<std::string> split_tags(const std::string& text) {
  std::vector<std::string> tags;
  for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open)) {
    const std::size_t close = std::min(text.find(']', open), text.size());
    tags.push_back(text.substr(open + 1, close - open - 1));
    open = close;
  }
  return tags;
}

int task_of(const std::vector<std::string>& tags) {
  int task = 0;
  for (const std::string& tag : tags) {
    constexpr std::string_view kWord = "task ";
    if (tag.rfind(kWord, 0) == 0) {
      std::from_chars(tag.data() + kWord.size(), tag.data() + tag.size(), task);
    }
  }
  return task;
}

std::optional<Kind> kind_of_tags(const std::vector<std::string>& tags) {
  std::optional<Kind> found;
  int count = 0;
  for (const Kind kind : kKinds) {
    if (std::find(tags.begin(), tags.end(), to_string(kind)) != tags.end()) {
      found = kind;
      ++count;
    }
  }
  return count == 1 ? found : std::nullopt;
}

}  // namespace

bool HarnessText::has(Kind kind, int task) const {
  return std::any_of(checks.begin(), checks.end(), [&](const WrittenCheck& check) {
    return check.kind == kind && (task == 0 || check.task == 0 || check.task == task);
  });
}

bool HarnessText::has(Kind kind) const {
  return has(kind, 0);
}

HarnessText read_harness(std::string_view source) {
  HarnessText harness;
  const Tokens tokens = tokens_of(source);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == Token::Kind::kString) {
      harness.words.insert(string_value(tokens[i]));
    }
    if (!tokens[i].is("TEST_CASE") || i + 1 >= tokens.size() || !tokens[i + 1].is("(")) {
      continue;
    }
    WrittenCheck check;
    check.line = tokens[i].line;
    check.column = tokens[i].column;
    std::size_t at = i + 2;
    check.name = literal(tokens, at);
    if (at < tokens.size() && tokens[at].is(",")) {
      check.tags = split_tags(literal(tokens, ++at));
    }
    check.task = task_of(check.tags);
    check.kind = kind_of_tags(check.tags);
    harness.checks.push_back(std::move(check));
  }
  return harness;
}

Diagnostics check_tags(const HarnessText& harness, const std::string& file) {
  Diagnostics problems;
  for (const WrittenCheck& check : harness.checks) {
    if (!check.kind) {
      problems.push_back(
          {file, check.line, check.column,
           "TEST_CASE \"" + check.name +
               "\" needs exactly one of the tags [correctness], [timing], [counters]",
           "write TEST_CASE(\"" + check.name + "\", \"[task 1][correctness]\")"});
    }
  }
  if (harness.checks.empty()) {
    problems.push_back({file, 0, 0, "has no TEST_CASE, so nothing is checked",
                        "write TEST_CASE(\"what must hold\", \"[task 1][correctness]\")"});
  }
  return problems;
}

}  // namespace warpschool::course
