// Parses .entry and .func.
#include "ptx/function_parser.hpp"

#include "ptx/store_lines.hpp"
#include "ptx/variable_parser.hpp"

#include <set>

namespace warpschool::sim::ptx {

// function := (".entry" | ".func") head (";" | body)
Function FunctionParser::parse() {
  function_.position = tokens_.peek().position;
  function_.is_entry = tokens_.take().text == "entry";
  parse_head();
  parse_head_directives();
  if (tokens_.accept(';')) {
    function_.is_declaration = true;
    return std::move(function_);
  }
  if (!tokens_.peek().is('{')) {
    tokens_.fail_expected("'{' or ';' after the head of the function");
  }
  parse_body();
  check_labels();
  correct_store_lines(function_);
  return std::move(function_);
}

// head := parameter-list? name parameter-list?    the first list: what a .func returns
void FunctionParser::parse_head() {
  while (tokens_.accept_directive("attribute")) {
    tokens_.expect('(', "after .attribute");
    while (!tokens_.at_end() && !tokens_.accept(')')) {
      tokens_.take();
    }
  }
  if (tokens_.peek().is('(')) {
    function_.results = parse_parameter_list(tokens_);
    declare_parameters(function_.results);
  }
  function_.name = tokens_.expect_identifier("the name of the function");
  if (tokens_.peek().is('(')) {
    function_.parameters = parse_parameter_list(tokens_);
    declare_parameters(function_.parameters);
  }
}

void FunctionParser::declare_parameters(const std::vector<Variable>& parameters) {
  for (const Variable& parameter : parameters) {
    const bool is_register = parameter.space == Space::kReg;
    if (scopes_.declare(parameter.name, is_register ? NameKind::kRegister : NameKind::kVariable)
            .empty() &&
        parameter.name != "_") {
      tokens_.report(parameter.position,
                     "the parameter '" + parameter.name + "' is declared twice");
    }
  }
}

// head-directive := ".maxntid" x ("," y ("," z)?)? | ".reqntid" ... | ".noreturn" | other
// integers...
void FunctionParser::parse_head_directives() {
  while (tokens_.peek().kind == TokenKind::kDirective) {
    const Token directive = tokens_.take();
    std::vector<std::uint32_t> numbers;
    while (tokens_.peek().kind == TokenKind::kInteger) {
      numbers.push_back(
          static_cast<std::uint32_t>(tokens_.expect_integer("an extent", 0xFFFFFFFFu)));
      if (!tokens_.accept(',')) {
        break;
      }
    }
    if (directive.text == "pragma") {
      tokens_.expect_string("the text of the pragma");
      tokens_.expect(';', "after the pragma");
    } else if (directive.text == "noreturn") {
      function_.is_noreturn = true;
    } else if ((directive.text == "maxntid" || directive.text == "reqntid") && !numbers.empty()) {
      numbers.resize(3, 1);
      const Dim3 extents{numbers[0], numbers[1], numbers[2]};
      (directive.text == "maxntid" ? function_.max_threads : function_.required_threads) = extents;
    }
  }
}

// body := "{" statement* "}"
void FunctionParser::parse_body() {
  tokens_.take();
  while (scopes_.depth() > 0) {
    if (tokens_.at_end()) {
      tokens_.fail(tokens_.peek().position, "the body of '" + function_.name + "' does not end",
                   "a '}' is missing");
    }
    try {
      parse_statement();
    } catch (const SyntaxError&) {
      in_call_ = false;
      tokens_.skip_statement();
      if (tokens_.overflowed()) {
        throw;
      }
    }
  }
}

// statement := "{" | "}" | label | directive | instruction | ";"
void FunctionParser::parse_statement() {
  const Token& next = tokens_.peek();
  if (next.is('{')) {
    if (scopes_.depth() > kMaxNesting) {
      tokens_.fail(next.position, "scopes are nested too deeply");
    }
    tokens_.take();
    scopes_.open(function_.instructions.size(), function_.labels.size());
  } else if (next.is('}')) {
    tokens_.take();
    close_scope();
  } else if (next.is(';')) {
    tokens_.take();
  } else if (next.kind == TokenKind::kDirective) {
    parse_directive();
  } else if (next.kind == TokenKind::kIdentifier && tokens_.peek_second().is(':')) {
    parse_label();
  } else {
    parse_instruction();
  }
}

void FunctionParser::close_scope() {
  if (scopes_.depth() == 1) {
    scopes_.leave_function();
  } else {
    scopes_.close(function_);
  }
}

// label := name ":" (".callprototype" ... | ".branchtargets" ... | ".calltargets" ...)?
void FunctionParser::parse_label() {
  const Token name = tokens_.take();
  tokens_.take();
  if (tokens_.accept_directive("callprototype")) {
    parse_prototype(name.text);
  } else if (tokens_.accept_directive("branchtargets")) {
    parse_branch_targets(name.text);
  } else if (tokens_.peek().is_directive("calltargets")) {  // a hint for ptxas
    tokens_.skip_statement();
  } else {
    function_.labels.push_back({std::string(name.text), function_.instructions.size()});
  }
}

// prototype := parameter-list? "_" parameter-list? ".noreturn"? ";"
void FunctionParser::parse_prototype(std::string_view label) {
  CallPrototype prototype;
  prototype.name = label;
  if (tokens_.peek().is('(')) {
    prototype.results = parse_parameter_list(tokens_);
  }
  tokens_.expect_identifier("'_'");
  if (tokens_.peek().is('(')) {
    prototype.parameters = parse_parameter_list(tokens_);
  }
  while (tokens_.peek().kind == TokenKind::kDirective) {
    tokens_.take();
  }
  tokens_.expect(';', "after the prototype");
  const std::string unique = scopes_.declare(label, NameKind::kVariable);
  prototype.name = unique.empty() ? std::string(label) : unique;
  function_.prototypes.push_back(std::move(prototype));
}

// branch-targets := name ("," name)* ";"
void FunctionParser::parse_branch_targets(std::string_view label) {
  BranchTargets targets;
  do {
    targets.labels.emplace_back(tokens_.expect_identifier("a label"));
  } while (tokens_.accept(','));
  tokens_.expect(';', "after the labels");
  const std::string unique = scopes_.declare(label, NameKind::kVariable);
  targets.name = unique.empty() ? std::string(label) : unique;
  function_.branch_targets.push_back(std::move(targets));
}

// directive := .reg | variables | .loc | .pragma | .file | others up to their ';'
void FunctionParser::parse_directive() {
  const Token directive = tokens_.peek();
  if (directive.text == "reg") {
    declare_registers();
  } else if (declared_space(directive)) {
    declare_variables(false);
  } else if (directive.text == "extern" || directive.text == "visible" ||
             directive.text == "weak") {
    tokens_.take();
    if (!declared_space(tokens_.peek())) {
      tokens_.fail_expected("a variable");
    }
    declare_variables(directive.text == "extern");
  } else if (directive.text == "loc") {
    parse_loc();
  } else if (directive.text == "pragma") {
    tokens_.take();
    tokens_.skip_statement();
  } else {
    tokens_.fail(directive.position,
                 "the directive '." + std::string(directive.text) + "' is not known in a function");
  }
}

// loc := ".loc" file line column ("," "function_name" name ("+" integer)? "," "inlined_at" file
// line column)?
void FunctionParser::parse_loc() {
  tokens_.take();
  loc_.file = static_cast<unsigned>(tokens_.expect_integer("the number of a file", 0xFFFFFFFFu));
  loc_.line = static_cast<unsigned>(tokens_.expect_integer("a line", 0xFFFFFFFFu));
  loc_.column = static_cast<unsigned>(tokens_.expect_integer("a column", 0xFFFFFFFFu));
  while (tokens_.accept(',')) {
    const std::string_view attribute = tokens_.expect_identifier("'function_name' or 'inlined_at'");
    if (attribute == "function_name") {
      tokens_.expect_identifier("a label");
      if (tokens_.accept('+')) {
        tokens_.expect_integer("an offset");
      }
    } else {
      for (int i = 0; i < 3; ++i) {
        tokens_.expect_integer("file, line and column of the call");
      }
    }
  }
}

void FunctionParser::declare_registers() {
  const PtxPosition position = tokens_.peek().position;
  for (RegisterDeclaration& declaration : parse_registers(tokens_)) {
    std::string unique = declaration.count != 0
                             ? scopes_.declare_range(declaration.name, declaration.count)
                             : scopes_.declare(declaration.name, NameKind::kRegister);
    if (unique.empty()) {
      tokens_.report(position, "the register '" + declaration.name + "' is declared twice");
      continue;
    }
    declaration.name = std::move(unique);
    function_.registers.push_back(std::move(declaration));
  }
}

void FunctionParser::declare_variables(bool is_extern) {
  for (Variable& variable : parse_variables(tokens_, is_extern)) {
    std::string unique = scopes_.declare(variable.name, NameKind::kVariable);
    if (unique.empty()) {
      tokens_.report(variable.position, "the variable '" + variable.name + "' is declared twice");
      continue;
    }
    variable.name = std::move(unique);
    function_.variables.push_back(std::move(variable));
  }
}

void FunctionParser::check_labels() {
  std::set<std::string_view> names;
  for (const Label& label : function_.labels) {
    if (!names.insert(label.name).second) {
      tokens_.report(function_.position,
                     "the label '" + label.name + "' stands twice in '" + function_.name + "'");
    }
  }
  for (const Instruction& instruction : function_.instructions) {
    if (instruction.opcode == "bra" && !instruction.operands.empty() &&
        instruction.operands[0].kind == Operand::Kind::kSymbol &&
        names.count(instruction.operands[0].name) == 0) {
      tokens_.report(instruction.position, "there is no label '" + instruction.operands[0].name +
                                               "' in '" + function_.name + "'");
    }
  }
  for (const BranchTargets& targets : function_.branch_targets) {
    for (const std::string& label : targets.labels) {
      if (names.count(label) == 0) {
        tokens_.report(function_.position,
                       "there is no label '" + label + "' in '" + function_.name + "'");
      }
    }
  }
}

}  // namespace warpschool::sim::ptx
