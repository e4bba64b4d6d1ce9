// .entry and .func: head, directives and body (PTX ISA, sections 11.1 to 11.5).
#pragma once

#include "ptx/ast.hpp"
#include "ptx/scopes.hpp"
#include "ptx/token_stream.hpp"

namespace warpschool::sim::ptx {

class FunctionParser {
 public:
  explicit FunctionParser(TokenStream& tokens) : tokens_(tokens) {}

  /// The next token is ".entry" or ".func". Ends after the body's '}' or the declaration's ';'.
  Function parse();

 private:
  void parse_head();
  void parse_head_directives();
  void declare_parameters(const std::vector<Variable>& parameters);
  void parse_body();
  void parse_statement();
  void parse_label();
  void parse_prototype(std::string_view label);
  void parse_branch_targets(std::string_view label);
  void parse_directive();
  void parse_loc();
  void declare_registers();
  void declare_variables(bool is_extern);
  void close_scope();

  void parse_instruction();
  std::vector<Operand> parse_operand_list(char close, unsigned depth);
  Operand parse_operand(unsigned depth);
  Operand parse_named();
  Operand parse_address(unsigned depth);
  Operand parse_immediate();
  std::string component(const Token& name);
  void set_register(Operand& operand, const Token& token, ResolvedName resolved);
  void check_labels();

  TokenStream& tokens_;
  Function function_;
  Scopes scopes_;
  Loc loc_;
  bool in_call_ = false;  ///< parentheses are argument lists, not constant expressions
};

}  // namespace warpschool::sim::ptx
