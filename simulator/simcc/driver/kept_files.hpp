// What the build prepares for later commands, in lib/precompiled: a file, named by a hash of what
// it is for, and beside it a list of what it was made of.
#pragma once

#include "simcc/driver/clang_commands.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::simcc {

std::filesystem::path kept_folder(const Toolchain& tools);

/// The file for `words`, as these tools take them.
std::filesystem::path kept_file(const Toolchain& tools, const std::vector<std::string>& words,
                                const char* extension);

/// `file` is made of `sources`, as they are now. Before this nobody uses it.
void keep(const std::filesystem::path& file, const std::vector<std::string>& sources);

/// Nobody uses `file` from here on.
void forget(const std::filesystem::path& file);

/// What `file` was made of, if all of it is as it was; else nothing.
std::vector<std::string> unchanged_sources(const std::filesystem::path& file);

}  // namespace warpschool::simcc
