// Which variable an address is made of, as compilers write addresses and as they do not.
#include "lower/analysis/provenance.hpp"

#include "parse_helpers.hpp"

using namespace warpschool::sim;

namespace {

const std::string kDeclarations =
    ".shared .align 4 .b8 first[256];\n.shared .align 4 .b8 second[128];\n"
    ".extern .shared .align 16 .b8 rest[];\n.global .align 4 .b8 elsewhere[64];\n";

/// The body of a kernel with registers and a frame, as text.
std::string kernel_of(const std::string& body) {
  return ptx::with_header(
      kDeclarations +
      ".visible .entry k(.param .u64 p)\n{\n"
      ".local .align 8 .b8 __local_depot0[64];\n.local .align 4 .b8 own[40];\n"
      ".reg .b64 %SP;\n.reg .b64 %SPL;\n.reg .pred %p<9>;\n.reg .b32 %r<40>;\n.reg .b64 %d<40>;\n"
      "ld.param.u64 %d0, [p];\nld.global.u32 %r0, [%d0];\nmul.wide.s32 %d1, %r0, 4;\n"
      "mov.u64 %SPL, __local_depot0;\ncvta.local.u64 %SP, %SPL;\n" +
      body + "ret;\n}\n");
}

/// "first", or "frame 8 to 32"; empty: not known. Of the address of the last access in the body.
std::string origin(const std::string& body) {
  const ptx::Module module = ptx::parsed(kernel_of(body));
  const ptx::Function& function = module.functions.at(0);
  const Provenance provenance(module, function);
  const ptx::Operand* address = nullptr;
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const ptx::Operand& operand : instruction.operands) {
      address = operand.kind == ptx::Operand::Kind::kAddress ? &operand : address;
    }
  }
  REQUIRE(address != nullptr);
  const Origin* const found = provenance.origin_of(*address);
  if (found == nullptr) {
    return {};
  }
  return found->symbol != "__local_depot0"
             ? found->symbol
             : "frame " + std::to_string(found->begin) + " to " + std::to_string(found->end);
}

const std::string kFirst = "mov.u64 %d2, first;\nadd.s64 %d3, %d2, %d1;\n";
const std::string kSecond = "mov.u64 %d4, second;\nadd.s64 %d5, %d1, %d4;\n";

}  // namespace

TEST_CASE("sums with numbers and conversions of addresses keep the variable") {
  CHECK(origin("ld.shared.u32 %r1, [first+4];\n") == "first");
  CHECK(origin(kFirst + "st.shared.u32 [%d3+8], %r0;\n") == "first");
  CHECK(origin(kSecond + "atom.shared.add.u32 %r1, [%d5], 1;\n") == "second");
  CHECK(origin("mov.u64 %d2, rest;\nld.shared.u32 %r1, [%d2];\n") == "rest");
  CHECK(origin("mov.u64 %d2, own;\nld.local.u32 %r1, [%d2+4];\n") == "own");
  CHECK(origin(kFirst + "cvta.shared.u64 %d6, %d3;\nor.b64 %d7, %d6, 4;\nsub.s64 %d8, %d7, %d1;\n"
                        "ld.u32 %r1, [%d8];\n") == "first");
  CHECK(origin(kFirst + "cvt.u32.u64 %r1, %d3;\nmad.lo.s32 %r2, %r0, 4, %r1;\n"
                        "ld.shared.u32 %r3, [%r2];\n") == "first");
  CHECK(origin(kFirst + "mad.wide.s32 %d6, %r0, 4, %d3;\nld.shared.u32 %r1, [%d6];\n") == "first");
}

TEST_CASE("a pointer that runs in a loop keeps its variable") {
  CHECK(origin(kFirst +
               "mov.u64 %d6, %d3;\nLOOP:\nadd.s64 %d7, %d6, 4;\nmov.u64 %d6, %d7;\n"
               "ld.shared.u32 %r1, [%d6+-4];\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra LOOP;\n") ==
        "first");
}

TEST_CASE("where two variables meet nothing is known") {
  const std::string both = kFirst + kSecond;
  CHECK(origin(both + "setp.ne.s32 %p1, %r0, 0;\nselp.b64 %d6, %d3, %d5, %p1;\n"
                      "ld.shared.u32 %r1, [%d6];\n")
            .empty());
  // Buffers that change places.
  CHECK(origin(both + "LOOP:\nmov.u64 %d6, %d3;\nmov.u64 %d3, %d5;\nmov.u64 %d5, %d6;\n"
                      "ld.shared.u32 %r1, [%d5];\nbra LOOP;\n")
            .empty());
  // The other variable by the distance between both.
  CHECK(origin(both + "sub.s64 %d6, %d5, %d3;\nadd.s64 %d7, %d3, %d6;\nld.shared.u32 %r1, [%d7];\n")
            .empty());
  CHECK(origin(kFirst + "setp.ne.s32 %p1, %r0, 0;\nmov.u64 %d6, %d3;\n@%p1 ld.param.u64 %d6, [p];\n"
                        "ld.u32 %r1, [%d6];\n")
            .empty());
  CHECK(origin(kFirst + "mov.u64 %d6, elsewhere;\n@%p1 mov.u64 %d6, %d3;\nld.u32 %r1, [%d6];\n")
            .empty());
}

