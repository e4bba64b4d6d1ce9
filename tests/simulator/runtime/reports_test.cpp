// What the runtime says of mistakes in host code: quoted lines, dropped errors, lines of addresses.
#include "runtime/byte_reader.hpp"
#include "runtime/line_table.hpp"
#include "runtime/recorder.hpp"
#include "runtime/report_text.hpp"
#include "runtime/unchecked_errors.hpp"
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

TEST_CASE("errors are seen when the program asks for the last one or for their text", "[runtime]") {
  UncheckedErrors errors;
  const int places[3] = {};
  const auto launch = [&](int i) {
    return UncheckedError{{"<<<>>>", &places[i]}, cudaErrorInvalidConfiguration, false};
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

TEST_CASE("misuse of the API counts only while its error is unseen", "[runtime]") {
  Recorder recorder(false);
  recorder.host_fault(FaultKind::kInvalidFree, "Twice. Once is enough.");
  CHECK_FALSE(recorder.has_unreturned_faults());
  CHECK(recorder.take_misuse());
  CHECK_FALSE(recorder.take_misuse());
  recorder.host_fault(FaultKind::kHostAccess, "Read. Copy it.");
  CHECK(recorder.has_unreturned_faults());
}

/// A unit of DWARF 5 with one file and two rows: 0x1000 is line 7, 0x1004 line 9, 0x1010 the end.
std::vector<std::byte> small_line_table() {
  const std::array<unsigned, 78> bytes = {
      74, 0,  0, 0, 5,    0,   8,   0,   0,   0, 0, 0, 1, 1, 1, 0xfb, 14, 13,  // header
      0,  1,  1, 1, 1,    0,   0,   0,   1,   0, 0, 1,                         // operand counts
      1,  1,  8, 1, '/',  's', 0,                                              // directories: "/s"
      2,  1,  8, 2, 0xb,  1,   'x', '.', 'c', 0, 0,                            // files: "x.c" in 0
      0,  9,  2, 0, 0x10, 0,   0,   0,   0,   0, 0,                            // address 0x1000
      4,  0,  3, 6, 5,    3,   1,  // file 0, line 7, column 3
      2,  4,  3, 2, 1,             // 0x1004, line 9
      2,  12, 0, 1, 1};            // end at 0x1010
  std::vector<std::byte> table;
  for (const unsigned byte : bytes) {
    table.push_back(static_cast<std::byte>(byte));
  }
  return table;
}

TEST_CASE("an address is found between the rows of a line table", "[runtime]") {
  const std::vector<std::byte> table = small_line_table();
  const LineSections sections{table, {}, {}};
  CHECK(find_line(sections, 0x1000).line == 7);
  CHECK(find_line(sections, 0x1003).line == 7);
  CHECK(find_line(sections, 0x1003).column == 3);
  CHECK(find_line(sections, 0x100f).line == 9);
  CHECK(find_line(sections, 0x100f).file == "/s/x.c");
  CHECK(find_line(sections, 0x1010).line == 0);
  CHECK(find_line(sections, 0xfff).line == 0);
}

TEST_CASE("a damaged line table gives no line and no crash", "[runtime]") {
  const std::vector<std::byte> whole = small_line_table();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::byte> cut(whole.begin(),
                                     whole.begin() + static_cast<std::ptrdiff_t>(length));
    CHECK(find_line({cut, {}, {}}, 0x100f).line == 0);
    for (const unsigned value : {0U, 1U, 0x7fU, 0xffU}) {
      std::vector<std::byte> changed = whole;
      changed[length] = static_cast<std::byte>(value);
      find_line({changed, {}, {}}, 0x100f);
    }
  }
}

TEST_CASE("numbers of 7 bits a byte", "[runtime]") {
  const std::array<std::byte, 5> bytes = {std::byte{0xe5}, std::byte{0x8e}, std::byte{0x26},
                                          std::byte{0x7e}, std::byte{0x80}};
  ByteReader reader(bytes);
  CHECK(reader.unsigned_leb() == 624485);
  CHECK(reader.signed_leb() == -2);
  CHECK(reader.unsigned_leb() == 0);  // goes on past the end
  CHECK_FALSE(reader.good());
}

}  // namespace
}  // namespace warpschool::sim::runtime
