// cuda_runtime.h, precompiled: two thirds of the time that clang takes for a student's file are
// spent on this header. The build makes some, one for each set of options that matters to it; a
// compilation that fits none of them, or whose headers have changed since, does without.
// Some go on behind cuda_runtime.h with headers of the standard library, for sources that begin
// with these themselves.
#pragma once

#include "simcc/driver/clang_commands.hpp"
#include "simcc/options/nvcc_options.hpp"

#include <string>
#include <vector>

namespace warpschool::simcc {

/// The words that let `command`, one of device_command or host_command with what was added to it,
/// begin where a precompiled header ends; none if no header fits.
/// @param headers that its source begins with (leading_headers.hpp).
std::vector<std::string> precompiled_words(const Toolchain& tools,
                                           const std::vector<std::string>& command,
                                           const std::vector<std::string>& headers);

/// Does `messages` complain about, or mention, a precompiled header?
bool mentions_precompiled(const Toolchain& tools, const std::string& messages);

/// Makes the headers for sources compiled with `options`, and the files that -o and -MF name: a
/// stamp, and what it depends on. A header that cannot be made is left out.
/// @param more "stdexcept", "algorithm" or "algorithm,stdexcept", which precompiled_words looks
/// for, or empty: cuda_runtime.h alone.
void precompile_headers(const Toolchain& tools, const Options& options, const std::string& more);

}  // namespace warpschool::simcc
