// Initialisers of .global and .const variables (PTX ISA, section 5.4.4), flattened to bytes and
// relocations.
#pragma once

#include "ptx/ast.hpp"
#include "ptx/token_stream.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim::ptx {

/// The shape that the braces of an initialiser follow.
struct InitialiserShape {
  Type type = Type::kNone;
  unsigned vector_width = 1;
  std::vector<std::uint64_t> dimensions;  ///< the first is 0 when the initialiser decides it
};

/// Parses what follows '='; fills variable.initial and variable.relocations. Returns the bytes it
/// covers.
std::uint64_t parse_initialiser(TokenStream& tokens, const InitialiserShape& shape,
                                Variable& variable);

}  // namespace warpschool::sim::ptx
