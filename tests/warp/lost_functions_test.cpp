// Which functions a file defines.
#include "lost_functions.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {

TEST_CASE("functions and kernels with a body are defined, calls and declarations are not",
          "[warp][errors]") {
  const auto names = defined_functions(R"(
#include "a.hpp"
constexpr unsigned kThreads = 256;
void declared(int n);
__device__ int first(int n) { return declared(n), second(n); }
template <class T>
__global__ void __launch_bounds__(kThreads) add_kernel(const T* a, int n) {
  if (n > 0) { helper(a); }
}
struct Box { int size() const { return 1; } };
namespace { float inner(float x) noexcept { return x; } }
extern "C" void launch(int n) { add_kernel<int><<<1, 1>>>(nullptr, n); }
extern "C" { void in_braces() {} }
// void commented() {}
)");
  CHECK(names == std::vector<std::string>{"first", "add_kernel", "inner", "launch", "in_braces"});
}

TEST_CASE("what is not closed ends with the file", "[warp][errors]") {
  CHECK(defined_functions("void f( {").empty());
  CHECK(defined_functions("void f() { g(").front() == "f");
}

}  // namespace warpschool::warp
