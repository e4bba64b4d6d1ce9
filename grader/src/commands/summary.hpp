// What grade and report say at the end: sentences, one JSON object, or nothing.
#pragma once

#include "commands/class_run.hpp"
#include "commands/commands.hpp"
#include "commands/notices.hpp"
#include "result/class_result.hpp"

#include <cstddef>
#include <filesystem>
#include <vector>

namespace warpschool::grader {

struct Done {
  std::size_t rescored = 0;  ///< results that are worth something else, though nothing ran
  std::vector<LostResult> lost = {};
  RunCounts counts = {};
  std::vector<ChangedScore> changed = {};  ///< since the class was scored last
};

void print_summary(const ClassResult& result, const Done& done, const std::filesystem::path& out,
                   const OutputOptions& output = {});

}  // namespace warpschool::grader
