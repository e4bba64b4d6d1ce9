// What a thread of a kernel is said to have done, of a kernel whose steps are known by hand.
#include "known_programs.hpp"
#include "warpschool/profile/shown_trace.hpp"

#include <algorithm>
#include <regex>

namespace warpschool::profile {
namespace {

constexpr const char* kProgram = "traced";

SourceReader reader() {
  return [](const std::string& file) -> std::optional<std::string> {
    return text_of(program_source(std::filesystem::path(file).stem().string()));
  };
}

ShownTrace traced(const std::string& request) {
  static const Folder folder;
  static const bool is_compiled = [] {
    folder.compile(kProgram, "--device-variables --keep");
    return true;
  }();
  REQUIRE(is_compiled);
  REQUIRE(folder.run("WARPSCHOOL_TRACE='" + request +
                     "' WARPSCHOOL_REPORT_FILE=report.json ./program > out.txt 2>&1") == 0);
  const auto trace = read_trace(text_of(folder.path / "report.json"),
                                text_of(folder.path / "traced.ptx"), reader());
  REQUIRE(trace);
  return *trace;
}

bool has_fact(const ShownTrace& trace, const std::string& words, const std::string& fact) {
  const int line = line_with(kProgram, words);
  return std::any_of(trace.steps.begin(), trace.steps.end(), [&](const ShownStep& step) {
    return step.line == line &&
           std::find(step.facts.begin(), step.facts.end(), fact) != step.facts.end();
  });
}

bool comes_to(const ShownTrace& trace, const std::string& words) {
  const int line = line_with(kProgram, words);
  return std::any_of(trace.steps.begin(), trace.steps.end(),
                     [&](const ShownStep& step) { return step.line == line; });
}

}  // namespace

TEST_CASE("a thread's variables, loads and stores are named", "[profile][trace]") {
  const ShownTrace trace = traced("block=1;thread=5");
  INFO(trace_text(trace, false));
  CHECK(trace.who == "thread (5, 0, 0) of block (1, 0, 0)");
  CHECK_FALSE(trace.is_cut);
  CHECK(has_fact(trace, "int i = blockIdx", "i = 37"));
  CHECK(has_fact(trace, "Pair p{", "p.x = 1.5"));
  CHECK(has_fact(trace, "Pair p{", "p.y = -2"));
  CHECK(has_fact(trace, "if (i < n)", "compares 37 with 50"));
  CHECK(has_fact(trace, "for (int j", "j = 0"));
  CHECK(has_fact(trace, "for (int j", "compares 0 with 2"));
  CHECK(has_fact(trace, "for (int j", "j = 2"));
  CHECK(has_fact(trace, "float w = v * v", "w = 342.25"));
  CHECK(has_fact(trace, "return w;", "returns"));
  CHECK(has_fact(trace, "acc[j] = squared", "calls squared"));
  CHECK(has_fact(trace, "acc[j] = squared", "acc[1] = 343.25"));
  CHECK(has_fact(trace, "tile[threadIdx.x / 8][threadIdx.x % 8] = acc", "tile[0][5] = 344.75"));
  const ShownStep& last = trace.steps.back();
  CHECK(last.depth == 0);
  CHECK(last.facts.back() == "ends");
}

TEST_CASE("global memory is told as an array's element", "[profile][trace]") {
  const std::string text = trace_text(traced("block=1;thread=5"), false);
  CHECK(text.find("reads in[37]: 18.5") != std::string::npos);
  CHECK(text.find("out[37] = 344.75") != std::string::npos);
  CHECK(text.find("reads p") == std::string::npos);  // what the compiler keeps to begin p with
}

TEST_CASE("a thread beyond the guard goes around it", "[profile][trace]") {
  const ShownTrace trace = traced("block=1;thread=20");
  CHECK(has_fact(trace, "if (i < n)", "compares 52 with 50"));
  CHECK_FALSE(comes_to(trace, "acc[j] = squared"));
}

/// Sentences of more than 80 columns go on below; here they are whole again.
std::string unwrapped(const std::string& text) {
  return std::regex_replace(text, std::regex("\\n +"), " ");
}

TEST_CASE("of a warp it is told where it divides", "[profile][trace]") {
  const ShownTrace trace = traced("block=1;thread=0;lanes=all");
  const std::string text = trace_text(trace, false);
  INFO(text);
  CHECK(trace.who == "warp 0 of block (1, 0, 0)");
  CHECK(
      unwrapped(text).find("the warp divides here: lanes 18-31 and lanes 0-17 go different ways") !=
      std::string::npos);
  CHECK(text.find("i = 32, 33, ..., 63") != std::string::npos);
}

TEST_CASE("no more steps are kept than were asked for, and that is said", "[profile][trace]") {
  const ShownTrace trace = traced("block=1;thread=5;steps=3");
  CHECK(trace.steps.size() == 3);
  CHECK(trace.is_cut);
  CHECK(trace_text(trace, false).find("no more than 3 steps are kept") != std::string::npos);
}

TEST_CASE("without tables for debuggers values have no names but their places",
          "[profile][trace]") {
  const Folder folder;
  folder.compile(kProgram, "-O2");
  REQUIRE(folder.run("WARPSCHOOL_TRACE='block=1;thread=5' WARPSCHOOL_REPORT_FILE=report.json "
                     "./program > out.txt 2>&1") == 0);
  const auto trace = read_trace(text_of(folder.path / "report.json"), "", reader());
  REQUIRE(trace);
  CHECK(trace_text(*trace, false).find("[37]") != std::string::npos);
  CHECK_FALSE(read_trace("{}", "", reader()));
  CHECK_FALSE(
      read_trace(R"({"trace": {"steps": [{"events": [{"what": "load", "addresses": ["x"]}]}]}})",
                 ".section .debug_info { }", reader()));
}

}  // namespace warpschool::profile
