// Where the files between two steps lie.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace warpschool::simcc {

/// A folder for files between two steps, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "simcc-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      std::perror("simcc: no temporary folder");
      std::exit(1);
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(std::size_t number, const char* extension) const {
    return (path_ / (std::to_string(number) + extension)).string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace warpschool::simcc
