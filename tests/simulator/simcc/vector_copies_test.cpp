// Copies of structs in LLVM's intermediate code, and what clang's back end makes of them.
#include "simcc/repairs/vector_copies.hpp"

#include "simcc/repairs/split_copies.hpp"
#include "warpschool/harness/catch.hpp"

#include <fmt/format.h>

namespace warpschool::simcc {
namespace {

std::string copy_of(const std::string& to, const std::string& from, const std::string& rest) {
  return "  tail call void @llvm.memcpy.p0i8.p0i8.i64(" + to + ", " + from + ", " + rest + ")";
}

TEST_CASE("a copy of 16 aligned bytes becomes an access of a vector", "[simcc]") {
  const auto joined =
      with_vector_copies(copy_of("i8* nonnull align 16 dereferenceable(16) %3", "i8* align 16 %4",
                                 "i64 16, i1 false), !dbg !7, !tbaa.struct !1") +
                         "\n  ret void\n");
  REQUIRE(joined);
  CHECK(joined->find("memcpy") == std::string::npos);
  CHECK(joined->find("load <4 x i32>, <4 x i32>* %warpschool.copy0.from, align 16, !dbg !7\n") !=
        std::string::npos);
  CHECK(joined->find("getelementptr i8, i8* %3, i64 0, !dbg !7\n") != std::string::npos);
  CHECK(joined->find("\n  ret void\n") != std::string::npos);
}

TEST_CASE("pointers without a type, other spaces and constants are read", "[simcc]") {
  const auto joined = with_vector_copies(
      "  call void @llvm.memmove.p3.p0.i64(ptr addrspace(3) align 16 @tile, ptr align 32 "
      "getelementptr inbounds ([4 x float], ptr @all, i64 0, i64 4), i64 32, i1 false)\n");
  REQUIRE(joined);
  CHECK(joined->find("getelementptr i8, ptr addrspace(3) @tile, i64 16") != std::string::npos);
  const std::size_t last_load = joined->rfind(" load "), first_store = joined->find(" store ");
  CHECK(last_load < first_store);
}

TEST_CASE("other copies stay as they are", "[simcc]") {
  const std::string to = "i8* align 16 %3", from = "i8* align 16 %4";
  CHECK_FALSE(with_vector_copies(copy_of("i8* align 8 %3", from, "i64 16, i1 false")));
  CHECK_FALSE(with_vector_copies(copy_of(to, "i8* %4", "i64 16, i1 false")));
  CHECK_FALSE(with_vector_copies(copy_of(to, from, "i64 24, i1 false")));
  CHECK_FALSE(with_vector_copies(copy_of(to, from, "i64 256, i1 false")));
  CHECK_FALSE(with_vector_copies(copy_of(to, from, "i64 16, i1 true")));
  CHECK_FALSE(with_vector_copies(copy_of(to, from, "i64 %5, i1 false")));
  CHECK_FALSE(with_vector_copies("declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)\n"));
}

// Unless a variable of the function has the other side, it may hold pointers for all that is known.
TEST_CASE("a copy into a variable of the function is one of its numbers", "[simcc]") {
  const auto joined = [](const std::string& members, const std::string& alignment,
                         const std::string& bytes) {
    const auto code = with_vector_copies(
        "%struct.T = type " + members +
        "\ndefine void @k(%struct.T* %0) {\n  %2 = alloca %struct.T, "
        "align 4\n  %3 = bitcast %struct.T* %2 to i8*\n"
        "  %4 = bitcast %struct.T* %0 to i8*\n" +
        copy_of("i8* align 4 %3", "i8* align " + alignment + " %4", "i64 " + bytes + ", i1 false") +
        "\n}\n");
    const std::size_t load = code ? code->find(" = load ") : std::string::npos;
    return load == std::string::npos ? ""
                                     : code->substr(load + 8, code->find(',', load) - load - 8);
  };
  CHECK(joined("{ float, float }", "8", "8") == "<2 x float>");
  CHECK(joined("{ i8, i8, i8, i8 }", "4", "4") == "<4 x i8>");
  CHECK(joined("{ [2 x float], [2 x float] }", "16", "16") == "<4 x float>");
  CHECK(joined("{ i32, float, float, i32 }", "16", "16") == "<4 x i32>");
  CHECK(joined("{ double, double }", "16", "16") == "<2 x double>");
  CHECK(joined("{ [4 x i16] }", "8", "8") == "<4 x i16>");
  CHECK(joined("{ [4 x i8], [4 x i8] }", "8", "8") ==
        "<2 x i32>");  // more than four are two accesses
  CHECK(joined("{ [8 x i16] }", "16", "16") == "<4 x i32>");
  CHECK(joined("{ float, float }", "4", "8").empty());
  CHECK(joined("{ float, float, float }", "16", "16").empty());  // and a gap
  CHECK(joined("{ float*, float* }", "16", "16").empty());
  CHECK(joined("{ i64, i32, i32 }", "16", "16").empty());
}

TEST_CASE("pointers without a type take it from a variable or from an element", "[simcc]") {
  const std::string type = "%struct.float2 = type { float, float }\ndefine void @k(ptr %0) {\n";
  const std::string copy =
      "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %3, i64 8, i1 false), !dbg "
      "!7\n";
  const auto variable = with_vector_copies(
      type + "  %2 = alloca %struct.float2, align 8\n  %3 = load ptr, ptr %0, align 8\n" + copy);
  const auto element =
      with_vector_copies(type +
                         "  %2 = load ptr, ptr %0, align 8\n"
                         "  %3 = getelementptr inbounds %struct.float2, ptr %0, i64 %1, !dbg !6\n" +
                         copy);
  for (const auto& joined : {variable, element}) {
    REQUIRE(joined);
    CHECK(joined->find(" = load <2 x float>, ptr %warpschool.copy0.from, align 8, !dbg !7\n") !=
          std::string::npos);
  }
}

TEST_CASE("between two variables of the function nothing is loaded", "[simcc]") {
  CHECK_FALSE(with_vector_copies(
      "%struct.float2 = type { float, float }\ndefine void @k() {\n"
      "  %2 = alloca %struct.float2, align 8\n  %3 = alloca %struct.float2, align 8\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %3, i64 8, i1 false)\n"));
}

TEST_CASE("behind its first vector a copy is no further aligned than a vector", "[simcc]") {
  const auto joined = with_vector_copies(
      "%struct.T = type { [4 x float] }\ndefine void @k(ptr %0) {\n"
      "  %2 = alloca %struct.T, align 16\n  %3 = load ptr, ptr %0, align 8\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %2, ptr align 8 %3, i64 16, i1 false)\n}\n");
  REQUIRE(joined);
  CHECK(joined->find("ptr %warpschool.copy1.to, align 8\n") != std::string::npos);
}

TEST_CASE("sources that name vectors are told", "[simcc]") {
  for (const char* source :
       {"float2 a;", "make_uchar4(1, 2, 3, 4)", "struct __align__(8) P", "__nv_bfloat162 b;"}) {
    CHECK(mentions_vectors(source));
  }
  for (const char* source : {"float a[4];", "unsigned int x, y;", "float3 a;", "double"}) {
    CHECK_FALSE(mentions_vectors(source));
  }
}

std::string function_with(const std::string& parameters, const std::string& body) {
  return "@tile = internal addrspace(3) global [32 x [36 x float]] undef, align 4\n"
         "@pairs = internal addrspace(3) global [8 x %struct.Pair] undef, align 4\n"
         "define void @k(" +
         parameters + ") {\n" + body + "}\n";
}

TEST_CASE("a cast promises the alignment of both sides", "[simcc]") {
  const std::string address =
      "  %3 = getelementptr inbounds float, float* %0, i64 %2\n"
      "  %4 = bitcast float* %3 to i8*\n"
      "  %5 = getelementptr inbounds [32 x [36 x float]], [32 x [36 x float]] addrspace(3)* @tile, "
      "i64 0, i64 %2, i64 4\n"
      "  %6 = bitcast float addrspace(3)* %5 to i8 addrspace(3)*\n"
      "  %7 = addrspacecast i8 addrspace(3)* %6 to i8*\n";
  const std::string copy = copy_of("i8* align 4 %7", "i8* align 16 %4", "i64 16, i1 false") + "\n";
  const auto joined = with_vector_copies(function_with("float* %0, i32 %1", address + copy));
  REQUIRE(joined);
  CHECK(
      joined->find("@tile = internal addrspace(3) global [32 x [36 x float]] undef, align 16\n") !=
      std::string::npos);
  CHECK(joined->find("[8 x %struct.Pair] undef, align 4\n") != std::string::npos);
  CHECK(joined->find("store <4 x i32> %warpschool.copy0") != std::string::npos);
  // The other way round, and with pointers without a type.
  CHECK(with_vector_copies(function_with(
      "ptr %0",
      "  %2 = load ptr, ptr %0, align 8\n  %3 = getelementptr inbounds [36 x float], ptr "
      "addrspacecast (ptr addrspace(3) @tile to ptr), i64 %1\n"
      "  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %2, ptr align 4 %3, i64 16, i1 false)\n")));
}

TEST_CASE("where an alignment may come from elsewhere, nothing is promised", "[simcc]") {
  const auto joined = [](const std::string& parameters, const std::string& address,
                         const std::string& low) {
    return with_vector_copies(function_with(
        parameters,
        address + copy_of("i8* align 4 " + low, "i8* align 16 %4", "i64 16, i1 false") + "\n"));
  };
  const std::string tile = "bitcast ([32 x [36 x float]] addrspace(3)* @tile to i8*)";
  CHECK(joined("i8* %4", "", tile));
  CHECK_FALSE(joined("i8* align 16 %4", "", tile));
  CHECK_FALSE(joined("i8* %1", "  %4 = inttoptr i64 %3 to i8*\n", tile));
  CHECK_FALSE(joined("i8* %1", "  %4 = phi i8* [ %1, %2 ], [ %5, %6 ]\n", tile));
  CHECK_FALSE(joined("i8* %4, i8* %5", "", "%5"));
  CHECK_FALSE(joined("i8* %4", "", "bitcast ([8 x %struct.Pair] addrspace(3)* @pairs to i8*)"));
}

TEST_CASE("two words side by side that go to two side by side are a split copy", "[simcc]") {
  const std::string first =
      "\tld.global.u64 \t%rd5, [%rd3+8];\n\tst.global.u64 \t[%rd4+8], %rd5;\n";
  const std::string second = "\tld.global.u64 \t%rd6, [%rd3];\n";
  CHECK(has_split_copies(first + second + "\tst.global.u64 \t[%rd4], %rd6;\n"));
  CHECK(has_split_copies(first + "\tld.u64 \t%rd6, [%rd7];\n\tst.global.u64 \t[%rd4], %rd6;\n"));
  CHECK_FALSE(has_split_copies(first + "\tld.u64 \t%rd6, [%rd3];\n\tst.u64 \t[%rd4], %rd9;\n"));
  CHECK_FALSE(has_split_copies(first + ".visible .entry next(\n" + second +
                               "\tst.global.u64 \t[%rd4], %rd6;\n"));
  CHECK_FALSE(has_split_copies(first + second));
}

TEST_CASE("four words of 4 bytes that are copied side by side are a split copy", "[simcc]") {
  std::string copies;
  for (const char* offset : {"+12", "+8", "+4", ""}) {
    CHECK_FALSE(has_split_copies(copies));
    copies += fmt::format("\tld.global.u32 \t%r1, [%rd6{0}];\n\tst.shared.u32 \t[%rd8{0}], %r1;\n",
                          offset);
  }
  CHECK(has_split_copies(copies));
  CHECK_FALSE(has_split_copies(copies.substr(0, copies.rfind("st.shared"))));
}

TEST_CASE("the target's features are those of the first function", "[simcc]") {
  CHECK(target_features("attributes #0 = { \"target-features\"=\"+ptx60,+sm_70\" }") ==
        "+ptx60,+sm_70");
  CHECK(target_features("attributes #0 = { nounwind }").empty());
}

}  // namespace
}  // namespace warpschool::simcc
