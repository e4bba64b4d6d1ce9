// Module level: directives, variables, functions and their heads.
#include "parse_helpers.hpp"

namespace warpschool::sim::ptx {
namespace {

TEST_CASE("version, target and address size are kept", "[sim][ptx]") {
  const Module module = parsed(".version 7.15\n.target sm_80, debug\n.address_size 64\n");
  CHECK(module.version_major == 7);
  CHECK(module.version_minor == 15);
  CHECK(module.target == "sm_80");
}

TEST_CASE("files are indexed by their number, wherever .file stands", "[sim][ptx]") {
  const Module module = parsed(with_header(".file 2 \"/x/b.cu\", 1234, 99\n.file 1 \"a.cu\"\n"));
  REQUIRE(module.files.size() == 3);
  CHECK(module.files[0].empty());
  CHECK(module.files[1] == "a.cu");
  CHECK(module.files[2] == "/x/b.cu");
}

TEST_CASE("sections of the debugger are skipped", "[sim][ptx]") {
  const Module module =
      parsed(with_header(".section .debug_abbrev\n{\n.b8 1\n.b32 "
                         "$L__x+4\n}\n\t.section\t.debug_loc\t{\t}\n.global .u32 x;"));
  CHECK(module.variables.at(0).name == "x");
}

TEST_CASE("variables know their space, size, alignment and linkage", "[sim][ptx]") {
  const Module module = parsed(with_header(R"(
.visible .global .align 16 .b8 a[40];
.extern .shared .align 4 .b8 dyn[];
.const .f64 c;
.global .v4 .f32 v;
.global .u32 x, y[3];
.shared .b16 m[4][5];
)"));
  REQUIRE(module.variables.size() == 7);
  CHECK(module.variables[0].bytes == 40);
  CHECK(module.variables[0].alignment == 16);
  CHECK(module.variables[1].is_extern);
  CHECK(module.variables[1].bytes == 0);
  CHECK(module.variables[1].space == Space::kShared);
  CHECK(module.variables[2].bytes == 8);
  CHECK(module.variables[2].alignment == 8);
  CHECK(module.variables[3].bytes == 16);
  CHECK(module.variables[3].alignment == 16);
  CHECK(module.variables[5].bytes == 12);
  CHECK(module.variables[6].bytes == 40);
}

TEST_CASE("a definition replaces its forward declarations", "[sim][ptx]") {
  const Module module =
      parsed(with_header(".visible .func (.param .b32 r) f(.param .b32 a);\n.visible .func (.param "
                         ".b32 r) f(.param .b32 a) { ret; }\n"
                         ".func (.param .b32 r) f(.param .b32 a);"));
  REQUIRE(module.functions.size() == 1);
  CHECK_FALSE(module.functions[0].is_declaration);
  CHECK(module.functions[0].results.at(0).bytes == 4);
}

TEST_CASE("functions, kernels and variables may be named like opcodes", "[sim][ptx]") {
  const Module module =
      parsed(with_header(".global .u32 add;\n.visible .entry red(.param .u64 mov) { .reg .b64 %r; "
                         "ld.param.u64 %r, [mov]; "
                         "mov.u64 %r, add; bra: bra bra; }"));
  CHECK(module.functions.at(0).name == "red");
  CHECK(module.functions[0].instructions.at(1).operands.at(1).name == "add");
  CHECK(module.functions[0].labels.at(0).name == "bra");
}

TEST_CASE("kernel parameters take pointer attributes and arrays", "[sim][ptx]") {
  const Module module =
      parsed(with_header(".entry k(.param .u64 .ptr .global .align 4 a, .param .u64 .ptr .align 1 "
                         "b, .param .align 8 .b8 c[32]) { ret; }"));
  const auto& parameters = module.functions.at(0).parameters;
  REQUIRE(parameters.size() == 3);
  CHECK(parameters[0].bytes == 8);
  CHECK(parameters[1].bytes == 8);
  CHECK(parameters[2].bytes == 32);
  CHECK(parameters[2].alignment == 8);
}

TEST_CASE("launch bounds are kept", "[sim][ptx]") {
  const Module module = parsed(with_header(
      ".entry k()\n.maxntid 16, 8\n.reqntid 32\n.minnctapersm 2\n.maxnreg 40\n{ ret; }"));
  CHECK(module.functions.at(0).max_threads == Dim3{16, 8, 1});
  CHECK(module.functions[0].required_threads == Dim3{32, 1, 1});
}

TEST_CASE("functions that do not return say so", "[sim][ptx]") {
  const Module module = parsed(with_header(".extern .func die(.param .b64 a)\n.noreturn;\n"));
  CHECK(module.functions.at(0).is_noreturn);
  CHECK(module.functions[0].is_declaration);
}

TEST_CASE("aliases are kept", "[sim][ptx]") {
  const Module module = parsed(with_header(".func f() { ret; }\n.alias g, f;"));
  CHECK(module.aliases.at(0).name == "g");
  CHECK(module.aliases[0].target == "f");
}

TEST_CASE("every type knows its name and size", "[sim][ptx]") {
  CHECK(bytes_of(Type::kF64) == 8);
  CHECK(bytes_of(Type::kPred) == 0);
  CHECK(type_from("s16") == Type::kS16);
  CHECK_FALSE(type_from("x7"));
  CHECK_FALSE(type_from(""));
  CHECK(is_signed(Type::kS8));
  CHECK(is_float(Type::kBf16));
  CHECK_FALSE(is_float(Type::kB32));
  CHECK(std::string(to_string(Type::kF16x2)) == "f16x2");
}

}  // namespace
}  // namespace warpschool::sim::ptx
