// Golden programs of atomics, warps, barriers and control.
#include "golden_writers.hpp"

#include <algorithm>
#include <cstring>

namespace golden {
namespace {

using reference::Operation;

std::uint64_t after_atomic(const Operation& op, std::uint64_t old, std::uint64_t b,
                           std::uint64_t c) {
  const std::string& type = op.types[0];
  bool carry = false;
  if (op.has("exch")) {
    return b;
  }
  if (op.has("cas")) {
    return old == b ? c : old;
  }
  if (op.has("inc")) {
    return old >= b ? 0 : old + 1;
  }
  if (op.has("dec")) {
    return old == 0 || old > b ? b : old - 1;
  }
  for (const char* name : {"add", "min", "max", "and", "or", "xor"}) {
    if (op.has(name)) {
      return reference::evaluate(Operation(std::string(name) + "." + type), {old, b}, carry).bits;
    }
  }
  return 0;
}

/// Every lane has a place of its own, so that no order shows.
std::string place_of_atomic(const Operation& op, const std::string& bytes) {
  if (op.has("shared") || op.has("shared::cta")) {
    return "\tmov.u64 %cell, memory;\n\tmad.wide.u32 %cell, %lane, " + bytes +
           ", %cell;\n\tst.shared.b" + std::to_string(8 * std::stoul(bytes)) + " [%cell], %a;\n";
  }
  return "\tld.param.u64 %cell, [in0];\n\tmad.wide.u32 %cell, %lane, " + bytes + ", %cell;\n";
}

void no_effect(const Operation& op, const std::string& statement, Text& text) {
  static_cast<void>(op);
  text.threads = 4;
  text.inputs.emplace_back("u32", samples("u32", 4, 7));
  text.output = text.inputs[0].second;
  text.output_type = "u32";
  text.declarations = "\t.reg .b32 %a, %d;\n";
  text.body = "\t" + statement + ";\n\tmov.u32 %d, %a;\n";
}

void reduction(const Operation& op, const std::string& instruction, Text& text) {
  const std::string& type = op.types[0];
  text.threads = 32;
  text.inputs.emplace_back(type, samples(type, 32, seed_of(instruction)));
  text.output_type = type;
  const Operation fold(op.modifiers[1] + "." + type);
  std::uint64_t result = text.inputs[0].second[0];
  for (unsigned lane = 1; lane < 32; ++lane) {
    bool carry = false;
    result = reference::evaluate(fold, {result, text.inputs[0].second[lane]}, carry).bits;
  }
  text.output.assign(32, result);
  text.declarations = "\t.reg .b32 %a, %d;\n";
  text.body = "\t" + instruction + " %d, %a, 0xffffffff;\n";
}

void matching(const Operation& op, const std::string& instruction, Text& text) {
  const std::string& type = op.types[0];
  const bool all = op.has("all");
  text.threads = 32;
  std::vector<std::uint64_t> words;
  for (unsigned lane = 0; lane < 32; ++lane) {
    words.push_back(all ? 0x1'2345'6789ull : std::uint64_t{lane % 3} << (type == "b64" ? 32 : 0));
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::uint64_t mask = 0;
    for (unsigned other = 0; other < 32; ++other) {
      mask |= std::uint64_t{words[other] == words[lane]} << other;
    }
    text.output.push_back(mask);
  }
  if (type == "b32") {
    for (std::uint64_t& word : words) {
      word &= 0xffff'ffffu;
    }
  }
  text.inputs.emplace_back(type, words);
  text.output_type = "u32";
  text.declarations = "\t.reg " + register_type(type) + " %a;\n\t.reg .b32 %d;\n\t.reg .pred %p;\n";
  text.body = "\t" + instruction + (all ? " %d|%p" : " %d") + ", %a, 0xffffffff;\n";
}

/// Two warps at one barrier; a value goes from the second to the first through shared memory.
void block_barrier(const Operation& op, const std::string& instruction, Text& text) {
  text.threads = 64;
  text.inputs.emplace_back("u32", samples("u32", 64, seed_of(instruction)));
  text.output_type = "u32";
  text.declarations =
      "\t.reg .b32 %a, %d, %other;\n\t.reg .b64 %cell;\n\t.reg .pred %p, %q;\n"
      "\t.shared .align 4 .b32 memory[64];\n";
  const auto& words = text.inputs[0].second;
  if (op.has("red")) {
    unsigned yes = 0;
    for (const std::uint64_t word : words) {
      yes += word > 100 ? 1 : 0;
    }
    const std::uint64_t result = op.has("popc") ? yes : op.has("and") ? yes == 64 : yes != 0;
    text.output.assign(64, result);
    text.body = "\tsetp.gt.u32 %p, %a, 100;\n\t" + instruction +
                (op.has("popc") ? " %d, 0, %p;\n" : " %q, 0, %p;\n\tselp.u32 %d, 1, 0, %q;\n");
    return;
  }
  const bool arrives = op.has("arrive");
  for (unsigned thread = 0; thread < 64; ++thread) {
    text.output.push_back(words[arrives ? (thread < 32 ? thread : thread - 32) : thread ^ 32]);
  }
  text.body =
      "\tmov.u64 %cell, memory;\n\tmad.wide.u32 %cell, %lane, 4, %cell;\n"
      "\tst.shared.u32 [%cell], %a;\n\tsetp.lt.u32 %p, %lane, 32;\n";
  if (arrives) {  // the first warp tells and goes on, the second waits
    text.body +=
        "\tmov.u32 %d, %a;\n\t@!%p bra WAITS;\n\t" + instruction +
        " 1, 64;\n\tbra.uni DONE;\nWAITS:\n\tbar.sync 1, 64;\n\tld.shared.u32 %d, [%cell+-128];\n"
        "DONE:\n";
  } else {
    text.body += "\t" + instruction +
                 " 0;\n\txor.b32 %other, %lane, 32;\n\tmov.u64 %cell, memory;\n"
                 "\tmad.wide.u32 %cell, %other, 4, %cell;\n\tld.shared.u32 %d, [%cell];\n";
  }
}

void jump(const Operation& op, const std::string& instruction, Text& text) {
  no_effect(op, "", text);
  text.body = "\tmov.u32 %d, %a;\n";
  if (op.opcode == "bra") {
    text.body += "\t" + instruction + " OVER;\n\tmov.u32 %d, 0;\nOVER:\n";
  } else if (op.opcode == "brx") {
    text.declarations += "\t.reg .b32 %index;\n";
    text.body += "\tmov.u32 %index, 1;\nlist: .branchtargets FIRST, SECOND;\n\t" + instruction +
                 " %index, list;\nFIRST:\n\tmov.u32 %d, 0;\nSECOND:\n";
  } else {  // call and ret
    const std::string ret = op.opcode == "ret" ? instruction : "ret";
    const std::string call = op.opcode == "call" ? instruction : "call";
    text.module =
        ".func (.param .b32 r) same(.param .b32 p)\n{\n\t.reg .b32 %x;\n\tld.param.b32 %x, "
        "[p];\n\tst.param.b32 [r], %x;\n\t" +
        ret + ";\n}\n\n";
    text.body =
        "\t{\n\t.param .b32 argument;\n\t.param .b32 result;\n\tst.param.b32 [argument], "
        "%a;\n\t" +
        call + " (result), same, (argument);\n\tld.param.b32 %d, [result];\n\t}\n";
  }
}

}  // namespace

std::optional<std::string> atomic_program(const Operation& op, const std::string& instruction) {
  if (op.opcode != "atom" && op.opcode != "red") {
    return std::nullopt;
  }
  const std::string& type = op.types[0];
  const unsigned width = reference::width_of(type);
  const bool returns = op.opcode == "atom";
  const bool swaps = op.has("cas");
  Text text;
  text.about = instruction;
  text.threads = 8;
  text.newest = needs_newest(op);
  std::vector<std::uint64_t> old = samples(type, 40, seed_of(instruction));
  std::vector<std::uint64_t> b = samples(type, 40, seed_of(instruction) + 1);
  std::vector<std::uint64_t> c = samples(type, 8, seed_of(instruction) + 2);
  // The last ones are ordinary numbers: what an atomic does to subnormals depends on where it acts.
  old.erase(old.begin(), old.end() - 8);
  b.erase(b.begin(), b.end() - 8);
  for (unsigned lane = 0; lane < 8; ++lane) {
    b[lane] = swaps && lane % 2 == 0 ? old[lane] : b[lane];
    const std::uint64_t after = after_atomic(op, old[lane], b[lane], c[lane]);
    const std::uint64_t shown = after + (returns ? 3 * old[lane] : 0);
    text.output.push_back(width == 64 ? shown : shown & 0xffff'ffffu);
  }
  text.inputs = {{type, old}, {type, b}};
  if (swaps) {
    text.inputs.emplace_back(type, c);
  }
  const std::string wide = width == 64 ? "64" : "32";
  const std::string bits = std::to_string(width);
  text.output_type = "u" + wide;
  text.declarations = "\t.reg .b64 %cell;\n\t.reg .b" + bits +
                      " %a, %b, %c, %old, %new;\n\t.reg .b" + wide +
                      " %d, %first;\n\t.shared .align 8 .b8 memory[64];\n";
  const std::string space = op.has("shared") || op.has("shared::cta") ? "shared" : "global";
  const std::string widen = width == 16 ? "cvt.u32.u16" : "mov.b" + wide;
  text.body = place_of_atomic(op, std::to_string(width / 8)) + "\t" + instruction +
              (returns ? " %old, [%cell], %b" : " [%cell], %b") + (swaps ? ", %c" : "") +
              ";\n\tld." + space + ".b" + bits + " %new, [%cell];\n\t" + widen + " %d, %new;\n";
  if (returns) {
    text.body += "\t" + widen + " %first, %old;\n\tmad.lo.u" + wide + " %d, %first, 3, %d;\n";
  }
  return to_text(text);
}

std::optional<std::string> warp_program(const Operation& op, const std::string& instruction) {
  const std::string& name = op.opcode;
  Text text;
  text.about = instruction;
  text.newest = needs_newest(op);
  if (name == "membar" || name == "fence") {
    no_effect(op, instruction, text);
  } else if (name == "nanosleep" || name == "pmevent") {
    no_effect(op, instruction + " 1", text);
  } else if (name == "redux") {
    reduction(op, instruction, text);
  } else if (name == "match") {
    matching(op, instruction, text);
  } else if (name == "barrier" || (name == "bar" && !op.has("warp"))) {
    block_barrier(op, instruction, text);
  } else if (name == "bra" || name == "brx" || name == "call" || name == "ret") {
    jump(op, instruction, text);
  } else {
    return std::nullopt;
  }
  return to_text(text);
}

}  // namespace golden
