// Which pointers a kernel stores through, as compilers write addresses and as they do not.
#include "lower/analysis/written_memory.hpp"

#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"

using namespace warpschool::sim;

namespace {

constexpr std::uint64_t kVariable = 0x7f00'0000'0000ull;

const std::string kStoreDeclarations =
    ".global .align 8 .b8 table[64];\n.shared .align 8 .b8 tile[64];\n"
    ".func (.param .b64 r) behind(.param .b64 a, .param .b64 b)\n{\n"
    ".reg .b64 %d<5>;\nld.param.u64 %d1, [a];\nld.param.u64 %d2, [b];\nadd.s64 %d3, %d1, %d2;\n"
    "st.param.b64 [r], %d3;\nret;\n}\n";

/// A kernel of pointers to a, b and c and a number n: %a, %b, %c, %n.
std::string kernel_with(const std::string& body) {
  return ptx::with_header(
      kStoreDeclarations +
      ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 n)\n{\n"
      ".local .align 8 .b8 own[64];\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\n.reg .b64 %d<40>;\n"
      ".reg .b64 %a;\n.reg .b64 %b;\n.reg .b64 %c;\n.reg .b64 %n;\n"
      "ld.param.u64 %d0, [a];\ncvta.to.global.u64 %a, %d0;\nld.param.u64 %b, [b];\n"
      "ld.param.u64 %c, [c];\nld.param.u64 %n, [n];\n" +
      body + "ret;\n}\n");
}

/// Names of what it may write, "?" of anything.
std::string written(const std::string& body, bool n_is_address = false) {
  const ptx::Module module = ptx::parsed(kernel_with(body));
  LoadedSymbols symbols;
  symbols.variables.emplace("table", kVariable);
  symbols.functions.emplace("behind", 0);
  const warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(1), symbols, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  const WrittenMemory memory(*program);
  const auto name = [](const AddressSource& source) {
    return source.kind == AddressSource::Kind::kVariable ? (source.value == kVariable ? 't' : 'x')
                                                         : "abcn"[source.value / 8];
  };
  WrittenMemory::Sources addresses = 0;
  const auto& sources = memory.sources();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const char own = name(sources[i]);
    addresses |= WrittenMemory::Sources{own != 'x' && (own != 'n' || n_is_address)} << i;
  }
  const auto answer = memory.written(addresses);
  CHECK(memory.written(addresses) == answer);
  std::string names = answer ? "" : "?";
  for (const char wanted : std::string("abcnt")) {
    for (std::size_t i = 0; answer && i < sources.size(); ++i) {
      names += name(sources[i]) == wanted && (*answer >> i & 1u) != 0 ? std::string(1, wanted) : "";
    }
  }
  return names;
}

const std::string kIndex = "mov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, 4;\n";

}  // namespace

TEST_CASE("a store writes what its pointer points to, whatever is added") {
  CHECK(written("").empty());
  CHECK(written("ld.global.u32 %r1, [%a];\nst.global.u32 [%b+8], %r1;\n") == "b");
  CHECK(written(kIndex + "add.s64 %d2, %a, %d1;\nst.global.u32 [%d2], %r1;\n") == "a");
  CHECK(written(kIndex + "mad.wide.u32 %d2, %r1, 8, %c;\nred.global.add.u32 [%d2], 1;\n") == "c");
  CHECK(written(kIndex + "sub.s64 %d2, %a, %d1;\nst.u32 [%d2+-4], %r1;\n") == "a");
  CHECK(written(kIndex + "or.b64 %d2, %a, 4;\natom.add.u32 %r2, [%d2], %r1;\n") == "a");
  CHECK(written("add.s64 %d1, %a, %n;\nst.u32 [%d1], 0;\nst.u32 [%c], 0;\n") == "ac");
  // Indices out of memory, of four bytes and of eight.
  CHECK(written("ld.global.u32 %r1, [%b];\nmul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %d1, %a;\n"
                "st.global.u32 [%d2], 0;\n") == "a");
  CHECK(written("ld.global.u64 %d1, [%b];\nshl.b64 %d2, %d1, 2;\nadd.s64 %d3, %a, %d2;\n"
                "st.global.u32 [%d3], 0;\n") == "a");
  CHECK(written("mov.u64 %d1, table;\nst.global.u32 [%d1+4], 0;\n") == "t");
  CHECK(written("st.global.u32 [table+8], 0;\nld.global.u32 %r1, [%a];\n") == "t");
  // A constant that is no address.
  CHECK(written("mul.lo.s64 %d1, %n, 6364136223846793005;\nadd.s64 %d2, %a, %d1;\n"
                "st.u32 [%d2], 0;\n") == "a");
}

