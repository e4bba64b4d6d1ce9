// Which works are flagged as alike, and which are not.
#include "similarity/compare.hpp"

#include <fmt/format.h>
#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;

namespace {

const std::string kStub = R"(__global__ void scale(const float* in, float* out, unsigned n) {
  // TODO(1): scale every element (about 4 lines)
  // END TODO(1)
}
extern "C" void run(const float* in, float* out, unsigned n) {
  scale<<<(n + 255) / 256, 256>>>(in, out, n);
}
)";

std::string with_body(const std::string& body) {
  std::string text = kStub;
  const std::string open = "(about 4 lines)\n";
  return text.insert(text.find(open) + open.size(), body);
}

Work work(const std::string& who, const std::string& body, bool earlier = false) {
  return {who, earlier, with_body(body), {}};
}

const std::string kOdd = R"(
  unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
  while (place < n) {
    const float old = in[place];
    out[place] = old + old - 0.5f * old + 0.5f * old;
    place += gridDim.x * blockDim.x;
  }
)";

/// The same, with other names, blanks and a comment.
const std::string kOddRenamed = R"(
  unsigned k = blockIdx.x*blockDim.x + threadIdx.x;   // mine
  while (k < n) {
    const float v = in[k];
    out[k] = v + v - 0.5f * v + 0.5f * v;

    k += gridDim.x * blockDim.x;
  }
)";

const std::string kOther = R"(
  const unsigned i = threadIdx.x + 256 * blockIdx.x;
  if (i >= n) return;
  out[i] = 2 * in[i];
)";

}  // namespace

TEST_CASE("a copy with other names and blanks is found, with the lines of both sides") {
  const auto found =
      likenesses({work("ann", kOdd), work("bob", kOther), work("cid", kOddRenamed)}, {kStub});
  REQUIRE(found.size() == 1);
  CHECK(found[0].left == 0);
  CHECK(found[0].right == 2);
  CHECK(found[0].share > 0.8);
  REQUIRE(found[0].lines.size() == 1);
  // Grams reach a few tokens into the stub on both sides of the five lines.
  CHECK(found[0].lines[0].left_first <= 4);
  CHECK(found[0].lines[0].left_last >= 8);
  CHECK(found[0].lines[0].right_first <= 4);
  CHECK(found[0].lines[0].right_last >= 9);
}

TEST_CASE("what all were given and what many wrote makes nobody alike") {
  CHECK(likenesses({work("ann", ""), work("bob", "")}, {kStub}).empty());
  std::vector<Work> works;
  works.reserve(15);
  for (int i = 0; i < 12; ++i) {
    works.push_back(work("s" + std::to_string(i), kOther));
  }
  CHECK(likenesses(works, {kStub}).empty());
  for (const char* who : {"x", "y", "z"}) {
    works.push_back(work(who, kOdd));
  }
  const auto found = likenesses(works, {kStub});
  REQUIRE(found.size() == 3);
  for (const Likeness& likeness : found) {
    CHECK(likeness.left >= 12);
  }
}

TEST_CASE("comments that only two have are found") {
  const std::string mine = "  // my cat walks over the grid\n  // and then it sleeps at home\n";
  const auto found =
      likenesses({work("ann", mine + kOther), work("bob", mine + "  out[0] = in[0];\n")}, {kStub});
  REQUIRE(found.size() == 1);
  CHECK(found[0].comments ==
        std::vector<std::string>{"my cat walks over the grid", "and then it sleeps at home"});
}

TEST_CASE("an earlier year is held against this one, not against itself") {
  const auto found = likenesses(
      {work("ann", kOdd), work("old", kOdd, true), work("older", kOddRenamed, true)}, {kStub});
  REQUIRE(found.size() == 2);
  CHECK(found[0].left == 0);
  CHECK(found[1].left == 0);
}

TEST_CASE("registers and their number do not make PTX differ, instructions do") {
  const auto ptx = [](const std::string& r, const std::string& op) {
    std::string text = ".visible .entry k(\n.param .u64 k_0)\n{\n.reg .b32 %" + r + "<9>;\n";
    for (const char* i : {"1", "2", "3", "4", "5", "6", "7", "8"}) {
      text += fmt::format(
          "{0}.f32 %{1}{2}, %{1}1, %{1}2;\n"
          "st.global.f32 [%rd{2}], %{1}3;\n"
          "mul.wide.u32 %rd4, %{1}{2}, 4;\n",
          op, r, i);
    }
    return text + "ret;\n}\n";
  };
  const auto prints = [](const std::string& text) {
    std::set<std::uint64_t> hashes;
    for (const Fingerprint& print : fingerprints_of_ptx(text)) {
      hashes.insert(print.hash);
    }
    return hashes;
  };
  CHECK(prints(ptx("f", "add")) == prints(ptx("r", "add")));
  CHECK(prints(ptx("f", "add")) != prints(ptx("f", "mul")));
}
