// Runs a program or an exercise and shows what one thread or warp did, line by line.
#pragma once

#include "profile_run.hpp"
#include "warpschool/profile/shown_trace.hpp"

#include <optional>
#include <string>

namespace warpschool::warp {

struct TraceOptions {
  std::string kernel;                     ///< empty: the first one that is launched
  std::string thread = "0", block = "0";  ///< "5", "5,0", "5,0,0"
  std::optional<int> warp;                ///< all threads of this warp of the block
  int task = 0;                           ///< of an exercise; 0: the first that launches it
  int steps = 2000;
  std::filesystem::path page;
};

struct TraceReport {
  int status = 0;
  std::string text;  ///< what went wrong, or where the page is
  std::optional<profile::ShownTrace> trace;
  profile::SourceReader source;
};

TraceReport trace_file(const Tree& tree, const std::filesystem::path& file,
                       const std::vector<std::string>& arguments, const TraceOptions& options);
TraceReport trace_exercise(const Tree& tree, const course::Exercise& exercise,
                           const TraceOptions& options);

/// Shows step after step on the terminal as its user asks for them, until they end it.
void step_through(const TraceReport& report, bool colour);

}  // namespace warpschool::warp
