// Golden programs that load, store and convert addresses.
#include "golden_writers.hpp"

#include <sstream>

namespace golden {
namespace {

using reference::Operation;

std::string space_of(const Operation& op) {
  for (const char* space : {"global", "shared", "shared::cta", "local", "const", "param",
                            "param::entry", "param::func"}) {
    if (op.has(space)) {
      return space;
    }
  }
  return "";
}

std::string plain(const std::string& space) {  // "shared::cta" -> "shared"
  return space.substr(0, space.find(':'));
}

struct Shape {
  std::string type;
  unsigned count, width, bytes;  ///< elements; of one: bits, bytes

  std::string load() const { return "b" + std::to_string(width); }
  std::string word() const { return width == 64 ? "64" : "32"; }
};

Shape shape_of(const Operation& op) {
  const std::string& type = op.types[0];
  const unsigned width = reference::width_of(type);
  return {type, op.has("v4") ? 4u : op.has("v2") ? 2u : 1u, width, width / 8};
}

/// %e0, or {%e0, %e1, ...}
std::string elements(const Shape& shape) {
  if (shape.count == 1) {
    return "%e0";
  }
  std::string list = "{";
  for (unsigned n = 0; n < shape.count; ++n) {
    list += (n == 0 ? "%e" : ", %e") + std::to_string(n);
  }
  return list + "}";
}

/// %d := e0 + 3 e1 + 5 e2 + 7 e3: shows each element and its place.
std::string combine(const Shape& shape) {
  std::string text = "\tmov.b" + shape.word() + " %d, %e0;\n";
  for (unsigned n = 1; n < shape.count; ++n) {
    text += "\tmad.lo.u" + shape.word() + " %d, %e" + std::to_string(n) + ", " +
            std::to_string(2 * n + 1) + ", %d;\n";
  }
  return text;
}

std::uint64_t combined(const Shape& shape, const std::uint64_t* words, bool extends) {
  std::uint64_t sum = 0;
  for (unsigned n = 0; n < shape.count; ++n) {
    const bool negative = extends && reference::is_signed(shape.type) && shape.width < 64 &&
                          (words[n] >> (shape.width - 1) & 1) != 0;
    const std::uint64_t value = negative ? words[n] | ~std::uint64_t{0} << shape.width : words[n];
    sum += value * (n == 0 ? 1 : 2 * n + 1);
  }
  return shape.width == 64 ? sum : sum & 0xffff'ffffu;
}

/// Moves the elements between %from and %to by plain loads and stores.
std::string copy(const Shape& shape, const std::string& load, const std::string& from,
                 const std::string& store, const std::string& to) {
  std::ostringstream text;
  for (unsigned n = 0; n < shape.count; ++n) {
    const unsigned offset = n * shape.bytes;
    text << "\t" << load << "." << shape.load() << " %t, [" << from << "+" << offset << "];\n"
         << "\t" << store << "." << shape.load() << " [" << to << "+" << offset << "], %t;\n";
  }
  return text.str();
}

std::string load_elements(const Shape& shape, const std::string& load, const std::string& from) {
  std::ostringstream text;
  for (unsigned n = 0; n < shape.count; ++n) {
    text << "\t" << load << "." << shape.load() << " %e" << n << ", [" << from << "+"
         << n * shape.bytes << "];\n";
  }
  return text.str();
}

std::string registers(const Shape& shape) {
  return "\t.reg .b" + shape.word() + " %d, %t, %e0, %e1, %e2, %e3;\n\t.reg .b64 %there;\n";
}

/// The address of the lane's elements in `base`.
std::string address(const std::string& target, const std::string& base, unsigned bytes) {
  return "\tmov.u64 " + target + ", " + base + ";\n\tmad.wide.u32 " + target + ", %lane, " +
         std::to_string(bytes) + ", " + target + ";\n";
}

std::string in_place(const Shape& shape) {
  return "\tld.param.u64 %base, [in0];\n\tmad.wide.u32 %place, %lane, " +
         std::to_string(shape.count * shape.bytes) + ", %base;\n";
}

/// Puts the lane's elements into the space, at %there. Declarations go to the text.
std::string fill(const Shape& shape, const std::string& space, Text& text) {
  const unsigned bytes = shape.count * shape.bytes;
  if (space == "shared" || space == "local") {
    const unsigned size = space == "shared" ? 16 * bytes : bytes;
    text.declarations += "\t." + space + " .align 16 .b8 memory[" + std::to_string(size) + "];\n";
    return (space == "shared" ? address("%there", "memory", bytes)
                              : std::string("\tmov.u64 %there, memory;\n")) +
           copy(shape, "ld.global", "%place", "st." + space, "%there");
  }
  if (space == "const") {
    std::ostringstream table;
    const auto& words = text.inputs[0].second;
    table << ".const .align 16 .b8 table[" << words.size() * shape.bytes << "] = {";
    for (std::size_t i = 0; i < words.size() * shape.bytes; ++i) {
      table << (i == 0 ? "" : ", ") << (words[i / shape.bytes] >> (8 * (i % shape.bytes)) & 0xffu);
    }
    text.module += table.str() + "};\n\n";
    return address("%there", "table", bytes);
  }
  return "\tmov.u64 %there, %place;\n";
}

/// A function whose parameter holds the elements; `inside` reads them from [p] into %e.
std::string function_with_parameter(const Shape& shape, const std::string& inside) {
  return ".func (.param .b" + shape.word() + " r) pick(.param .align 16 .b8 p[" +
         std::to_string(shape.count * shape.bytes) + "])\n{\n" + registers(shape) + inside +
         combine(shape) + "\tst.param.b" + shape.word() + " [r], %d;\n\tret;\n}\n\n";
}

std::string call_with_parameter(const Shape& shape, const std::string& store) {
  return "\t{\n\t.param .align 16 .b8 argument[" + std::to_string(shape.count * shape.bytes) +
         "];\n\t.param .b" + shape.word() + " result;\n" + store +
         "\tcall.uni (result), pick, (argument);\n\tld.param.b" + shape.word() +
         " %d, [result];\n\t}\n";
}

Text start(const Operation& op, const std::string& instruction, const Shape& shape) {
  Text text;
  text.about = instruction;
  text.threads = 16;
  text.newest = needs_newest(op);
  text.loads_inputs = false;
  text.inputs.emplace_back(shape.type, samples(shape.type, 16 * shape.count, seed_of(instruction)));
  text.output_type = "u" + shape.word();
  text.declarations = registers(shape);
  return text;
}

std::string entry_parameter_program(const Operation& op, const std::string& instruction) {
  // The parameter is an address: its low bits, known from an ordinary load, cancel out.
  const Shape shape = shape_of(op);
  Text text = start(op, instruction, shape);
  text.output.assign(16, 0);
  text.declarations += "\t.reg .b64 %wide;\n";
  text.body = "\t" + instruction + " %e0, [in0];\n\tld.param.u64 %wide, [in0];\n";
  if (shape.width == 64) {
    text.body += "\txor.b64 %d, %e0, %wide;\n";
  } else {
    text.body += "\tcvt.u32.u64 %d, %wide;\n\txor.b32 %d, %d, %e0;\n\tbfe.u32 %d, %d, 0, " +
                 std::to_string(shape.width) + ";\n";
  }
  return to_text(text);
}

std::string load_program(const Operation& op, const std::string& instruction) {
  const Shape shape = shape_of(op);
  const std::string space = space_of(op);
  if (space == "param::entry") {
    return entry_parameter_program(op, instruction);
  }
  Text text = start(op, instruction, shape);
  for (unsigned lane = 0; lane < 16; ++lane) {
    text.output.push_back(
        combined(shape, text.inputs[0].second.data() + std::size_t{lane} * shape.count, true));
  }
  text.body = in_place(shape);
  if (plain(space) == "param") {
    text.module =
        function_with_parameter(shape, "\t" + instruction + " " + elements(shape) + ", [p];\n");
    text.body +=
        call_with_parameter(shape, copy(shape, "ld.global", "%place", "st.param", "argument"));
    return to_text(text);
  }
  text.body += fill(shape, plain(space), text) + "\t" + instruction + " " + elements(shape) +
               ", [%there];\n" + combine(shape);
  return to_text(text);
}

std::string store_program(const Operation& op, const std::string& instruction) {
  const Shape shape = shape_of(op);
  const std::string space = plain(space_of(op));
  Text text = start(op, instruction, shape);
  for (unsigned lane = 0; lane < 16; ++lane) {
    text.output.push_back(
        combined(shape, text.inputs[0].second.data() + std::size_t{lane} * shape.count, false));
  }
  text.body = in_place(shape) + load_elements(shape, "ld.global", "%place");
  if (space == "param") {
    text.module = function_with_parameter(shape, load_elements(shape, "ld.param", "p"));
    text.body +=
        call_with_parameter(shape, "\t" + instruction + " [argument], " + elements(shape) + ";\n");
    return to_text(text);
  }
  const unsigned bytes = shape.count * shape.bytes;
  const bool own = space == "shared" || space == "local";
  if (own) {
    text.declarations += "\t." + space + " .align 16 .b8 memory[" +
                         std::to_string(space == "shared" ? 16 * bytes : bytes) + "];\n";
  }
  text.body += space == "shared"  ? address("%there", "memory", bytes)
               : space == "local" ? "\tmov.u64 %there, memory;\n"
                                  : "\tmov.u64 %there, %place;\n";
  if (!own) {  // beside the input, so that nothing but this store puts it there
    text.body += "\tadd.u64 %there, %there, " + std::to_string(16 * bytes) + ";\n";
    auto& words = text.inputs[0].second;
    words.resize(2 * words.size(), 0);
  }
  text.body += "\t" + instruction + " [%there], " + elements(shape) + ";\n" +
               load_elements(shape, own ? "ld." + space : "ld.global", "%there") + combine(shape);
  return to_text(text);
}

std::string hint_program(const Operation& op, const std::string& instruction) {
  const Operation word("ld.b32");
  const Shape shape = shape_of(word);
  Text text = start(op, instruction, shape);
  text.output = text.inputs[0].second;
  text.body = in_place(shape) + fill(shape, op.has("local") ? "local" : "global", text) + "\t" +
              instruction + " [%there];\n\tld.global.b32 %d, [%place];\n";
  return to_text(text);
}

std::string async_copy_program(const Operation& op, const std::string& instruction) {
  const Shape shape = shape_of(Operation("ld.v4.b32"));
  Text text = start(op, instruction, shape);
  for (unsigned lane = 0; lane < 16; ++lane) {
    text.output.push_back(
        combined(shape, text.inputs[0].second.data() + std::size_t{4} * lane, false));
  }
  const bool copies = op.has("ca") || op.has("cg");
  text.declarations += "\t.shared .align 16 .b8 memory[256];\n";
  text.body = in_place(shape) + address("%there", "memory", 16) + "\t" +
              (copies ? instruction : "cp.async.ca.shared.global") + " [%there], [%place], 16;\n" +
              "\tcp.async.commit_group;\n\tcp.async.wait_group 0;\n\tcp.async.wait_all;\n" +
              load_elements(shape, "ld.shared", "%there") + combine(shape);
  return to_text(text);
}

/// cvta there, and back with .to; isspacep of an address that lies in the space and of one that
/// does not.
std::string address_program(const Operation& op, const std::string& instruction) {
  const Shape shape = shape_of(Operation("ld.b32"));
  const std::string space = space_of(op);
  Text text = start(op, instruction, shape);
  const bool asks = op.opcode == "isspacep";
  text.output = text.inputs[0].second;
  text.body = in_place(shape) + fill(shape, plain(space), text);
  text.declarations += "\t.reg .b64 %generic, %other;\n\t.reg .pred %p, %q;\n\t.reg .b32 %yes;\n";
  const std::string to_generic = "cvta." + space + ".u64";
  if (space == "param") {
    text.newest = true;
    text.output.assign(16, asks ? 1 : 0);
    text.body += "\tmov.u64 %there, in0;\n";
  }
  text.body +=
      "\t" + (space == "global" ? std::string("mov.u64") : to_generic) + " %generic, %there;\n";
  if (space == "global") {
    text.body += "\tcvta.global.u64 %generic, %there;\n";
  }
  if (asks) {
    text.output.assign(16, 1);
    text.declarations += "\t.shared .align 4 .b32 elsewhere;\n";
    text.body += space == "global" ? "\tmov.u64 %other, elsewhere;\n\tcvta.shared.u64 %other, "
                                     "%other;\n"
                                   : "\tmov.u64 %other, %place;\n";
    text.body += "\t" + instruction + " %p, %generic;\n\t" + instruction +
                 " %q, %other;\n\tselp.u32 %d, 1, 0, %p;\n\tselp.u32 %yes, 2, 0, %q;\n" +
                 "\tadd.u32 %d, %d, %yes;\n";
  } else if (space == "param") {
    text.body += op.has("to") ? "\t" + instruction +
                                    " %there, %generic;\n\tld.param.u64 %other, "
                                    "[%there];\n"
                              : std::string("\tld.u64 %other, [%generic];\n");
    text.body += "\txor.b64 %other, %other, %base;\n\tcvt.u32.u64 %d, %other;\n";
  } else if (op.has("to")) {
    text.body += "\t" + instruction + " %other, %generic;\n\tld." + space + ".b32 %d, [%other];\n";
  } else {
    text.body += "\tld.b32 %d, [%generic];\n";
  }
  return to_text(text);
}

}  // namespace

std::optional<std::string> memory_program(const Operation& op, const std::string& instruction) {
  if (op.opcode == "ld" || op.opcode == "ldu") {
    return load_program(op, instruction);
  }
  if (op.opcode == "st") {
    return store_program(op, instruction);
  }
  if (op.opcode == "prefetch" || op.opcode == "prefetchu") {
    return hint_program(op, instruction);
  }
  if (op.opcode == "cp") {
    return async_copy_program(op, instruction);
  }
  if (op.opcode == "cvta" || op.opcode == "isspacep") {
    return address_program(op, instruction);
  }
  return std::nullopt;
}

}  // namespace golden
