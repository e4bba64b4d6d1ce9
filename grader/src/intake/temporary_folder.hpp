// A folder that is gone when its owner is.
#pragma once

#include <cerrno>
#include <filesystem>
#include <stdlib.h>
#include <string>
#include <system_error>

namespace warpschool::grader::intake {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "warpschool-XXXXXX").string();
    path_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
    if (path_.empty()) {
      throw std::system_error(errno, std::generic_category(), "cannot make a temporary folder");
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpschool::grader::intake
