// Sums of some of the values only: which ones, found by trying those that beginners leave out.
#include "mistakes/recogniser.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace warpschool::harness::detail {
namespace {

using screen::count_text;
using Values = std::vector<double>;

double sum_from(const Values& values, std::size_t begin, std::size_t end, std::size_t step = 1) {
  double sum = 0;
  for (std::size_t i = begin; i < std::min(end, values.size()); i += step) {
    sum += values[i];
  }
  return sum;
}

/// A sum that a beginner's mistake gives, and what to say of it.
struct Candidate {
  double value;
  std::string sentence;
  bool is_value = false;  ///< one value alone, which has rounded nothing
};

void add_ends(std::vector<Candidate>& tried, const Values& values) {
  const std::size_t n = values.size();
  tried.push_back(
      {values.front(), "The result is the first value alone: the others are not added.", true});
  tried.push_back({values.back(),
                   "The result is the last value alone: each value replaces the one before, where "
                   "it should be added.",
                   true});
  const bool are_warps = n > 32 && (n - 1) % 32 == 0;
  tried.push_back(
      {sum_from(values, 0, n - 1),
       fmt::format(
           "The last value is missing in the sum: does a loop or a guard stop one too early{}?",
           are_warps ? ", or are the sums of some warps, of 32 values each, missing" : "")});
  tried.push_back({sum_from(values, 1, n), "The first value is missing in the sum."});
}

void add_groups(std::vector<Candidate>& tried, const Values& values, std::size_t group,
                const char* name, const char* lane) {
  const std::size_t n = values.size();
  if (n <= group) {
    return;
  }
  const std::size_t whole = n / group * group;
  const std::size_t last = whole == n ? n - group : whole;
  tried.push_back(
      {sum_from(values, 0, group),
       fmt::format("The result is the sum of the first {} values alone, those of one {}.", group,
                   name)});
  tried.push_back(
      {sum_from(values, last, n),
       fmt::format("The result is the sum of the last {} alone, from value {} on: the {}s replace "
                   "each other's sums, where they should be added.",
                   name, last, name)});
  tried.push_back(
      {sum_from(values, 0, whole),
       fmt::format("The last {} are missing in the sum, those of the last, partial {}: the number "
                   "of {}s must be rounded up.",
                   n - whole == 1 ? "value" : fmt::format("{} values", n - whole), name, name)});
  tried.push_back(
      {sum_from(values, 0, n, group),
       fmt::format("Only every {}th value is in the sum, that of the first {} of each {}: "
                   "the others are not added to it.",
                   group, lane, name)});
}

void add_halves(std::vector<Candidate>& tried, const Values& values) {
  const std::size_t n = values.size();
  tried.push_back({sum_from(values, 0, n, 2),
                   "Only every second value is in the sum: values 0, 2, 4 and so on."});
  tried.push_back({sum_from(values, 1, n, 2),
                   "Only every second value is in the sum: values 1, 3, 5 and so on."});
  tried.push_back({sum_from(values, 0, n / 2),
                   "Only the first half of the values is in the sum: a step of the reduction is "
                   "missing, or its partner is not added."});
  std::size_t power = 1;
  while (power * 2 <= n) {
    power *= 2;
  }
  tried.push_back(
      {sum_from(values, 0, power),
       fmt::format(
           "Only the first {} values, a power of two, are in the sum: a tree that halves has "
           "to keep what is left over.",
           count_text(power))});
}

/// A tree that halves the number of places and rounds down loses the last of an odd number.
double sum_of_tree(const Values& values, std::size_t group) {
  double sum = 0;
  for (std::size_t begin = 0; begin < values.size(); begin += group) {
    Values places(group, 0.0);
    const std::size_t end = std::min(begin + group, values.size());
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(begin),
              values.begin() + static_cast<std::ptrdiff_t>(end), places.begin());
    for (std::size_t half = group / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) {
        places[i] += places[i + half];
      }
    }
    sum += places[0];
  }
  return sum;
}

void add_trees(std::vector<Candidate>& tried, const Evidence& evidence, const Values& values) {
  constexpr std::size_t kLargestBlock = 1024;
  for (const std::size_t group : {values.size(), evidence.threads_in_block()}) {
    if (group > 2 && group <= kLargestBlock && (group & (group - 1)) != 0) {
      tried.push_back({sum_of_tree(values, group),
                       fmt::format("The result is that of a tree over {} places whose steps halve "
                                   "their number and round down: of an odd number of places the "
                                   "last is lost. Round up, and add only a partner that is there.",
                                   group)});
    }
  }
}

std::vector<Candidate> candidates(const Evidence& evidence, const Values& values) {
  std::vector<Candidate> tried;
  const std::size_t threads = evidence.threads();
  if (threads > 1 && threads < values.size()) {
    tried.push_back(
        {sum_from(values, 0, threads),
         fmt::format("The result is the sum of the first {} values alone, one for each of the "
                     "threads that ran: the others are not read.",
                     count_text(threads))});
  }
  // A block that is not known would be a guess too many: powers of two are tried below.
  if (const std::size_t block = evidence.threads_in_block(); block > 1 && block != 32) {
    add_groups(tried, values, block, "block", "thread");
  }
  add_ends(tried, values);
  add_groups(tried, values, 32, "warp", "lane");
  add_halves(tried, values);
  add_trees(tried, evidence, values);
  return tried;
}

bool are_whole(const Values& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::trunc(value) == value; });
}

/// How far from a candidate the sum may be: rounding of floats, nothing for whole numbers.
double slack_of(const Values& values) {
  constexpr double kRounding = 2e-7;
  const double magnitude =
      std::accumulate(values.begin(), values.end(), 0.0,
                      [](double sum, double value) { return sum + std::fabs(value); });
  return are_whole(values) ? 0.5 : magnitude * kRounding + kRounding;
}

/// Wrong sums spread as the values do. Could one of them be a candidate by chance? Few small
/// integers have few sums.
bool is_telling(const Values& values, std::size_t number, double slack) {
  constexpr double kChance = 0.05;
  const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
  return static_cast<double>(number) * slack < kChance * std::sqrt(squares);
}

}  // namespace

std::string partial_sum(const Evidence& evidence) {
  const Differences& found = evidence.found;
  if (!found.terms || !found.has_views() || found.poison > 0 || !std::isfinite(found.got(0)) ||
      found.got(0) == 0) {  // 0 has many reasons
    return {};
  }
  const Values values = found.terms();
  if (values.size() < 3) {
    return {};
  }
  const std::vector<Candidate> tried = candidates(evidence, values);
  const double slack = slack_of(values);
  if (!is_telling(values, tried.size(), slack)) {
    return {};
  }
  constexpr double kOneRounding = 1e-6;
  const double got = found.got(0), want = found.want(0);
  for (const Candidate& candidate : tried) {
    const double near = candidate.is_value ? kOneRounding * std::fabs(candidate.value) : slack;
    if (std::fabs(candidate.value - got) <= near &&
        std::fabs(candidate.value - want) >= 2 * slack) {
      return candidate.sentence;
    }
  }
  return {};
}

}  // namespace warpschool::harness::detail
