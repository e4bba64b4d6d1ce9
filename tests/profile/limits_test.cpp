// What a profile says of kernels, from reports written by hand.
#include "warpschool/profile/limits.hpp"

#include "warpschool/profile/text_view.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::profile {
namespace {

Kernel kernel(const std::string& limiter) {
  Kernel made;
  made.name = "k";
  made.launches = 1;
  made.time_us = made.longest_us = 10;
  made.limiter = limiter;
  made.grid = {4, 1, 1};
  made.block = {256, 1, 1};
  made.occupancy.share = 0.5;
  made.longest_terms = {{"dram_us", 6}, {"latency_us", 3}};
  made.counters = {{"warps", 32},
                   {"threads", 1024},
                   {"blocks", 4},
                   {"warp_instructions", 100},
                   {"thread_instructions", 3200},
                   {"dram_bytes", 1280},
                   {"global_load_requests", 10},
                   {"global_load_sectors", 40}};
  return made;
}

Line line(int number, Numbers counters) {
  return {"src/a.cu", number, std::move(counters)};
}

bool says(const Kernel& of, const std::string& part) {
  const Limit limit = limit_of(of);
  CAPTURE(limit.shown, limit.tried, part);
  return (limit.shown + " " + limit.tried).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("launches of one kernel are one row, the longest kernel first", "[profile]") {
  const auto report = read_report(
      R"({"launches": [
        {"kernel": "a", "time_us": 2, "limiter": "dram", "occupancy": 1, "counters": {"warps": 1}},
        {"kernel": "b", "time_us": 9, "limiter": "lsu", "occupancy": 0.5, "occupancy_limiter": "registers"},
        {"kernel": "a", "time_us": 3, "limiter": "l2", "occupancy": 1, "counters": {"warps": 2}}]})");
  REQUIRE(report);
  REQUIRE(report->kernels.size() == 2);
  CHECK(report->kernels[0].name == "b");
  CHECK(report->kernels[1].launches == 2);
  CHECK(report->kernels[1].time_us == 5.0);
  CHECK(report->kernels[1].counter("warps") == 3.0);
  CHECK(report->kernels[1].limiter == "l2");
  CHECK(text_view(*report, false).find("Occupancy 50 %") != std::string::npos);
  CHECK(occupancy_text(report->kernels[0]).find("registers") != std::string::npos);
}

TEST_CASE("a kernel that faulted is named with its fault, and not analysed", "[profile]") {
  const auto report = read_report(
      R"({"launches": [{"kernel": "bad", "time_us": 9, "limiter": "dram"},
        {"kernel": "good", "time_us": 2, "limiter": "dram"}],
      "faults": [{"kind": "out_of_bounds", "kernel": "bad", "where": {"file": "src/a.cu", "line": 4}},
        {"kind": "race", "kernel": "bad"}, {"kind": "leak", "kernel": ""}, 7]})");
  REQUIRE(report);
  REQUIRE(report->kernels.size() == 1);
  CHECK(report->kernels[0].name == "good");
  REQUIRE(report->faulted.size() == 1);
  const std::string text = text_view(*report, false);
  CHECK(text.find("bad ended in a fault (out_of_bounds at a.cu:4)") != std::string::npos);
  CHECK(text.find("bad is ") == std::string::npos);
  CHECK(text.find("good is ") != std::string::npos);
  const auto nothing_else =
      read_report(R"({"launches": [], "faults": [{"kind": "race", "kernel": "bad"}]})");
  REQUIRE(nothing_else);
  CHECK(text_view(*nothing_else, false).find("No kernel") == std::string::npos);
}

TEST_CASE("what is no report is none, and wrong types are no numbers", "[profile]") {
  CHECK_FALSE(read_report("no report"));
  CHECK_FALSE(read_report("{}"));
  const auto report = read_report(
      R"({"launches": [{"kernel": 7, "time_us": "x", "grid": "y", "counters": {"warps": []}}],
    "lines": {"": {"lines": [1, {"line": "2"}], "accesses": [{"offsets": [null, "a", 4]}]}}, "timeline": [3]})");
  REQUIRE(report);
  REQUIRE(report->kernels.size() == 1);
  CHECK(report->kernels[0].counter("warps") == 0.0);
  REQUIRE(report->kernels[0].accesses.size() == 1);
  CHECK(report->kernels[0].accesses[0].lanes() == 1);
}

TEST_CASE("each limit is shown by its number", "[profile]") {
  CHECK(says(kernel("dram"),
             "1,280 bytes moved in 10 us, 94 % of what it can move while the kernel runs"));
  CHECK(says(kernel("issue"), "3.125 a thread"));
  CHECK(says(kernel("launch"), "it does nothing"));
  Kernel divergent = kernel("alu");
  divergent.counters["thread_instructions"] = 400;
  divergent.lines = {line(7, {{"branches", 4}, {"divergent_branches", 3}})};
  CHECK(says(divergent, "only 4 of the 32 threads"));
  CHECK(says(divergent, "3 of 4 branches at a.cu:7 divide their warp"));
}

