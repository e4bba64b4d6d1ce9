// Converts results to JSON and back.
#include "store/result_json.hpp"

#include <cmath>

namespace warpschool::grader {
namespace {

Json optional_number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

std::optional<double> optional_from(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || !found->is_number() ? std::nullopt
                                                    : std::optional(found->get<double>());
}

Json to_json(const FaultNote& fault) {
  return {
      {"kind", fault.kind}, {"message", fault.message}, {"file", fault.file}, {"line", fault.line}};
}

Json to_json(const CheckResult& check) {
  Json counters = Json::object();
  for (const auto& [name, value] : check.counters) {
    counters[name] = number(value);
  }
  Json faults = Json::array();
  for (const FaultNote& fault : check.faults) {
    faults.push_back(to_json(fault));
  }
  return {{"name", check.name},
          {"task", check.task},
          {"kind", check.kind},
          {"hidden", check.hidden},
          {"verdict", to_string(check.verdict)},
          {"backend", check.backend},
          {"points", to_json(check.points)},
          {"message", check.message},
          {"hint", check.hint},
          {"ratio", optional_number(check.ratio)},
          {"ratio_low", optional_number(check.ratio_low)},
          {"ratio_high", optional_number(check.ratio_high)},
          {"threshold", optional_number(check.threshold)},
          {"counters", counters},
          {"faults", faults}};
}

CheckResult check_from(const Json& json) {
  CheckResult check;
  check.name = json.at("name").get<std::string>();
  check.task = json.at("task").get<int>();
  check.kind = json.at("kind").get<std::string>();
  check.hidden = json.value("hidden", false);  // stores of before have it not
  check.verdict =
      verdict_from(json.at("verdict").get<std::string>()).value_or(Verdict::kInternalError);
  check.backend = json.at("backend").get<std::string>();
  check.points = score_from(json.at("points"));
  check.message = json.at("message").get<std::string>();
  check.hint = json.at("hint").get<std::string>();
  check.output = json.value("output", "");
  check.ratio = optional_from(json, "ratio");
  check.ratio_low = optional_from(json, "ratio_low");
  check.ratio_high = optional_from(json, "ratio_high");
  check.threshold = optional_from(json, "threshold");
  for (const auto& [name, value] : json.at("counters").items()) {
    check.counters[name] = value.get<double>();
  }
  for (const Json& fault : json.at("faults")) {
    check.faults.push_back({fault.at("kind").get<std::string>(),
                            fault.at("message").get<std::string>(),
                            fault.at("file").get<std::string>(), fault.at("line").get<int>(),
                            fault.value("json", "")});
  }
  return check;
}

}  // namespace

Json number(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  if (!std::isfinite(value)) {
    return nullptr;
  }
  if (value == std::floor(value) && std::fabs(value) < kExactIntegers) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Json to_json(const Score& score) {
  // Sums of thirds end in noise: 7.999999999999999 is 8.
  const auto clean = [](double points) { return number(std::round(points * 1e6) / 1e6); };
  return {{"won", clean(score.won)}, {"possible", clean(score.possible)}};
}

Score score_from(const Json& json) {
  return {json.at("won").get<double>(), json.at("possible").get<double>()};
}

Json to_published(const ExerciseResult& result) {
  Json checks = Json::array();
  for (const CheckResult& check : result.checks) {
    checks.push_back(to_json(check));
  }
  return {{"id", result.exercise},
          {"status", to_string(result.status)},
          {"points", result.has_points() ? to_json(result.points) : Json(nullptr)},
          {"file", result.file},
          {"checks", checks},
          {"build_log", result.build_log},
          {"notes", result.notes}};
}

Json to_stored(const ExerciseResult& result) {
  Json stored = to_published(result);
  stored["points"] = to_json(result.points);
  stored["source"] = result.source;
  for (const SourceText& source : result.more_sources) {
    stored["more_sources"].push_back({{"file", source.file}, {"text", source.text}});
  }
  stored["command"] = result.command;
  stored["log"] = result.log;
  for (std::size_t i = 0; i < result.checks.size(); ++i) {
    Json& check = stored["checks"][i];
    check["output"] = result.checks[i].output;
    for (std::size_t j = 0; j < result.checks[i].faults.size(); ++j) {
      check["faults"][j]["json"] = result.checks[i].faults[j].json;
    }
  }
  return stored;
}

ExerciseResult from_stored(const Json& stored) {
  ExerciseResult result;
  result.exercise = stored.at("id").get<std::string>();
  result.status =
      verdict_from(stored.at("status").get<std::string>()).value_or(Verdict::kInternalError);
  result.points = score_from(stored.at("points"));
  result.file = stored.at("file").get<std::string>();
  result.build_log = stored.at("build_log").get<std::string>();
  result.notes = stored.at("notes").get<std::vector<std::string>>();
  result.source = stored.at("source").get<std::string>();
  for (const Json& source : stored.value("more_sources", Json::array())) {
    result.more_sources.push_back(
        {source.at("file").get<std::string>(), source.at("text").get<std::string>()});
  }
  result.command = stored.at("command").get<std::string>();
  result.log = stored.at("log").get<std::string>();
  for (const Json& check : stored.at("checks")) {
    result.checks.push_back(check_from(check));
  }
  return result;
}

}  // namespace warpschool::grader
