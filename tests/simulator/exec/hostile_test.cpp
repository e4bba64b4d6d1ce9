// Text that asks for the absurd gets a diagnostic or a fault, never a crash.
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

using namespace warpschool::sim;

namespace {

std::string kernel_with(const std::string& declarations, const std::string& body) {
  return ".version 7.5\n.target sm_80\n.address_size 64\n.visible .entry test()\n{\n" +
         declarations + body + "ret;\n}\n";
}

/// Why the text is not loaded; empty: it is.
std::string refusal(const std::string& ptx) {
  Device device(*find_profile("h200"));
  const auto module = device.load(ptx, "hostile.ptx");
  return module ? "" : module.diagnostics().front().message;
}

}  // namespace

TEST_CASE("a variable larger than its state space is refused") {
  CHECK(refusal(kernel_with(".local .b8 x[524288];\n", "")) == "");
  CHECK(refusal(kernel_with(".local .b8 x[524289];\n", "")).find("too large") != std::string::npos);
  CHECK(refusal(".version 7.5\n.target sm_80\n.address_size 64\n.const .b8 x[65537];\n")
            .find("too large") != std::string::npos);
  CHECK(refusal(".version 7.5\n.target sm_80\n.address_size 64\n.global .b8 x[9000000000];\n")
            .find("too large") != std::string::npos);
  CHECK(refusal(".version 7.5\n.target sm_80\n.address_size 64\n"
                ".func f(.param .b8 p[100000]) { ret; }\n")
            .find("too large") != std::string::npos);
}

TEST_CASE("many parameters or much local memory together are refused") {
  std::string parameters, locals, uses;
  for (int i = 0; i < 5000; ++i) {
    parameters += ".param .b8 p" + std::to_string(i) + "[32768];\n";
  }
  CHECK(refusal(kernel_with(parameters, "")).find("more registers or local memory") !=
        std::string::npos);
  for (int i = 0; i < 9; ++i) {
    locals += ".local .b8 l" + std::to_string(i) + "[524288];\n";
  }
  CHECK(refusal(kernel_with(locals, "")).find("more registers or local memory") !=
        std::string::npos);
}

TEST_CASE("more shared memory than a block can have is a refused launch") {
  const std::string ptx =
      kernel_with(".shared .b8 x[1000000000];\n.reg .b32 %r;\n", "ld.shared.b32 %r, [x];\n");
  Guest guest(ptx);
  const LaunchOutcome outcome = guest.launch("test", {1, 1, 1}, {32, 1, 1});
  REQUIRE(outcome.faults.size() == 1);
  CHECK(outcome.faults[0].kind == FaultKind::kInvalidLaunch);
}

TEST_CASE("a launch of absurd size is refused") {
  Guest guest(kernel_with("", ""));
  CHECK(guest.launch("test", {0, 1, 1}, {1, 1, 1}).faults.size() == 1);
  CHECK(guest.launch("test", {1, 70000, 1}, {1, 1, 1}).faults.size() == 1);
  CHECK(guest.launch("test", {1, 1, 1}, {0xffffffffu, 1, 1}).faults.size() == 1);
  CHECK(guest.launch("test", {1, 1, 1}, {1, 1, 65}).faults.size() == 1);
}
