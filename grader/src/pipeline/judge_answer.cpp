// Reads what the judges of each backend say and makes one result of it.
#include "pipeline/judge_answer.hpp"

#include "score/score.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpschool::grader {
namespace {

constexpr std::size_t kTextLimit = std::size_t{16} * 1024;
constexpr std::size_t kFaultLimit = 20;

std::string text_of(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_string()
             ? ""
             : cut(to_utf8(found->get<std::string>()), kTextLimit);
}

std::optional<double> number_of(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_number() ? std::nullopt
                                                      : std::optional(found->get<double>());
}

/// The simulator's own object; its sentences for people are in "message" or "text".
FaultNote read_fault(const nlohmann::json& entry) {
  if (!entry.is_object()) {
    return {"", entry.is_string() ? to_utf8(entry.get<std::string>()) : entry.dump(), "", 0, ""};
  }
  const nlohmann::json where = entry.value("where", nlohmann::json::object());
  const nlohmann::json& place = where.is_object() ? where : entry;
  FaultNote fault;
  fault.kind = text_of(entry, "kind");
  fault.message = text_of(entry, entry.contains("message") ? "message" : "text");
  fault.file = std::filesystem::path(text_of(place, "file")).filename().string();
  fault.line = static_cast<int>(number_of(place, "line").value_or(0));
  fault.json = entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return fault;
}

CheckResult read_check(const nlohmann::json& entry, const std::string& backend) {
  CheckResult check;
  check.name = entry.at("name").get<std::string>();
  check.task = entry.value("task", 0);
  check.kind = entry.at("kind").get<std::string>();
  check.hidden = entry.value("hidden", false);
  check.backend = backend;
  const std::string word = entry.at("verdict").get<std::string>();
  const auto verdict = verdict_from(word);
  if (!verdict) {
    throw std::runtime_error(fmt::format("unknown verdict \"{}\"", word));
  }
  check.verdict = *verdict;
  check.points = {entry.at("points").at("won").get<double>(),
                  entry.at("points").at("possible").get<double>()};
  check.message = text_of(entry, "message");
  check.hint = text_of(entry, "hint");
  check.output = text_of(entry, "output");
  check.ratio = number_of(entry, "ratio");
  check.ratio_low = number_of(entry, "ratio_low");
  check.ratio_high = number_of(entry, "ratio_high");
  check.threshold = number_of(entry, "threshold");
  const nlohmann::json counters = entry.value("counters", nlohmann::json::object());
  for (const auto& [name, value] : counters.items()) {
    if (value.is_number()) {
      check.counters[name] = value.get<double>();
    }
  }
  for (const nlohmann::json& fault : entry.value("faults", nlohmann::json::array())) {
    if (check.faults.size() < kFaultLimit) {
      check.faults.push_back(read_fault(fault));
    }
  }
  return check;
}

void add_note(std::vector<std::string>& notes, const std::string& note) {
  constexpr std::size_t kMostNotes = 8;
  if (notes.size() < kMostNotes && std::find(notes.begin(), notes.end(), note) == notes.end()) {
    notes.push_back(note);
  }
}

void add_notes_of(const nlohmann::json& check, std::vector<std::string>& notes) {
  for (const nlohmann::json& note : check.value("notes", nlohmann::json::array())) {
    if (note.is_string()) {
      add_note(notes, cut(to_utf8(note.get<std::string>()), kTextLimit));
    }
  }
}

/// A deadlock is a timeout where nothing can look inside (a GPU), and a pointer used on the wrong
/// side ends the program there, without a word. Where the simulator saw what it was, that speaks.
bool explains(const CheckResult& cause, const CheckResult& effect) {
  const bool hangs = cause.verdict == Verdict::kDeadlock && effect.verdict == Verdict::kTimeout;
  const bool dies = cause.verdict == Verdict::kMemoryFault && effect.verdict == Verdict::kCrash;
  return (hangs || dies) && cause.backend == "sim" && effect.backend != "sim";
}

/// Both judged the same check: the worse verdict speaks, the smaller points count.
void combine(CheckResult& kept, const CheckResult& other) {
  if (other.verdict == Verdict::kSkipped) {
    return;
  }
  if (kept.verdict == Verdict::kSkipped) {
    kept = other;
    return;
  }
  const double won = std::min(kept.points.won, other.points.won);
  const std::map<std::string, double> counters =
      kept.counters.empty() ? other.counters : kept.counters;
  if (explains(other, kept) || (other.verdict < kept.verdict && !explains(kept, other))) {
    kept = other;
  }
  kept.points.won = won;
  kept.counters = counters;
}

/// A check that only the GPU judged (timing) hangs or dies for the reason that the simulator found
/// in another check of the same task.
void explain_effects(std::vector<CheckResult>& checks) {
  for (CheckResult& check : checks) {
    const auto cause = std::find_if(checks.begin(), checks.end(), [&](const CheckResult& other) {
      return other.task == check.task && explains(other, check);
    });
    if (cause != checks.end()) {
      check.verdict = cause->verdict;
    }
  }
}

}  // namespace

Result<Answer> read_answer(const std::string& text, const std::string& backend) {
  try {
    const nlohmann::json document = nlohmann::json::parse(text);
    if (document.at("schema").get<int>() != 1) {
      throw std::runtime_error("unknown schema");
    }
    Answer answer;
    answer.backend = backend;
    answer.device = text_of(document, "device");
    answer.complete = document.at("complete").get<bool>();
    for (const nlohmann::json& entry : document.at("checks")) {
      answer.checks.push_back(read_check(entry, backend));
      add_notes_of(entry, answer.notes);
    }
    return answer;
  } catch (const std::exception& problem) {
    return Diagnostic{"the judge's result", 0, 0, problem.what(), {}};
  }
}

std::string reference_part(const std::string& text) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("device")) {
    return {};
  }
  const nlohmann::json part = {
      {"device", document["device"]},
      {"reference", document.value("reference", nlohmann::json::object())}};
  return part.dump();
}

void merge_answers(const std::vector<Answer>& answers, const course::Exercise& exercise,
                   ExerciseResult& result) {
  for (const Answer& answer : answers) {
    for (const CheckResult& check : answer.checks) {
      const auto same =
          std::find_if(result.checks.begin(), result.checks.end(), [&](const CheckResult& known) {
            return known.name == check.name && known.kind == check.kind;
          });
      if (same == result.checks.end()) {
        result.checks.push_back(check);
      } else {
        combine(*same, check);
      }
    }
    for (const std::string& note : answer.notes) {
      add_note(result.notes, note);
    }
  }
  explain_effects(result.checks);
  add_up_checks(result, exercise.points);
}

}  // namespace warpschool::grader
