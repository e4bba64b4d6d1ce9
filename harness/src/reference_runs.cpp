// Reads and writes what the reference took in races.
#include "reference_runs.hpp"

#include <nlohmann/json.hpp>

namespace warpschool::harness {

ReferenceRuns read_reference_runs(const std::string& text) {
  const nlohmann::json result = nlohmann::json::parse(text);
  ReferenceRuns runs;
  runs.device = result.at("device").get<std::string>();
  const nlohmann::json races = result.value("reference", nlohmann::json::object());
  for (const auto& [check, race] : races.items()) {
    ReferenceRun& run = runs.races[check];
    run.n = race.at("n").get<std::size_t>();
    run.us = race.at("us").get<double>();
    run.beside = {race.at("untimed_us").get<double>(),
                  race.at("untimed_bytes").get<std::uint64_t>(),
                  race.at("outside_host_bytes").get<std::uint64_t>(),
                  race.at("outside_bytes").get<std::uint64_t>()};
  }
  return runs;
}

nlohmann::json to_json(const std::map<std::string, ReferenceRun>& races) {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [check, run] : races) {
    all[check] = {{"n", run.n},
                  {"us", run.us},
                  {"untimed_us", run.beside.untimed_us},
                  {"untimed_bytes", run.beside.untimed_bytes},
                  {"outside_host_bytes", run.beside.outside_host_bytes},
                  {"outside_bytes", run.beside.outside_bytes}};
  }
  return all;
}

}  // namespace warpschool::harness
