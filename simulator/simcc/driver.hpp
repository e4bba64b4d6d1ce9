// From options to files: which commands run, in which order, and what the user sees of them.
#pragma once

#include "options.hpp"
#include "toolchain.hpp"

namespace warpschool::simcc {

/// Makes what `options` asks for. Returns the exit status of the command that failed first, else 0.
int drive(const Toolchain& tools, const Options& options);

/// A compiler's messages as the user should see them: each error and warning once, no word about
/// the two sides.
std::string tidy_messages(const std::string& errors);

/// The first C++ function that `ptx` calls and does not define; empty: there is none.
std::string undefined_function(const std::string& ptx);

/// What to say where a header was not found that the simulator cannot have; empty for all others.
std::string missing_library_help(const std::string& errors);

/// What to say where a compiler stopped at a part of CUDA that is not simulated, or that CUDA has
/// no more; empty for all others.
std::string missing_feature_help(const std::string& errors);

}  // namespace warpschool::simcc
