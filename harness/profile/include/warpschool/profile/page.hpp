// A profile as one HTML page that needs no other file and no network.
#pragma once

#include "warpschool/profile/run_report.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::profile {

/// The text of a source file as the report names it; nothing: it cannot be read.
using SourceReader = std::function<std::optional<std::string>(const std::string& file)>;

/// One run: of a program, or of one question of an exercise's task.
struct Run {
  std::string title;  ///< empty: there is only one
  Report report;
};

/// @param title what was profiled, as "saxpy.cu".
std::string page(const std::string& title, const std::vector<Run>& runs,
                 const SourceReader& source);

}  // namespace warpschool::profile
