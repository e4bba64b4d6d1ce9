// Compares a student's results with expected ones and explains differences.
#include "warpschool/harness/matchers.hpp"

#include "mistakes/launch_facts.hpp"
#include "simulator_report.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace warpschool::harness {
namespace {

constexpr double kDeviations = 8;

}  // namespace

ErrorBound float_rounding(std::size_t terms, double typical) {
  // One rounding is uniform within half a unit in the last place: standard deviation eps / sqrt(12)
  // of the partial sum, which for terms of either sign grows like typical * sqrt(k). Eight standard
  // deviations of the sum of all those errors: of millions of outputs some have sums, and errors
  // with them, that are several times as large as most.
  constexpr auto kEpsilon = static_cast<double>(std::numeric_limits<float>::epsilon());
  const auto n = static_cast<double>(terms);
  const double walk = typical * n / std::sqrt(2.0);
  return {kDeviations * kEpsilon / std::sqrt(12.0) * walk, 2.0 * kEpsilon};
}

namespace detail {
namespace {

std::string place(const Layout& layout, std::size_t index) {
  if (layout.cols > 0) {
    return fmt::format("row {}, column {} (element {})", index / layout.cols, index % layout.cols,
                       index);
  }
  return fmt::format("element {}", index);
}

/// Blocks are as the check takes them to be; where launches are known, they must be.
bool has_such_blocks(const Layout& layout, const LaunchFacts& facts) {
  const auto is_such = [&](const LaunchShape& launch) {
    return launch.block[0] == layout.block_x && launch.block[1] == std::max(layout.block_y, 1U) &&
           launch.block[2] == 1;
  };
  return layout.block_x > 0 && (!facts.launches || (!facts.launches->empty() &&
                                                    std::all_of(facts.launches->begin(),
                                                                facts.launches->end(), is_such)));
}

/// The thread whose element it is.
std::string owner(const Layout& layout, std::size_t index) {
  if (layout.cols > 0 && layout.block_y > 1) {
    const std::size_t row = index / layout.cols, col = index % layout.cols;
    return fmt::format("block ({}, {}), thread ({}, {})", col / layout.block_x,
                       row / layout.block_y, col % layout.block_x, row % layout.block_y);
  }
  return fmt::format("block {}, thread {}", index / layout.block_x, index % layout.block_x);
}

std::string examples_text(const Differences& found, const Layout& layout) {
  std::string text;
  for (const Differences::Example& example : found.examples) {
    text += found.of_lines
                ? fmt::format("\n  expected {}\n  got      {}", example.expected, example.got)
                : fmt::format("\n  {}: expected {}, got {}", place(layout, example.index),
                              example.expected, example.got);
  }
  if (found.wrong > found.examples.size()) {
    text += "\n  ...";
  }
  return text;
}

bool are_those(const Differences& found, const std::vector<double>& values, double within) {
  constexpr double kLoose = 1e-3;
  constexpr std::size_t kEnough = 16;  // so many values are not all close to others by chance
  if (!found.has_views() || values.size() != found.size ||
      (within > kLoose && values.size() < kEnough)) {
    return false;
  }
  double scale = 0;  // sums of many terms round as the terms do, however small they come out
  for (const double value : values) {
    scale = std::isfinite(value) ? std::max(scale, std::fabs(value)) : scale;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double got = found.got(i);
    if (std::isnan(got) || std::fabs(got - values[i]) > within * scale) {
      return false;
    }
  }
  return true;
}

/// The hint of the mistake whose values these are, or what is recognised without such.
std::string hint_on(const Differences& found, const Layout& layout, const LaunchFacts& facts) {
  for (const Mistaken& mistaken : layout.mistaken) {
    if (are_those(found, mistaken.values(), mistaken.within)) {
      return mistaken.hint;
    }
  }
  return recognise({found, layout, facts});
}

/// A call that is expected to fail may fail otherwise: in a kernel that leaves an array which the
/// submission itself has made. Nobody provokes that.
std::optional<nlohmann::json> own_fault(const AnswerBase& answer) {
  const nlohmann::json& report = parsed_report(answer.simulator_report());
  const auto faults = report.is_object() ? report.find("faults") : report.end();
  if (!report.is_object() || faults == report.end() || !faults->is_array()) {
    return std::nullopt;
  }
  for (const nlohmann::json& fault : *faults) {
    const auto allocation = fault.find("allocation");
    const bool is_own = fault.value("kind", "") == "out_of_bounds" && allocation != fault.end() &&
                        allocation->is_object() && !allocation->value("origin", "").empty();
    if (is_own && fault.contains("text")) {
      return fault;
    }
  }
  return std::nullopt;
}

double mean_square(double sum_of_squares, std::size_t count) {
  return count == 0 ? 0 : sum_of_squares / static_cast<double>(count);
}

}  // namespace

std::string number_text(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }

