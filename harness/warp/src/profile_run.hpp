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

/// What is shown, and where the page goes.
struct ProfileOptions {
  bool colour = false;
  std::filesystem::path page;  ///< empty: none
};

/// The student's kernels in the question of each task that has most work, as the judge asks it.
ProfileReport profile_exercise(const Tree& tree, const course::Exercise& exercise,
                               const ProfileOptions& options);

/// Compiles the file and runs it with these arguments; what it prints goes where ours goes.
ProfileReport profile_file(const Tree& tree, const std::filesystem::path& file,
                           const std::vector<std::string>& arguments,
                           const ProfileOptions& options);

/// Runs a program that simcc made.
/// @param sources a folder in which its sources are looked for, beside the paths that it names.
ProfileReport profile_program(const std::filesystem::path& program,
                              const std::vector<std::string>& arguments, const std::string& title,
                              const std::filesystem::path& sources, const ProfileOptions& options);

/// Compiles and runs without a profile. Returns the program's exit status.
ProfileReport run_file(const Tree& tree, const std::filesystem::path& file,
                       const std::vector<std::string>& arguments);

}  // namespace warpschool::warp
