// Flattens initialisers of variables to bytes and relocations.
#include "ptx/initialiser.hpp"

#include <algorithm>
#include <bit>

namespace warpschool::sim::ptx {
namespace {

class InitialiserParser {
 public:
  InitialiserParser(TokenStream& tokens, const InitialiserShape& shape, Variable& variable)
      : tokens_(tokens),
        variable_(variable),
        scalar_bytes_(bytes_of(shape.type)),
        type_(shape.type) {
    std::uint64_t bytes = scalar_bytes_;
    if (shape.vector_width > 1) {
      extents_.push_back(bytes);
      bytes *= shape.vector_width;
    }
    for (auto extent = shape.dimensions.rbegin(); extent != shape.dimensions.rend(); ++extent) {
      extents_.push_back(bytes);
      bytes *= *extent;
    }
    open_ = !shape.dimensions.empty() && shape.dimensions.front() == 0;
    total_ = open_ ? kMaxInitialBytes : bytes;
  }

  std::uint64_t run() {
    value(0, total_, extents_.size());
    for (const Variable::Relocation& relocation : variable_.relocations) {
      if (relocation.offset + relocation.width > end_) {
        tokens_.fail(variable_.position, "an address in this initialiser is cut off");
      }
    }
    return end_;
  }

 private:
  // initialiser := "{" (initialiser ("," initialiser)* ","?)? "}" | scalar
  // A brace fills one element of its level; a level deeper each element is smaller (row-major
  // order).
  void value(std::uint64_t offset, std::uint64_t limit, std::size_t level) {
    if (!tokens_.accept('{')) {
      scalar(offset, limit);
      return;
    }
    if (level == 0) {
      tokens_.fail(tokens_.peek().position, "this initialiser has more braces than dimensions");
    }
    const std::uint64_t element = extents_[level - 1];
    std::uint64_t cursor = offset;
    while (!tokens_.peek().is('}')) {
      if (tokens_.peek().is('{')) {
        if (cursor + element > limit) {
          tokens_.fail(tokens_.peek().position,
                       "this initialiser has more values than the variable has room for");
        }
        value(cursor, cursor + element, level - 1);
        cursor += element;
      } else {
        scalar(cursor, limit);
        cursor += scalar_bytes_;
      }
      if (!tokens_.accept(',')) {
        break;
      }
    }
    tokens_.expect('}', "after the initialiser");
  }

  void scalar(std::uint64_t offset, std::uint64_t limit) {
    const PtxPosition position = tokens_.peek().position;
    if (offset + scalar_bytes_ > limit) {
      tokens_.fail(position, "this initialiser has more values than the variable has room for");
    }
    if (offset + scalar_bytes_ > kMaxInitialBytes) {
      tokens_.fail(position, "this initialiser is too long");
    }
    if (tokens_.peek().kind == TokenKind::kIdentifier && tokens_.peek().text != "WARP_SZ") {
      symbol(offset);
    } else {
      const Constant constant = parse_constant(tokens_);
      if (constant.kind == Constant::Kind::kInteger && tokens_.peek().is('(')) {
        masked_symbol(offset, constant.bits);
      } else {
        put(offset, bits_of(constant));
      }
    }
    end_ = std::max(end_, offset + scalar_bytes_);
  }

  // symbol := name (("+" | "-") constant)? | "generic" "(" symbol ")" (("+" | "-") constant)?
  Variable::Relocation parse_symbol() {
    Variable::Relocation relocation;
    relocation.width = scalar_bytes_;
    std::string_view name = tokens_.expect_identifier("the name of a variable or function");
    if (name == "generic" && tokens_.accept('(')) {
      relocation.generic = true;
      name = tokens_.expect_identifier("the name of a variable or function");
      relocation.addend = addend();
      tokens_.expect(')', "after generic(...");
    }
    relocation.symbol = name;
    relocation.addend += addend();
    return relocation;
  }

  std::int64_t addend() {
    if (!tokens_.peek().is('+') && !tokens_.peek().is('-')) {
      return 0;
    }
    return static_cast<std::int64_t>(parse_constant(tokens_).bits);
  }

  void symbol(std::uint64_t offset) {
    Variable::Relocation relocation = parse_symbol();
    relocation.offset = offset;
    put(offset, 0);
    variable_.relocations.push_back(std::move(relocation));
  }

  // masked-symbol := mask "(" symbol ")": one byte of an address; bytes 0xFF, 0xFF00, ... follow
  // each other. The whole address is entered at its first byte.
  void masked_symbol(std::uint64_t offset, std::uint64_t mask) {
    const PtxPosition position = tokens_.peek().position;
    const int shift = std::countr_zero(mask);
    if (mask == 0 || shift % 8 != 0 || (mask >> shift) != 0xFF || scalar_bytes_ != 1) {
      tokens_.fail(position, "the mask of an address must select one byte of a .b8 array");
    }
    tokens_.expect('(', "after the mask");
    Variable::Relocation relocation = parse_symbol();
    tokens_.expect(')', "after the masked address");
    put(offset, 0);
    if (shift == 0) {
      relocation.offset = offset;
      relocation.width = 8;
      variable_.relocations.push_back(std::move(relocation));
    }
  }

  std::uint64_t bits_of(const Constant& constant) const {
    switch (constant.kind) {
      case Constant::Kind::kInteger:
        return constant.bits;
      case Constant::Kind::kFloat:
        return type_ == Type::kF64
                   ? std::bit_cast<std::uint64_t>(static_cast<double>(
                         std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits))))
                   : constant.bits;
      case Constant::Kind::kDouble:
        return type_ == Type::kF32 ? std::bit_cast<std::uint32_t>(
                                         static_cast<float>(std::bit_cast<double>(constant.bits)))
                                   : constant.bits;
    }
    return 0;
  }

  void put(std::uint64_t offset, std::uint64_t bits) {
    if (variable_.initial.size() < offset + scalar_bytes_) {
      variable_.initial.resize(offset + scalar_bytes_);
    }
    for (unsigned i = 0; i < scalar_bytes_ && i < 8; ++i) {
      variable_.initial[offset + i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
  }

  TokenStream& tokens_;
  Variable& variable_;
  unsigned scalar_bytes_;
  Type type_;
  std::vector<std::uint64_t> extents_;  ///< bytes of one element, innermost level first
  std::uint64_t total_ = 0;
  std::uint64_t end_ = 0;
  bool open_ = false;
};

}  // namespace

std::uint64_t parse_initialiser(TokenStream& tokens, const InitialiserShape& shape,
                                Variable& variable) {
  return InitialiserParser(tokens, shape, variable).run();
}

}  // namespace warpschool::sim::ptx
