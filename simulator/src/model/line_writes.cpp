// Joins what a warp's stores write to a line, until it does something else.
#include "model/line_writes.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kWhole = ~std::uint32_t{0};

template <class Test>
unsigned sectors_of(const LineWrites::Bytes& written, Test test) {
  unsigned bits = 0;
  for (unsigned sector = 0; sector < written.size(); ++sector) {
    bits |= test(written[sector]) ? 1u << sector : 0u;
  }
  return bits;
}

}  // namespace

unsigned LineWrites::Line::touched() const {
  return sectors_of(written, [](std::uint32_t bytes) { return bytes != 0; });
}

unsigned LineWrites::Line::full() const {
  return sectors_of(written, [](std::uint32_t bytes) { return bytes == kWhole; });
}

void LineWrites::begin_block() {
  for (Row& row : rows_) {
    row.count = 0;
  }
}

LineWrites::Line& LineWrites::add(unsigned warp, std::uint64_t line, const Bytes& written) {
  Row& row = rows_[warp];
  const auto end = row.lines.begin() + std::min(row.count, kKept);
  auto found = std::find_if(row.lines.begin(), end, [=](const Line& l) { return l.line == line; });
  if (found == end) {
    found = row.lines.begin() + row.count++ % kKept;
    *found = Line{line, {}, 0};
  }
  for (unsigned sector = 0; sector < written.size(); ++sector) {
    found->written[sector] |= written[sector];
  }
  return *found;
}

}  // namespace warpschool::sim
