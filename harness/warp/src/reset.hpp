// Puts an exercise's stub back, and keeps what the student wrote.
#pragma once

#include "tree.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::warp {

struct Reset {
  std::string file;              ///< of the exercise
  std::filesystem::path backup;  ///< empty: it was as handed out, or not there
};

/// Backups lie in .warp/backups/<exercise>, numbered. Throws std::runtime_error if a stub is not to
/// be found; then nothing has changed.
std::vector<Reset> reset_exercise(const Tree& tree, const course::Exercise& exercise);

}  // namespace warpschool::warp
