// What the time model takes for different in machine code: loops with several turns in one, pairs
// of instructions that are one, registers.
#include "lowered_kernel.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <vector>

using namespace warpschool::sim;

namespace {

/// Sums a row of %a from %r1 on; `step` and `test` are of its loop.
std::string loop(const std::string& step, const std::string& test, const std::string& more = "") {
  return "mov.u32 %r2, %r1;\nmov.f32 %f1, 0f00000000;\nTOP:\nmul.wide.u32 %d1, %r2, 4;\n"
         "add.s64 %d2, %a, %d1;\nld.global.f32 %f2, [%d2];\nadd.rn.f32 %f1, %f1, %f2;\n" +
         more + "add.s32 %r2, %r2, " + step + ";\n" + test +
         "@%p1 bra TOP;\nst.global.f32 [%b], %f1;\n";
}

/// How many turns of its loop are one.
unsigned turns_in_one(const Program& program) {
  return std::max_element(program.info.begin(), program.info.end(),
                          [](const InstructionInfo& a, const InstructionInfo& b) {
                            return a.turns_in_one < b.turns_in_one;
                          })
      ->turns_in_one;
}

const std::string kBelow = "setp.lt.u32 %p1, %r2, %n;\n";

TEST_CASE("a loop that counts by a constant to a bound is unrolled", "[sim][lower]") {
  CHECK(turns_in_one(lowered(loop("32", kBelow))) == 4);
  CHECK(turns_in_one(lowered(loop("-1", "setp.gt.s32 %p1, %r2, %n;\n"))) == 4);
}

TEST_CASE("so is one whose test adds a number that stays to the counter", "[sim][lower]") {
  const std::string test = "add.s32 %r3, %r2, %n;\nsetp.lt.u32 %p1, %r3, 100;\n";
  CHECK(turns_in_one(lowered(loop("32", test))) == 4);
  const std::string changes = "add.s32 %r4, %r4, %r1;\nadd.s32 %r3, %r2, %r4;\n";
  CHECK(turns_in_one(lowered(loop("32", changes + "setp.lt.u32 %p1, %r3, 100;\n"))) == 1);
}

/// A loop from zero to `end` in steps of four, which clang has unrolled so far.
std::string counted(const std::string& end, const std::string& body, const std::string& close) {
  return "mov.u32 %r2, 0;\nmov.f32 %f1, 0f00000000;\nTOP:\n" + body +
         "add.s32 %r2, %r2, 4;\nsetp.eq.s32 %p1, %r2, " + end + ";\n" + close +
         "END:\nst.global.f32 [%b], %f1;\n";
}

// bench/calibration/unrolling.py
TEST_CASE("of a loop whose turns are known nvcc makes more one than clang", "[sim][lower]") {
  const std::string back = "@!%p1 bra TOP;\n";
  std::string two, four;
  for (int i = 0; i < 4; ++i) {
    two = i == 2 ? four : two;
    const std::string at = std::to_string(4 * i);
    four += "ld.global.f32 %f2, [%a+" + at + "];\nld.global.f32 %f3, [%b+" + at +
            "];\nfma.rn.f32 %f1, %f2, %f3, %f1;\n";
  }
  CHECK(turns_in_one(lowered(counted("1024", four, back))) == 4);  // by nvcc's optimiser
  CHECK(turns_in_one(lowered(counted("1024", two, back))) == 16);  // and four of these by ptxas
  CHECK(turns_in_one(lowered(counted("64", two, back))) == 16);    // all
  CHECK(turns_in_one(lowered(counted("1024", four + four, back))) == 2);
  CHECK(turns_in_one(lowered(counted("1024", four + four + four, back))) == 4);  // by ptxas alone
  CHECK(turns_in_one(lowered(counted("1024", four + four + four + four, back))) == 1);
  CHECK(turns_in_one(lowered(counted("1023", four, back))) == 1);  // it goes past its end
}

TEST_CASE("of turns that clang made one ptxas makes four one again if they are short",
          "[sim][lower]") {
  const std::string back = "@!%p1 bra TOP;\n", sum = "fma.rn.f32 %f1, %f1, %f1, %f1;\n";
  CHECK(turns_in_one(lowered(counted("%n", sum, back))) == 4);
  std::string long_one;
  for (int i = 0; i < 40; ++i) {
    long_one += sum;
  }
  CHECK(turns_in_one(lowered(counted("%n", long_one, back))) == 1);
}

/// Sums every %n-th word, four turns in one, with indices of this type.
std::string column_sum(const std::string& type) {
  std::string body =
      "shl.b32 %r3, %n, 1;\nmul.lo.s32 %r4, %n, 3;\nshl.b32 %r8, %n, 2;\n"
      "and.b32 %r7, %n, -4;\nmov.u32 %r2, %r1;\nmov.u32 %r5, 0;\nmov.f32 %f1, 0f00000000;\nTOP:\n";
  for (const char* step : {"", "%n", "%r3", "%r4"}) {
    const std::string index = *step == '\0' ? "%r2" : "%r6";
    body += *step == '\0' ? "" : "add.s32 %r6, %r2, " + std::string(step) + ";\n";
    body += "mul.wide." + type + " %d1, " + index +
            ", 4;\nadd.s64 %d2, %a, %d1;\nld.global.f32 %f2, [%d2];\nadd.rn.f32 %f1, %f1, %f2;\n";
  }
  return body +
         "add.s32 %r5, %r5, 4;\nadd.s32 %r2, %r2, %r8;\nsetp.eq.s32 %p1, %r7, %r5;\n"
         "@%p1 bra END;\nbra.uni TOP;\nEND:\nst.global.f32 [%b], %f1;\n";
}

/// Issue slots from the first load to the last branch.
unsigned slots_of_loop(const Program& program) {
  const auto is = [](Opcode opcode) {
    return [opcode](const InstructionInfo& info) { return info.opcode == opcode; };
  };
  const auto& all = program.info;
  const auto first = std::find_if(all.begin(), all.end(), [](const InstructionInfo& info) {
    return info.opcode == Opcode::kLd && info.counter == CounterClass::kLsu;
  });
  const auto last = std::find_if(all.rbegin(), all.rend(), is(Opcode::kSetp)).base();
  return std::accumulate(first, last, 0U, [](unsigned sum, const InstructionInfo& info) {
    return sum + info.issue_slots;
  });
}

// Machine code of nvcc 13.0: 16 loads in a turn of the loop of signed, 4 of unsigned indices.
TEST_CASE("an address goes on by itself where its index cannot overflow", "[sim][lower]") {
  const Program of_signed = lowered(column_sum("s32"));
  CHECK(turns_in_one(of_signed) == 4);
  CHECK(slots_of_loop(of_signed) == 4 + 4 + 3);  // loads, sums, IMAD.WIDE behind the first load
  const Program of_unsigned = lowered(column_sum("u32"));
  CHECK(turns_in_one(of_unsigned) == 1);
  CHECK(slots_of_loop(of_unsigned) == 4 + 4 + 3 + 3 + 2 + 1);  // indices, counters and test
}

TEST_CASE("a branch out of a loop and a jump back are one branch", "[sim][lower]") {
  const Program program =
      lowered(counted("%n", "fma.rn.f32 %f1, %f1, %f1, %f1;\n", "@%p1 bra END;\nbra.uni TOP;\n"));
  CHECK(count(program, &InstructionInfo::closes_loop) == 1);
  CHECK(count(program, &InstructionInfo::is_predicated) == 1);
  const Program plain =
      lowered(counted("%n", "fma.rn.f32 %f1, %f1, %f1, %f1;\n", "@!%p1 bra TOP;\n"));
  CHECK(count(plain, &InstructionInfo::closes_loop) == 0);
}

TEST_CASE("loops that ptxas or clang left as they are keep their branches", "[sim][lower]") {
  // the step is a variable
  CHECK(turns_in_one(lowered(loop("%n", kBelow))) == 1);
  // clang counts turns down to zero where it has unrolled them itself
  CHECK(turns_in_one(lowered(loop("1", "setp.ne.s32 %p1, %r2, %n;\n"))) == 1);
  // the bound changes
  CHECK(turns_in_one(lowered(loop("32", kBelow, "add.s32 %n, %n, 1;\n"))) == 1);
  // what is loaded decides
  CHECK(turns_in_one(lowered(loop("32", "setp.lt.f32 %p1, %f2, %f1;\n"))) == 1);
  // a barrier, an atomic or a fence in it
  CHECK(turns_in_one(lowered(loop("32", kBelow, "bar.sync 0;\n"))) == 1);
  const std::string atomic = "atom.global.add.u32 %r4, [%b], %r2;\n";
  CHECK(turns_in_one(lowered(loop("32", kBelow, atomic))) == 1);
  CHECK(turns_in_one(lowered(loop("32", kBelow, "membar.gl;\n"))) == 1);
  CHECK(turns_in_one(lowered(counted("%n", atomic, "@!%p1 bra TOP;\n"))) == 1);
  CHECK(turns_in_one(lowered(counted("64", atomic, "@!%p1 bra TOP;\n"))) == 4);  // not by ptxas
}

TEST_CASE("loads of an unrolled loop wait for the stores of the turn before", "[sim][lower]") {
  const auto waits = [](const std::string& store) {
    return count(lowered(loop("32", kBelow, store)), &InstructionInfo::waits_for_stores) != 0;
  };
  CHECK(waits("st.global.f32 [%b], %f1;\n"));
  CHECK(!waits("st.shared.f32 [s], %f1;\n"));
  CHECK(!waits(""));
}

/// Issue slots of the instructions between %r1 and a store of %r9.
unsigned slots(const std::string& body) {
  const Program program = lowered(body + "st.global.u32 [%b], %r9;\n");
  unsigned sum = 0;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    const Opcode opcode = program.info[at].opcode;
    const bool is_sum = opcode == Opcode::kAdd || opcode == Opcode::kShl ||
                        opcode == Opcode::kXor || opcode == Opcode::kAnd;
    sum += is_sum ? program.info[at].issue_slots : 0u;
  }
  return sum;
}

