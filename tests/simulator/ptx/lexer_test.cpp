// Tries the lexer of PTX.
#include "ptx/lexer.hpp"

#include "warpschool/harness/catch.hpp"

#include <bit>
#include <string>
#include <vector>

namespace warpschool::sim::ptx {
namespace {

std::vector<Token> tokens_of(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  for (Token token = lexer.next(); token.kind != TokenKind::kEnd; token = lexer.next()) {
    tokens.push_back(token);
  }
  return tokens;
}

Token only(std::string_view text) {
  const std::vector<Token> tokens = tokens_of(text);
  REQUIRE(tokens.size() == 1);
  return tokens[0];
}

TEST_CASE("names take dollar signs, underscores and a leading percent sign", "[sim][ptx]") {
  for (const char* name :
       {"%r1", "_Z3fooPf", "$L__BB0_2", "_$_str", "__local_depot0", "%SP", "_"}) {
    CHECK(only(name).kind == TokenKind::kIdentifier);
    CHECK(only(name).text == name);
  }
}

TEST_CASE("a directive's text is without the dot", "[sim][ptx]") {
  CHECK(only(".reg").text == "reg");
  CHECK(only(".2d").text == "2d");
  CHECK(only(".shared::cta").text == "shared::cta");
}

TEST_CASE("an opcode and its modifiers are separate tokens", "[sim][ptx]") {
  const auto tokens = tokens_of("ld.global.v4.f32");
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].text == "ld");
  CHECK(tokens[3].text == "f32");
}

TEST_CASE("integers are decimal, hexadecimal, octal or binary", "[sim][ptx]") {
  CHECK(only("42").bits == 42);
  CHECK(only("0").bits == 0);
  CHECK(only("0xffffFFFF").bits == 0xFFFFFFFF);
  CHECK(only("0x10U").bits == 16);
  CHECK(only("017").bits == 15);
  CHECK(only("0b101").bits == 5);
  CHECK(only("7U").bits == 7);
  CHECK(only("18446744073709551615").bits == ~std::uint64_t{0});
}

TEST_CASE("floats keep their bits", "[sim][ptx]") {
  CHECK(only("0f3F800000").kind == TokenKind::kFloat32);
  CHECK(only("0f3F800000").bits == 0x3F800000);
  CHECK(only("0d3FF0000000000000").kind == TokenKind::kFloat64);
  CHECK(only("0d3FF0000000000000").bits == std::bit_cast<std::uint64_t>(1.0));
  CHECK(only("1.5").bits == std::bit_cast<std::uint64_t>(1.5));
  CHECK(only("2e3").bits == std::bit_cast<std::uint64_t>(2000.0));
}

TEST_CASE("numbers that do not fit are invalid and do not stop the lexer", "[sim][ptx]") {
  for (const char* text :
       {"18446744073709551616 x", "0x10000000000000000 x", "0f3F8 x", "0xZZ x", "099 x"}) {
    const auto tokens = tokens_of(text);
    REQUIRE(tokens.size() == 2);
    CHECK(tokens[0].kind == TokenKind::kInvalid);
    CHECK(tokens[1].text == "x");
  }
}

TEST_CASE("comments are skipped and positions count lines and columns from 1", "[sim][ptx]") {
  const auto tokens = tokens_of("// one\n/* two\n three */ a\n\tb");
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[0].position.line == 3);
  CHECK(tokens[0].position.column == 11);
  CHECK(tokens[1].position.line == 4);
  CHECK(tokens[1].position.column == 2);
}

TEST_CASE("comments and strings that do not end are invalid", "[sim][ptx]") {
  CHECK(only("/* for ever").kind == TokenKind::kInvalid);
  CHECK(only("\"for ever").kind == TokenKind::kInvalid);
  CHECK(only("\"for ever\\").kind == TokenKind::kInvalid);
  CHECK(tokens_of("\"one line\n x").back().text == "x");
}

TEST_CASE("a string's text is without the quotes", "[sim][ptx]") {
  CHECK(only("\"/home/a b/x.cu\"").text == "/home/a b/x.cu");
  CHECK(only(R"("a\"b")").text == R"(a\"b)");
}

TEST_CASE("a percent sign alone is an operator", "[sim][ptx]") {
  CHECK(only("%").is('%'));
}

}  // namespace
}  // namespace warpschool::sim::ptx
