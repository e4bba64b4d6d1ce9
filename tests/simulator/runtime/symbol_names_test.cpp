// Tries the names that kernels, arguments and variables have in the source.
#include "runtime/base/symbol_names.hpp"

#include "runtime/advice/source_calls.hpp"
#include "runtime/advice/source_sizes.hpp"
#include "runtime/advice/source_words.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::sim::runtime {
namespace {

TEST_CASE("kernels are called what their author called them", "[runtime]") {
  CHECK(readable_name("_Z3addPKfS0_Pfi") == "add");
  CHECK(readable_name("_Z5scaleIfEvPT_i") == "scale<float>");
  CHECK(readable_name("_ZN12_GLOBAL__N_14tileEPi") == "(anonymous namespace)::tile");
  CHECK(readable_name("vadd") == "vadd");
  CHECK(readable_name("f") == "f");  // mangled, it would be float
}

TEST_CASE("arguments of a call are read from its lines", "[runtime]") {
  using Arguments = std::vector<std::string>;
  const std::string text = "  CHECK(cudaMemcpy(h, &d[f(1, 2)],\n   sizeof (h), kind));\n";
  CHECK(arguments_of(text, 9, "cudaMemcpy") == Arguments{"h", "&d[f(1,2)]", "sizeof(h)", "kind"});
  CHECK(arguments_of(text, 1, "cudaMemset").empty());
  CHECK(arguments_of("cudaMemcpy(a, b,\n", 1, "cudaMemcpy").empty());
}

TEST_CASE("variables are called what their author called them", "[runtime]") {
  CHECK(readable_variable("_ZZ13matmul_kernelPKfS0_PfmmmE6a_tile") == "a_tile");
  CHECK(readable_variable("_ZZ5scaleIfEvPT_iE4part") == "part");
  CHECK(readable_variable("_ZN12_GLOBAL__N_16countsE") == "counts");
  CHECK(readable_variable("weights") == "weights");
  CHECK(readable_variable("_ZL7kPrimes_$_const") == "kPrimes");
  CHECK(readable_variable("__const_$__Z1kPii_$_taps") == "taps");
  CHECK(readable_variable("_ZZ1kPKfS0_PfE3sum_$_0") == "sum");  // sum[1], made one number of
  CHECK(readable_variable("_ZZ1kPiE4pair_$_12") == "pair");
  CHECK(readable_variable("tab_$_0") == "tab_$_0");
  CHECK(is_constant_table("__const_$__Z1kPii_$_taps"));
  CHECK_FALSE(is_constant_table("a_$_b"));
  CHECK(readable_variable("w") == "w");  // mangled, it would be wchar_t
  CHECK(readable_variable("").empty());
}

}  // namespace
}  // namespace warpschool::sim::runtime
