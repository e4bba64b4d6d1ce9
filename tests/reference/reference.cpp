// Knows the operands of each instruction, and computes one lane of it.
#include "reference.hpp"

#include "exact.hpp"
#include "operations.hpp"

#include <algorithm>
#include <set>

namespace reference {
namespace {

const std::set<std::string>& type_names() {
  static const std::set<std::string> names = {
      "pred", "b8",  "b16", "b32",   "b64",  "u8",  "u16", "u32",    "u64",   "s8",    "s16",
      "s32",  "s64", "f16", "f16x2", "bf16", "f32", "f64", "bf16x2", "u16x2", "s16x2", "tf32"};
  return names;
}

std::string twice_as_wide(const std::string& type) {
  return type.substr(0, 1) + std::to_string(2 * width_of(type));
}

bool is_one_of(const std::string& text, std::initializer_list<const char*> choices) {
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

}  // namespace

Operation::Operation(const std::string& text) {
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('.', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    if (begin == 0) {
      opcode = part;
    } else {
      modifiers.push_back(part);
      if (type_names().count(part) != 0) {
        types.push_back(part);
      }
    }
    begin = end + 1;
  }
}

bool Operation::has(const std::string& modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

unsigned width_of(const std::string& type) {
  if (type == "pred") {
    return 1;
  }
  if (type.size() > 2 && type.substr(type.size() - 2) == "x2") {
    return 32;
  }
  return static_cast<unsigned>(std::stoul(type.substr(type.find_first_of("0123456789"))));
}

bool is_float(const std::string& type) {
  return type.find('f') != std::string::npos;
}

bool is_signed(const std::string& type) {
  return type.front() == 's';
}

namespace {

// vadd2, vset4 and so on; vshr is none of them.
bool is_video(const std::string& name) {
  return name.front() == 'v' && (name.back() == '2' || name.back() == '4');
}

Signature conversion_signature(const std::string& type, const std::string& last) {
  const bool pair = width_of(type) == 32 && type.find("x2") != std::string::npos;
  return {type == "tf32" ? "b32" : type,
          pair ? std::vector<std::string>{last, last} : std::vector<std::string>{last}};
}

Signature comparison_signature(const Operation& operation) {
  const bool to_predicate = operation.opcode == "setp";
  const std::string& last = operation.types.back();
  Signature result{to_predicate ? "pred" : operation.types[0], {last, last}};
  result.two_results = to_predicate && last != "f16" && last != "bf16";
  if (operation.has("and") || operation.has("or") || operation.has("xor")) {
    result.sources.emplace_back("pred");
  }
  return result;
}

/// Of an instruction whose operands are not all of its type.
std::optional<Signature> mixed_signature(const Operation& operation) {
  const std::string& name = operation.opcode;
  const std::string& type = operation.types[0];
  if (name == "cvt") {
    return conversion_signature(type, operation.types.back());
  }
  if (name == "setp" || name == "set") {
    return comparison_signature(operation);
  }
  if (name == "selp") {
    return Signature{type, {type, type, "pred"}};
  }
  if (name == "slct") {
    return Signature{type, {type, type, operation.types.back()}};
  }
  if (name == "testp") {
    return Signature{"pred", {type}};
  }
  if (is_one_of(name, {"mul", "mad"}) && operation.has("wide")) {
    const std::string wide = twice_as_wide(type);
    return name == "mul" ? Signature{wide, {type, type}} : Signature{wide, {type, type, wide}};
  }
  if (is_one_of(name, {"shl", "shr", "szext", "bmsk"})) {
    return Signature{type, {type, "u32"}};
  }
  if (is_one_of(name, {"popc", "clz", "bfind"})) {
    return Signature{"u32", {type}};
  }
  if (name == "bfe") {
    return Signature{type, {type, "u32", "u32"}};
  }
  if (name == "bfi") {
    return Signature{type, {type, type, "u32", "u32"}};
  }
  if (is_one_of(name, {"dp4a", "dp2a", "shf", "prmt"}) || is_video(name)) {
    return Signature{"b32", {"b32", "b32", "b32"}};
  }
  return name == "fns" ? std::optional(Signature{"b32", {"b32", "b32", "s32"}}) : std::nullopt;
}

}  // namespace

std::optional<Signature> signature_of(const Operation& operation) {
  const std::string& name = operation.opcode;
  if (operation.types.empty()) {
    return std::nullopt;
  }
  if (auto mixed = mixed_signature(operation)) {
    return mixed;
  }
  // lop3 is none of them: its table is an immediate.
  const std::string& type = operation.types[0];
  if (is_one_of(name, {"abs", "neg", "not", "cnot", "brev", "mov", "rcp", "sqrt", "rsqrt", "sin",
                       "cos", "lg2", "ex2", "tanh"})) {
    return Signature{type, {type}};
  }
  if (is_one_of(name, {"mad", "mad24", "madc", "fma", "sad"})) {
    return Signature{type, {type, type, type}};
  }
  if (is_one_of(name, {"add", "sub", "mul", "mul24", "div", "rem", "min", "max", "addc", "subc",
                       "copysign", "and", "or", "xor"})) {
    return Signature{type, {type, type}};
  }
  return std::nullopt;
}

Bound bound_of(const Operation& operation) {
  const std::string& name = operation.opcode;
  const std::string type = operation.types.empty() ? "" : operation.types[0];
  const bool is_bf16 = type.rfind("bf16", 0) == 0;
  if (is_float(type) && width_of(type) != 64 && type != "f32" && is_one_of(name, {"ex2", "tanh"})) {
    return is_bf16 ? Bound{8e-3, 1e-38} : Bound{2e-3, 1e-6};
  }
  if (name == "tanh") {
    return {5e-4, 0};
  }
  if (is_one_of(name, {"sin", "cos"})) {
    return {0, 5e-7};
  }
  if (name == "lg2") {
    return {3e-7, 3e-7};
  }
  if (name == "ex2") {
    return {2.5e-7, 0};
  }
  if (operation.has("approx") || operation.has("full")) {
    return type == "f64" ? Bound{operation.has("ftz") ? 2e-6 : 1e-8, 0} : Bound{2.5e-7, 0};
  }
  return {};
}

Result evaluate(const Operation& operation, const std::vector<std::uint64_t>& sources,
                bool& carry) {
  const std::string& name = operation.opcode;
  const std::string& type = operation.types[0];
  if (name == "cvt") {
    return {convert(operation, sources), 0};
  }
  if (name == "setp" || name == "set") {
    return compare_operation(operation, sources);
  }
  if (is_one_of(name, {"mov", "selp", "slct", "testp", "copysign"})) {
    return {select_operation(operation, sources), 0};
  }
  if (name == "add" || name == "sub" || name == "addc" || name == "subc" || name == "madc" ||
      name == "mad") {
    if (operation.has("cc") || name.back() == 'c') {
      return {carry_operation(operation, sources, carry), 0};
    }
  }
  if (is_float(type)) {
    return {float_operation(operation, sources), 0};
  }
  if (is_one_of(name, {"and", "or", "xor", "not", "cnot", "shl", "shr", "shf", "popc", "clz",
                       "brev", "bfind", "fns", "bfe", "bfi", "szext", "bmsk", "prmt"})) {
    return {bit_operation(operation, sources), 0};
  }
  if (is_video(name)) {
    return {video_operation(operation, sources), 0};
  }
  return {integer_operation(operation, sources), 0};
}

}  // namespace reference
