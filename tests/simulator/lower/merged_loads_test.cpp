// Which loads the time model takes for joined with their neighbours, or held back by a store.
#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"

#include <vector>

using namespace warpschool::sim;

namespace {

/// Of the loads of shared, constant and global memory of a kernel with two pointers in %a and %b: a
/// row of a tile in %d3, 64 bytes each, and one of 68 bytes in %d4.
std::vector<InstructionInfo> loads_of(const std::string& body) {
  const ptx::Module module = ptx::parsed(
      ptx::with_header(".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
                       ".shared .align 16 .b8 s[8192];\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n"
                       ".reg .b64 %d<9>;\n.reg .b64 %a;\n.reg .b64 %b;\n"
                       "ld.param.u64 %a, [a];\nld.param.u64 %b, [b];\nmov.u32 %r1, %tid.x;\n"
                       "mov.u64 %d1, s;\nmul.wide.u32 %d2, %r1, 64;\nadd.s64 %d3, %d1, %d2;\n"
                       "mul.wide.u32 %d4, %r1, 68;\nadd.s64 %d4, %d1, %d4;\n" +
                       body + "ret;\n}\n"));
  const warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  std::vector<InstructionInfo> loads;
  for (std::size_t at = 0; at < program->code.size(); ++at) {
    const Space space = program->code[at].space;
    if (program->info[at].opcode == Opcode::kLd &&
        (space == Space::kShared || space == Space::kGlobal || space == Space::kConst)) {
      loads.push_back(program->info[at]);
    }
  }
  return loads;
}

/// Bytes that each load stands for; -1: another one stands for it; 0: for itself.
std::vector<int> merged(const std::string& body) {
  std::vector<int> bytes;
  for (const InstructionInfo& load : loads_of(body)) {
    bytes.push_back(load.is_merged ? -1 : load.merged_bytes);
  }
  return bytes;
}

std::vector<bool> waits(const std::string& body) {
  std::vector<bool> held;
  for (const InstructionInfo& load : loads_of(body)) {
    held.push_back(load.waits_for_stores);
  }
  return held;
}

std::string words(const std::string& address, const std::vector<int>& places) {
  std::string text;
  for (const int place : places) {
    text += "ld.shared.f32 %f1, [" + address + "+" + std::to_string(place) + "];\n";
  }
  return text;
}

using Bytes = std::vector<int>;
using Held = std::vector<bool>;

TEST_CASE("four words of a row are one load, two are one, whatever their order", "[sim][lower]") {
  CHECK(merged(words("%d3", {0, 4, 8, 12})) == Bytes{16, -1, -1, -1});
  CHECK(merged(words("%d3", {28, 24, 20, 16})) == Bytes{-1, -1, -1, 16});
  CHECK(merged(words("%d3", {8, 12})) == Bytes{8, -1});
  CHECK(merged(words("%d3", {4, 8, 12})) == Bytes{16, -1, -1});  // the fourth comes with them
  CHECK(merged(words("%d3", {12, 0, 4})) == Bytes{-1, 16, -1});
  CHECK(merged(words("%d3", {4, 12})) == Bytes{0, 0});
  CHECK(merged("ld.shared.f64 %d5, [%d3];\nld.shared.f64 %d6, [%d3+8];\n") == Bytes{16, -1});
  CHECK(merged("ld.shared.v2.f32 {%f1, %f2}, [%d3];\nld.shared.v2.f32 {%f3, %f4}, [%d3+8];\n") ==
        Bytes{16, -1});
}

TEST_CASE("words that no load of 8 or 16 bytes has stay apart", "[sim][lower]") {
  CHECK(merged(words("%d3", {4, 8})) == Bytes{0, 0});               // they begin in the middle
  CHECK(merged(words("%d4", {0, 4, 8, 12})) == Bytes{0, 0, 0, 0});  // rows of 17 words
  CHECK(merged(words("%d3", {0}) + words("%d1", {4})) == Bytes{0, 0});
  CHECK(merged(words("%d3", {0}) + "st.shared.f32 [%d1], %f2;\n" + words("%d3", {4})) ==
        Bytes{0, 0});
  CHECK(merged(words("%d3", {0}) + "bar.sync 0;\n" + words("%d3", {4})) == Bytes{0, 0});
}

TEST_CASE("two words of constant memory are one load, four are two", "[sim][lower]") {
  const auto constants = [](const std::string& text) {
    std::string moved = text;
    for (std::size_t at = 0; (at = moved.find("shared", at)) != std::string::npos;) {
      moved.replace(at, 6, "const");
    }
    return merged("mul.wide.u32 %d3, %r1, 32;\n" + moved);
  };
  CHECK(constants(words("%d3", {0, 4, 8, 12})) == Bytes{8, -1, 8, -1});
  CHECK(constants(words("%d3", {4, 8})) == Bytes{0, 0});
}

TEST_CASE("a load waits for a store before it, unless it is surely of another place",
          "[sim][lower]") {
  const std::string store = "st.global.f32 [%b], %f2;\n";
  CHECK(waits(store + "ld.global.f32 %f1, [%a];\n") == Held{true});
  CHECK(waits("ld.global.f32 %f1, [%a];\n" + store) == Held{false});
  CHECK(waits(store + "ld.global.f32 %f1, [%b+4];\n") == Held{false});
  CHECK(waits(store + "ld.global.f32 %f1, [%b];\n") == Held{true});
  CHECK(waits(store + "ld.global.nc.f32 %f1, [%a];\n") == Held{false});
  CHECK(waits(store + "ld.shared.f32 %f1, [%d1];\n") == Held{false});
  CHECK(waits("st.shared.f32 [%d3], %f2;\nld.shared.f32 %f1, [%d1];\n") == Held{true});
}

}  // namespace
