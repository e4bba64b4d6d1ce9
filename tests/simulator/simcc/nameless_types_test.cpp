// Tries the repair of device variables whose type has no name.
#include "simcc/repairs/nameless_types.hpp"

#include "simcc/diagnostics/error_help.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::simcc {
namespace {

TEST_CASE("device variables of a type without a name are kept", "[simcc]") {
  const auto kept = [](const char* text) { return keep_variables_of_nameless_types(text); };
  CHECK(kept("__device__ struct { int n; } a;") == "WS_DEVICE_ struct { int n; } a;");
  CHECK(kept("static __device__ volatile union\n{ int n; } a;") ==
        "static WS_DEVICE_ volatile union\n{ int n; } a;");
  CHECK(kept("__device__ enum : int { kOff, kOn } a;") == "WS_DEVICE_ enum : int { kOff, kOn } a;");
  for (const char* text :
       {"__device__ struct Named { int n; } a;", "__device__ struct Named f() { return {}; }",
        "// __device__ struct { int n; } a;", "const char* s = \"__device__ struct {\";",
        "a__device__ struct { int n; };", "__device__ int f() {}", "__device__"}) {
    CHECK(kept(text) == text);
  }
}

TEST_CASE("messages show the word that the source has", "[simcc]") {
  CHECK(tidy_messages("x.cu:1:1: error: no\n  WS_DEVICE_ struct {} a, WS_DEVICE_\n") ==
        "x.cu:1:1: error: no\n  __device__ struct {} a, __device__\n");
}

}  // namespace
}  // namespace warpschool::simcc
