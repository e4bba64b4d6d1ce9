// Runs a program or an exercise on the simulator and shows what its kernels did.
#pragma once

#include "tree.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::warp {

struct ProfileReport {
  int status = 0;
  std::string text;
};

/// The student's kernels in the longest question of each task, as the judge asks it.
ProfileReport profile_exercise(const Tree& tree, const course::Exercise& exercise, bool colour);

/// Compiles the file and runs it with these arguments; what it prints goes where ours goes.
ProfileReport profile_file(const Tree& tree, const std::filesystem::path& file,
                           const std::vector<std::string>& arguments, bool colour);

/// Compiles and runs without a profile. Returns the program's exit status.
ProfileReport run_file(const Tree& tree, const std::filesystem::path& file,
                       const std::vector<std::string>& arguments);

}  // namespace warpschool::warp
