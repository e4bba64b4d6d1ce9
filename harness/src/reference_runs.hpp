// What the reference took in the races of another judge.
#pragma once

#include "warpschool/harness/answer.hpp"

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace warpschool::harness {

/// The reference in one race on the simulator. Its time is exact and hardly depends on what the
/// random inputs are, so that what it once took holds for every submission.
struct ReferenceRun {
  std::size_t n = 0;
  double us = 0;
  BesideCalls beside;
};

struct ReferenceRuns {
  std::string device;                         ///< that the reference's worker named
  std::map<std::string, ReferenceRun> races;  ///< by the names of the checks
};

/// @param text a judge's result, as JSON; "device" and "reference" of it are read
/// @throws std::exception if it is none
ReferenceRuns read_reference_runs(const std::string& text);

/// The value of "reference" in a result file.
nlohmann::json to_json(const std::map<std::string, ReferenceRun>& races);

}  // namespace warpschool::harness