TEST_CASE("two logical operations are one, and so are two sums, a shift and a sum",
          "[sim][lower]") {
  CHECK(slots("xor.b32 %r2, %r1, %n;\nand.b32 %r9, %r2, 255;\n") == 1);
  CHECK(slots("add.s32 %r2, %r1, %n;\nadd.s32 %r9, %r2, %r1;\n") == 1);
  CHECK(slots("shl.b32 %r2, %r1, 4;\nadd.s32 %r9, %r2, %n;\n") == 1);
  // three of a kind are two: an instruction has three operands
  CHECK(slots("xor.b32 %r2, %r1, %n;\nxor.b32 %r3, %r2, 5;\nxor.b32 %r9, %r3, %r1;\n") == 2);
}

TEST_CASE("what others want, too, or what is of another kind stays apart", "[sim][lower]") {
  CHECK(slots("xor.b32 %r2, %r1, %n;\nand.b32 %r9, %r2, 255;\nst.global.u32 [%a], %r2;\n") == 2);
  CHECK(slots("add.s32 %r2, %r1, %n;\nxor.b32 %r9, %r2, 255;\n") == 2);
  CHECK(slots("shl.b32 %r2, %r1, %n;\nadd.s32 %r9, %r2, %n;\n") == 2);
}

/// Issue slots of what computes addresses of shared memory, for loads of words of `s` whose places
/// are %r1 and these.
unsigned address_slots(const std::vector<std::string>& places, const std::string& more = "") {
  std::string body;
  for (std::size_t i = 0; i < places.size(); ++i) {
    body += fmt::format(
        "add.s32 %r{0}, %r1, {2};\nmul.wide.u32 %d{0}, %r{0}, 4;\nmov.u64 %d1, s;\n"
        "add.s64 %d{1}, %d1, %d{0};\nld.shared.f32 %f{0}, [%d{1}];\n",
        i + 2, i + 20, places[i]);
  }
  const Program program = lowered(body + more);
  unsigned sum = 0;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    const Opcode opcode = program.info[at].opcode;
    sum += opcode == Opcode::kAdd || opcode == Opcode::kMul ? program.info[at].issue_slots : 0u;
  }
  return sum;
}

