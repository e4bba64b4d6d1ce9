// Makes table rows and memory access pictures of counters.
#include "report/counter_view.hpp"

#include "report/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace warpschool::grader::report {
namespace {

constexpr int kCells = 32;

/// A counter whose value lies between 0 and 32 by its nature.
struct Picture {
  const char* counter;  ///< name as in harness/include/warpschool/harness/metrics.hpp
  int enough;           ///< cells that suffice
  const char* caption;
};

constexpr std::array<Picture, 5> kPictures{{
    {"sectors_per_request", 4,
     "sectors of 32 bytes a request; neighbours that use neighbouring floats need 4"},
    {"sectors_per_load", 4,
     "sectors of 32 bytes a load; neighbours that read neighbouring floats need 4"},
    {"sectors_per_store", 4,
     "sectors of 32 bytes a store; neighbours that write neighbouring floats need 4"},
    {"shared_conflict_ratio", 1, "passes over shared memory where one would do"},
    {"thread_efficiency", kCells, "lanes of a warp at work"},
}};

const Picture* picture_for(const std::string& counter) {
  const auto found = std::find_if(kPictures.begin(), kPictures.end(), [&](const Picture& picture) {
    return counter == picture.counter;
  });
  return found == kPictures.end() ? nullptr : &*found;
}

/// How much of a cell is filled, from 0 to 1: the last one may be filled in part.
double filled(double value, int cell) {
  return std::clamp(value - cell, 0.0, 1.0);
}

}  // namespace

std::string warp_picture(const std::string& counter, double value) {
  const Picture* picture = picture_for(counter);
  if (picture == nullptr || !std::isfinite(value)) {
    return {};
  }
  std::string svg = "<svg class=\"warp\" viewBox=\"0 0 320 10\" aria-hidden=\"true\">";
  for (int cell = 0; cell < kCells; ++cell) {
    const int x = 10 * cell;
    svg += fmt::format("<rect class=\"cell\" x=\"{}\" width=\"9\" height=\"10\"/>", x);
    if (filled(value, cell) > 0) {
      svg += fmt::format("<rect class=\"{}\" x=\"{}\" width=\"{:.2f}\" height=\"10\"/>",
                         cell < picture->enough ? "needed" : "extra", x, 9 * filled(value, cell));
    }
  }
  return svg + fmt::format("</svg> <span>{} {}</span>", escape(figure(value)), picture->caption);
}

List counter_list(const CheckResult& check) {
  List rows;
  for (const auto& [name, value] : check.counters) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    const std::string picture = warp_picture(name, value);
    rows.push_back(Object{{"counter", clean(words)},
                          {"value", figure(value)},
                          {"has_picture", !picture.empty()},
                          {"picture", picture}});
  }
  return rows;
}

}  // namespace warpschool::grader::report
