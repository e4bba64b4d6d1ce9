// Where the submission's host code is when it crashes, ends the program, throws, or runs on and on.
// Handlers in the worker leave it in the breadcrumb, which the judge reads when the worker is gone.
#pragma once

#include "trace/module_lines.hpp"

#include <cstdint>
#include <string>

namespace warpschool::harness {

/// Reads the module's lines and watches deadly signals. Before the module is loaded, for
/// constructors of global objects may crash, and before the worker is confined.
void trace_host_code(const std::string& module);

/// From now on a question's code that makes too many calls of the simulated CUDA runtime stops at
/// the next one, for the judge to see.
void limit_calls_of_runtime(std::uint32_t most_calls);

/// Where the exception that was thrown last comes from, as "line 12 of x.cu", or nothing.
std::string thrown_at();

}  // namespace warpschool::harness
