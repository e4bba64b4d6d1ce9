// Compiles one program of tests/faults with simcc, runs it with one and with two host threads, and
// holds what it says against the comments in its source (expectation.hpp).
//
//   warpschool_test_faults SIMCC PROGRAM.cu [--relaid]
//
// With --relaid the program is spread over more lines before, and its variables are renamed
// (relayout.hpp): kinds, marked lines, exit status and output must stay, words may change. The
// second run is without the source: kinds, exit status and output must be the same again.
//
// WARPSCHOOL_TEST_FLAGS adds options for simcc, such as -O0 or -O3, to try the programs another
// way; a program's own options count where they contradict.
#include "relayout.hpp"
#include "report_checks.hpp"
#include "simcc/process/child_process.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace warpschool::faults_test {
namespace {

namespace fs = std::filesystem;

/// A program that takes longer hangs: exit status 124.
constexpr const char* kMostSeconds = "60";

/// A folder that goes when the test does.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "faults-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data()) == nullptr ? "" : pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  fs::path file(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// @param includes where else headers in quotes may lie
bool compile(const std::string& simcc, const fs::path& source, const Expectation& expectation,
             const fs::path& includes, const fs::path& program) {
  std::vector<std::string> words = {simcc, "-lineinfo", "-O2"};
  if (const char* more = std::getenv("WARPSCHOOL_TEST_FLAGS"); more != nullptr && *more != '\0') {
    std::stringstream list(more);
    for (std::string word; list >> word;) {
      words.push_back(word);
    }
  }
  words.insert(words.end(), expectation.flags.begin(), expectation.flags.end());
  words.insert(words.end(), {"-I", includes.string(), "-o", program.string(), source.string()});
  const simcc::ProcessOutcome outcome = simcc::run_process(words);
  const std::string said = plain_words(outcome.errors);
  const bool warned = std::all_of(expectation.warnings.begin(), expectation.warnings.end(),
                                  [&](const std::string& warning) {
                                    return said.find(plain_words(warning)) != std::string::npos;
                                  });
  if (outcome.status != 0 || !warned || (expectation.warnings.empty() && !said.empty())) {
    std::printf("%s\n%s", simcc::shell_line(words).c_str(), outcome.errors.c_str());
    return false;
  }
  return true;
}

Run run(const Scratch& scratch, const Expectation& expectation, const char* host_threads) {
  std::vector<std::string> words = {"env",
                                    "WARPSCHOOL_REPORT_FILE=" + scratch.file("json").string(),
                                    std::string("WARPSCHOOL_HOST_THREADS=") + host_threads};
  words.insert(words.end(), expectation.environment.begin(), expectation.environment.end());
  words.insert(words.end(), {"timeout", kMostSeconds, scratch.file("program").string()});
  const std::string line = simcc::shell_line(words) + " > " + scratch.file("out").string() +
                           " 2> " + scratch.file("errors").string();
  std::error_code ignored;
  fs::remove(scratch.file("json"), ignored);
  Run result;
  result.status = simcc::run_process({"sh", "-c", line}).status;
  result.out = read(scratch.file("out"));
  result.errors = read(scratch.file("errors"));
  result.json = read(scratch.file("json"));
  return result;
}

/// What is left to expect of a program in another dress.
Expectation without_words(Expectation expectation) {
  expectation.words.clear();
  expectation.omitted.clear();
  for (std::string& warning : expectation.warnings) {
    warning = "warning";  // of some kind
  }
  return expectation;
}

/// What a program says and does with two host threads.
void check_again(const Run& first, const Run& second, std::vector<std::string>& list) {
  if (second.errors != first.errors || second.out != first.out || second.status != first.status) {
    list.push_back("with two host threads it says something else:\n" + second.out + second.errors);
  }
}

/// Where its source cannot be read, the words differ, and nothing else.
void check_unread(const Run& first, const Run& second, std::vector<std::string>& list) {
  if (kinds_of(second) != kinds_of(first) || second.out != first.out ||
      second.status != first.status) {
    list.push_back("without its source it comes to something else:\n" + second.out + second.errors);
  }
}

int check(const std::string& simcc, const fs::path& original, bool is_relaid) {
  const Scratch scratch;
  const fs::path source = is_relaid ? scratch.file(original.filename().c_str()) : original;
  if (is_relaid) {
    std::ofstream(source) << relaid(read(original));
  }
  std::string problem;
  const Expectation written = read_expectation(source, problem);
  const Expectation expectation = is_relaid ? without_words(written) : written;
  if (!problem.empty()) {
    std::printf("%s: %s\n", source.c_str(), problem.c_str());
    return EXIT_FAILURE;
  }
  if (!compile(simcc, source, expectation, original.parent_path(), scratch.file("program"))) {
    std::printf("%s: does not compile as it should\n", source.c_str());
    return EXIT_FAILURE;
  }
  const Run first = run(scratch, expectation, "1");
  std::vector<std::string> list = complaints(expectation, source.filename().string(), first);
  if (is_relaid) {
    fs::remove(source);
    check_unread(first, run(scratch, expectation, "1"), list);
  } else {
    check_again(first, run(scratch, expectation, "2"), list);
  }
  for (const std::string& complaint : list) {
    std::printf("%s: %s\n", source.c_str(), complaint.c_str());
  }
  if (!list.empty() || std::getenv("WARPSCHOOL_TEST_SHOW") != nullptr) {
    std::printf("exit status %d\n%s%s%s\n", first.status, first.out.c_str(), first.errors.c_str(),
                first.json.c_str());
  }
  return list.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace warpschool::faults_test

int main(int argc, char** argv) {
  const bool is_relaid = argc == 4 && std::strcmp(argv[3], "--relaid") == 0;
  if (argc != 3 && !is_relaid) {
    std::fprintf(stderr, "usage: %s SIMCC PROGRAM.cu [--relaid]\n", argv[0]);
    return EXIT_FAILURE;
  }
  return warpschool::faults_test::check(argv[1], argv[2], is_relaid);
}
