// Declarations of variables, parameters and registers (PTX ISA, sections 5.4 and 11).
#pragma once

#include "ptx/ast.hpp"
#include "ptx/token_stream.hpp"

#include <optional>
#include <vector>

namespace warpschool::sim::ptx {

/// ".global" -> kGlobal for the spaces that declare variables; nullopt otherwise.
std::optional<Space> declared_space(const Token& token);

/// The next token is the space directive. Several variables may share one declaration; ends after
/// its ';'.
std::vector<Variable> parse_variables(TokenStream& tokens, bool is_extern);
/// The next token is ".param" or ".reg". Stops before ',' or ')'.
Variable parse_parameter(TokenStream& tokens);
/// "(" parameter, ... ")"; the next token is its '('.
std::vector<Variable> parse_parameter_list(TokenStream& tokens);
/// The next token is ".reg"; ends after its ';'.
std::vector<RegisterDeclaration> parse_registers(TokenStream& tokens);

}  // namespace warpschool::sim::ptx
