// Reads result files of judges and merges those of several backends.
#include "warpschool/course/worth.hpp"
#include "warpschool/screen/judge_result.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace warpschool::screen {
namespace {

using nlohmann::json;

constexpr std::array kVerdicts{"internal_error", "suspicious", "timeout", "deadlock", "crash",
                               "memory_fault",   "race",       "wrong",   "slow",     "counters",
                               "inconclusive",   "passed",     "skipped"};

const json& member(const json& object, const char* key) {
  static const json kNothing;
  if (!object.is_object()) {
    return kNothing;
  }
  const auto found = object.find(key);
  return found == object.end() ? kNothing : *found;
}

std::string text_of(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<double> number_of(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

int whole_of(const json& object, const char* key) {
  const json& value = member(object, key);
  return value.is_number_integer() ? value.get<int>() : 0;
}

Fault read_fault(const json& fault) {
  const json& where = member(fault, "where");
  std::string file = text_of(where, "file");
  file.erase(0, file.rfind('/') + 1);
  return {text_of(fault, "kind"),
          text_of(fault, "text"),
          std::move(file),
          text_of(fault, "source"),
          whole_of(where, "line"),
          whole_of(where, "column"),
          text_of(member(fault, "cause"), "name")};
}

Check read_check(const json& object) {
  Check check;
  check.name = text_of(object, "name");
  check.task = whole_of(object, "task");
  check.kind = text_of(object, "kind");
  check.verdict = text_of(object, "verdict");
  check.won = number_of(member(object, "points"), "won").value_or(0);
  check.possible = number_of(member(object, "points"), "possible").value_or(0);
  check.message = text_of(object, "message");
  check.hint = text_of(object, "hint");
  check.output = text_of(object, "output");
  check.ratio = number_of(object, "ratio");
  check.threshold = number_of(object, "threshold");
  for (const json& note : member(object, "notes")) {
    check.notes.push_back(note.is_string() ? note.get<std::string>() : std::string());
  }
  for (const auto& [name, value] : member(object, "counters").items()) {
    check.counters[name] = value.is_number() ? value.get<double>() : 0;
  }
  for (const json& fault : member(object, "faults")) {
    check.faults.push_back(read_fault(fault));
  }
  return check;
}

/// Adds `check` to those of an earlier backend.
void merge(std::vector<Check>& checks, Check check) {
  const auto same = std::find_if(checks.begin(), checks.end(),
                                 [&](const Check& other) { return other.name == check.name; });
  if (same == checks.end()) {
    checks.push_back(std::move(check));
    return;
  }
  if (check.skipped()) {
    return;
  }
  const double won = same->skipped() ? check.won : std::min(same->won, check.won);
  if (same->skipped() || rank_of_verdict(check.verdict) < rank_of_verdict(same->verdict)) {
    *same = std::move(check);
  }
  same->won = won;
}

}  // namespace

bool Check::is_fault() const {
  return failed() && (!faults.empty() || rank_of_verdict(verdict) <= rank_of_verdict("race"));
}

double JudgeResult::won() const {
  double sum = 0;
  for (const Check& check : checks) {
    sum += check.won;
  }
  return sum;
}

double JudgeResult::possible() const {
  double sum = 0;
  for (const Check& check : checks) {
    sum += check.counts() ? check.possible : 0;
  }
  return sum;
}

std::optional<JudgeResult> read_result(const std::string& text) {
  const json read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object() || !member(read, "checks").is_array()) {
    return std::nullopt;
  }
  JudgeResult result;
  result.exercise = text_of(read, "exercise");
  result.backend = text_of(read, "backend");
  result.device = text_of(read, "device");
  result.seed = member(read, "seed").is_number() ? member(read, "seed").dump() : "";
  result.complete = member(read, "complete") == json(true);
  for (const json& check : read["checks"]) {
    result.checks.push_back(read_check(check));
  }
  withhold_points(result);
  return result;
}

void withhold_points(JudgeResult& result) {
  course::WrongTasks wrong;
  for (const Check& check : result.checks) {
    wrong.note(check.task, check.kind, check.verdict);
  }
  for (Check& check : result.checks) {
    check.withheld = check.possible > 0 && wrong.withhold(check.task, check.kind, check.verdict);
    check.won = wrong.withhold(check.task, check.kind) ? 0 : check.won;
  }
}

int rank_of_verdict(const std::string& verdict) {
  const auto found = std::find(kVerdicts.begin(), kVerdicts.end(), verdict);
  return found == kVerdicts.end() ? 0 : static_cast<int>(found - kVerdicts.begin());
}

JudgeResult merged(std::vector<JudgeResult> results) {
  if (results.empty()) {
    return {};
  }
  JudgeResult all = std::move(results.front());
  for (std::size_t i = 1; i < results.size(); ++i) {
    all.complete = all.complete && results[i].complete;
    for (Check& check : results[i].checks) {
      merge(all.checks, std::move(check));
    }
  }
  withhold_points(all);
  return all;
}

}  // namespace warpschool::screen
