// Programs of tests/profile/programs, compiled and run under the simulator.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>
#include <warpschool/harness/catch.hpp>

namespace warpschool::profile {

inline std::string text_of(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

inline std::filesystem::path program_source(const std::string& name) {
  return std::filesystem::path(WARPSCHOOL_TEST_PROGRAMS) / (name + ".cu");
}

/// The line with this text, from 1; 0: there is none.
inline int line_with(const std::string& name, const std::string& words) {
  std::ifstream file(program_source(name));
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.find(words) != std::string::npos) {
      return number;
    }
  }
  return 0;
}

/// A folder that is there as long as this is.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "profile-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// The exit status of a shell's line in this folder.
  int run(const std::string& line) const {
    return std::system(("cd '" + path.string() + "' && " + line).c_str());
  }
  /// Compiles it here as `program`.
  void compile(const std::string& name, const std::string& options) const {
    REQUIRE(run(fmt::format("{} {} -o program '{}'", WARPSCHOOL_TEST_SIMCC, options,
                            program_source(name).string())) == 0);
  }

  std::filesystem::path path;
};

}  // namespace warpschool::profile
