// Copies of structs in LLVM's intermediate code, and what clang's back end makes of them.
#include "simcc/repairs/vector_copies.hpp"

#include "warpschool/harness/catch.hpp"

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

TEST_CASE("the target's features are those of the first function", "[simcc]") {
  CHECK(target_features("attributes #0 = { \"target-features\"=\"+ptx60,+sm_70\" }") ==
        "+ptx60,+sm_70");
  CHECK(target_features("attributes #0 = { nounwind }").empty());
}

}  // namespace
}  // namespace warpschool::simcc
