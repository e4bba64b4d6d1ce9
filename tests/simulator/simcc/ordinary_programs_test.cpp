// Ordinary CUDA programs in many styles (tests/programs): each compiles without a word and prints
// what it prints on a GPU (tests/programs/run_on_gpu.sh compares there), and no check raises an
// alarm: neither the usual ones nor all of them. Every second program runs with the former, the
// others with the latter; in scripts/nightly.sh each runs with both.
#include "simcc/process/child_process.hpp"
#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

/// Options beyond -O2 that a program asks for in a line "// simcc: OPTIONS".
std::string own_options(const std::string& source) {
  const std::string marker = "// simcc: ";
  const std::size_t at = source.find(marker);
  return at == std::string::npos
             ? ""
             : source.substr(at + marker.size(), source.find('\n', at) - at - marker.size());
}

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

bool is_nightly() {
  const char* all = std::getenv("WARPSCHOOL_TEST_ALL");
  return all != nullptr && *all != '\0';
}

/// Thrust and CUB take clang up to ten seconds a program. Of their programs one in 24 is tried,
/// and all where WARPSCHOOL_TEST_ALL is set (scripts/nightly.sh).
void leave_out_slow_ones(std::vector<fs::path>& programs) {
  if (is_nightly()) {
    return;
  }
  std::size_t slow = 0;
  std::erase_if(programs, [&](const fs::path& program) {
    const std::string text = read(program);
    const bool is_slow = text.find("#include <thrust/") != std::string::npos ||
                         text.find("#include <cub/") != std::string::npos;
    return is_slow && slow++ % 24 != 2;
  });
}

/// The paths of the programs, in order of their names, less those that make mistakes on purpose.
std::vector<fs::path> chosen_programs() {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(WARPSCHOOL_TEST_PROGRAMS)) {
    if (entry.path().extension() == ".cu" &&
        read(entry.path()).find("on purpose") == std::string::npos) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  leave_out_slow_ones(found);
  return found;
}

/// Runs `binary` with the checks named; its output must be `expected`, and nothing may be reported.
void check_run(const fs::path& binary, const std::string& checks, const std::string& expected) {
  ::setenv("WARPSCHOOL_CHECKS", checks.c_str(), 1);
  const std::string out = binary.string() + ".out";
  const ProcessOutcome outcome = run_process({"sh", "-c", binary.string() + " > " + out});
  ::unsetenv("WARPSCHOOL_CHECKS");
  CAPTURE(binary.filename().string(), checks);
  CHECK(outcome.errors.find("-->") == std::string::npos);  // each report has the place it is about
  CHECK(outcome.status == 0);
  CHECK(read(out) == expected);
}

/// Every `parts`-th program, from the `part`-th on: ctest runs the parts side by side.
void check_part(std::size_t part, std::size_t parts) {
  std::string pattern = (fs::temp_directory_path() / "simcc-programs-XXXXXX").string();
  REQUIRE(::mkdtemp(pattern.data()) != nullptr);
  const std::vector<fs::path> programs = chosen_programs();
  REQUIRE(programs.size() > 50);
  for (std::size_t i = part; i < programs.size(); i += parts) {
    const fs::path binary = fs::path(pattern) / programs[i].stem();
    const std::string line = WARPSCHOOL_TEST_SIMCC " -O2 " + own_options(read(programs[i])) +
                             " -o " + binary.string() + " " + programs[i].string();
    const ProcessOutcome compiled = run_process({"sh", "-c", line});
    CAPTURE(line);
    CHECK(compiled.errors == "");
    CHECK(compiled.status == 0);
    if (compiled.status == 0) {
      const std::string expected = read(fs::path(programs[i]).replace_extension(".out"));
      const bool is_even = i / parts % 2 == 0;
      if (is_even || is_nightly()) {
        check_run(binary, "races,barriers", expected);
      }
      if (!is_even || is_nightly()) {
        check_run(binary, "all", expected);
      }
    }
  }
  std::error_code ignored;
  fs::remove_all(pattern, ignored);
}

TEST_CASE("ordinary programs run as on a GPU, first quarter", "[simcc]") {
  check_part(0, 4);
}
TEST_CASE("ordinary programs run as on a GPU, second quarter", "[simcc]") {
  check_part(1, 4);
}
TEST_CASE("ordinary programs run as on a GPU, third quarter", "[simcc]") {
  check_part(2, 4);
}
TEST_CASE("ordinary programs run as on a GPU, fourth quarter", "[simcc]") {
  check_part(3, 4);
}

}  // namespace
}  // namespace warpschool::simcc
