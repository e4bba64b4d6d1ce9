// What profiles and traces run, and where the sources are that they quote.
#pragma once

#include "child_program.hpp"
#include "tree.hpp"
#include "warpschool/profile/page.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::warp {

/// nullptr: this build has none.
const Backend* simulator(const Tree& tree);

/// Runs it with its output where ours goes.
Outcome start(const std::filesystem::path& program, const std::vector<std::string>& arguments,
              const std::vector<std::string>& environment);

/// The judge of the exercise on the student's module, up to what it is asked for.
Program judge_program(const Tree& tree, const Backend& backend, const course::Exercise& exercise);

/// Sources as reports name them: by their name in the folder or, if `by_path`, by their path.
profile::SourceReader sources_in(const std::filesystem::path& folder, bool by_path);

}  // namespace warpschool::warp
