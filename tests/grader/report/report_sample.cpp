#include "report.hpp"
#include "sample_class.hpp"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  using namespace warpschool::grader;
  if (argc < 2) {
    std::fputs("usage: report_sample <folder> [no-plots|large]\n", stderr);
    return 2;
  }
  if (argc > 2 && std::string_view(argv[2]) == "no-plots") {
    write_report(sample_class(), argv[1], ReportOptions{});
  } else if (argc > 2 && std::string_view(argv[2]) == "large") {
    write_report(large_class(300, 41), argv[1]);
  } else {
    write_report(sample_class(), argv[1]);
  }
  return 0;
}
