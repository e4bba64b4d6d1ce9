// What tests of simcc as a process share.
#pragma once

#include "simcc/process/child_process.hpp"
#include "warpschool/harness/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace warpschool::simcc {

namespace fs = std::filesystem;

inline const fs::path kPrograms = WARPSCHOOL_TEST_PROGRAMS;
inline const std::string kSimcc = WARPSCHOOL_TEST_SIMCC;

/// What a program exits with that had a fault and would have exited with 0 (docs/REPORT_FORMAT.md).
inline constexpr int kFaultExitStatus = 86;

/// Whether scripts/nightly.sh runs the tests: then all is tried, however long it takes.
inline bool is_nightly() {
  const char* all = std::getenv("WARPSCHOOL_TEST_ALL");
  return all != nullptr && *all != '\0';
}

/// A scratch folder for one test case.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "simcc-test-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }

 private:
  fs::path path_;
};

inline std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

inline bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

struct Run {
  int status = 0;
  std::string out, errors;
};

inline Run run_in_shell(const Scratch& scratch, const std::string& line) {
  const ProcessOutcome outcome = run_process({"sh", "-c", line + " > " + scratch.file("stdout")});
  return {outcome.status, read(scratch.file("stdout")), outcome.errors};
}

inline ProcessOutcome simcc(std::vector<std::string> words) {
  words.insert(words.begin(), kSimcc);
  return run_process(words);
}

/// Calls `check()` with each of the versions of clang that is installed as simcc's own.
template <class Check>
void with_each_clang(Check check) {
  for (const char* clang : {"clang++-14", "clang++-16", "clang++-19"}) {
    if (find_in_path(clang).empty()) {
      WARN(clang << " is not installed: nothing was tried");
      continue;
    }
    ::setenv("WARPSCHOOL_CLANG", clang, 1);
    CAPTURE(clang);
    check();
  }
  ::unsetenv("WARPSCHOOL_CLANG");
}

}  // namespace warpschool::simcc
