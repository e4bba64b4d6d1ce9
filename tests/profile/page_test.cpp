// The pages: what they hold, and that nothing of a student's text gets out of its place.
#include "warpschool/profile/page.hpp"

#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/pictures.hpp"
#include "warpschool/profile/shown_trace.hpp"

#include <fmt/format.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::profile {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

Access access(bool is_shared, std::int64_t step) {
  Access made;
  made.file = "a.cu";
  made.line = 2;
  made.is_shared = is_shared;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    made.offsets[lane] = static_cast<std::int64_t>(lane) * step;
  }
  made.requests = 1;
  return made;
}

constexpr const char* kHostile = "</script></style><img src=x onerror=alert(1)>\"'&";

}  // namespace

TEST_CASE("a picture of 32 neighbours has 4 full sectors", "[profile][page]") {
  Access neat = access(false, 4);
  neat.cost = neat.ideal = 4;
  const std::string svg = access_picture(neat);
  CHECK(count_of(svg, "class=\"sector\"") == 4);
  CHECK(count_of(svg, "class=\"used\"") == 32);
  CHECK(count_of(svg, "class=\"link\"") == 32);
  CHECK(count_of(svg, "class=\"gap\"") == 0);
  CHECK(access_text(neat) ==
        "32 lanes read 4 bytes each: 4 sectors of 32 bytes, no more than they need.");
}

TEST_CASE("a picture of a column has 32 sectors with gaps, of which an eighth is used",
          "[profile][page]") {
  Access column = access(false, 128);
  column.cost = 32;
  column.ideal = 4;
  const std::string svg = access_picture(column);
  CHECK(count_of(svg, "class=\"sector\"") == 32);
  CHECK(count_of(svg, "class=\"used\"") == 32);
  CHECK(count_of(svg, "class=\"gap\"") == 31);
  CHECK(access_text(column) ==
        "32 lanes read 4 bytes each: 32 sectors of 32 bytes, of which 12 % is used; 4 would do.");
}

TEST_CASE("a picture of a conflict has 32 words in one bank", "[profile][page]") {
  Access conflict = access(true, 128);
  conflict.cost = 32;
  conflict.ideal = 1;
  CHECK(count_of(access_picture(conflict), "class=\"word conflict\"") == 32);
  Access neat = access(true, 4);
  neat.cost = neat.ideal = 1;
  CHECK(count_of(access_picture(neat), "class=\"word\"") == 32);
  CHECK(count_of(access_picture(neat), "conflict\"") == 0);
}

TEST_CASE("streams are rows of the time line", "[profile][page]") {
  const std::string svg =
      timeline_picture({{"kernel", "a", 1, 0, 5, 0}, {"host_to_device", "", 2, 1, 4, 4096}});
  CHECK(count_of(svg, "class=\"stream\"") == 2);
  CHECK(count_of(svg, "<rect class=\"work") == 2);
  CHECK(svg.find("copy to the device, 4,096 bytes: 1 us to 4 us") != std::string::npos);
  CHECK(timeline_picture({}).empty());
}

TEST_CASE("a profile's page holds no markup of the student's", "[profile][page]") {
  Report report;
  Kernel& kernel = report.kernels.emplace_back();
  kernel.name = kHostile;
  kernel.limiter = "lsu";
  kernel.lines = {{fmt::format("a{}.cu", kHostile), 2, {{"warp_instructions", 5}}}};
  kernel.accesses = {access(true, 128)};
  kernel.accesses[0].memory = kernel.accesses[0].file = kHostile;
  kernel.accesses[0].cost = 32;
  report.timeline = {{"kernel", kHostile, 1, 0, 1000, 0}};
  report.faulted = {{kHostile, "race at a.cu:1"}};
  const std::string html = page(kHostile, {{kHostile, report}}, [](const std::string&) {
    return fmt::format("int a;\n{}\n", kHostile);
  });
  CHECK(count_of(html, "<img") == 0);
  CHECK(count_of(html, "<script") == 0);
  CHECK(count_of(html, "</style>") == 1);
  CHECK(html.find("&lt;img src=x onerror=alert(1)&gt;") != std::string::npos);
  CHECK(html.find("ended in a fault (race at a.cu:1)") != std::string::npos);
  CHECK(count_of(html, "http://") + count_of(html, "https://") == 0);
}

TEST_CASE("the source has each line's share in front, and only columns that hold something",
          "[profile][page]") {
  Report report;
  Kernel& kernel = report.kernels.emplace_back();
  kernel.name = "k";
  kernel.limiter = "lsu";
  kernel.lines = {{"a.cu", 2, {{"warp_instructions", 5}, {"thread_instructions", 160}}}};
  const std::string html = page("p", {{"", report}}, [](const std::string&) {
    return std::optional<std::string>("first\nsecond\n");
  });
  CHECK(count_of(html, "data-label=\"instructions\"") == 1);
  CHECK(count_of(html, "data-label=\"active threads\"") == 1);
  CHECK(count_of(html, "data-label=\"atomics\"") == 0);
  CHECK(count_of(html, "<th scope=\"col\">atomics</th>") == 0);
  CHECK(html.find("class=\"share\"") < html.find("<code>second</code>"));
  CHECK(html.find("<code>first</code></td></tr>") != std::string::npos);
}

TEST_CASE("a trace's page holds no markup of the student's", "[profile][page]") {
  ShownTrace trace;
  trace.kernel = kHostile;
  trace.who = "thread (0, 0, 0)";
  trace.steps = {
      {kHostile, 1, kHostile, kHostile, 0, "", {kHostile}, {{kHostile, kHostile, true}}}};
  const std::string html =
      trace_page(kHostile, trace, [](const std::string&) { return std::string(kHostile); });
  CHECK(count_of(html, "<img") == 0);
  CHECK(count_of(html, "<script") == 2);
  CHECK(count_of(html, "</script>") == 2);
}

TEST_CASE("equal reports give equal pages", "[profile][page]") {
  Report report;
  report.kernels.emplace_back().name = "k";
  const auto source = [](const std::string&) { return std::optional<std::string>(); };
  CHECK(page("p", {{"", report}}, source) == page("p", {{"", report}}, source));
}

}  // namespace warpschool::profile