TEST_CASE("addresses of shared memory that differ by constants are one", "[sim][lower]") {
  CHECK(address_slots({"1"}) == 1);  // LEA, and [R+4]
  CHECK(address_slots({"1", "2", "-3"}) == 1);
  CHECK(address_slots({"%n", "1"}) == 3);   // a sum of two variables, and two addresses
  CHECK(address_slots({"%n", "%n"}) == 2);  // one sum, one address
  // An index that goes to memory is made.
  CHECK(address_slots({"1", "2"}, "st.global.u32 [%b], %r3;\n") == 2);
}

/// Issue slots, and those on the pipe of roots, of the divisions of a kernel.
std::pair<unsigned, unsigned> division_slots(const std::string& body) {
  const Program program = lowered(body);
  std::pair<unsigned, unsigned> sum;
  for (const InstructionInfo& info : program.info) {
    const bool divides = info.opcode == Opcode::kDiv || info.opcode == Opcode::kRem;
    sum.first += divides ? info.issue_slots : 0u;
    sum.second += divides ? info.sfu_slots : 0u;
  }
  return sum;
}

TEST_CASE("a loop that divides by a parameter has its reciprocal before", "[sim][lower]") {
  const std::string division = "div.u32 %r2, %r2, %n;\n";
  const std::string turn = "TOP:\n" + division + "setp.ge.u32 %p1, %r2, %n;\n@%p1 bra TOP;\n";
  const std::string result = "st.global.u32 [%b], %r2;\n";
  CHECK(division_slots("mov.u32 %r2, %r1;\n" + division + result) == std::pair(17u, 3u));
  CHECK(division_slots("mov.u32 %r2, %r1;\n" + turn + result) == std::pair(12u, 0u));
  const std::string leaves =
      "TOP:\n" + division + "setp.lt.u32 %p1, %r2, %n;\n@%p1 bra END;\nbra.uni TOP;\nEND:\n";
  CHECK(division_slots("mov.u32 %r2, %r1;\n" + leaves + result) == std::pair(12u, 0u));
}

