// Tries the splitting of C++ sources into tokens.
#include "warpschool/course/tokens.hpp"

#include "warpschool/course/harness_text.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

std::vector<std::string> words(std::string_view source) {
  std::vector<std::string> all;
  for (const Token& token : tokens_of(source)) {
    all.emplace_back(token.text);
  }
  return all;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("comments and directives are no tokens", "[course][tokens]") {
  CHECK(words("a // b\n/* c\n d */ e\n#define f \\\n g\n  # pragma h\ni # j") ==
        Words{"a", "e", "i", "#", "j"});
  CHECK(words("/* open") == Words{});
}

TEST_CASE("the longest punctuator is one token", "[course][tokens]") {
  CHECK(words("k<<<1, 2>>>(a<<=b)") ==
        Words{"k", "<<<", "1", ",", "2", ">>>", "(", "a", "<<=", "b", ")"});
  CHECK(words("a+++b<=c&&d->e::f") ==
        Words{"a", "++", "+", "b", "<=", "c", "&&", "d", "->", "e", "::", "f"});
}

TEST_CASE("numbers keep their signs, suffixes and separators", "[course][tokens]") {
  CHECK(words("1.5e-3f 0x1p+4 0xe+1 1'000u .5 1-2") ==
        Words{"1.5e-3f", "0x1p+4", "0xe", "+", "1", "1'000u", ".5", "1", "-", "2"});
}

TEST_CASE("literals hide what looks like code", "[course][tokens]") {
  CHECK(words("f(\"a // \\\" b\", '\"', R\"x(\")x\")") ==
        Words{"f", "(", "\"a // \\\" b\"", ",", "'\"'", ",", "R\"x(\")x\"", ")"});
  CHECK(words("\"open\nnext") == Words{"\"open", "next"});
  const auto tokens = tokens_of("\"a\\n\\\"b\" R\"(c\\n)\"");
  REQUIRE(tokens.size() == 2);
  CHECK(string_value(tokens[0]) == "a\n\"b");
  CHECK(string_value(tokens[1]) == "c\\n");
}

TEST_CASE("a token knows its place", "[course][tokens]") {
  const auto tokens = tokens_of("a\n  /* x\n */ bb");
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[1].line == 3);
  CHECK(tokens[1].column == 5);
  CHECK(tokens[1].at == 13);
  CHECK(tokens[1].end() == 15);
}

TEST_CASE("the TEST_CASEs of a harness are found with their tags", "[course][tokens]") {
  const HarnessText harness = read_harness(
      "// TEST_CASE(\"no\", \"[timing]\")\n"
      "TEST_CASE(\"one \"\n    \"name\", \"[task 12][counters]\") { f(\"figure\"); }\n"
      "TEST_CASE(\"two\", \"[correctness][timing]\") {}\n"
      "TEST_CASE(\"three\") {}\n");
  REQUIRE(harness.checks.size() == 3);
  CHECK(harness.checks[0].name == "one name");
  CHECK(harness.checks[0].task == 12);
  CHECK(harness.checks[0].kind == Kind::kCounters);
  CHECK(harness.checks[0].line == 2);
  CHECK_FALSE(harness.checks[1].kind);
  CHECK_FALSE(harness.checks[2].kind);
  CHECK(harness.words.count("figure") == 1);
  CHECK(harness.has(Kind::kCounters, 12));
  CHECK_FALSE(harness.has(Kind::kCounters, 1));
  CHECK_FALSE(harness.has(Kind::kTiming));
  const Diagnostics problems = check_tags(harness, "f");
  REQUIRE(problems.size() == 2);
  CHECK(
      to_string(problems[0]) ==
      "f:4:1: TEST_CASE \"two\" needs exactly one of the tags [correctness], [timing], [counters] "
      "(write TEST_CASE(\"two\", \"[task 1][correctness]\"))");
  CHECK(check_tags(read_harness("int x;"), "f").front().message ==
        "has no TEST_CASE, so nothing is checked");
}

}  // namespace warpschool::course
