// Every instruction form of the table (simulator/src/lower/forms.def) has a golden program:
// tests/golden/exec/<family>/<form>.ptx.
#include "golden_text.hpp"
#include "guest.hpp"
#include "lower/isa/form.hpp"
#include "lower/isa/forms.hpp"
#include "warpschool/harness/catch.hpp"

#include <filesystem>
#include <set>

using namespace warpschool::sim;

namespace {

/// What is wrong with a golden program; empty: nothing.
std::string mistake(const std::filesystem::path& path) {
  const golden::Program golden = golden::read_program(path);
  Guest guest(golden.ptx, path.filename().string());
  guest.device.options().checks.races = false;  // lanes meet in one word, to show their order
  const unsigned bytes = golden::bytes_of(golden.output.type);
  const DeviceAddress out =
      guest.upload(std::vector<std::uint8_t>(golden.threads * std::size_t{bytes}, 0));
  std::vector<std::uint64_t> parameters{out};
  parameters.reserve(1 + golden.inputs.size());
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

}  // namespace

TEST_CASE("golden programs of single instructions give what their comments say") {
  const auto paths = golden::programs_below(GOLDEN_DIR);
  REQUIRE(paths.size() > 200);
  for (const auto& path : paths) {
    INFO(path.string());
    CHECK(mistake(path) == "");
  }
}

TEST_CASE("every form of the table of instructions is executed by a golden program") {
  golden::Coverage covered;
  for (const auto& path : golden::programs_below(GOLDEN_DIR)) {
    covered.add(golden::read_program(path).ptx);
  }
  for (const FormRow& row : form_rows()) {
    for (const std::string& name : names_of(row)) {
      INFO("no golden program executes " << name << "; tests/golden/write_goldens.cpp writes them");
      CHECK(covered.has(name));
    }
    for (const ModifierGroup& group : row.groups) {
      for (const std::string_view hint : group.choices) {
        INFO("no golden program executes " << names_of(row).front() << " with ." << hint);
        CHECK((!group.is_hint || covered.has_hint(row, hint)));
      }
    }
  }
}

TEST_CASE("the tables of opcodes and of forms name the same opcodes") {
  std::set<std::string_view> with_forms;
  for (const FormRow& row : form_rows()) {
    INFO(row.opcode);
    CHECK(find_opcode(row.opcode) != nullptr);
    with_forms.insert(row.opcode);
  }
  const char* const table[] = {
#define WARPSCHOOL_OPCODE(enumerator, mnemonic, ...) mnemonic,
#include "lower/isa/opcodes.def"
#undef WARPSCHOOL_OPCODE
  };
  for (const char* mnemonic : table) {
    INFO(mnemonic);
    CHECK(with_forms.count(mnemonic) == 1);
  }
}

TEST_CASE("a combination of modifiers that PTX does not have is refused, with its name") {
  const std::string ptx = R"(.version 7.5
.target sm_80
.address_size 64
.visible .entry test() {
  .reg .b32 %a;
  add.approx.s32 %a, 1, 2;
  ret;
})";
  Guest guest(ptx);
  const LaunchOutcome outcome = guest.launch("test", {1, 1, 1}, {1, 1, 1});
  REQUIRE(outcome.faults.size() == 1);
  CHECK(outcome.faults[0].kind == FaultKind::kInvalidInstruction);
  CHECK(outcome.faults[0].detail.find("add.approx.s32") != std::string::npos);
}
