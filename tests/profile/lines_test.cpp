// Counters by line, and what is said of them, of kernels whose counters are known by hand.
#include "known_programs.hpp"
#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/page.hpp"

#include <algorithm>
#include <string_view>

namespace warpschool::profile {
namespace {

constexpr const char* kCountedProgram = "known_counters";

const std::string& report_text() {
  static const std::string text = [] {
    const Folder folder;
    folder.compile(kCountedProgram, "-O2");
    REQUIRE(folder.run("WARPSCHOOL_PROFILE=lines WARPSCHOOL_REPORT_FILE=report.json ./program "
                       "> out.txt 2> errors.txt") == 0);
    REQUIRE(text_of(folder.path / "out.txt") == "cudaSuccess\n");
    return text_of(folder.path / "report.json");
  }();
  return text;
}

const Report& report() {
  static const Report read = read_report(report_text()).value();
  return read;
}

const Kernel& kernel(std::string_view name) {
  const auto& all = report().kernels;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Kernel& one) { return one.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

const Line& line(const Kernel& of, std::string_view words) {
  const int number = line_with(kCountedProgram, std::string(words));
  const auto found = std::find_if(of.lines.begin(), of.lines.end(),
                                  [&](const Line& one) { return one.line == number; });
  REQUIRE(found != of.lines.end());
  return *found;
}

std::string said(const Kernel& of) {
  const Limit limit = limit_of(of);
  return limit.shown + " " + limit.tried;
}

}  // namespace

TEST_CASE("side by side: 4 sectors a request, in two launches", "[profile][lines]") {
  const Line& copies = line(kernel("copy_side_by_side"), "// side by side");
  CHECK(copies.counter("global_load_requests") == 64);  // 1024 threads, twice
  CHECK(copies.counter("global_store_requests") == 64);
  CHECK(copies.counter("global_sectors") == 512);
  CHECK(copies.counter("global_ideal_sectors") == 512);
  CHECK(said(kernel("copy_side_by_side")).find("neighbouring") == std::string::npos);
}

TEST_CASE("strided: 32 sectors a load where 4 would do", "[profile][lines]") {
  const Kernel& strided = kernel("copy_strided");
  const Line& copies = line(strided, "// strided");
  CHECK(copies.counter("global_load_requests") == 32);
  CHECK(copies.counter("global_store_requests") == 32);
  CHECK(copies.counter("global_sectors") == 32 * 32 + 32 * 4);
  CHECK(copies.counter("global_ideal_sectors") == 32 * 4 + 32 * 4);
  const auto shown = accesses_to_show(strided, 2);
  REQUIRE(shown.size() == 1);
  CHECK(shown[0]->cost == 32);
  CHECK(shown[0]->ideal == 4);
  CHECK(shown[0]->line == copies.line);
  CHECK(access_text(*shown[0]).find("32 lanes read 4 bytes each") == 0);
  CHECK(access_text(*shown[0]).find("32 sectors of 32 bytes, of which 12 % is used; 4 would do") !=
        std::string::npos);
}

TEST_CASE("conflicts: 32 passes a request, and padded 1", "[profile][lines]") {
  const Line& written = line(kernel("conflicts"), "// one bank");
  CHECK(written.counter("shared_requests") == 1);
  CHECK(written.counter("shared_passes") == 32);
  CHECK(written.bank_conflicts() == 31);
  const Line& read = line(kernel("conflicts"), "// one bank again");
  CHECK(read.counter("shared_passes") == 32);
  const Line& padded = line(kernel("no_conflicts"), "// padded");
  CHECK(padded.counter("shared_requests") == 1);
  CHECK(padded.bank_conflicts() == 0);
  const auto shown = accesses_to_show(kernel("conflicts"), 1);
  REQUIRE(shown.size() == 1);
  CHECK(shown[0]->is_shared);
  CHECK(access_text(*shown[0]) ==
        "32 lanes write 4 bytes each of tile: 32 passes one after the other, where 1 would do "
        "without bank conflicts.");
}

TEST_CASE("a branch on the lane divides each warp", "[profile][lines]") {
  const Line& branch = line(kernel("divides"), "// divides");
  CHECK(branch.counter("divergent_branches") == 32);  // 1024 threads
  const Line& loop = line(kernel("divides"), "sum = sum * 0.5f + 1;");
  CHECK(loop.counter("thread_instructions") == 16 * loop.counter("warp_instructions"));
}

TEST_CASE("occupancy is limited by shared memory", "[profile][lines]") {
  const Kernel& of = kernel("much_shared");
  CHECK(of.occupancy.limiter == "shared memory");
  CHECK(of.occupancy.blocks_per_sm == 2);
  CHECK(of.occupancy.shared_bytes_per_block == 102400);
  CHECK(of.occupancy.by_warps == 16);
  CHECK(occupancy_text(of).find("limited by shared memory (102,400 bytes a block") !=
        std::string::npos);
}

TEST_CASE("atomics are counted by their line, and told", "[profile][lines]") {
  const Kernel& of = kernel("counts");
  const Line& counts = line(of, "// counts");
  CHECK(counts.counter("atomic_requests") == of.counter("global_atomic_requests"));
  CHECK(counts.counter("atomic_threads") == of.counter("global_atomic_threads"));
  CHECK(counts.counter("atomic_requests") > 0);
}

TEST_CASE("lines add up to the kernel", "[profile][lines]") {
  for (const Kernel& of : report().kernels) {
    CAPTURE(of.name);
    double warps = 0, threads = 0, sectors = 0, divergent = 0;
    for (const Line& one : of.lines) {
      warps += one.counter("warp_instructions");
      threads += one.counter("thread_instructions");
      sectors += one.counter("global_sectors");
      divergent += one.counter("divergent_branches");
    }
    CHECK(warps == of.counter("warp_instructions"));
    CHECK(threads == of.counter("thread_instructions"));
    CHECK(sectors == of.counter("global_load_sectors") + of.counter("global_store_sectors"));
    CHECK(divergent == of.counter("divergent_branches"));
  }
}

TEST_CASE("two streams run beside each other on the time line", "[profile][lines]") {
  std::vector<Work> busy;
  for (const Work& work : report().timeline) {
    if (work.name == "busy") {
      busy.push_back(work);
    }
  }
  REQUIRE(busy.size() == 2);
  CHECK(busy[0].stream != busy[1].stream);
  CHECK(busy[1].begin_us < busy[0].end_us);
}

TEST_CASE("without the variable nothing is counted by line", "[profile][lines]") {
  const Folder folder;
  folder.compile(kCountedProgram, "-O2");
  REQUIRE(folder.run("WARPSCHOOL_REPORT_FILE=report.json ./program > /dev/null 2>&1") == 0);
  const auto plain = read_report(text_of(folder.path / "report.json"));
  REQUIRE(plain);
  CHECK(plain->kernels.front().lines.empty());
  for (const Kernel& of : plain->kernels) {  // nor does counting change what is counted
    CHECK(of.counters == kernel(of.name).counters);
    CHECK(of.time_us == kernel(of.name).time_us);
  }
}

}  // namespace warpschool::profile
