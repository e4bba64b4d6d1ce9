// Who holds a lock on a file, as far as the system tells.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

/// "sqlite3 (process 4711)" of another process that holds a lock (flock or fcntl) on one of these
/// files; empty if none does, or the system does not tell.
std::string lock_holder(const std::vector<std::filesystem::path>& files);

}  // namespace warpschool::grader
