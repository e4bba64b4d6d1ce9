// Writes a golden program for an instruction form.
#include "golden_writers.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>

namespace golden {
namespace {

constexpr unsigned kThreads = 16;

std::string hex(std::uint64_t bits, unsigned width) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(std::max(1u, width / 4)),
                static_cast<unsigned long long>(bits));
  return text;
}

std::uint64_t next(std::uint64_t& state) {  // splitmix64
  state += 0x9e37'79b9'7f4a'7c15ull;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebull;
  return z ^ (z >> 31);
}

std::vector<std::uint64_t> edges_of(const std::string& type) {
  if (type == "f32") {
    return {0x0000'0000, 0x8000'0000, 0x3f80'0000, 0xbfc0'0000, 0x7f80'0000, 0xff80'0000,
            0x7fc0'0000, 0x0000'0001, 0x807f'ffff, 0x0080'0000, 0x7f7f'ffff, 0x3dcc'cccd,
            0x4f00'0000, 0xcf00'0001, 0x5f00'0000, 0x3f00'0000, 0x4020'0000, 0x3380'0001};
  }
  if (type == "f64") {
    return {0x0000'0000'0000'0000, 0x8000'0000'0000'0000, 0x3ff0'0000'0000'0000,
            0xbff8'0000'0000'0000, 0x7ff0'0000'0000'0000, 0xfff0'0000'0000'0000,
            0x7ff8'0000'0000'0000, 0x0000'0000'0000'0001, 0x800f'ffff'ffff'ffff,
            0x0010'0000'0000'0000, 0x7fef'ffff'ffff'ffff, 0x3fb9'9999'9999'999a,
            0x41e0'0000'0000'0000, 0xc3e0'0000'0000'0000, 0x43f0'0000'0000'0000,
            0x3fe0'0000'0000'0000, 0x4004'0000'0000'0000, 0x36a0'0000'0000'0001};
  }
  if (type == "f16") {
    return {0x0000, 0x8000, 0x3c00, 0xbe00, 0x7c00, 0xfc00, 0x7e00, 0x0001,
            0x83ff, 0x0400, 0x7bff, 0x2e66, 0x5800, 0x3800, 0x4100, 0x1401};
  }
  if (type == "bf16") {
    return {0x0000, 0x8000, 0x3f80, 0xbfc0, 0x7f80, 0xff80, 0x7fc0, 0x0001,
            0x807f, 0x0080, 0x7f7f, 0x3dcd, 0x4f00, 0x3f00, 0x4020, 0x3301};
  }
  const unsigned width = reference::width_of(type);
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return {0, 1, all, all >> 1, (all >> 1) + 1, 2, 31, 32, all - 1, all / 3, 33, 64, 8, 7};
}

std::uint64_t random_of(const std::string& type, std::uint64_t& state) {
  const std::uint64_t bits = next(state);
  if (type == "f32") {  // exponents from 2^-6 to 2^9
    return (bits & 0x807f'ffffu) | (121 + (bits >> 32 & 15u)) << 23;
  }
  if (type == "f64") {
    return (bits & 0x800f'ffff'ffff'ffffull) | (1017 + (next(state) & 15u)) << 52;
  }
  if (type == "f16") {
    return (bits & 0x83ffu) | (11 + (bits >> 32 & 7u)) << 10;
  }
  if (type == "bf16") {
    return (bits & 0x807fu) | (123 + (bits >> 32 & 7u)) << 7;
  }
  const unsigned width = reference::width_of(type);
  const std::uint64_t wide = (next(state) & 1u) != 0 ? bits : bits & 0x3fu;
  return width == 64 ? wide : wide & ((std::uint64_t{1} << width) - 1);
}

bool is_pair(const std::string& type) {
  return type.size() > 2 && type.substr(type.size() - 2) == "x2";
}

/// Operands that the manual leaves open, or where a device's approximation has rules of its own,
/// are replaced.
void tame(const reference::Operation& op, std::vector<std::vector<std::uint64_t>>& inputs) {
  const std::string& name = op.opcode;
  const std::string& type = op.types.front();
  const bool approximate = op.has("approx") || op.has("full");
  if (name == "div" || name == "rem") {
    if (!reference::is_float(type)) {
      const std::uint64_t lowest = std::uint64_t{1} << (reference::width_of(type) - 1);
      for (std::size_t i = 0; i < inputs[1].size(); ++i) {
        const bool overflows = inputs[0][i] == lowest && reference::is_signed(type);
        inputs[1][i] = inputs[1][i] == 0 || overflows ? 3 : inputs[1][i];
      }
    }
  }
  for (std::size_t i = 1; (name == "bfe" || name == "bfi") && i < inputs.size(); ++i) {
    for (std::uint64_t& word : inputs[i]) {  // bit and length: 0 to 255
      word &= name == "bfi" && i == 1 ? ~std::uint64_t{0} : 0xffu;
    }
  }
  if (!approximate) {
    return;
  }
  std::uint64_t state = 99;
  for (auto& words : inputs) {
    for (std::uint64_t& word : words) {
      const std::string one = is_pair(type) ? type.substr(0, type.size() - 2) : type;
      word = random_of(one, state);
      if (name == "sqrt" || name == "rsqrt" || name == "lg2") {
        word &= ~(std::uint64_t{1} << (reference::width_of(one) - 1));
      }
      if (type == "f32" && (name == "sin" || name == "cos")) {  // up to 3
        word = (word & 0x807f'ffffu) | (120 + (word >> 10 & 7u)) << 23;
        word = (word & 0x7fff'ffffu) > 0x4040'0000u ? 0x3fc0'0000u : word;
      }
      if (is_pair(type)) {
        word |= random_of(one, state) << 16;
      }
    }
  }
}

}  // namespace

std::uint64_t seed_of(const std::string& text) {
  std::uint64_t seed = 1469598103934665603ull;
  for (const char c : text) {
    seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  }
  return seed;
}

std::vector<std::uint64_t> samples(const std::string& type, unsigned count, std::uint64_t seed) {
  std::vector<std::uint64_t> words;
  if (type == "pred") {
    for (unsigned i = 0; i < count; ++i) {
      words.push_back(next(seed) & 1u);
    }
    return words;
  }
  if (is_pair(type)) {
    const std::string one =
        type[0] == 'u' || type[0] == 's' ? type.substr(0, 3) : type.substr(0, type.size() - 2);
    const auto low = samples(one, count, seed);
    const auto high = samples(one, count, ~seed);
    for (unsigned i = 0; i < count; ++i) {
      words.push_back(low[i] | high[i] << 16);
    }
    return words;
  }
  std::vector<std::uint64_t> edges = edges_of(type);
  for (std::size_t i = edges.size(); i > 1; --i) {
    std::swap(edges[i - 1], edges[next(seed) % i]);
  }
  for (unsigned i = 0; i < count; ++i) {
    words.push_back(i < count * 5 / 8 && i < edges.size() ? edges[i] : random_of(type, seed));
  }
  return words;
}

std::string register_type(const std::string& type) {
  const unsigned width = reference::width_of(type);
  return type == "pred" ? ".pred" : width == 64 ? ".b64" : width == 16 ? ".b16" : ".b32";
}

std::string memory_type(const std::string& type) {
  if (type == "s8" || type == "u8" || type == "s16") {
    return type;
  }
  return type == "pred" ? "u32" : "b" + std::to_string(reference::width_of(type));
}

bool needs_newest(const reference::Operation& op) {
  const auto has_type = [&](const char* type) {
    return std::find(op.types.begin(), op.types.end(), type) != op.types.end();
  };
  const bool is_bf16 = has_type("bf16") || has_type("bf16x2");
  const bool old_bf16 = op.opcode == "fma" || op.opcode == "min" || op.opcode == "max" ||
                        op.opcode == "abs" || op.opcode == "neg" ||
                        (op.opcode == "cvt" && has_type("f32") && (op.has("rn") || op.has("rz")));
  return (is_bf16 && !old_bf16) || has_type("u16x2") || has_type("s16x2") ||
         (has_type("s32") && op.has("relu")) || (has_type("tf32") && !op.has("rna")) ||
         op.opcode == "elect" || op.has("xorsign") || op.has("shared::cta") || op.has("cluster") ||
         op.has("param::entry") || op.has("param::func") || op.has("mmio") ||
         op.has("L2::evict_last") || op.has("L2::evict_normal") || op.has("param") ||
         (op.opcode == "fence" && op.modifiers.size() == 1) ||
         ((op.opcode == "bar" || op.opcode == "barrier") && op.has("cta"));
}

std::string to_text(const Text& text) {
  std::ostringstream out;
  out << "// " << text.about << "\n// threads: " << text.threads << "\n";
  for (const auto& [type, words] : text.inputs) {
    const std::string shown = type == "pred" ? "u32" : type;
    out << "// in " << shown << ":";
    for (const std::uint64_t word : words) {
      out << " " << hex(word, reference::width_of(shown));
    }
    out << "\n";
  }
  if (text.bound.relative != 0 || text.bound.absolute != 0) {
    out << "// within: " << text.bound.relative << " " << text.bound.absolute << "\n";
  }
  out << "// out " << text.output_type << ":";
  for (const std::uint64_t word : text.output) {
    out << " " << hex(word, reference::width_of(text.output_type));
  }
  out << "\n.version " << (text.newest ? "8.3" : "7.6") << "\n.target "
      << (text.newest ? "sm_90" : "sm_80") << "\n.address_size 64\n\n"
      << text.module << ".visible .entry test(.param .u64 out";
  for (std::size_t i = 0; i < text.inputs.size(); ++i) {
    out << ", .param .u64 in" << i;
  }
  out << ")\n{\n\t.reg .b64 %base, %place;\n\t.reg .b32 %lane;\n" << text.declarations;
  out << "\tmov.u32 %lane, %tid.x;\n";
  for (std::size_t i = 0; text.loads_inputs && i < text.inputs.size(); ++i) {
    const std::string type = memory_type(text.inputs[i].first);
    out << "\tld.param.u64 %base, [in" << i << "];\n\tmad.wide.u32 %place, %lane, "
        << reference::width_of(type) / 8 << ", %base;\n\tld.global." << type << " %"
        << static_cast<char>('a' + i + (i > 2 ? 1 : 0)) << ", [%place];\n";
  }
  const std::string result = memory_type(text.output_type);
  out << text.body << "\tld.param.u64 %base, [out];\n\tmad.wide.u32 %place, %lane, "
      << reference::width_of(result) / 8 << ", %base;\n\tst.global." << result
      << " [%place], %d;\n\tret;\n}\n";
  return out.str();
}

namespace {

/// The carry in is the lane's parity; the carry out inverts bit 4 of the result.
std::string carry_body(const reference::Operation& operation, const std::string& statement,
                       const std::string& width) {
  const std::string& name = operation.opcode;
  const bool subtracts = name.rfind("sub", 0) == 0;
  std::string body;
  if (name == "addc" || name == "subc" || name == "madc") {
    body += "\tand.b32 %parity, %lane, 1;\n";
    body += subtracts ? "\tsub.cc.u32 %parity, 0, %parity;\n"
                      : "\tadd.cc.u32 %parity, %parity, 0xffffffff;\n";
  }
  body += "\t" + statement + ";\n";
  if (operation.has("cc")) {
    body += std::string("\t") + (subtracts ? "subc" : "addc") + ".u" + width + " %out, 0, 0;\n" +
            "\tand.b" + width + " %out, %out, 1;\n\tshl.b" + width + " %out, %out, 4;\n\txor.b" +
            width + " %d, %d, %out;\n";
  }
  return body;
}

/// Words for each source.
std::vector<std::vector<std::uint64_t>> inputs_for(const reference::Operation& operation,
                                                   const reference::Signature& signature,
                                                   const std::string& instruction) {
  std::vector<std::vector<std::uint64_t>> inputs;
  const std::uint64_t seed = seed_of(instruction);
  for (std::size_t i = 0; i < signature.sources.size(); ++i) {
    inputs.push_back(samples(signature.sources[i], kThreads, seed + 1000 * i));
  }
  tame(operation, inputs);
  return inputs;
}

/// What a lane writes: the result, with the second predicate or the carry put into it.
std::uint64_t shown_of(const reference::Operation& operation, const reference::Signature& signature,
                       const std::vector<std::vector<std::uint64_t>>& inputs, unsigned lane) {
  std::vector<std::uint64_t> words;
  words.reserve(inputs.size());
  for (const auto& input : inputs) {
    words.push_back(input[lane]);
  }
  bool carry = lane % 2 != 0;
  const reference::Result result = reference::evaluate(operation, words, carry);
  if (signature.result == "pred") {
    return result.bits + (signature.two_results ? 2 * result.second : 0);
  }
  const bool shows_carry = operation.has("cc") && carry;
  return result.bits ^ (shows_carry ? std::uint64_t{1} << 4 : 0);
}

/// Declares the registers of the inputs; @return ", %a, %pb": the operands
std::string declare_inputs(const std::vector<std::string>& types, std::ostream& declarations,
                           std::ostream& body) {
  std::string operands;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool is_predicate = types[i] == "pred";
    const char letter = static_cast<char>('a' + i + (i > 2 ? 1 : 0));
    declarations << "\t.reg " << (is_predicate ? ".b32" : register_type(types[i])) << " %" << letter
                 << ";\n";
    if (is_predicate) {
      declarations << "\t.reg .pred %p" << letter << ";\n";
      body << "\tsetp.ne.u32 %p" << letter << ", %" << letter << ", 0;\n";
    }
    operands.append(is_predicate ? ", %p" : ", %").append(1, letter);
  }
  return operands;
}

/// The instruction, and what brings its result into %d.
void write_instruction(const reference::Operation& operation, const reference::Signature& signature,
                       const std::string& instruction, const std::string& operands,
                       std::ostream& declarations, std::ostream& body) {
  const bool is_carry = operation.opcode == "addc" || operation.opcode == "subc" ||
                        operation.opcode == "madc" || operation.has("cc");
  if (signature.result == "pred") {
    declarations << "\t.reg .b32 %d, %second;\n\t.reg .pred %p, %q;\n";
    body << "\t" << instruction << " %p" << (signature.two_results ? "|%q" : "") << operands
         << ";\n\tselp.u32 %d, 1, 0, %p;\n";
    if (signature.two_results) {
      body << "\tselp.u32 %second, 2, 0, %q;\n\tadd.u32 %d, %d, %second;\n";
    }
  } else if (is_carry) {
    const std::string width = std::to_string(reference::width_of(signature.result));
    declarations << "\t.reg .b" << width << " %d, %out;\n\t.reg .b32 %parity;\n";
    body << carry_body(operation, instruction + " %d" + operands, width);
  } else {
    declarations << "\t.reg " << register_type(signature.result) << " %d;\n";
    body << "\t" << instruction << " %d" << operands << ";\n";
  }
}

}  // namespace

std::optional<std::string> register_program(const reference::Operation& operation,
                                            const std::string& instruction) {
  const auto signature = reference::signature_of(operation);
  if (!signature) {
    return std::nullopt;
  }
  Text text;
  text.about = instruction;
  text.threads = kThreads;
  text.newest = needs_newest(operation);
  text.bound = reference::bound_of(operation);
  const auto inputs = inputs_for(operation, *signature, instruction);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text.inputs.emplace_back(signature->sources[i], inputs[i]);
  }
  text.output_type = signature->result == "pred" ? "u32" : signature->result;
  for (unsigned lane = 0; lane < kThreads; ++lane) {
    text.output.push_back(shown_of(operation, *signature, inputs, lane));
  }
  std::ostringstream declarations, body;
  const std::string operands = declare_inputs(signature->sources, declarations, body);
  write_instruction(operation, *signature, instruction, operands, declarations, body);
  text.declarations = declarations.str();
  text.body = body.str();
  return to_text(text);
}

std::optional<std::string> program_for(const std::string& instruction) {
  const reference::Operation operation(instruction);
  if (auto text = register_program(operation, instruction)) {
    return text;
  }
  if (auto text = memory_program(operation, instruction)) {
    return text;
  }
  if (auto text = atomic_program(operation, instruction)) {
    return text;
  }
  return warp_program(operation, instruction);
}

}  // namespace golden
