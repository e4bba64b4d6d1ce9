// Loops whose number of turns depends on the loop around them, in LLVM's intermediate code.
#include "simcc/repairs/triangular_loops.hpp"

#include "simcc/repairs/counted_loops.hpp"
#include "warpschool/harness/catch.hpp"

#include <fmt/format.h>

namespace warpschool::simcc {
namespace {

/// for (i = 0; i < turns; i++) for (j = BEGIN; j < END; j++) ..., as clang 14's front end has it.
/// @param load of the inner counter's first value, if that is %7; @param bound the inner END
std::string nest(const std::string& turns, const std::string& first, const std::string& bound,
                 const std::string& array = "float", const std::string& told = "") {
  return fmt::format(R"(define void @t(float* %0) {{
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca {3}, align 4
  store i32 0, i32* %1, align 4, !dbg !14
  br label %4, !dbg !13

4:                                                ; preds = %20, %0
  %5 = load i32, i32* %1, align 4, !dbg !15
  %6 = icmp slt i32 %5, {0}, !dbg !16
  br i1 %6, label %9, label %30, !dbg !17

9:                                                ; preds = %4
  %7 = load i32, i32* %1, align 4
  %8 = add nsw i32 %7, 1, !dbg !24
  store i32 {1}, i32* %2, align 4, !dbg !25
  br label %10, !dbg !22

10:                                               ; preds = %16, %9
  %11 = load i32, i32* %2, align 4, !dbg !26
  %12 = load i32, i32* %1, align 4
  %13 = icmp sle i32 %11, {2}, !dbg !27
  br i1 %13, label %15, label %20, !dbg !28

15:                                               ; preds = %10
  %14 = getelementptr inbounds {3}, {3}* %3, i64 0, i64 1
  br label %16

16:                                               ; preds = %15
  %17 = load i32, i32* %2, align 4, !dbg !39
  %18 = add nsw i32 %17, 1, !dbg !39
  store i32 %18, i32* %2, align 4, !dbg !39
  br label %10, !dbg !28, !llvm.loop !40

20:                                               ; preds = %10
  %21 = load i32, i32* %1, align 4, !dbg !47
  %22 = add nsw i32 %21, 1, !dbg !47
  store i32 %22, i32* %1, align 4, !dbg !47
  br label %4, !dbg !17, !llvm.loop !48

30:                                               ; preds = %4
  ret void
}}

!40 = distinct !{{!40, !28, !41}}
!48 = distinct !{{!48, !17, !46{4}}}
!50 = !{{!"llvm.loop.unroll.full"}}
)",
                     turns, first, bound, array, told);
}

constexpr const char* kMarked =
    "\n!48 = distinct !{!48, !17, !46, !{!\"llvm.loop.unroll.disable\"}}\n";

bool is_kept(const std::string& code) {
  const std::optional<std::string> kept = with_outer_loops_kept(code);
  const bool is_marked = kept && kept->find(kMarked) != std::string::npos;
  CHECK((!kept ||
         (is_marked && kept->find("\n!40 = distinct !{!40, !28, !41}\n") != std::string::npos)));
  return is_marked;
}

TEST_CASE("an outer loop stays one if it says where the inner one begins or ends", "[simcc]") {
  CHECK(is_kept(nest("16", "%8", "15")));
  CHECK(is_kept(nest("16", "0", "%12")));
  CHECK_FALSE(is_kept(nest("16", "0", "15")));  // a rectangle
}

TEST_CASE("an outer loop of few turns, or of some that nobody knows, is left to clang", "[simcc]") {
  CHECK_FALSE(is_kept(nest("4", "%8", "3")));
  CHECK(is_kept(nest("5", "%8", "4")));
  CHECK_FALSE(is_kept(nest("%12", "%8", "15")));
}

TEST_CASE("arrays of the thread's own lie in registers, if they are small", "[simcc]") {
  CHECK_FALSE(is_kept(nest("8", "%8", "7", "[8 x float]")));
  CHECK(is_kept(nest("9", "%8", "8", "[9 x float]")));
  CHECK_FALSE(is_kept(nest("8", "%8", "7", "[8 x %struct.float2]")));
}

TEST_CASE("what the source says of unrolling holds", "[simcc]") {
  CHECK_FALSE(is_kept(nest("16", "%8", "15", "float", ", !50")));
}

TEST_CASE("pointers without a type are read", "[simcc]") {
  std::string code = nest("16", "%8", "15");
  for (std::size_t at = code.find("i32*"); at != std::string::npos; at = code.find("i32*")) {
    code.replace(at, 4, "ptr");
  }
  CHECK(is_kept(code));
  std::string array = nest("8", "%8", "7", "[8 x float]");
  array.replace(array.find("[8 x float]* %3"), 15, "ptr %3");
  CHECK_FALSE(is_kept(array));
}

TEST_CASE("the turns of a loop are counted", "[simcc]") {
  const auto turns = [](const char* begin, const char* comparison, const char* end, int step) {
    CountedLoop loop;
    loop.begin = begin;
    loop.comparison = comparison;
    loop.end = end;
    loop.step = step;
    return turns_of(loop);
  };
  CHECK(turns("0", "slt", "16", 1) == 16);
  CHECK(turns("1", "ule", "16", 4) == 4);
  CHECK(turns("15", "sge", "0", -1) == 16);
  CHECK(turns("15", "sgt", "0", -2) == 8);
  CHECK(turns("16", "slt", "0", 1) == 0);
  CHECK(turns("%7", "slt", "16", 1) == 0);
}

TEST_CASE("triangular loops are seen in a source, not in its comments", "[simcc]") {
  CHECK(mentions_triangular_loops("for (int i = 0; i < N; i++) for (int j = 0; j < i; ++j) f();"));
  CHECK(mentions_triangular_loops(
      "for (int i = kRows - 1; i > 0; i--) { for(int j = (i + 1); j < 4;) {} }"));
  CHECK_FALSE(
      mentions_triangular_loops("for (int i = 0; i < n; i++) for (int j = 0; j < n; ++j);"));
  CHECK_FALSE(
      mentions_triangular_loops("for (int i = threadIdx.x; i < n; i++) for (int j = i;;) {}"));
  CHECK_FALSE(mentions_triangular_loops("// for each i = 0, and for j = i\n"));
}

}  // namespace
}  // namespace warpschool::simcc
