// What one thread or warp did, line by line, for people.
#pragma once

#include "warpschool/profile/page.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::profile {

/// A variable as it is after a step.
struct ShownVariable {
  std::string name, value;
  bool is_new = false;  ///< this step set it
};

/// One line, as often as the thread came to it.
struct ShownStep {
  std::string file;
  int line = 0;
  std::string code;                      ///< the line's text; empty: it cannot be read
  std::string function;                  ///< as a person reads it
  int depth = 0;                         ///< of calls
  std::string lanes;                     ///< of a whole warp: who takes part, "lanes 0-4"
  std::vector<std::string> facts;        ///< "i = 37", "reads in[37]: 0.5", "goes on at line 9"
  std::vector<ShownVariable> variables;  ///< of its function
};

struct ShownTrace {
  std::string kernel;
  std::string who;  ///< "thread (5, 0, 0) of block (0, 0, 0)"
  std::vector<ShownStep> steps;
  bool is_cut = false;
};

/// Nothing if the report has no trace.
/// @param ptx the program's, with tables for debuggers, which name variables; may be empty
std::optional<ShownTrace> read_trace(const std::string& report, std::string_view ptx,
                                     const SourceReader& source);

/// All steps, one below the other.
std::string trace_text(const ShownTrace& trace, bool colour);

/// One step with the lines around it, its facts and the variables, as a screen to step through.
/// @param number from 0
std::string step_text(const ShownTrace& trace, std::size_t number, const SourceReader& source,
                      bool colour);

/// One page to step through, with buttons and keys.
std::string trace_page(const std::string& title, const ShownTrace& trace,
                       const SourceReader& source);

/// What is said where more steps were made than are kept.
std::string cut_text(const ShownTrace& trace);

}  // namespace warpschool::profile
