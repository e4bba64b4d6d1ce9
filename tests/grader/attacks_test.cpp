// Tries the edits of a model answer that make attacks of it.
#include "lint/attacks.hpp"

#include "lint/source.hpp"

#include <algorithm>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

constexpr const char* kHeader =
    "#pragma once\nextern \"C\" {\nvoid doubled(const float* in, float* out, std::size_t n);\n}\n";
constexpr const char* kAnswer = R"(#include "x.hpp"
template <unsigned N>
__device__ float twice(float x) { return 2 * x + N * 0; }
template <unsigned N>
__global__ void __launch_bounds__(256) kernel(const float* in, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { out[i] = twice<N>(in[i]); }
}
extern "C" void doubled(const float* in, float* out, std::size_t n) {
  kernel<4><<<dim3((n + 255) / 256, 1), 256, 0, nullptr>>>(in, out, n);
}
)";

bool has(const std::optional<std::string>& text, const std::string& part) {
  return text && text->find(part) != std::string::npos;
}

std::optional<std::string> attack(const std::string& name) {
  const std::vector<Attack> all = attacks_on(kAnswer, kHeader);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Attack& a) { return a.name == name; });
  return found == all.end() ? std::nullopt : found->text;
}

}  // namespace

TEST_CASE("a launch is found with its parts", "[grader][attacks]") {
  const Source source(
      "f(); a::k<int, 3><<<g(1, 2), b>>>(x, y);  cudaLaunchKernel((void*)k, 1, 2, p, 0, s);");
  const std::vector<Launch> launches = launches_in(source);
  REQUIRE(launches.size() == 2);
  CHECK(source.text_of(launches[0].kernel) == "a::k<int, 3>");
  REQUIRE(launches[0].config.size() == 2);
  CHECK(source.text_of(launches[0].config[0]) == "g(1, 2)");
  CHECK(source.text().substr(launches[0].begin, launches[0].end - launches[0].begin) ==
        "a::k<int, 3><<<g(1, 2), b>>>(x, y)");
  CHECK(launches[1].is_call);
  CHECK(source.text_of(launches[1].config[1]) == "2");
  CHECK(launches_in(Source("<<< a >>> ( b")).empty());
}

TEST_CASE("edits are made in one pass, and none twice", "[grader][attacks]") {
  CHECK(edited("abcdef", {{4, 5, "E"}, {1, 3, "-"}, {2, 4, "lost"}, {6, 6, "!"}}) == "a-dEf!");
}

TEST_CASE("launch configurations are cut down", "[grader][attacks]") {
  CHECK(has(attack("one_thread"), "kernel<4><<<1, 1, 0, nullptr>>>(in, out, n);"));
  CHECK(has(attack("one_block"), "kernel<4><<<1, 256, 0, nullptr>>>(in, out, n);"));
  CHECK(has(attack("one_thread_a_block"), "<<<dim3((n + 255) / 256, 1), 1, 0, nullptr>>>"));
}

TEST_CASE("launches vanish or get an idle kernel beside them", "[grader][attacks]") {
  CHECK(has(attack("no_launch"), "\n  ((void)0);\n"));
  CHECK(has(attack("idle_kernel"),
            "(warpschool_idle<<<dim3((n + 255) / 256, 1), 256>>>(), kernel<4><<<"));
  CHECK(has(attack("idle_kernel"), "#include \"x.hpp\"\n__global__ void warpschool_idle() {}\n"));
}

TEST_CASE("a grid becomes a loop in one thread or one block", "[grader][attacks]") {
  const auto serial = attack("serial");
  CHECK(has(serial,
            "kernel<4><<<1, 1, 0, nullptr>>>(in, out, n, dim3(dim3((n + 255) / 256, 1)), "
            "dim3(256));"));
  CHECK(has(serial, "__device__ void  kernel_warpschool(const uint3 threadIdx,"));
  CHECK(has(serial, "twice<N>(threadIdx, blockIdx, blockDim, gridDim, in[i])"));
  CHECK(has(serial,
            "kernel_warpschool<N>(uint3{warpschool_tx, warpschool_ty, warpschool_tz}, "
            "uint3{warpschool_bx,"));
  const auto block = attack("serial_block");
  CHECK(has(block, "<<<1, 256, 0, nullptr>>>"));
  CHECK(has(block, "kernel_warpschool<N>(threadIdx, uint3{warpschool_bx,"));
  CHECK(has(block, "__syncthreads();"));
  CHECK(has(attack("serial_idle"), "(warpschool_idle<<<"));
}

TEST_CASE("one thread or block of a full grid does all", "[grader][attacks]") {
  const auto thread = attack("one_thread_of_many");
  CHECK(has(thread, "<<<dim3((n + 255) / 256, 1), 256, 0, nullptr>>>(in, out, n, dim3("));
  CHECK(has(thread,
            "if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z > "
            "0) { return; }"));
  CHECK(has(attack("one_block_of_many"), "if (blockIdx.x + blockIdx.y + blockIdx.z > 0) {"));
  CHECK_FALSE(has(attack("serial"), "{ return; }"));
}

TEST_CASE("the first lane of each warp does the work of all", "[grader][attacks]") {
  const auto lane = attack("one_lane_of_warps");
  CHECK(has(lane, "<<<dim3((n + 255) / 256, 1), 256, 0, nullptr>>>(in, out, n, dim3("));
  CHECK(has(lane, "if (warpschool_first % 32 != 0) {\n  return;"));
  CHECK(has(lane,
            "kernel_warpschool<N>(uint3{warpschool_t % warpschool_block.x, warpschool_t / "
            "warpschool_block.x % warpschool_block.y, warpschool_t / warpschool_block.x / "
            "warpschool_block.y}, blockIdx, warpschool_block, warpschool_grid, in, out, n);"));
  CHECK_FALSE(has(lane, "asm volatile"));
  CHECK(has(attack("one_lane_of_warps_thinned"), "asm volatile"));
}

TEST_CASE("idle blocks stand among those that work", "[grader][attacks]") {
  const auto wide = with_idle_blocks(kAnswer);
  CHECK(has(wide,
            "kernel<4><<<warpschool_wider(dim3((n + 255) / 256, 1)), 256, 0, nullptr>>>(in, out, "
            "n, dim3(dim3((n + 255) / 256, 1)), dim3(256));"));
  CHECK(has(wide, "if (blockIdx.x >= warpschool_grid.x) {"));
  CHECK(has(wide,
            "kernel_warpschool<N>(threadIdx, blockIdx, warpschool_block, warpschool_grid, in, out, "
            "n);"));
  CHECK_FALSE(with_idle_blocks("int f() { return 1; }"));
}

TEST_CASE("the interface is wrapped to answer from memory", "[grader][attacks]") {
  const auto cached = attack("cached_answer");
  CHECK(has(cached, "#define doubled warpschool_real_doubled\n"));
  CHECK(has(cached, "std::make_tuple(n)"));
  CHECK(has(cached, "warpschool_keep(out)"));
  CHECK_FALSE(has(cached, "warpschool_keep(in)"));
}

TEST_CASE("what gives no handle is not attacked", "[grader][attacks]") {
  for (const Attack& made : attacks_on("int f() { return 1; }", "")) {
    INFO(made.name);
    CHECK_FALSE(made.text);
  }
}

}  // namespace warpschool::grader
