// From options to files: which commands run, in which order, and what the user sees of them.
#pragma once

#include "simcc/driver/clang_commands.hpp"
#include "simcc/options/nvcc_options.hpp"

namespace warpschool::simcc {

/// Makes what `options` asks for. Returns the exit status of the command that failed first, else 0.
int drive(const Toolchain& tools, const Options& options);

}  // namespace warpschool::simcc
