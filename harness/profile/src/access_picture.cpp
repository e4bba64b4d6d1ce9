// Draws one request of a warp: its lanes, and the sectors or banks that they touch.
#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/pictures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace warpschool::profile {
namespace {

constexpr int kLanes = 32, kStep = 20, kAccessLeft = 10,
              kAccessWidth = kLanes * kStep + 2 * kAccessLeft;
constexpr int kLaneTop = 18, kLaneSize = 16, kMemoryTop = 110;

int lane_x(int lane) {
  return kAccessLeft + lane * kStep + kStep / 2;
}

std::string begin_svg(int height, const std::string& what) {
  return fmt::format(
      "<svg class=\"access\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"{}\">\n",
      kAccessWidth, height, escaped(what));
}

std::string lane_row(const Access& access) {
  std::string svg = "<text class=\"axis\" x=\"10\" y=\"11\">lanes of the warp</text>\n";
  for (int lane = 0; lane < kLanes; ++lane) {
    const bool takes_part = access.offsets[static_cast<std::size_t>(lane)].has_value();
    svg += fmt::format(
        "<rect class=\"lane{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
        "rx=\"2\"/><text class=\"number\" x=\"{}\" y=\"{}\">{}</text>\n",
        takes_part ? "" : " idle", lane_x(lane) - kLaneSize / 2, kLaneTop, kLaneSize, kLaneSize,
        lane_x(lane), kLaneTop + 11, lane);
  }
  return svg;
}

std::string link(int lane, double x, double y) {
  return fmt::format("<path class=\"link\" d=\"M{} {}L{:.1f} {:.1f}\"/>\n", lane_x(lane),
                     kLaneTop + kLaneSize, x, y);
}

/// Sector -> the bytes of it that lanes use, as bits.
using Sectors = std::map<std::int64_t, std::uint32_t>;

Sectors sectors_of(const Access& access) {
  Sectors sectors;
  for (const auto& offset : access.offsets) {
    for (int byte = 0; offset && byte < access.bytes; ++byte) {
      const std::int64_t at = static_cast<std::int64_t>(access.first) + *offset + byte;
      sectors[at >> 5] |= 1U << (at & 31);
    }
  }
  return sectors;
}

/// A sector's eight words: those that are used are filled.
std::string sector_box(double x, double width, std::uint32_t used) {
  std::string svg = fmt::format(
      "<rect class=\"sector\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" "
      "height=\"22\"/>\n",
      x, kMemoryTop, width);
  for (int word = 0; word < 8; ++word) {
    if ((used >> (4 * word) & 15U) != 0) {
      svg += fmt::format(
          "<rect class=\"used\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" "
          "height=\"20\"/>\n",
          x + word * width / 8, kMemoryTop + 1, width / 8 - .2);
    }
  }
  return svg;
}

std::string global_picture(const Access& access) {
  const Sectors sectors = sectors_of(access);
  const double step = std::min(80.0, (kAccessWidth - 2.0 * kAccessLeft) /
                                         std::max<double>(1, static_cast<double>(sectors.size())));
  const double width = step - 4;
  std::map<std::int64_t, double> place;
  std::string boxes;
  double x = kAccessLeft;
  std::int64_t last = 0;
  for (const auto& [sector, used] : sectors) {
    if (!place.empty() && sector != last + 1) {  // memory between them is not touched
      boxes += fmt::format("<path class=\"gap\" d=\"M{:.1f} {}v26\"/>\n", x - 2, kMemoryTop - 2);
    }
    place[sector] = x;
    boxes += sector_box(x, width, used);
    last = sector;
    x += step;
  }
  std::string svg = begin_svg(150, access_text(access)) + lane_row(access);
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto& offset = access.offsets[static_cast<std::size_t>(lane)];
    if (offset) {
      const std::int64_t at = static_cast<std::int64_t>(access.first) + *offset;
      svg +=
          link(lane, place[at >> 5] + (static_cast<double>(at & 31) + 2) * width / 32, kMemoryTop);
    }
  }
  return svg + boxes +
         fmt::format(
             "<text class=\"axis\" x=\"10\" y=\"146\">{} sector{} of 32 bytes, by "
             "address; filled: the words that are used; dashed: memory in between is "
             "not touched</text>\n</svg>\n",
             sectors.size(), sectors.size() == 1 ? "" : "s");
}

std::string shared_picture(const Access& access) {
  std::map<int, std::vector<std::int64_t>> banks;  // the different words of each
  const int words = std::max(1, access.bytes / 4);
  std::string links;
  const int row = 8;
  const auto place_word = [&](int lane, std::int64_t word) {
    const int bank = static_cast<int>(word & 31);
    auto& here = banks[bank];
    auto found = std::find(here.begin(), here.end(), word);
    if (found == here.end()) {
      found = here.insert(here.end(), word);
    }
    links +=
        link(lane, lane_x(bank), kMemoryTop + 16 + row * static_cast<int>(found - here.begin()));
  };
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto& offset = access.offsets[static_cast<std::size_t>(lane)];
    for (int word = 0; offset && word < words; ++word) {
      place_word(lane, ((static_cast<std::int64_t>(access.first) + *offset) >> 2) + word);
    }
  }
  std::size_t deepest = 1;
  std::string boxes;
  for (int bank = 0; bank < kLanes; ++bank) {
    boxes += fmt::format("<text class=\"number\" x=\"{}\" y=\"{}\">{}</text>\n", lane_x(bank),
                         kMemoryTop + 10, bank);
    const std::size_t count = banks[bank].size();
    deepest = std::max(deepest, count);
    for (std::size_t n = 0; n < count; ++n) {
      boxes += fmt::format(
          "<rect class=\"word{}\" x=\"{}\" y=\"{}\" width=\"14\" height=\"6\" "
          "rx=\"1\"/>\n",
          count > 1 ? " conflict" : "", lane_x(bank) - 7,
          kMemoryTop + 16 + row * static_cast<int>(n));
    }
  }
  const int bottom = kMemoryTop + 16 + row * static_cast<int>(deepest) + 16;
  return begin_svg(bottom + 6, access_text(access)) + lane_row(access) + links + boxes +
         fmt::format(
             "<text class=\"axis\" x=\"10\" y=\"{}\">the 32 banks; a box: a different "
             "4-byte word; words of one bank are served one after the other</text>\n"
             "</svg>\n",
             bottom);
}

}  // namespace

std::string access_picture(const Access& access) {
  return access.is_shared ? shared_picture(access) : global_picture(access);
}

}  // namespace warpschool::profile
