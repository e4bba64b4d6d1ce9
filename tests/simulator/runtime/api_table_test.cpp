// The tables of docs/API_COVERAGE.md, the declarations of cuda_runtime_api.h and the symbols of the
// library: one set of functions.
#include "warpschool/harness/catch.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace warpschool::sim::runtime {
namespace {

using Names = std::set<std::string>;

std::string read(const char* path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  REQUIRE_FALSE(text.str().empty());
  return text.str();
}

/// Everything that `pattern` captures in `text`.
Names captures(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  Names names;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    names.insert((*at)[1]);
  }
  return names;
}

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                             ::pclose);
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    text.append(buffer.data(), got);
  }
  return text;
}

const Names& exported() {
  static const Names names = captures(
      output_of(WARPSCHOOL_TEST_NM " -D --defined-only " WARPSCHOOL_TEST_CUDART), " T (cuda\\w+)");
  return names;
}

/// Functions of the driver API.
const Names& exported_driver() {
  static const Names names =
      captures(output_of(WARPSCHOOL_TEST_NM " -D --defined-only " WARPSCHOOL_TEST_CUDART),
               " T (cu[A-Z]\\w+)");
  return names;
}

std::string difference(const Names& from, const Names& what) {
  std::string list;
  for (const std::string& name : from) {
    list += what.count(name) == 0 ? name + " " : "";
  }
  return list;
}

TEST_CASE("the table of the runtime API lists what the library has", "[runtime]") {
  const std::string text = read(WARPSCHOOL_TEST_DOC);
  const std::size_t begin = text.find("| area | functions |");
  REQUIRE(begin != std::string::npos);
  const Names listed =
      captures(text.substr(begin, text.find("\n\n", begin) - begin), "`(cuda\\w+)`");
  CHECK(exported().size() > 140);
  CHECK(difference(exported(), listed) == "");
  CHECK(difference(listed, exported()) == "");
}

TEST_CASE("the table of the driver API lists what the library has and cuda.h declares",
          "[runtime]") {
  const std::string text = read(WARPSCHOOL_TEST_DOC);
  const std::size_t begin = text.find("| area of the driver API | functions |");
  REQUIRE(begin != std::string::npos);
  const Names listed =
      captures(text.substr(begin, text.find("\n\n", begin) - begin), "`(cu[A-Z]\\w+)`");
  const Names declared = captures(read(WARPSCHOOL_TEST_DRIVER_HEADER), "\nCUresult (cu\\w+)\\(");
  CHECK(exported_driver().size() > 80);
  CHECK(difference(exported_driver(), listed) == "");
  CHECK(difference(listed, exported_driver()) == "");
  CHECK(difference(exported_driver(), declared) == "");
  CHECK(difference(declared, exported_driver()) == "");
}

TEST_CASE("what is told of NVRTC is what the library has", "[runtime]") {
  const Names listed = captures(read(WARPSCHOOL_TEST_DOC), "`(nvrtc[A-Z]\\w+)`");
  const Names there = captures(
      output_of(WARPSCHOOL_TEST_NM " -D --defined-only " WARPSCHOOL_TEST_CUDART), " T (nvrtc\\w+)");
  CHECK(there.size() > 10);
  CHECK(difference(there, listed) == "");
  CHECK(difference(listed, there) == "");
}

TEST_CASE("what the headers declare is there, and nothing is hidden", "[runtime]") {
  const Names declared =
      captures(read(WARPSCHOOL_TEST_API_HEADER), "\\n[a-zA-Z_ *]+ \\*?(cuda[A-Z]\\w+)\\(");
  CHECK(difference(declared, exported()) == "");
  CHECK(difference(exported(), declared) == "");
}

}  // namespace
}  // namespace warpschool::sim::runtime
