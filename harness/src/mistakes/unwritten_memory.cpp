// Values that come from memory that nobody has written, which the simulator fills with one pattern.
#include "mistakes/recogniser.hpp"
#include "warpschool/screen/figures.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace warpschool::harness::detail {
namespace {

using screen::count_text;

/// What a float is in memory that nobody has written.
double fresh_float() {
  constexpr int kFresh = 0xCD;
  float value = 0;
  std::memset(&value, kFresh, sizeof value);
  return static_cast<double>(value);
}

/// The pattern, with right values added to it and times a small number or divided by one: far from
/// all that a check asks for.
bool is_made_of_fresh(double want, double got) {
  constexpr double kFar = 1e6, kNear = 1e-5;
  constexpr int kMost = 9;
  if (!std::isfinite(got) || std::fabs(got) < kFar || std::fabs(got) < kFar * std::fabs(want)) {
    return false;
  }
  const double ratio = std::fabs(got / fresh_float());
  for (int part = 1; part <= kMost; ++part) {
    const double times = std::round(ratio * part);
    if (times >= 1 && times <= kMost && std::fabs(ratio * part - times) < kNear * times) {
      return true;
    }
  }
  return false;
}

/// Of the wrong elements; those that are nothing but the pattern are counted already.
std::size_t elements_of_fresh(const Evidence& evidence) {
  const Differences& found = evidence.found;
  if (found.element_bytes != sizeof(float)) {
    return found.fresh;
  }
  std::size_t count = 0;
  for (std::size_t i = found.first; i <= found.last; ++i) {
    count += evidence.is_wrong(i) && is_made_of_fresh(found.want(i), found.got(i)) ? 1U : 0U;
  }
  return std::max(found.fresh, count);
}

/// In each row the same number of elements came, and nothing more.
std::optional<std::size_t> written_columns(const Evidence& evidence) {
  const std::size_t cols = evidence.layout.cols, written = evidence.found.first;
  if (!evidence.is_matrix() || written == 0 || written >= cols) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if ((i % cols < written) == evidence.is_wrong(i)) {
      return std::nullopt;
    }
  }
  return written;
}

/// No kernel ran: what is missing, a copy should have brought. Of an element a part may have come.
std::string not_copied(const Evidence& evidence, std::size_t count) {
  const std::size_t cols = evidence.layout.cols;
  if (evidence.all_wrong()) {
    return "Nothing came: was anything copied there, or was it copied from memory that nobody had "
           "filled?";
  }
  if (const auto columns = written_columns(evidence)) {
    return *columns == cols / evidence.found.element_bytes
               ? fmt::format(
                     "Of each row only the first {} bytes came, as many as it has elements: "
                     "the width of a copy is in bytes.",
                     cols)
               : fmt::format(
                     "Of each row only the first {} elements came: how wide is the copy, "
                     "in bytes?",
                     *columns);
  }
  if (evidence.is_matrix() && evidence.is_tail() && evidence.found.first == cols &&
      evidence.layout.rows > 1) {
    return "Only the first row came to where it belongs: each row begins where the pitch says, row "
           "* pitch bytes from the first. Does the copy know both pitches?";
  }
  return evidence.is_tail() && count + 1 >= evidence.found.wrong
             ? fmt::format(
                   "From element {} on nobody wrote: how many bytes are copied, and to "
                   "which place?",
                   evidence.found.first)
             : "Some elements were never written: how many bytes are copied, and to which places?";
}

}  // namespace

std::string unwritten_memory(const Evidence& evidence) {
  if (!evidence.found.has_views()) {
    return {};
  }
  const std::size_t count = elements_of_fresh(evidence);
  if (count == 0) {
    return {};
  }
  if (evidence.nothing_launched()) {
    return not_copied(evidence, count);
  }
  const std::string who = evidence.found.scalar ? "The result is"
                          : count == evidence.found.wrong
                              ? "The wrong elements are"
                              : fmt::format("{} of the wrong elements {}", count_text(count),
                                            count == 1 ? "is" : "are");
  return who +
         " made of memory that nobody has written (the simulator fills it with 0xcd): which array, "
         "on the device or in shared memory, is read before all of it was written?";
}

}  // namespace warpschool::harness::detail
