// Tries the refusal of variables that are too large for any launch.
#include "simcc/diagnostics/size_limits.hpp"

#include "warpschool/harness/catch.hpp"

#include <string>

namespace warpschool::simcc {
namespace {

std::string kernel(const std::string& parameters, const std::string& variables) {
  return ".visible .entry _Z4stepPf(\n" + parameters + "\n)\n{\n" + variables + "\n\tret;\n\n}\n";
}

bool complains_of(const std::string& ptx, const std::string& words) {
  return too_large(ptx).find(words) != std::string::npos;
}

TEST_CASE("variables that no launch could have are refused", "[simcc]") {
  const std::string pointer = "\t.param .u64 _Z4stepPf_param_0";
  CHECK(complains_of(kernel(pointer, "\t.shared .align 4 .b8 _ZZ4stepPfE4tile[65536];"),
                     "in 'step(float*)' the __shared__ variables take 65536 bytes"));
  CHECK(complains_of(kernel(pointer,
                            "\t.shared .align 4 .b8 _ZZ4stepPfE1a[40000];\n"
                            "\t.shared .align 8 .b64 _ZZ4stepPfE1b[2000];"),
                     "take 56000 bytes, and there are at most 49152"));
  CHECK(complains_of(kernel(pointer, "\t.local .align 4 .b8 \t__local_depot0[4000000];"),
                     "the local arrays (of each thread) take 4000000 bytes"));
  CHECK(complains_of(kernel(pointer + ",\n\t.param .align 4 .b8 _Z4stepPf_param_1[36000]", ""),
                     "the parameters take 36008 bytes"));
  CHECK(complains_of(".visible .const .align 4 .b8 a[60000];\n.const .align 4 .b8 b[6000];\n",
                     "the __constant__ variables of this file take 66000 bytes"));
}

TEST_CASE("shared variables of several functions are not counted together", "[simcc]") {
  const std::string print =
      ".extern .func  (.param .b32 func_retval0) vprintf\n(\n\t.param .b64 vprintf_param_0\n)\n;\n";
  const std::string two =
      print + ".shared .align 4 .b8 a[40000];\n" + ".shared .align 4 .b8 b[40000];\n";
  CHECK(too_large(two).empty());
  CHECK(complains_of(two + ".shared .align 4 .b8 c[65536];\n",
                     "the __shared__ variables take 65536 bytes"));
}

TEST_CASE("what fits is not counted together", "[simcc]") {
  const std::string tile = "\t.shared .align 4 .b8 _ZZ4stepPfE4tile[32768];";
  const std::string calls =
      "\t{\n\t.param .align 4 .b8 param0[20000];\n\t}\n\t{\n\t.param .align 4 .b8 param0[20000];\n"
      "\t}";
  const std::string one = kernel("\t.param .u64 _Z4stepPf_param_0", tile + "\n" + calls);
  CHECK(too_large(one + one).empty());
  CHECK(too_large(".extern .shared .align 16 .b8 all[];\n.global .align 4 .b8 big[1000000];\n" +
                  one + ".const .align 4 .b8 table[65536];\n")
            .empty());
}

}  // namespace
}  // namespace warpschool::simcc