  return fmt::format("{:.10g}", value);
}
std::string number_text(float value) {
  if (std::isnan(value)) {
    return "NaN";
  }

  return fmt::format("{:.7g}", value);
}
std::string number_text(std::int64_t value) {
  return fmt::format("{}", value);
}
std::string number_text(std::uint64_t value) {
  return fmt::format("{}", value);
}

/// One text is no array, though it comes in one.
static bool is_one_text(const Differences& found) {
  return found.size == 1 && found.of_lines;
}

/// Of lines that kernels were to print, where their number tells the mistake.
static std::string hint_on_lines(const AnswerBase& answer, const Differences& found) {
  if (found.got_size == 1 && found.size > 1) {
    return "Everything stands in one line: end each text with \\n.";
  }
  if (found.got_size > 0 || found.size == 0) {
    return {};
  }
  return answer.output().empty()
             ? "No kernel printed anything: printf belongs into the kernel, where each thread "
               "calls "
               "it, and the kernel must be launched."
             : "No kernel printed anything: what was printed came from host code. printf belongs "
               "into the kernel, where each thread calls it.";
}

Finding explain(const AnswerBase& answer, const Differences& found, const Layout& layout) {
  std::string text;
  const LaunchFacts facts = facts_of(answer);
  if (found.size != found.got_size) {
    text = fmt::format("expected {} {}{}, got {}", screen::count_text(found.size),
                       found.of_lines ? "line" : "element", found.size == 1 ? "" : "s",
                       screen::count_text(found.got_size));
  } else if (found.of_lines && found.size > 1) {
    text = fmt::format("{} of {} lines differ:", screen::count_text(found.wrong),
                       screen::count_text(found.size));
    text += examples_text(found, layout);
  } else if (found.scalar || is_one_text(found)) {
    text = fmt::format("{}{}expected {}, got {}", layout.name, layout.name.empty() ? "" : ": ",
                       found.examples.front().expected, found.examples.front().got);
  } else {
    text = fmt::format("first wrong at {}, {} of {} differ:", place(layout, found.first),
                       screen::count_text(found.wrong), screen::count_text(found.size));
    text += examples_text(found, layout);
    if (has_such_blocks(layout, facts)) {
      text +=
          fmt::format("\n{} computes {}", owner(layout, found.first), place(layout, found.first));
    }
  }
  Finding finding = answer.finding(Verdict::kWrong, std::move(text),
                                   found.of_lines && found.size != found.got_size
                                       ? hint_on_lines(answer, found)
                                       : hint_on(found, layout, facts));
  if (const auto fault = own_fault(answer)) {
    finding.message += "\n" + fault->value("text", "");
    finding.hint.clear();
    finding.faults.push_back(fault->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  // A text says exactly what is wrong: no array beside it tells more.
  constexpr std::size_t kExact = 8;
  finding.basis = is_one_text(found) ? kExact : found.terms ? found.terms().size() : found.wrong;
  return finding;
}

std::optional<Finding> unset_read(const AnswerBase& answer) {
  const std::vector<std::string> reads = unset_reads(answer.simulator_report());
  return reads.empty() ? std::nullopt
                       : std::optional(answer.finding(Verdict::kWrong, reads.front()));
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

CloseMatcher float_sum_matcher(const float* values, std::size_t count) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = static_cast<double>(values[i]);
    sum += value;
    squares += value * value;
  }
  // Partial sums grow like a random walk, or, with values of one sign, like their mean.
  const double typical = std::sqrt(mean_square(squares, count));
  const double mean = count == 0 ? 0 : std::fabs(sum) / static_cast<double>(count);
  ErrorBound bound = float_rounding(count, typical);
  constexpr auto kEpsilon = static_cast<double>(std::numeric_limits<float>::epsilon());
  bound.absolute += kDeviations * kEpsilon / std::sqrt(12.0) * mean *
                    std::pow(static_cast<double>(count), 1.5) / std::sqrt(3.0);
  return {std::vector<double>{sum}, bound, true, terms_of(std::vector(values, values + count))};
}

CloseMatcher double_sum_matcher(const double* values, std::size_t count) {
  long double sum = 0;
  double magnitude = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += static_cast<long double>(values[i]);
    magnitude += std::fabs(values[i]);
  }
  const ErrorBound bound{magnitude * 1e-12, 1e-14};
  return {std::vector<double>{static_cast<double>(sum)}, bound, true,
          terms_of(std::vector(values, values + count))};
}

}  // namespace detail
}  // namespace warpschool::harness
