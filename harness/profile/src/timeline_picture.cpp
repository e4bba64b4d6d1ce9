// Draws streams, copies and kernels on the modelled clock.
#include "warpschool/profile/pictures.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace warpschool::profile {
namespace {

using screen::time_text;

constexpr double kLeft = 76, kRight = 10, kWidth = 900, kRow = 30, kTop = 26;
constexpr double kLabel = 50;  ///< room that "120 us" takes
constexpr std::size_t kMostBars = 500;

const char* class_of(const std::string& what) {
  return what == "kernel"             ? "kernel"
         : what == "host_to_device"   ? "to-device"
         : what == "device_to_host"   ? "to-host"
         : what == "device_to_device" ? "within"
                                      : "set";
}

std::string label_of(const Work& work) {
  const std::string what = work.what == "kernel"             ? "kernel " + work.name
                           : work.what == "host_to_device"   ? "copy to the device"
                           : work.what == "device_to_host"   ? "copy to the host"
                           : work.what == "device_to_device" ? "copy on the device"
                                                             : "fill";
  const std::string bytes =
      work.bytes > 0 ? fmt::format(", {} bytes", screen::figure(work.bytes)) : "";
  return fmt::format("{}{}: {} to {}", what, bytes, time_text(work.begin_us),
                     time_text(work.end_us));
}

/// 1, 2 or 5 times a power of ten.
double tick_for(double span) {
  const double rough = span / 8, power = std::pow(10, std::floor(std::log10(rough)));
  const double part = rough / power;
  return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power;
}

/// Only the words that fit into a bar of this width.
std::string words_in(const Work& work, double width) {
  const auto most = static_cast<std::size_t>(std::max(0.0, (width - 6) / 7));
  const std::string text = work.what == "kernel"           ? work.name
                           : work.what == "host_to_device" ? "to device"
                           : work.what == "device_to_host" ? "to host"
                                                           : "";
  return text.size() <= most ? text : "";
}

}  // namespace

std::string timeline_picture(const std::vector<Work>& all) {
  if (all.empty()) {
    return {};
  }
  double begin = all.front().begin_us, end = all.front().end_us;
  std::set<std::uint64_t> streams;
  for (const Work& work : all) {
    begin = std::min(begin, work.begin_us);
    end = std::max(end, work.end_us);
    streams.insert(work.stream);
  }
  const double span = std::max(end - begin, 1e-3), scale = (kWidth - kLeft - kRight) / span;
  const double height = kTop + kRow * static_cast<double>(streams.size()) + 6;
  std::string svg = fmt::format(
      "<svg class=\"timeline\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "role=\"img\" aria-label=\"Time line of {} stream{}\">\n",
      kWidth, height, streams.size(), streams.size() == 1 ? "" : "s");
  const double tick = tick_for(span);
  const auto ticks = static_cast<unsigned>(span / tick);
  for (unsigned n = 0; n <= ticks; ++n) {
    const double at = n * tick;
    const double x = kLeft + at * scale;
    svg += fmt::format(
        "<path class=\"tick\" d=\"M{:.1f} 18V{:.0f}\"/><text class=\"axis\" "
        "x=\"{:.1f}\" y=\"12\"{}>{}</text>\n",
        x, height, x, x + kLabel > kWidth ? " text-anchor=\"end\"" : "",
        at == 0 ? "0" : time_text(at));
  }
  double row = 0;
  for (const std::uint64_t stream : streams) {
    svg += fmt::format("<text class=\"stream\" x=\"2\" y=\"{:.0f}\">{}</text>\n",
                       kTop + kRow * row + 17,
                       stream == 0 ? std::string("default") : fmt::format("stream {}", stream));
    row += 1;
  }
  for (std::size_t n = 0; n < std::min(all.size(), kMostBars); ++n) {
    const Work& work = all[n];
    const auto place =
        static_cast<double>(std::distance(streams.begin(), streams.find(work.stream)));
    const double x = kLeft + (work.begin_us - begin) * scale;
    const double width = std::max(1.0, (work.end_us - work.begin_us) * scale);
    svg += fmt::format(
        "<g><title>{}</title><rect class=\"work {}\" x=\"{:.1f}\" y=\"{:.0f}\" "
        "width=\"{:.1f}\" height=\"22\" rx=\"2\"/><text class=\"bar\" x=\"{:.1f}\" "
        "y=\"{:.0f}\">{}</text></g>\n",
        escaped(label_of(work)), class_of(work.what), x, kTop + kRow * place + 2, width, x + 4,
        kTop + kRow * place + 17, escaped(words_in(work, width)));
  }
  return svg + "</svg>\n";
}

std::string escaped(const std::string& text) {
  std::string html;
  for (const char letter : screen::tame_line(text, text.size())) {
    switch (letter) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += letter;
    }
  }
  return html;
}

}  // namespace warpschool::profile
