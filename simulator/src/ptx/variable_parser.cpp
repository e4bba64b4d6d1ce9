// Parses declarations of variables, parameters and registers.
#include "ptx/variable_parser.hpp"

#include "ptx/initialiser.hpp"

#include <array>

namespace warpschool::sim::ptx {
namespace {

constexpr std::uint64_t kMaxAlignment = 1u << 16;

struct TypeSpec {
  Type type = Type::kNone;
  unsigned vector_width = 1;
  unsigned alignment = 0;  ///< 0: natural
};

unsigned parse_alignment(TokenStream& tokens) {
  const PtxPosition position = tokens.peek().position;
  const auto alignment =
      static_cast<unsigned>(tokens.expect_integer("an alignment", kMaxAlignment));
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    tokens.fail(position, "an alignment must be a power of two");
  }
  return alignment;
}

// pointer attribute of a kernel parameter := ".ptr" space? (".align" integer)?
void skip_pointer_attribute(TokenStream& tokens) {
  if (declared_space(tokens.peek())) {
    tokens.take();
  }
  if (tokens.accept_directive("align")) {
    parse_alignment(tokens);
  }
}

// type-spec := (".align" integer | ".v2" | ".v4" | ".v8" | type | ".texref" | ".ptr" ...)+
TypeSpec parse_type_spec(TokenStream& tokens) {
  TypeSpec spec;
  while (tokens.peek().kind == TokenKind::kDirective) {
    const Token token = tokens.take();
    if (token.text == "align") {
      spec.alignment = parse_alignment(tokens);
    } else if (token.text == "v2" || token.text == "v4" || token.text == "v8") {
      spec.vector_width = static_cast<unsigned>(token.text[1] - '0');
    } else if (token.text == "ptr") {
      skip_pointer_attribute(tokens);
    } else if (token.text == "texref" || token.text == "surfref" || token.text == "samplerref") {
      spec.type = Type::kB64;
    } else if (const std::optional<Type> type = type_from(token.text)) {
      spec.type = *type;
    } else {
      tokens.fail(token.position, "'." + std::string(token.text) + "' is not a type");
    }
  }
  if (spec.type == Type::kNone) {
    tokens.fail_expected("a type");
  }
  return spec;
}

// dimensions := ("[" integer? "]")*   only the first may be empty
std::vector<std::uint64_t> parse_dimensions(TokenStream& tokens, bool& open) {
  std::vector<std::uint64_t> dimensions;
  open = false;
  while (tokens.accept('[')) {
    if (dimensions.empty() && tokens.accept(']')) {
      open = true;
      dimensions.push_back(0);
      continue;
    }
    const PtxPosition position = tokens.peek().position;
    const Constant extent = parse_constant(tokens);
    if (extent.kind != Constant::Kind::kInteger || extent.bits > kMaxVariableBytes ||
        dimensions.size() == kMaxNesting) {
      tokens.fail(position, "this array is too large");
    }
    dimensions.push_back(extent.bits);
    tokens.expect(']', "after the extent of an array");
  }
  return dimensions;
}

std::uint64_t count_elements(TokenStream& tokens, PtxPosition position,
                             const std::vector<std::uint64_t>& dimensions) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : dimensions) {
    if (extent != 0 && count > kMaxVariableBytes / extent) {
      tokens.fail(position, "this array is too large");
    }
    count *= extent;
  }
  return count;
}

/// What a device has of a state space (CUDA C++ Programming Guide, technical specifications): 512
/// KiB of local memory a thread, 64 KiB of constants. Shared memory is checked at the launch, by
/// device.
std::uint64_t most_bytes(Space space) {
  switch (space) {
    case Space::kLocal:
      return 512u << 10;
    case Space::kConst:
      return 64u << 10;
    case Space::kParam:
      return 32u << 10;
    case Space::kShared:
      return 1u << 30;
    default:
      return std::uint64_t{1} << 31;  // what code can address of a variable
  }
}

[[noreturn]] void fail_too_large(TokenStream& tokens, const Variable& variable,
                                 std::uint64_t most) {
  constexpr std::string_view kClangsFrame = "__local_depot";
  const bool is_frame = variable.name.compare(0, kClangsFrame.size(), kClangsFrame) == 0;
  tokens.fail(variable.position,
              (is_frame ? "the local variables of a function are"
                        : "the variable '" + std::string(variable.name) + "' is") +
                  " too large: at most " + std::to_string(most) + " bytes fit " +
                  (variable.space == Space::kLocal   ? "a thread's local memory"
                   : variable.space == Space::kConst ? "constant memory"
                   : variable.space == Space::kParam ? "a kernel's parameters"
                                                     : "its state space"));
}

