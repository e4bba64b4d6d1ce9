// Statements of a body: instructions, operands, labels, scopes, source lines.
#include "parse_helpers.hpp"

namespace warpschool::sim::ptx {
namespace {

using Kind = Operand::Kind;

TEST_CASE("modifiers are kept in their order", "[sim][ptx]") {
  const Instruction shuffle =
      parsed_instruction("shfl.sync.down.b32 %r1|%p1, %r2, 4, 31, 0xffffffff;");
  CHECK(shuffle.opcode == "shfl");
  CHECK(shuffle.modifiers == std::vector<std::string>{"sync", "down", "b32"});
  REQUIRE(shuffle.operands.size() == 5);
  REQUIRE(shuffle.second_destination);
  CHECK(shuffle.second_destination->name == "%p1");
  CHECK(shuffle.operands[4].bits == 0xFFFFFFFF);
}

TEST_CASE("a guard is a predicate, perhaps negated", "[sim][ptx]") {
  CHECK_FALSE(parsed_instruction("@%p1 ret;").guard->negated);
  CHECK(parsed_instruction("@!%p1 ret;").guard->negated);
  CHECK(parsed_instruction("@!%p1 ret;").guard->predicate == "%p1");
}

TEST_CASE("addresses have a base and an offset", "[sim][ptx]") {
  const Operand plain = parsed_instruction("ld.global.u32 %r1, [%rd1];").operands.at(1);
  CHECK(plain.kind == Kind::kAddress);
  CHECK(plain.base_is_register);
  CHECK(plain.name == "%rd1");
  CHECK(parsed_instruction("ld.global.u32 %r1, [%rd1+8];").operands.at(1).offset == 8);
  CHECK(parsed_instruction("ld.global.u32 %r1, [%rd1+-8];").operands.at(1).offset == -8);
  CHECK(parsed_instruction("ld.global.u32 %r1, [%rd1-8];").operands.at(1).offset == -8);
  const Operand symbol = parsed_instruction("ld.param.u32 %r1, [p+4];").operands.at(1);
  CHECK_FALSE(symbol.base_is_register);
  CHECK(symbol.name == "p");
  CHECK(symbol.offset == 4);
  const Operand absolute = parsed_instruction("ld.shared.u32 %r1, [16];").operands.at(1);
  CHECK(absolute.name.empty());
  CHECK(absolute.offset == 16);
}

TEST_CASE("vectors, sinks and texture coordinates nest", "[sim][ptx]") {
  const Instruction texture =
      parsed_instruction("tex.2d.v4.f32.s32 {%f1, %f2, _, %f4}, [p, {%r1, %r2}];");
  CHECK(texture.modifiers.at(0) == "2d");
  CHECK(texture.operands.at(0).elements.at(2).kind == Kind::kSink);
  CHECK(texture.operands.at(1).name == "p");
  CHECK(texture.operands[1].elements.at(0).elements.at(1).name == "%r2");
}

TEST_CASE("immediates are integers in two's complement or float patterns", "[sim][ptx]") {
  const auto last = [](const std::string& text) {
    return parsed_instruction(text).operands.back();
  };
  CHECK(last("mov.u32 %r1, -1;").bits == ~std::uint64_t{0});
  CHECK(last("mov.u32 %r1, (1 << 4) + 3;").bits == 19);
  CHECK(last("mov.u32 %r1, ~0;").bits == ~std::uint64_t{0});
  CHECK(last("mov.u32 %r1, 7 - 2 * 3;").bits == 1);
  CHECK(last("mov.u32 %r1, WARP_SZ;").bits == 32);
  CHECK(last("mov.f32 %f1, 0f3F800000;").is_float_literal);
  CHECK(last("mov.f32 %f1, 0f3F800000;").bits == 0x3F800000);
  CHECK(last("mov.f32 %f1, 0d3FF0000000000000;").is_double_literal);
  CHECK_FALSE(last("mov.f32 %f1, 0d3FF0000000000000;").is_float_literal);
}

TEST_CASE("special registers keep their component", "[sim][ptx]") {
  CHECK(parsed_instruction("mov.u32 %r1, %tid.x;").operands.at(1).name == "%tid.x");
  CHECK(parsed_instruction("mov.u32 %r1, %laneid;").operands.at(1).name == "%laneid");
  CHECK(parsed_instruction("mov.u32 %r1, %clock;").operands.at(1).kind == Kind::kRegister);
  CHECK(parsed_instruction("mov.f32 %f1, v.y;", ".reg .v4 .f32 v;").operands.at(1).name == "v.y");
}

TEST_CASE("a negated predicate operand is marked", "[sim][ptx]") {
  const Instruction text = parsed_instruction("selp.b32 %r1, 1, 0, !%p1;");
  CHECK(text.operands.at(3).negated_predicate);
  CHECK(text.operands[3].name == "%p1");
}

TEST_CASE("symbols take an offset", "[sim][ptx]") {
  const Operand operand = parsed_instruction("mov.u64 %rd1, p+12;").operands.at(1);
  CHECK(operand.kind == Kind::kSymbol);
  CHECK(operand.offset == 12);
}

TEST_CASE("calls have lists of arguments and results", "[sim][ptx]") {
  const Function function = parsed_kernel(R"(
	.reg .b32 %r<3>;
	.reg .b64 %rd<3>;
	{ // callseq 0, 0
	.reg .b32 temp_param_reg;
	.param .b32 param0;
	st.param.b32 	[param0+0], %r1;
	.param .b32 retval0;
	call.uni (retval0),
	callee,
	(
	param0
	);
	ld.param.b32 	%r2, [retval0+0];
	} // callseq 0
	{ // callseq 1, 0
	.param .b32 param0;
	.param .b32 retval0;
	prototype_1 : .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[32]);
	call (retval0), %rd1, ( param0 ) , prototype_1;
	}
	call.uni callee2;
	call.uni callee3, ();
)");
  REQUIRE(function.instructions.size() == 6);
  const Instruction& direct = function.instructions[1];
  REQUIRE(direct.operands.size() == 3);
  CHECK(direct.operands[0].kind == Kind::kList);
  CHECK(direct.operands[1].kind == Kind::kSymbol);
  CHECK(direct.operands[1].name == "callee");
  CHECK(direct.operands[2].elements.at(0).name == function.variables.at(0).name);
  const Instruction& indirect = function.instructions[3];
  CHECK(indirect.operands.at(1).kind == Kind::kRegister);
  CHECK(indirect.operands.at(3).name == function.prototypes.at(0).name);
  CHECK(function.prototypes[0].parameters.at(1).bytes == 32);
  CHECK(function.instructions[4].operands.size() == 1);
  CHECK(function.instructions[5].operands.at(1).elements.empty());
}

TEST_CASE("scopes may hide names: each gets a name of its own", "[sim][ptx]") {
  const Function function = parsed_kernel(R"(
    .reg .b32 i;
    mov.u32 i, 0;
    { .reg .b32 i; mov.u32 i, 1; { .reg .b32 i; mov.u32 i, 2; } mov.u32 i, 3; }
    { .reg .b32 i, %r<4>; mov.u32 i, %r3; }
    mov.u32 i, 5;
)");
  const auto name = [&](std::size_t i) { return function.instructions.at(i).operands.at(0).name; };
  CHECK(name(0) == "i");
  CHECK(name(5) == "i");
  CHECK(name(1) == name(3));
  CHECK(name(1) != name(0));
  CHECK(name(2) != name(1));
  CHECK(name(4) != name(1));
  CHECK(function.registers.size() == 5);
  CHECK(function.instructions[4].operands.at(1).name == function.registers.back().name + "3");
}

TEST_CASE("labels of inline asm are its own, forward and backward", "[sim][ptx]") {
  const Function function = parsed_kernel(R"(
    { .reg .pred p; loop: @p bra done; bra loop; done: }
    { .reg .pred p; loop: @p bra done; bra loop; done: bra out; }
    out: ret;
)");
  REQUIRE(function.labels.size() == 5);
  const auto target = [&](std::size_t i) {
    return function.instructions.at(i).operands.at(0).name;
  };
  CHECK(target(0) == function.labels[1].name);
  CHECK(target(1) == function.labels[0].name);
  CHECK(target(2) == function.labels[3].name);
  CHECK(target(3) == function.labels[2].name);
  CHECK(target(4) == "out");
  CHECK(function.labels[0].name != function.labels[2].name);
  CHECK(function.labels[4].instruction == 5);
}

TEST_CASE("branch targets of an indirect branch are kept", "[sim][ptx]") {
  const Function function = parsed_kernel(
      ".reg .b32 %r<2>;\n$L_brx_0: .branchtargets A, B;\nbrx.idx %r1, $L_brx_0;\nA: ret;\nB: ret;");
  CHECK(function.branch_targets.at(0).name == "$L_brx_0");
  CHECK(function.branch_targets[0].labels == std::vector<std::string>{"A", "B"});
  CHECK(function.instructions.at(0).operands.at(1).name == "$L_brx_0");
}

TEST_CASE("instructions carry the last .loc, which ends with the function", "[sim][ptx]") {
  const Module module =
      parsed(with_header(".entry a() { ret; .loc 1 12 3\n ret; .loc 2 13 4, function_name "
                         "$L__info_string0, inlined_at 1 9 2\n ret; }\n"
                         ".entry b() { ret; }"));
  const auto& instructions = module.functions.at(0).instructions;
  CHECK(instructions.at(0).loc.file == 0);
  CHECK(instructions.at(1).loc.line == 12);
  CHECK(instructions.at(1).loc.column == 3);
  CHECK(instructions.at(2).loc.file == 2);
  CHECK(module.functions.at(1).instructions.at(0).loc.file == 0);
}

TEST_CASE("instructions know where they stand in the text", "[sim][ptx]") {
  const Function function = parsed_kernel("\n\t.reg .b32 %r<2>;\n\tmov.u32 \t%r1, 0;");
  CHECK(function.instructions.at(0).position.line == 7);
  CHECK(function.instructions[0].position.column == 2);
}

TEST_CASE("pragmas and stray semicolons are ignored", "[sim][ptx]") {
  CHECK(parsed_kernel("\n\t.pragma \"nounroll\";\n;ret;").instructions.size() == 1);
}

TEST_CASE("local, shared and extern shared variables may stand in a body", "[sim][ptx]") {
  const Function function = parsed_kernel(
      ".local .align 8 .b8 	__local_depot3[48];\n.shared .align 4 .b8 tile[1088];\n.extern "
      ".shared .b8 d[];");
  REQUIRE(function.variables.size() == 3);
  CHECK(function.variables[0].space == Space::kLocal);
  CHECK(function.variables[1].bytes == 1088);
  CHECK(function.variables[2].is_extern);
}

}  // namespace
}  // namespace warpschool::sim::ptx
