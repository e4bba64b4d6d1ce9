// A folder of a test's own, gone when the test is over.
#pragma once

#include "support/files.hpp"

#include <filesystem>
#include <stdlib.h>
#include <string>

namespace warpschool::grader {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "warpschool-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void add(const std::string& file, const std::string& bytes) const {
    write_file(path_ / file, bytes);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace warpschool::grader
