// Values that one wrong operation has changed: a summand too much, a factor, a sign, a type.
#include "mistakes/recogniser.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace warpschool::harness::detail {
namespace {

constexpr std::size_t kLeast = 3;         ///< elements that must bear a pattern out
constexpr double kSlack = 1e-5;           ///< of a value, for what rounding does to it
constexpr double kTellingScalar = 1'000;  ///< below, one number may be another's multiple by chance
constexpr double kTellingFactor = 64;     ///< above, any two numbers have a nearly whole ratio
constexpr double kLanes = 32;

bool is_close(double one, double other) {
  return std::fabs(one - other) <= kSlack * std::max(std::fabs(one), std::fabs(other));
}

/// `agrees(want, got)` for all elements that differ.
template <class Agrees>
bool all_wrong_are(const Evidence& evidence, const Agrees& agrees) {
  const Differences& found = evidence.found;
  for (std::size_t i = found.first; i <= found.last; ++i) {
    if (evidence.is_wrong(i) && !agrees(found.want(i), found.got(i))) {
      return false;
    }
  }
  return true;
}

template <class Agrees>
bool any_wrong_is(const Evidence& evidence, const Agrees& agrees) {
  return !all_wrong_are(evidence, [&](double want, double got) { return !agrees(want, got); });
}

bool are_whole(const Evidence& evidence) {
  return all_wrong_are(evidence, [](double want, double got) {
    return std::trunc(want) == want && std::trunc(got) == got;
  });
}

/// One number tells little: only large ones, or fractions, are no multiples by chance.
bool is_enough(const Evidence& evidence) {
  const Differences& found = evidence.found;
  return found.scalar ? std::trunc(found.want(0)) != found.want(0) ||
                            std::fabs(found.want(0)) >= kTellingScalar
                      : found.wrong >= kLeast;
}

/// Where an infinity belongs: whoever leaves out a term by multiplying it by 0 gets these.
bool are_of_infinities(const Evidence& evidence) {
  return evidence.found.has_views() && evidence.found.poison == 0 &&
         all_wrong_are(evidence,
                       [](double want, double got) { return std::isinf(want) && std::isnan(got); });
}

/// Where few are no numbers, and none of those that are shown, these are not the mistake: a wrong
/// value times infinity, for one.
bool are_numbers(const Differences& found) {
  return std::none_of(found.examples.begin(), found.examples.end(),
                      [](const auto& example) { return example.got.rfind("NaN", 0) == 0; });
}

std::string not_numbers(const Evidence& evidence) {
  if (evidence.found.nans == 0) {
    return {};
  }
  if (!are_of_infinities(evidence) && are_numbers(evidence.found)) {
    return {};
  }
  if (are_of_infinities(evidence)) {
    return "NaN stands where an infinity belongs: 0 * inf and inf - inf are NaN. Is an infinity "
           "multiplied by a 0 (of padding, of a weight) that should not be added at all?";
  }
  return evidence.found.scalar
             ? "The result is not a number: the result holds NaN before your code runs; did you "
               "add "
               "to it without setting it to 0?"
             : "NaN appears where values are read that nobody wrote (every output holds NaN before "
               "your code runs), or from 0/0, 0 * inf or inf - inf.";
}

std::string zeros(const Evidence& evidence) {
  if (evidence.found.zeros != evidence.found.wrong || evidence.found.wrong < 2) {
    return {};
  }
  return evidence.all_wrong() ? "All elements are 0: is the computed value stored?"
                              : "The wrong elements are all 0.";
}

std::string negated(const Evidence& evidence) {
  const bool is = all_wrong_are(
      evidence, [](double want, double got) { return want != 0 && is_close(got, -want); });
  return is ? "The sign is wrong: each value is the negative of what it should be. Are the "
              "operands "
              "of a subtraction exchanged?"
            : "";
}

/// The part behind the decimal point is gone. That of fractions below 1 leaves 0, and 0 has many
/// reasons.
std::string cut_off(const Evidence& evidence) {
  const bool is =
      all_wrong_are(evidence, [](double want,
                                 double got) { return got == std::trunc(want) && want != got; }) &&
      any_wrong_is(evidence, [](double, double got) { return got != 0; });
  return is ? "The fractions are cut off: an integer division (1 / 2 is 0), or a variable of an "
              "integer type on the way."
            : "";
}

std::string too_narrow(const Evidence& evidence) {
  for (const auto& [values, bits] : {std::pair(256.0, 8), std::pair(65536.0, 16)}) {
    const double modulus = values;
    const bool is =
        are_whole(evidence) && all_wrong_are(evidence, [modulus](double want, double got) {
          return want >= modulus && got >= 0 && got == std::fmod(want, modulus);
        });
    if (is) {
      return fmt::format(
          "The values are right up to multiples of {}: somewhere on the way they are in a "
          "variable of {} bits.",
          values, bits);
    }
  }
  return {};
}

/// Factors that come of sizes and units, as a question behind a colon.
std::string why_size(double factor) {
  for (const double unit : {1e3, 1e6, 1e9}) {
    if (factor == unit) {
      return ": are the units those that are asked for (milliseconds, 10^9 bytes)?";
    }
  }
  if (factor == 4 || factor == 8 || factor == 16) {
    return fmt::format(
        ": are bytes taken for elements, or elements for bytes, somewhere (sizeof, or float4 for "
        "float)? {}",
        factor == 4   ? "A float has 4 bytes, a float4 4 floats."
        : factor == 8 ? "A double, or a pointer, has 8 bytes."
                      : "A float4 has 16 bytes.");
  }
  return {};
}

/// Why a result may be `factor` times too large, as far as the launch says.
std::string why_times(const Evidence& evidence, double factor) {
  const auto is = [factor](std::size_t number) {
    return number > 1 && factor == static_cast<double>(number);
  };
  if (is(evidence.blocks())) {
    return ", as many times as there are blocks: does each block do all of the work?";
  }
  if (is(evidence.threads_in_block())) {
    return ", as many times as a block has threads: does each thread add what one of them should?";
  }
  if (is(evidence.threads())) {
    return ", as many times as there are threads: does each thread add what one of them should?";
  }
  if (factor == kLanes || factor == kLanes * kLanes) {
    return fmt::format(
        ", as many times as {}: does each lane add what one of them should, or its own value again "
        "and again, as a shuffle gives it to lanes without a partner?",
        factor == kLanes ? "a warp has lanes" : "32 warps have lanes");
  }
  const std::string size = why_size(factor);
  return size.empty() ? ": is something added more than once?"
                      : ": is something added more than once, or" + size.substr(1);
}

/// Of a single number only small factors are no chance, and those that the launch has.
bool is_telling(const Evidence& evidence, double factor) {
  constexpr double kMost = 1U << 20U;
  if (!evidence.found.scalar) {
    return factor >= 2 && factor <= kMost;
  }
  const auto is = [factor](std::size_t number) { return factor == static_cast<double>(number); };
  return factor >= 2 &&
         (factor <= kTellingFactor || factor == kLanes * kLanes || !why_size(factor).empty() ||
          is(evidence.blocks()) || is(evidence.threads_in_block()) || is(evidence.threads()));
}

std::string multiplied(const Evidence& evidence) {
  const Differences& found = evidence.found;
  const double want = found.want(found.first), got = found.got(found.first);
  if (want == 0 || got == 0) {
    return {};
  }
  const double factor = std::round(got / want), part = std::round(want / got);
  if (is_telling(evidence, factor) && all_wrong_are(evidence, [factor](double whole, double value) {
        return whole != 0 && is_close(value, factor * whole);
      })) {
    return fmt::format("Each value is {} times what it should be{}", factor,
                       why_times(evidence, factor));
  }
  if (is_telling(evidence, part) && !are_whole(evidence) &&
      all_wrong_are(evidence, [part](double whole, double value) {
        return whole != 0 && is_close(value * part, whole);
      })) {
    const std::string why = why_size(part);
    return fmt::format("Each value is what it should be, divided by {}{}", part,
                       why.empty() ? "." : why);
  }
  return {};
}

/// One or two numbers that are as many times what they should be as a tile has lanes: too exact for
/// chance.
std::string times_of_lanes(const Evidence& evidence) {
  constexpr double kLeastWhole = 64;
  for (const double factor : {4.0, 8.0, 16.0, kLanes}) {
    const bool is = all_wrong_are(evidence, [factor](double want, double got) {
      const bool whole = std::trunc(want) == want && std::trunc(got) == got;
      return whole ? std::fabs(want) >= kLeastWhole && got == factor * want
                   : is_close(got, factor * want);
    });
    if (is) {
      return fmt::format("{} {} times what it should be{}",
                         evidence.found.wrong == 1 ? "The value is" : "Each value is", factor,
                         why_times(evidence, factor));
    }
  }
  return {};
}

/// The value whose running sum belongs here: that less what belongs one place before.
double summand(const Evidence& evidence, std::size_t i, std::size_t cols) {
  return evidence.found.want(i) - (i % cols == 0 ? 0 : evidence.found.want(i - 1));
}

/// Running sums of rows, of which only the step with this distance was made; 0: none was.
bool is_one_step(const Evidence& evidence, std::size_t distance, std::size_t cols) {
  const Differences& found = evidence.found;
  std::size_t borne_out = 0;
  for (std::size_t i = 0; i < found.size; ++i) {
    const double value = summand(evidence, i, cols);
    const double before =
        distance > 0 && i % cols >= distance ? summand(evidence, i - distance, cols) : 0;
    const double slack = kSlack * (std::fabs(found.want(i)) + std::fabs(value) + std::fabs(before));
    if (std::fabs(value + before - found.got(i)) > slack) {
      return false;
    }
    borne_out += evidence.is_wrong(i) && found.got(i) != 0 ? 1U : 0U;
  }
  return borne_out >= kLeast;
}

std::string never_added(const Evidence& evidence) {
  const std::size_t cols = evidence.is_matrix() ? evidence.layout.cols : evidence.size();
  if (evidence.found.scalar || cols < 2 * kLeast) {
    return {};
  }
  if (is_one_step(evidence, 0, cols)) {
    return "Each element is a value itself, where the sum up to it belongs: nothing was added, or "
           "what a step makes is not what the next one, or the end, reads (with two buffers: are "
           "they exchanged?).";
  }
  for (std::size_t distance = 1; distance < cols; distance *= 2) {
    if (is_one_step(evidence, distance, cols)) {
      return fmt::format(
          "Each element is its value and the one {} places before it, all that a single step makes "
          "of the values: each step must read what the one before has made (with two buffers: are "
          "they exchanged?).",
          distance);
    }
  }
  return {};
}

/// All are wrong by the same amount, and fractions by more than rounding does: of numbers of about
/// one size that is the same for all, too.
std::string offset(const Evidence& evidence) {
  const Differences& found = evidence.found;
  const double by = found.got(found.first) - found.want(found.first);
  if (found.scalar) {
    return {};  // one number is off by some amount, always
  }
  const bool whole = are_whole(evidence);
  const bool is =
      by != 0 && all_wrong_are(evidence, [by, whole](double want, double got) {
        return std::fabs(got - want - by) <= kSlack * std::max(std::fabs(want), std::fabs(by)) &&
               (whole || std::fabs(by) > 10 * kSlack * std::fabs(want));
      });
  const bool varies = any_wrong_is(
      evidence, [&](double want, double) { return !is_close(want, found.want(found.first)); });
  if (!is || !varies) {
    return {};
  }
  if (std::fabs(by) == 1 && whole) {
    return fmt::format("Each wrong value is one too {}: does counting begin at {}?",
                       by > 0 ? "large" : "small", by > 0 ? "1 instead of 0" : "0 instead of 1");
  }
  return fmt::format(
      "Each wrong value is too {} by the same amount, {:.7g}: is something added {} to all of "
      "them?",
      by > 0 ? "large" : "small", std::fabs(by), by > 0 ? "once more" : "once too few");
}

/// Running sums that begin anew in each block: what is missing is the same for a whole block, and
/// is what belongs at the end of the block before.
bool begins_anew(const Evidence& evidence, std::size_t block) {
  const Differences& found = evidence.found;
  if (found.first < block || found.size < block + kLeast) {
    return false;
  }
  std::size_t borne_out = 0;
  for (std::size_t i = block; i < found.size; ++i) {
    const double missing = found.want(i) - found.got(i);
    const double inclusive = found.want(i / block * block - 1),
                 exclusive = found.want(i / block * block);
    const double slack = kSlack * std::max(std::fabs(found.want(i)), std::fabs(found.got(i)));
    if (std::fabs(missing - inclusive) > slack && std::fabs(missing - exclusive) > slack) {
      return false;
    }
    borne_out += evidence.is_wrong(i) ? 1U : 0U;
  }
  return borne_out >= kLeast;
}

std::string sums_of_blocks(const Evidence& evidence) {
  const std::size_t stretch = evidence.found.first;  // the first of them is right
  return stretch > 1 && begins_anew(evidence, stretch)
             ? fmt::format(
                   "Each stretch of {} elements begins again at 0: the sum of those before it "
                   "is not added.",
                   stretch)
             : "";
}

/// Elements that should differ from each other, and do not. Of a run of neighbours the place tells
/// more.
std::string one_value(const Evidence& evidence) {
  const Differences& found = evidence.found;
  const double want = found.want(found.first), got = found.got(found.first);
  const bool is = found.poison == 0 && found.wrong < found.last - found.first + 1 &&
                  all_wrong_are(evidence, [&](double, double have) { return have == got; }) &&
                  any_wrong_is(evidence, [&](double other, double) { return other != want; });
  return is ? fmt::format(
                  "All wrong elements have the same value, {}: was it stored where it should have "
                  "been added, or does what is computed not depend on the index?",
                  screen::figure(got))
            : std::string();
}

}  // namespace

std::string changed_values(const Evidence& evidence) {
  if (std::string sentence = not_numbers(evidence); !sentence.empty()) {
    return sentence;
  }
  if (!evidence.found.has_views()) {
    return {};
  }
  if (std::string sentence = zeros(evidence); !sentence.empty()) {
    return sentence;
  }
  if (!is_enough(evidence)) {
    const std::string lanes = times_of_lanes(evidence);
    return lanes.empty() ? offset(evidence) : lanes;
  }
  for (const auto& recogniser :
       {too_narrow, cut_off, negated, multiplied, never_added, sums_of_blocks, offset, one_value}) {
    if (std::string sentence = recogniser(evidence); !sentence.empty()) {
      return sentence;
    }
  }
  return {};
}

}  // namespace warpschool::harness::detail
