// Tries the repair of launch brackets that stand apart.
#include "simcc/repairs/launch_brackets.hpp"

#include "simcc/repairs/source_repairs.hpp"
#include "warpschool/harness/catch.hpp"

#include <string>

namespace warpschool::simcc {
namespace {

TEST_CASE("the brackets of launches are joined, and all else keeps its place", "[simcc]") {
  CHECK(join_launch_brackets("k << <1, n >> > (p);") == "k <<< 1, n >>>  (p);");
  CHECK(join_launch_brackets("k<< <dim3(1), n>> >(p);") == "k<<< dim3(1), n>>> (p);");
  CHECK(join_launch_brackets("k < < <g, b > > >(p);") == "k <<<  g, b >>>  (p);");
  CHECK(join_launch_brackets("k<int> <<\n  <(n + 1) / 2, f(\">> >\") >>\n>(p);") ==
        "k<int> <<<\n  (n + 1) / 2, f(\">> >\") >>>\n(p);");
  CHECK(join_launch_brackets("k<<<g, b, 0, s>> > (p);") == "k<<<g, b, 0, s>>>  (p);");
  CHECK(join_launch_brackets("auto f = [=] { k << <1, 2 >> > (p); };") ==
        "auto f = [=] { k <<< 1, 2 >>>  (p); };");
}

TEST_CASE("lists in braces for the grid and the block get their type's name", "[simcc]") {
  CHECK(join_launch_brackets("k<<<{gx, gy}, {bx, by}>>>(p);") ==
        "k<<<dim3{gx, gy}, dim3{bx, by}>>>(p);");
  CHECK(join_launch_brackets("k<T> << <f({1, 2}), /* a, b */ {\n32}, n>> >(p);") ==
        "k<T> <<< f({1, 2}), /* a, b */ dim3{\n32}, n>>> (p);");
  CHECK(join_launch_brackets("k<<<dim3{1, 2}, b, 0, {}>>>(p);") ==
        "k<<<dim3{1, 2}, b, 0, {}>>>(p);");
}

TEST_CASE("what is no launch stays as it is", "[simcc]") {
  for (const char* source :
       {"k<<<1, n>>>(p);", "std::cout << x << y;", "a << b; vector<vector<vector<int>> > v(3);",
        "friend std::ostream& operator<< <T>(std::ostream&, const Box<T>&); f<g<h<int>> >(1);",
        "// k << <1, n >> > (p)", "/* k << <1, n >> >(p) */", "s = \"k << <1, n >> >(p)\";",
        "int n = 1'000; char c = '<';", "k << <1, n", "x << <"}) {
    CHECK(join_launch_brackets(source) == source);
  }
}

TEST_CASE("a source that needs no repair is not touched", "[simcc]") {
  const std::string plain =
      "__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 1 << 2; }\n";
  CHECK(repaired_source(plain) == plain);
  CHECK(repaired_source("asm(\"mov.u32 %0, %laneid;\" : \"=r\"(i)); k << <1, 1 >> > ();") ==
        "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(i)); k <<< 1, 1 >>>  ();");
}

TEST_CASE("texture references are told from what a program of today names so", "[simcc]") {
  CHECK(has_texture_references("texture<float, 2> image;\ncudaBindTextureToArray(image, array);"));
  CHECK(has_texture_references("texture <uchar4, 1, cudaReadModeElementType>\n  image;"));
  for (const char* source :
       {"cudaTextureObject_t texture; d.readMode = cudaReadModeElementType;",
        "if (texture < 3) d.readMode = cudaReadModeElementType;",
        "template <class> class texture {}; texture<int> t; d.readMode = cudaReadModeElementType;",
        "my_texture<float> t; textures<float> u; d.readMode = cudaReadModeElementType;",
        "texture<float, 2> image;"}) {
    CHECK_FALSE(has_texture_references(source));
  }
}

}  // namespace
}  // namespace warpschool::simcc
