// Every opcode of the table has a handler and a golden program:
// tests/golden/exec/<family>/<opcode>_<case>.ptx.
#include "golden_program.hpp"
#include "guest.hpp"
#include "lower/form.hpp"
#include "warpschool/harness/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

using namespace warpschool::sim;

namespace {

/// What is wrong with a golden program; empty: nothing.
std::string mistake(const std::filesystem::path& path) {
  const golden::Program golden = golden::read_program(path);
  Guest guest(golden.ptx, path.filename().string());
  const unsigned bytes = golden::bytes_of(golden.output.type);
  const DeviceAddress out =
      guest.upload(std::vector<std::uint8_t>(golden.threads * std::size_t{bytes}, 0));
  std::vector<std::uint64_t> parameters{out};
  for (const golden::Values& input : golden.inputs) {
    parameters.push_back(guest.upload(golden::pack(input)));
  }
  const auto buffer = std::as_bytes(std::span(parameters));
  const LaunchOutcome outcome = guest.device.launch(
      *guest.module, "test", {{1, 1, 1}, {golden.threads, 1, 1}, 0, false}, buffer);
  if (!outcome.faults.empty() || !golden.fault.empty()) {
    const std::string found = outcome.faults.empty() ? "none" : to_string(outcome.faults[0].kind);
    return found == golden.fault
               ? ""
               : "fault " + found + " " + (outcome.faults.empty() ? "" : outcome.faults[0].detail);
  }
  const std::vector<std::uint8_t> result =
      guest.download<std::uint8_t>(out, golden.threads * std::size_t{bytes});
  for (std::size_t i = 0; i < golden.output.words.size(); ++i) {
    std::uint64_t got = 0;
    std::memcpy(&got, result.data() + i * bytes, bytes);
    const std::uint64_t expected = golden::parse_word(golden.output.words[i], golden.output.type);
    if (!golden::agrees(golden, got, expected)) {
      return "thread " + std::to_string(i) + ": expected bits " + std::to_string(expected) +
             ", got " + std::to_string(got);
    }
  }
  return "";
}

/// The opcodes that a golden program executes.
std::set<std::string> opcodes_in(const std::string& ptx) {
  std::set<std::string> found;
  std::istringstream text(ptx);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first.rfind('@', 0) == 0) {
      words >> first;
    }
    found.insert(first.substr(0, first.find_first_of(".;")));
  }
  return found;
}

}  // namespace

TEST_CASE("golden programs of single instructions give what their comments say") {
  const auto paths = golden::programs_below(GOLDEN_DIR);
  REQUIRE(paths.size() > 200);
  for (const auto& path : paths) {
    INFO(path.string());
    CHECK(mistake(path) == "");
  }
}

TEST_CASE("every opcode of the table is executed by a golden program") {
  std::set<std::string> executed;
  for (const auto& path : golden::programs_below(GOLDEN_DIR)) {
    executed.merge(opcodes_in(read_file(path.string())));
  }
  const char* const table[] = {
#define WARPSCHOOL_OPCODE(enumerator, mnemonic, ...) mnemonic,
#include "lower/opcodes.def"
#undef WARPSCHOOL_OPCODE
  };
  for (const std::string mnemonic : table) {
    // .pragma is a directive in PTX text; the parser drops it.
    if (mnemonic != "pragma") {
      INFO(mnemonic);
      CHECK(executed.count(mnemonic) == 1);
    }
  }
}