TEST_CASE("waste is told with its line, and only where there is some", "[profile]") {
  Kernel scattered = kernel("l2");
  scattered.lines = {line(
      3, {{"global_load_requests", 10}, {"global_sectors", 320}, {"global_ideal_sectors", 40}})};
  CHECK(says(scattered, "at a.cu:3 touches 32 sectors of 32 bytes; 4 would do"));
  Kernel neat = kernel("dram");
  neat.lines = {line(
      3, {{"global_load_requests", 10}, {"global_sectors", 40}, {"global_ideal_sectors", 40}})};
  CHECK(says(neat, "Its requests waste nothing"));
  CHECK_FALSE(says(neat, "neighbouring"));
}

TEST_CASE("conflicts are told with their line", "[profile]") {
  Kernel conflicts = kernel("lsu");
  conflicts.counters["shared_load_passes"] = 64;
  conflicts.counters["shared_load_ideal_passes"] = 2;
  conflicts.lines = {
      line(9, {{"shared_requests", 2}, {"shared_passes", 64}, {"shared_ideal_passes", 2}})};
  CHECK(says(conflicts, "62 of 64 passes"));
  CHECK(says(conflicts, "At a.cu:9 a request takes 32 passes"));
}

TEST_CASE("atomics: what is done already is not advised again", "[profile]") {
  Kernel each = kernel("atomic");
  each.counters["global_atomic_threads"] = 1024;
  each.counters["global_atomic_requests"] = 32;
  CHECK(says(each, "1,024 atomics of threads"));
  CHECK(says(each, "within the warp"));
  Kernel one_a_warp = kernel("atomic");
  one_a_warp.counters["global_atomic_threads"] = one_a_warp.counters["global_atomic_requests"] = 32;
  CHECK(says(one_a_warp, "A warp has one already, and a block 8"));
  Kernel one_a_block = kernel("atomic");
  one_a_block.counters["global_atomic_threads"] = one_a_block.counters["global_atomic_requests"] =
      4;
  CHECK(says(one_a_block, "There is one a block"));
  CHECK_FALSE(says(one_a_block, "within the"));
}

TEST_CASE("waiting: more blocks are advised only to a grid that is too small", "[profile]") {
  Kernel small = kernel("latency");
  small.sm_count = 132;
  CHECK(says(small, "The grid has 4 blocks for 132 SMs"));
  Kernel large = small;
  large.grid = {1000, 1, 1};
  CHECK_FALSE(says(large, "more blocks"));
  large.lines = {line(5, {{"waited_clk", 30}}), line(6, {{"waited_clk", 10}})};
  CHECK(says(large, "75 % of its warps' time goes by before what stands at a.cu:5"));
}

TEST_CASE("the speed of light is what a unit did of what it can do in the time", "[profile]") {
  Kernel copy = kernel("dram");
  copy.longest_terms = {{"dram_us", 4}, {"latency_us", 3}};
  const auto light = speed_of_light(copy);
  REQUIRE(light.size() == 8);
  CHECK(light[6].unit == "DRAM Throughput");
  CHECK(light[6].share == Approx(0.8532).epsilon(0.001));  // 4 of (4^2.5 + 3^2.5)^0.4
  CHECK(light[1].unit == "Memory Throughput");
  CHECK(light[1].share == light[6].share);
  CHECK(light[1].is_limiter);
  CHECK(light[0].share == 0.0);
}

TEST_CASE("the SM's units are busy on the mean SM only as often as there are blocks", "[profile]") {
  Kernel one = kernel("issue");
  one.sm_count = 100;
  one.grid = {50, 1, 1};  // half of the SMs have none
  one.longest_terms = {{"issue_us", 1}};
  CHECK(one.tail() == 2.0);
  CHECK(speed_of_light(one)[2].share == 0.5);
}

TEST_CASE("a launch that takes longer than its kernel is told", "[profile]") {
  Kernel small = kernel("latency");
  small.longest_terms = {{"latency_us", 2}};
  CHECK(says(small, "Of the 10 us of a launch 8 us go by before it begins."));
  small.longest_terms = {{"latency_us", 9}};
  CHECK_FALSE(says(small, "go by before it begins"));
}

TEST_CASE("a kernel that writes nothing is told so", "[profile]") {
  Kernel idle = kernel("latency");
  CHECK_FALSE(says(idle, "No thread writes"));  // not known
  idle.counters["global_store_requests"] = 0;
  CHECK(says(idle, "No thread writes to global memory."));
  idle.counters["global_atomic_requests"] = 1;
  CHECK_FALSE(says(idle, "No thread writes"));
}

TEST_CASE("occupancy says its limit in numbers", "[profile]") {
  Kernel some = kernel("latency");
  some.occupancy = {0.125, "shared memory", 2, 16, 32, 64, 2, 20, 102400};
  some.block = {128, 1, 1};
  CHECK(occupancy_text(some) ==
        "12 %: 2 blocks of 128 threads on an SM, limited by shared memory (102,400 bytes a block; "
        "its warps would allow 16)");
  some.occupancy.limiter = "registers";
  CHECK(occupancy_text(some).find("about 20 a thread") != std::string::npos);
}

}  // namespace warpschool::profile
