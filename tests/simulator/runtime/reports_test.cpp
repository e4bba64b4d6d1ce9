// What the runtime says of mistakes in host code: quoted lines, dropped errors, lines of addresses.
#include "runtime/base/host_lines.hpp"
#include "runtime/report/recorder.hpp"
#include "runtime/report/report_text.hpp"
#include "runtime/report/unchecked_errors.hpp"
#include "warpschool/harness/catch.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

TEST_CASE("a report quotes the line with a caret under its column", "[runtime]") {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("reports_test." + std::to_string(::getpid())))
          .string();
  std::ofstream(path) << "first\n\tx = a[i];\n";
  Fault fault;
  fault.kind = FaultKind::kInvalidCopy;
  fault.where = {path, 2, 6};
  fault.thread_count = 0;
  fault.detail = "What and why. What to do.";
  CHECK(fault_text(fault) == "\nwarpschool: invalid_copy in host code\n  --> " + path +
                                 ":2\n    2 | \tx = a[i];\n      | \t    ^\n"
                                 "What and why. What to do.\n\n");
  fault.where.column = 0;
  CHECK(fault_text(fault).find("x = a[i];\n      | \t^\n") != std::string::npos);
  CHECK(source_line({path, 3, 0}).empty());
  std::remove(path.c_str());
}

TEST_CASE("a call drops its result only as a statement of its own", "[runtime]") {
  const auto drops = [](const std::string& line, const std::string& before = "int x;") {
    return drops_result(line, line.find_first_not_of(' ') + 1, "cudaFree", before);
  };
  CHECK(drops("  cudaFree(p);"));
  CHECK(drops("  cudaFree(p);", "#pragma once;"));
  CHECK(drops_result("if (x) cudaFree(p);", 8, "cudaFree", "{"));
  CHECK(drops_result("a(); cudaFree(p);", 6, "cudaFree", "{"));
  CHECK(drops_result("::cudaFree(p);", 3, "cudaFree", "}"));
  CHECK(drops_result("} else cudaFree(p);", 8, "cudaFree", "x;"));
  CHECK_FALSE(drops("  cudaFree(p);", "cudaError_t e ="));
  CHECK_FALSE(drops("  cudaFree(p);", "CHECK("));
  CHECK_FALSE(drops_result("e = cudaFree(p);", 5, "cudaFree", "{"));
  CHECK_FALSE(drops_result("return cudaFree(p);", 8, "cudaFree", "{"));
  CHECK_FALSE(drops_result("CHECK(cudaFree(p));", 1, "cudaFree", "{"));
  CHECK_FALSE(drops_result("if (cudaFree(p) != cudaSuccess)", 5, "cudaFree", "{"));
}

TEST_CASE("casts, lists of values and the parts of a condition keep what a call returns",
          "[runtime]") {
  const auto drops = [](const std::string& line, const std::string& before = "int x;") {
    return drops_result(line, line.find("cudaFree") + 1, "cudaFree", before);
  };
  CHECK_FALSE(drops("int e = (int)cudaFree(p);"));
  CHECK_FALSE(drops("return (int)cudaFree(p);"));
  CHECK_FALSE(drops("cudaError_t e{cudaFree(p)};"));
  CHECK_FALSE(drops("return {cudaFree(p)};"));
  CHECK_FALSE(drops("  cudaFree(p),", "cudaError_t all[] = {"));
  CHECK_FALSE(drops("e = x ? 0 : cudaFree(p);"));
  CHECK_FALSE(drops("    : cudaFree(p);", "e = x ? 0"));
  CHECK_FALSE(drops("  cudaFree(p);", "0 :"));
  CHECK(drops("(void)cudaFree(p);"));
  CHECK(drops("else (void)cudaFree(p);"));
  CHECK(drops("for (int i = 0; i < (n + 1); ++i) cudaFree(p[i]);"));
  CHECK(drops("auto free_it = [&] { cudaFree(p); };"));
  CHECK(drops("~Owner() noexcept { cudaFree(p); }"));
  CHECK(drops("auto f = [&]() -> void { cudaFree(p); };"));
  CHECK(drops("case 3: cudaFree(p);", "e = x ? 0 : 1;"));
  CHECK(drops("  cudaFree(p);", "default:"));
}