TEST_CASE("a distance is a number, other arithmetic with addresses is not looked through") {
  const std::string both = kFirst + kSecond;
  CHECK(origin(both +
               "sub.s64 %d6, %d3, %d2;\nadd.s64 %d7, %d4, %d6;\nld.shared.u32 %r1, [%d7];\n") ==
        "second");
  CHECK(origin(both + "shr.u64 %d6, %d3, 4;\nadd.s64 %d7, %d4, %d6;\nld.shared.u32 %r1, [%d7];\n")
            .empty());
  CHECK(origin(kFirst + "and.b64 %d6, %d3, -16;\nld.shared.u32 %r1, [%d6];\n").empty());
  CHECK(origin(kFirst + "neg.s64 %d6, %d3;\nld.shared.u32 %r1, [%d6];\n").empty());
  CHECK(origin(kFirst + "mov.b64 {%r1, %r2}, %d3;\nmov.b64 %d6, {%r1, %r2};\n"
                        "ld.shared.u32 %r3, [%d6];\n")
            .empty());
}

TEST_CASE("numbers and pointers out of memory are of no variable, but may be added to one") {
  CHECK(origin("ld.global.u64 %d6, [%d0];\nld.u32 %r1, [%d6];\n").empty());
  CHECK(origin(kFirst + "atom.global.add.u32 %r1, [%d0], 1;\nmul.wide.u32 %d6, %r1, 4;\n"
                        "add.s64 %d7, %d2, %d6;\nst.shared.u32 [%d7], %r1;\n") == "first");
  CHECK(origin("st.shared.u64 [first], %d0;\nld.shared.u64 %d6, [first];\nld.u32 %r1, [%d6];\n")
            .empty());
}

TEST_CASE("variables of a frame begin where optimised code makes their addresses") {
  const std::string addresses = "add.u64 %d6, %SPL, 8;\nadd.u64 %d7, %SPL, 32;\n";
  CHECK(origin(addresses + "add.s64 %d8, %d6, %d1;\nld.local.u32 %r1, [%d8];\n") ==
        "frame 8 to 32");
  CHECK(origin(addresses + "add.s64 %d8, %d7, %d1;\nld.local.u32 %r1, [%d8];\n") ==
        "frame 32 to 64");
  CHECK(origin("add.u64 %d6, %SP, 8;\ncvta.to.local.u64 %d7, %d6;\nadd.u64 %d9, %SP, 32;\n"
               "add.s64 %d8, %d6, %d1;\nld.u32 %r1, [%d8];\n") == "frame 8 to 32");
  // Unoptimised code makes addresses inside of variables, too.
  CHECK(origin("add.u64 %d6, %SP, 8;\nadd.s64 %d8, %d6, %d1;\nld.u32 %r1, [%d8];\n").empty());
  CHECK(origin("ld.local.u32 %r1, [%SPL+8];\n").empty());
}

TEST_CASE("pointers in the frame of unoptimised code keep their variable") {
  const std::string kept = kFirst + "st.u64 [%SP+8], %d3;\n";
  const std::string used = "ld.u64 %d6, [%SP+8];\nld.u32 %r1, [%d6];\n";
  CHECK(origin(kept + used) == "first");
  CHECK(origin(kept + "add.u64 %d7, %SP, 16;\nst.u64 [%d7], %d0;\n" + used) == "first");
  // Somebody else may write it: through its address, as a part of another, in pieces.
  CHECK(origin(kept + "add.u64 %d7, %SP, 8;\nst.u64 [%d7], %d0;\n" + used).empty());
  CHECK(origin(kept + "add.u64 %d7, %SP, 0;\nst.u64 [%d7], %d0;\n" + used).empty());
  CHECK(origin(kept + "mov.u64 %d7, %SP;\n" + used).empty());
  CHECK(origin(kept + "st.u32 [%SP+12], %r0;\n" + used).empty());
  CHECK(origin(kept + "st.v2.u64 [%SP+0], {%d0, %d1};\n" + used).empty());
  CHECK(origin(kept + kSecond + "st.u64 [%SP+8], %d5;\n" + used).empty());
}