/// What is known of the stores to global memory.
std::vector<NearStore> near_stores(const std::string& body) {
  const Program program = lowered(body);
  std::vector<NearStore> found;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (program.info[at].opcode == Opcode::kSt && program.code[at].space == Space::kGlobal) {
      found.push_back(program.info[at].near_store);
    }
  }
  return found;
}

TEST_CASE("stores are near if nothing that waits is between them", "[sim][lower]") {
  const std::string one = "st.global.f32 [%b], %f1;\n", other = "st.global.f32 [%b+4], %f2;\n";
  const std::vector<NearStore> near = {NearStore::kFirst, NearStore::kLater};
  const std::vector<NearStore> apart = {NearStore::kNone, NearStore::kNone};
  CHECK(near_stores(one + other) == near);
  CHECK(near_stores(one + "add.rn.f32 %f2, %f2, %f1;\n" + other) == near);
  CHECK(near_stores(one + "ld.global.nc.f32 %f2, [%a];\n" + other) == near);
  CHECK(near_stores(one + "ld.global.f32 %f2, [%a];\n" + other) == apart);
  CHECK(near_stores(one + "red.global.add.u32 [%a], 1;\n" + other) == apart);
  CHECK(near_stores(one + "bar.sync 0;\n" + other) == apart);
  std::string work;
  for (int i = 0; i < 40; ++i) {
    work += "mul.rn.f32 %f2, %f2, %f1;\n";
  }
  CHECK(near_stores(one + work + other) == apart);
  CHECK(near_stores(one).front() == NearStore::kNone);
}

