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

/// Where times and streams lie in the picture.
struct Layout {
  explicit Layout(const std::vector<Work>& all) {
    double end = all.front().end_us;
    begin_us = all.front().begin_us;
    for (const Work& work : all) {
      begin_us = std::min(begin_us, work.begin_us);
      end = std::max(end, work.end_us);
      streams.insert(work.stream);
    }
    span_us = std::max(end - begin_us, 1e-3);
    scale = (kWidth - kLeft - kRight) / span_us;
    height = kTop + kRow * static_cast<double>(streams.size()) + 6;
  }

  double row_of(std::uint64_t stream) const {
    return static_cast<double>(std::distance(streams.begin(), streams.find(stream)));
  }

  std::set<std::uint64_t> streams;
  double begin_us = 0, span_us = 0;
  double scale = 0;  ///< of a microsecond
  double height = 0;
};

std::string axis(const Layout& layout) {
  std::string svg;
  const double tick = tick_for(layout.span_us);
  const auto ticks = static_cast<unsigned>(layout.span_us / tick);
  for (unsigned n = 0; n <= ticks; ++n) {
    const double at = n * tick;
    const double x = kLeft + at * layout.scale;
    svg += fmt::format(
        "<path class=\"tick\" d=\"M{:.1f} 18V{:.0f}\"/><text class=\"axis\" "
        "x=\"{:.1f}\" y=\"12\"{}>{}</text>\n",
        x, layout.height, x, x + kLabel > kWidth ? " text-anchor=\"end\"" : "",
        at == 0 ? "0" : time_text(at));
  }
  return svg;
}

std::string stream_name(std::uint64_t stream, double row) {
  return fmt::format("<text class=\"stream\" x=\"2\" y=\"{:.0f}\">{}</text>\n",
                     kTop + kRow * row + 17,
                     stream == 0 ? std::string("default") : fmt::format("stream {}", stream));
}

std::string bar(const Work& work, const Layout& layout) {
  const double place = layout.row_of(work.stream);
  const double x = kLeft + (work.begin_us - layout.begin_us) * layout.scale;
  const double width = std::max(1.0, (work.end_us - work.begin_us) * layout.scale);
  return fmt::format(
      "<g><title>{}</title><rect class=\"work {}\" x=\"{:.1f}\" y=\"{:.0f}\" "
      "width=\"{:.1f}\" height=\"22\" rx=\"2\"/><text class=\"bar\" x=\"{:.1f}\" "
      "y=\"{:.0f}\">{}</text></g>\n",
      escaped(label_of(work)), class_of(work.what), x, kTop + kRow * place + 2, width, x + 4,
      kTop + kRow * place + 17, escaped(words_in(work, width)));
}

}  // namespace

std::string timeline_picture(const std::vector<Work>& all) {
  if (all.empty()) {
    return {};
  }
  const Layout layout(all);
  const std::size_t streams = layout.streams.size();
  std::string svg = fmt::format(
      "<svg class=\"timeline\" viewBox=\"0 0 {:.0f} {:.0f}\" "
      "role=\"img\" aria-label=\"Time line of {} stream{}\">\n",
      kWidth, layout.height, streams, streams == 1 ? "" : "s");
  svg += axis(layout);
  double row = 0;
  for (const std::uint64_t stream : layout.streams) {
    svg += stream_name(stream, row);
    row += 1;
  }
  for (std::size_t n = 0; n < std::min(all.size(), kMostBars); ++n) {
    svg += bar(all[n], layout);
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
