// Statements that are instructions: guard, opcode, modifiers and operands (PTX ISA, chapters 6
// and 9.3).
#include "ptx/function_parser.hpp"

namespace warpschool::sim::ptx {
namespace {

bool is_component(std::string_view text) {
  return text.size() == 1 &&
         std::string_view("xyzwrgba").find(text.front()) != std::string_view::npos;
}

const char* end_of(const Token& token) {
  return token.text.data() + token.text.size();
}

Operand immediate(const Constant& constant) {
  Operand operand;
  operand.kind = Operand::Kind::kImmediate;
  operand.bits = constant.bits;
  operand.is_float_literal = constant.kind == Constant::Kind::kFloat;
  operand.is_double_literal = constant.kind == Constant::Kind::kDouble;
  return operand;
}

}  // namespace

// instruction := ("@" "!"? predicate)? opcode modifier* (operand ("," operand)*)? ";"
void FunctionParser::parse_instruction() {
  Instruction instruction;
  instruction.loc = loc_;
  if (tokens_.accept('@')) {
    Guard guard;
    guard.negated = tokens_.accept('!');
    const Token name = tokens_.peek();
    Operand predicate;
    tokens_.expect_identifier("a predicate after '@'");
    set_register(predicate, name, scopes_.resolve(name.text));
    guard.predicate = predicate.name;
    instruction.guard = std::move(guard);
  }
  instruction.position = tokens_.peek().position;
  instruction.is_inline_asm = tokens_.peek().is_inline_asm;
  instruction.opcode = tokens_.expect_identifier("an instruction");
  while (tokens_.peek().kind == TokenKind::kDirective) {
    instruction.modifiers.emplace_back(tokens_.take().text);
  }
  in_call_ = instruction.opcode == "call";
  if (!tokens_.peek().is(';') && !tokens_.peek().is('}')) {
    do {
      if (instruction.operands.size() == kMaxOperands) {
        tokens_.fail(tokens_.peek().position, "too many operands");
      }
      instruction.operands.push_back(parse_operand(0));
      if (instruction.operands.size() == 1 && tokens_.accept('|')) {
        instruction.second_destination = parse_operand(0);
      }
    } while (tokens_.accept(','));
  }
  in_call_ = false;
  tokens_.expect(';', "after the operands of '" + instruction.opcode + "'");
  function_.instructions.push_back(std::move(instruction));
}

// operand := "!"? name | "[" address "]" | "{" operands "}" | "(" operands ")" in a call | "_" |
// constant
Operand FunctionParser::parse_operand(unsigned depth) {
  const Token next = tokens_.peek();
  if (depth > 8) {
    tokens_.fail(next.position, "operands are nested too deeply");
  }
  Operand operand;
  if (next.is('[')) {
    operand = parse_address(depth);
  } else if (next.is('{') || (next.is('(') && in_call_)) {
    tokens_.take();
    operand.kind = next.is('{') ? Operand::Kind::kVector : Operand::Kind::kList;
    operand.elements = parse_operand_list(next.is('{') ? '}' : ')', depth);
  } else if (next.is('!') && tokens_.peek_second().kind == TokenKind::kIdentifier) {
    tokens_.take();
    operand = parse_named();
    operand.negated_predicate = true;
  } else if (next.kind == TokenKind::kIdentifier && next.text != "WARP_SZ") {
    operand = parse_named();
  } else {
    operand = parse_immediate();
  }
  operand.position = next.position;
  return operand;
}

Operand FunctionParser::parse_immediate() {
  const Token next = tokens_.peek();
  if (next.kind == TokenKind::kPunctuation &&
      std::string_view("-+~!(").find(next.text.front()) == std::string_view::npos) {
    tokens_.fail_expected("an operand");
  }
  return immediate(parse_constant(tokens_));
}

// operands := (operand ("," operand)*)?   up to `close`
std::vector<Operand> FunctionParser::parse_operand_list(char close, unsigned depth) {
  std::vector<Operand> operands;
  if (tokens_.accept(close)) {
    return operands;
  }
  do {
    if (operands.size() == kMaxOperands) {
      tokens_.fail(tokens_.peek().position, "too many operands");
    }
    operands.push_back(parse_operand(depth + 1));
  } while (tokens_.accept(','));
  tokens_.expect(close, "after the operands");
  return operands;
}

// component := ".x" | ".y" | ... written without a blank after the name
std::string FunctionParser::component(const Token& name) {
  const Token& next = tokens_.peek();
  if (next.kind != TokenKind::kDirective || next.text.data() != end_of(name) + 1 ||
      !is_component(next.text)) {
    return {};
  }
  return "." + std::string(tokens_.take().text);
}

void FunctionParser::set_register(Operand& operand, const Token& token, ResolvedName resolved) {
  operand.kind = Operand::Kind::kRegister;
  operand.name = std::move(resolved.name);
  if (resolved.kind == NameKind::kUnknown && !is_special_register(token.text)) {
    tokens_.report(token.position,
                   "the register '" + std::string(token.text) + "' is not declared");
  }
}

// named := "_" | register component? | symbol (("+" | "-") constant)?
Operand FunctionParser::parse_named() {
  const Token name = tokens_.take();
  Operand operand;
  if (name.text == "_") {
    operand.kind = Operand::Kind::kSink;
    return operand;
  }
  ResolvedName resolved = scopes_.resolve(name.text);
  if (resolved.kind == NameKind::kRegister || name.text.front() == '%') {
    set_register(operand, name, std::move(resolved));
    operand.name += component(name);
    return operand;
  }
  operand.kind = Operand::Kind::kSymbol;
  operand.name = std::move(resolved.name);
  if (tokens_.peek().is('+') || tokens_.peek().is('-')) {
    operand.offset = static_cast<std::int64_t>(parse_constant(tokens_).bits);
  }
  return operand;
}

// address := (name | constant) (("+" | "-") constant)? ("," operand)*
Operand FunctionParser::parse_address(unsigned depth) {
  tokens_.expect('[', "before the address");
  Operand address;
  address.kind = Operand::Kind::kAddress;
  if (tokens_.peek().kind == TokenKind::kIdentifier && tokens_.peek().text != "WARP_SZ") {
    const Operand base = parse_named();
    address.name = base.name;
    address.base_is_register = base.kind == Operand::Kind::kRegister;
    address.offset = base.offset;
    if (address.base_is_register && (tokens_.peek().is('+') || tokens_.peek().is('-'))) {
      address.offset = static_cast<std::int64_t>(parse_constant(tokens_).bits);
    }
  } else {
    address.offset = static_cast<std::int64_t>(parse_constant(tokens_).bits);
  }
  while (tokens_.accept(',')) {
    if (address.elements.size() == kMaxOperands) {
      tokens_.fail(tokens_.peek().position, "too many operands");
    }
    address.elements.push_back(parse_operand(depth + 1));
  }
  tokens_.expect(']', "after the address");
  return address;
}

}  // namespace warpschool::sim::ptx