/// Loads `number` words of %a that lie 4096 bytes apart, and adds them up.
std::string sum_of(int number) {
  std::string loads, sums = "mov.f32 %f39, 0f00000000;\n";
  for (int i = 0; i < number; ++i) {
    loads += fmt::format("ld.global.f32 %f{}, [%d2+{}];\n", i, i * 4096);
    sums += fmt::format("add.rn.f32 %f39, %f39, %f{};\n", i);
  }
  return "mul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %a, %d1;\n" + loads + sums +
         "st.global.f32 [%b], %f39;\n";
}

TEST_CASE("loads side by side need registers, until an SM would hold fewer threads",
          "[sim][lower]") {
  const auto registers = [](int loads) { return lowered(sum_of(loads)).registers; };
  CHECK(registers(1) <= 12);
  CHECK(registers(8) >= registers(1) + 5);
  CHECK(registers(36) == 32);
}

TEST_CASE("a kernel that does nothing has four registers, a division ends what is loaded ahead",
          "[sim][lower]") {
  const auto loads = [](const std::string& between) {
    std::string body =
        "mul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %a, %d1;\nmov.f32 %f39, 0f00000000;\n";
    for (int i = 0; i < 16; ++i) {
      body += fmt::format("ld.global.f32 %f{}, [%d2+{}];\n{}add.rn.f32 %f39, %f39, %f{};\n", i,
                          i * 4096, between, i);
    }
    return lowered(body + "st.global.f32 [%b], %f39;\n").registers;
  };
  CHECK(loads("div.rn.f32 %f38, %f39, %f39;\n") + 10 <= loads(""));
  const ptx::Module module = ptx::parsed(ptx::with_header(".visible .entry k()\n{\nret;\n}\n"));
  const warpschool::Result<Program> nothing =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(nothing);
  CHECK(nothing->registers == 4);
}

TEST_CASE("a short loop that clang has unrolled has four turns in one, of 64 bits not",
          "[sim][lower]") {
  const auto sum = [](const std::string& counter, const std::string& type) {
    return lowered(
               "mov.f32 %f1, 0f00000000;\nTOP:\nld.global.f32 %f2, [%a];\n"
               "ld.global.f32 %f3, [%a+4];\nadd.rn.f32 %f1, %f1, %f2;\n"
               "add.rn.f32 %f1, %f1, %f3;\nadd.s64 %a, %a, 8;\nadd." +
               type + " " + counter + ", " + counter + ", -2;\nsetp.ne." + type + " %p1, " +
               counter + ", 0;\n@%p1 bra TOP;\nst.global.f32 [%b], %f1;\n")
        .registers;
  };
  CHECK(sum("%r5", "s32") >= sum("%d5", "s64") + 4);
}

TEST_CASE("what is alike in all lanes needs no register of a thread", "[sim][lower]") {
  std::string of_block = "mov.u32 %r2, %ctaid.x;\n", of_lane = "mov.u32 %r2, %tid.y;\n";
  std::string uses;
  for (int i = 3; i < 15; ++i) {
    const std::string name = "%r" + std::to_string(i);
    of_block += "mul.lo.s32 " + name + ", %r2, " + std::to_string(i) + ";\n";
    of_lane += "mul.lo.s32 " + name + ", %r2, " + std::to_string(i) + ";\n";
    uses += "st.global.u32 [%b+" + std::to_string(4 * i) + "], " + name + ";\n";
  }
  CHECK(lowered(of_lane + uses).registers >= lowered(of_block + uses).registers + 10);
}

}  // namespace
