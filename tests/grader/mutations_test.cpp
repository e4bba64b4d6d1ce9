// Tries the mutations of a model answer.
#include "lint/mutations.hpp"

#include <algorithm>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

/// The changes inside one region that holds `body`.
std::vector<std::string> changes(const std::string& body) {
  std::vector<std::string> all;
  for (const Mutation& mutation : mutations_of("int outside = 1 + 2;\n// TODO(1): it\n" + body +
                                               "\n// END TODO(1)\nint b = 3;\n")) {
    all.push_back(mutation.change());
  }
  return all;
}

using Changes = std::vector<std::string>;

}  // namespace

TEST_CASE("operators and numbers are changed, inside the regions only", "[grader][mutations]") {
  CHECK(changes("a = b + c;  // d - e") == Changes{"+ -> -"});
  CHECK(changes("if (i < n && !j) ++k;") ==
        Changes{"< -> <=", "< -> + 1 <", "&& -> ||", "! -> ", "++ -> --"});
  CHECK(changes("x *= 2;") == Changes{"*= -> /=", "2 -> 3", "2 -> 1"});
  CHECK(changes("x = 0u;") == Changes{"0u -> 1u"});
  CHECK(changes("x = 0.5f;") == Changes{"0.5f -> (2 * 0.5f + 1)"});
  CHECK(changes("f(0xffffffffu)") == Changes{"0xffffffffu -> (0xffffffffu >> 1)"});
}

TEST_CASE("what only looks like an operator is left alone", "[grader][mutations]") {
  CHECK(changes("const float* p = &q;") == Changes{});
  CHECK(changes("auto t = cg::tiled_partition<32>(block);") == Changes{});
  CHECK(changes("x = static_cast<unsigned>(y);") == Changes{});
  CHECK(changes("#pragma unroll 4\n/* 5 */ puts(\"6 + 7\") + \"8\";") == Changes{"+ -> -"});
  CHECK(changes("return -x;") == Changes{});
}

TEST_CASE("barriers and calls are taken out, indices shifted", "[grader][mutations]") {
  CHECK(changes("__syncthreads();") == Changes{"__syncthreads(); -> ;"});
  CHECK(changes("block.sync();") == Changes{"block.sync(); -> ;"});
  CHECK(changes("atomicAdd(p, v);") ==
        Changes{"atomicAdd(p, v); -> ;", "atomicAdd(p, v); -> *(p) += (v);"});
  CHECK(changes("s[i] = threadIdx.x;") == Changes{"i -> i + 1", "x -> y"});
  CHECK(changes("__shared__ float s[kWarps][kWarps];") == Changes{});
  CHECK(changes("s[i][j] = s[a(b)][k];") == Changes{"i -> i + 1", "j -> j + 1", "k -> k + 1"});
}

TEST_CASE("a mutation knows its place and makes its change", "[grader][mutations]") {
  const std::string text = "// TODO(1)\n  if (i < n) {\n// END TODO(1)\n";
  const std::vector<Mutation> all = mutations_of(text);
  REQUIRE(all.size() == 2);
  CHECK(all[0].line == 2);
  CHECK(all[0].column == 9);
  CHECK(all[0].line_text == "if (i < n) {");
  CHECK(mutated(text, all[0]) == "// TODO(1)\n  if (i <= n) {\n// END TODO(1)\n");
  CHECK(mutated(text, all[1]) == "// TODO(1)\n  if (i + 1 < n) {\n// END TODO(1)\n");
}

TEST_CASE("of too many mutations the telling ones are taken, in the source's order",
          "[grader][mutations]") {
  const std::vector<Mutation> all =
      mutations_of("// TODO(1)\nx = 1 + 2 + 3;\nif (a == b) {\n__syncthreads();\n// END TODO(1)\n");
  const std::vector<Mutation> chosen = chosen_of(all, 3);
  REQUIRE(chosen.size() == 3);
  CHECK(chosen[0].before == "+");
  CHECK(chosen[1].before == "==");
  CHECK(chosen[2].before == "__syncthreads();");
  CHECK(chosen_of(all, 100).size() == all.size());
}

}  // namespace warpschool::grader