// declarator := name dimensions ("=" initialiser)?
Variable parse_declarator(TokenStream& tokens, Space space, const TypeSpec& spec) {
  Variable variable;
  variable.space = space;
  variable.type = spec.type;
  variable.position = tokens.peek().position;
  variable.name = tokens.expect_identifier("a name");
  const std::uint64_t element = std::uint64_t{bytes_of(spec.type)} * spec.vector_width;
  variable.alignment = spec.alignment != 0 ? spec.alignment
                       : element != 0      ? static_cast<unsigned>(element)
                                           : 1;
  bool open = false;
  std::vector<std::uint64_t> dimensions = parse_dimensions(tokens, open);
  std::uint64_t count = count_elements(tokens, variable.position, dimensions);
  if (tokens.accept('=')) {
    const std::uint64_t initialised =
        parse_initialiser(tokens, {spec.type, spec.vector_width, dimensions}, variable);
    if (open) {
      count = (initialised + element - 1) / (element == 0 ? 1 : element);
    }
  }
  const std::uint64_t most = most_bytes(space);
  if (element != 0 && count > most / element) {
    fail_too_large(tokens, variable, most);
  }
  variable.bytes = count * element;
  return variable;
}

}  // namespace

std::optional<Space> declared_space(const Token& token) {
  struct Row {
    std::string_view directive;
    Space space;
  };
  static constexpr std::array kRows = {
      Row{"global", Space::kGlobal},      Row{"shared", Space::kShared},
      Row{"shared::cta", Space::kShared}, Row{"const", Space::kConst},
      Row{"local", Space::kLocal},        Row{"param", Space::kParam},
      Row{"tex", Space::kTexture}};
  for (const Row& row : kRows) {
    if (token.is_directive(row.directive)) {
      return row.space;
    }
  }
  return std::nullopt;
}

// variables := space type-spec declarator ("," declarator)* ";"
std::vector<Variable> parse_variables(TokenStream& tokens, bool is_extern) {
  const Space space = declared_space(tokens.take()).value_or(Space::kGlobal);
  const TypeSpec spec = parse_type_spec(tokens);
  std::vector<Variable> variables;
  do {
    variables.push_back(parse_declarator(tokens, space, spec));
    variables.back().is_extern = is_extern;
  } while (tokens.accept(','));
  tokens.expect(';', "after the declaration");
  return variables;
}

// parameter := (".param" | ".reg") type-spec name dimensions
Variable parse_parameter(TokenStream& tokens) {
  Space space = Space::kParam;
  if (tokens.accept_directive("reg")) {
    space = Space::kReg;
  } else if (!tokens.accept_directive("param")) {
    tokens.fail_expected("'.param'");
  }
  const TypeSpec spec = parse_type_spec(tokens);
  return parse_declarator(tokens, space, spec);
}

// parameter-list := "(" (parameter ("," parameter)*)? ")"
std::vector<Variable> parse_parameter_list(TokenStream& tokens) {
  std::vector<Variable> parameters;
  tokens.expect('(', "before the parameters");
  if (!tokens.peek().is(')')) {
    do {
      parameters.push_back(parse_parameter(tokens));
    } while (tokens.accept(','));
  }
  tokens.expect(')', "after the parameters");
  return parameters;
}

// registers := ".reg" type-spec name ("<" integer ">")? ("," name ("<" integer ">")?)* ";"
std::vector<RegisterDeclaration> parse_registers(TokenStream& tokens) {
  tokens.take();
  const TypeSpec spec = parse_type_spec(tokens);
  std::vector<RegisterDeclaration> registers;
  do {
    RegisterDeclaration declaration;
    declaration.type = spec.type;
    declaration.vector_width = spec.vector_width;
    declaration.name = tokens.expect_identifier("the name of a register");
    if (tokens.accept('<')) {
      declaration.count = static_cast<unsigned>(
          tokens.expect_integer("the number of registers", kMaxRegistersDeclared));
      tokens.expect('>', "after the number of registers");
    }
    registers.push_back(std::move(declaration));
  } while (tokens.accept(','));
  tokens.expect(';', "after the declaration of registers");
  return registers;
}

}  // namespace warpschool::sim::ptx
