// Marks of files: size, time, name.
#include "file_marks.hpp"

#include <cstdint>
#include <sys/stat.h>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return hash;
}

bool is_an_editors(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.empty() || name.front() == '.' || name.front() == '#' || name.back() == '~';
}

}  // namespace

std::string mark_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return "absent " + file.string();
  }
  return std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) + " " +
         std::to_string(status.st_mtim.tv_nsec) + " " + file.string();
}

std::string mark_of_all(const fs::path& folder,
                        const std::function<bool(const fs::path&)>& counts) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return mark_of(folder);
  }
  std::uint64_t sum = 0;  // folders list their files in no order
  std::size_t files = 0;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (is_an_editors(at->path())) {
      at.disable_recursion_pending();
    } else if (!at->is_directory(error) && (!counts || counts(at->path()))) {
      sum += hash_of(mark_of(at->path()));
      ++files;
    }
  }
  return std::to_string(files) + " files " + std::to_string(sum) + " " + folder.string();
}

}  // namespace warpschool::warp
