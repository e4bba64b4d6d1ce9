// What compilers and judges need of the machine, and what they say when it fails them.
#pragma once

#include "pipeline/manifest.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

inline constexpr const char* kHostThreads = "WARPSCHOOL_HOST_THREADS";  ///< the simulator reads it
inline constexpr unsigned kMostHostThreads = 14;  ///< it takes no more, and warns of more

/// Environment variables of ours that tools need; everything else stays outside.
const std::vector<std::string>& kept_variables();

/// What a box has to show to the backend's compiler and judges: its own paths, and a clang of the
/// user's own choice, which may lie outside of what every box shows.
std::vector<std::filesystem::path> tool_paths(const Backend& backend);

/// What a tool says when the machine fails it, or nothing. Students' text never begins a line with
/// a tool's name unless it means to.
std::string trouble_said_by_tool(const std::string& output);

}  // namespace warpschool::grader