TEST_CASE("a call within a macro drops its result if it is a statement there", "[runtime]") {
  const auto drops = [](const std::vector<std::string>& bodies) {
    return macro_drops_result(bodies, "cudaFree");
  };
  CHECK(drops({" cudaFree(p); q = 0"}));
  CHECK(drops({" do { q = 0; cudaFree(p); } while (0)"}));
  CHECK(drops({" nothing", " cudaFree(p)"}));
  CHECK_FALSE(drops({" e = cudaFree(p)"}));
  CHECK_FALSE(drops({" cudaFree(p); check(cudaFree(q))"}));
  CHECK_FALSE(drops({" cudaFree(p)", " check(cudaFree(p))"}));
  CHECK_FALSE(drops({" cudaFreeHost(p);"}));
  CHECK_FALSE(drops({}));
}

TEST_CASE("errors are seen when the program asks for the last one or for their text", "[runtime]") {
  UncheckedErrors errors;
  const int places[3] = {};
  const auto launch = [&](int i) {
    return UncheckedError{{"<<<>>>", &places[i]}, cudaErrorInvalidConfiguration, false, {}, false};
  };
  errors.add(launch(0));
  errors.add(launch(0));
  errors.add(launch(1));
  CHECK(errors.dropped().size() == 2);
  errors.seen(cudaErrorInvalidValue);
  CHECK(errors.dropped().size() == 2);
  errors.seen(cudaErrorInvalidConfiguration);
  CHECK(errors.dropped().empty());
  errors.add(launch(2));
  CHECK(unchecked_note(errors.dropped()[0]).find("cudaErrorInvalidConfiguration") !=
        std::string::npos);
  errors.all_seen();
  CHECK(errors.dropped().empty());
}

TEST_CASE("misuse is unseen until the program asks, whatever its source looks like", "[runtime]") {
  UncheckedErrors errors;
  const int places[2] = {};
  errors.add({{"cudaFree", &places[0]}, cudaErrorMemoryAllocation, false, {}, false});
  CHECK_FALSE(errors.has_unseen_fault());  // an error that is no misuse
  errors.add({{"cudaFree", &places[1]}, cudaErrorInvalidValue, true, {}, false});
  CHECK(errors.dropped().empty());  // no source line can be read for these
  CHECK(errors.has_unseen_fault());
  errors.seen(cudaErrorInvalidValue);
  CHECK_FALSE(errors.has_unseen_fault());
}

TEST_CASE("misuse of the API counts only while its error is unseen", "[runtime]") {
  Recorder recorder(false);
  recorder.host_fault(FaultKind::kInvalidFree, "Twice. Once is enough.");
  CHECK_FALSE(recorder.has_unreturned_faults());
  CHECK(recorder.take_misuse());
  CHECK_FALSE(recorder.take_misuse());
  Fault access;
  access.kind = FaultKind::kHostAccess;
  recorder.fault(access);
  CHECK(recorder.has_unreturned_faults());
}

/// Where it was called from.
[[gnu::noinline]] SourceLocation line_of_caller() {
  return host_location(static_cast<const char*>(__builtin_return_address(0)) - 1);
}

TEST_CASE("an address of the program is found in its line table", "[runtime]") {
  const SourceLocation here = line_of_caller();
  CHECK(here.line == __LINE__ - 1);
  CHECK(here.file.find("reports_test.cpp") != std::string::npos);
}

TEST_CASE("an address of no code has no line", "[runtime]") {
  int on_the_stack = 0;
  CHECK(host_location(&on_the_stack).line == 0);
  CHECK(host_location(nullptr).line == 0);
}

}  // namespace
}  // namespace warpschool::sim::runtime