TEST_CASE("memory of a block or a thread is none of them") {
  CHECK(written("mov.u64 %d1, tile;\nst.shared.u32 [%d1], 0;\nst.local.u32 [own], 0;\n").empty());
  CHECK(written("mov.u64 %d1, tile;\ncvta.shared.u64 %d2, %d1;\nadd.s64 %d3, %d2, 8;\n"
                "st.u32 [%d3], 0;\n")
            .empty());
  CHECK(written("mov.u64 %d1, tile;\ncvta.shared.u64 %d2, %d1;\nsetp.ne.s64 %p1, %n, 0;\n"
                "selp.b64 %d3, %d2, %b, %p1;\nst.u32 [%d3], 0;\n") == "b");
}

TEST_CASE("pointers that change places are all of them") {
  CHECK(written("setp.ne.s64 %p1, %n, 0;\nselp.b64 %d1, %a, %b, %p1;\nst.u32 [%d1], 0;\n") == "ab");
  CHECK(written("mov.u64 %d1, %a;\nmov.u64 %d2, %b;\nLOOP:\nst.u32 [%d1], 0;\nmov.u64 %d3, %d1;\n"
                "mov.u64 %d1, %d2;\nmov.u64 %d2, %d3;\nbra LOOP;\n") == "ab");
  CHECK(written("mov.u64 %d1, %c;\nLOOP:\nst.u32 [%d1], 0;\nadd.s64 %d1, %d1, 4;\nbra LOOP;\n") ==
        "c");
  // By halves to another lane.
  CHECK(written("mov.b64 {%r1, %r2}, %b;\nshfl.sync.idx.b32 %r3, %r1, 0, 31, -1;\n"
                "shfl.sync.idx.b32 %r4, %r2, 0, 31, -1;\nmov.b64 %d1, {%r3, %r4};\n"
                "st.u32 [%d1], 0;\n") == "b");
}

TEST_CASE("pointers out of memory may point anywhere") {
  CHECK(written("ld.global.u64 %d1, [%a];\nst.u32 [%d1], 0;\n") == "?");
  CHECK(written("ld.global.u64 %d1, [%a];\nadd.s64 %d2, %d1, %n;\nst.u32 [%d2], 0;\n") == "?");
  CHECK(written("ld.global.u64 %d1, [%a];\nadd.s64 %d2, %d1, %n;\nst.u32 [%d2], 0;\n", true) ==
        "n");
  CHECK(written("ld.global.v2.u32 {%r1, %r2}, [%a];\nmov.b64 %d1, {%r1, %r2};\n"
                "st.u32 [%d1], 0;\n") == "?");
  CHECK(written("ld.global.v2.u32 {%r1, %r2}, [%a];\nmov.b64 %d1, {%r1, %r2};\n"
                "setp.ne.s64 %p1, %n, 0;\nselp.b64 %d2, %b, %d1, %p1;\nst.u32 [%d2], 0;\n") == "?");
  CHECK(written("atom.exch.b64 %d1, [%a], %n;\nst.u32 [%d1], 0;\n") == "?");
  CHECK(written("mov.u64 %d1, 0;\nst.u32 [%d1], 0;\n") == "?");
  CHECK(written("st.u32 [%n], 0;\n") == "?");
  CHECK(written("st.u32 [%n], 0;\n", true) == "n");
  // A stack slot that holds it meanwhile is memory, too.
  CHECK(written("st.local.u64 [own], %a;\nld.local.u64 %d1, [own];\nst.u32 [%d1], 0;\n") == "?");
}

TEST_CASE("the distance of two pointers is a number") {
  const std::string kElsewhere = "ld.global.u64 %d1, [%c];\n";
  CHECK(written(kElsewhere + "sub.s64 %d2, %a, %b;\nadd.s64 %d3, %d1, %d2;\nst.u32 [%d3], 0;\n") ==
        "?");
  CHECK(written(kElsewhere + "sub.s64 %d2, %d1, %b;\nadd.s64 %d3, %d1, %d2;\nst.u32 [%d3], 0;\n") ==
        "?");
  CHECK(written(kElsewhere + "sub.s64 %d2, %b, %d1;\nadd.s64 %d3, %d1, %d2;\nst.u32 [%d3], 0;\n") ==
        "?");
  CHECK(written("sub.s64 %d2, %a, %b;\nadd.s64 %d3, %c, %d2;\nst.u32 [%d3], 0;\n") == "c");
  // Rounded down: the remainder would be a number.
  CHECK(written("and.b64 %d2, %a, -16;\nst.u32 [%d2], 0;\n") == "?");
}

TEST_CASE("functions that are called pass pointers on") {
  const std::string call =
      "{\n.param .b64 p0;\nst.param.b64 [p0], %a;\n.param .b64 p1;\nst.param.b64 [p1], %d1;\n"
      ".param .b64 r0;\ncall.uni (r0), behind, (p0, p1);\nld.param.b64 %d2, [r0];\n}\n"
      "st.u32 [%d2], 0;\n";
  CHECK(written("mul.lo.s64 %d1, %n, 4;\n" + call) == "a");
  CHECK(written("ld.global.u64 %d1, [%b];\n" + call) == "a");
  CHECK(written("mov.u64 %d1, %b;\n" + call) == "ab");
}
